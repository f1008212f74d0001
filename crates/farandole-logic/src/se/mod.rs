//! Sudoku Explainer 1.2.1: its techniques, its chains and its scale.

pub(crate) mod chains;
mod rating;
mod singles;
pub(crate) mod techniques;

pub use rating::{Budget, Outcome, Rating, Tenths, explain, rate, tenths};
pub(crate) use rating::{next, surcharge};
