//! Explanations of deductions about variants: English sentences and text drawings.

pub mod english;
mod kinds;
pub(super) mod names;
mod reasons;
pub mod text;
