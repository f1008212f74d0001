//! The techniques, chains and rating scale of Sudoku Explainer 1.2.1.

pub(crate) mod chains;
mod difficulty;
mod negative_cache;
mod order;
mod rating;
mod singles;
pub(crate) mod techniques;

pub use crate::metadata::Tenths;
pub(crate) use chains::{ReasonFinder, Search};
pub use order::tenths;
pub(crate) use order::{every, metadata, next};
pub use rating::{Budget, Rating, explain, explain_each, rate};
