//! Explanations of deductions about variants: English sentences and text drawings.

mod background;
mod combined;
pub mod english;
mod kinds;
mod links;
pub(super) mod names;
mod reasons;
mod related;
mod relations;
mod sandwich;
mod supposed;
pub mod text;
