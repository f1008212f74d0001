//! The techniques, chains and rating scale of Sudoku Explainer 1.2.1.

pub(crate) mod chains;
mod difficulty;
mod negative_cache;
mod order;
mod rating;
mod singles;
pub(crate) mod techniques;

pub(crate) use chains::{ReasonFinder, Search};
pub(crate) use difficulty::Difficulty;
pub use difficulty::Tenths;
pub use order::tenths;
pub(crate) use order::{difficulty, every, next};
pub(crate) use rating::explain_each;
pub use rating::{Budget, Rating, explain, rate};
