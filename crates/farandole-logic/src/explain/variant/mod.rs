//! Explanations of deductions about variants: English sentences and text drawings.

mod arguments;
mod background;
pub mod english;
mod links;
pub(super) mod names;
mod relations;
mod rule_of_45;
mod sandwich;
pub mod text;
