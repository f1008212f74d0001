//! Explanations of deductions about variants: English sentences and text drawings.

mod combined;
pub mod english;
mod kinds;
mod links;
pub(super) mod names;
mod reasons;
mod related;
mod sandwich;
pub mod text;
