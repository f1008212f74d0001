//! HoDoKu 2.2: its techniques, its chains and its scale.

pub(crate) mod chains;
pub(crate) mod order;
pub(crate) mod preference;
mod rating;
pub(crate) mod techniques;

pub use rating::{Budget, CATALOGUE, Entry, Level, Outcome, Rating, Walk, all, entry, explain, rate};
