//! Deductions about variants for people: sentences, drawings for a terminal.

pub mod english;
mod names;
pub mod text;
