//! Explanations of deductions about variants: English sentences and text drawings.

pub mod english;
mod names;
pub mod text;
