//! The techniques, chains and rating scale of Sudoku Explainer 1.2.1.

pub(crate) mod chains;
mod cursor;
mod difficulty;
mod failed;
mod order;
mod rating;
mod singles;
pub(crate) mod techniques;

pub use crate::about::Tenths;
pub(crate) use chains::{Namer, Search};
pub(crate) use cursor::next;
pub use order::tenths;
pub(crate) use order::{about, every};
pub use rating::{Budget, Outcome, Rating, explain, explain_each, rate};
