//! The techniques, chains and rating scale of HoDoKu 2.2.

mod budget;
pub(crate) mod chains;
mod order;
pub(crate) mod preference;
mod rating;
pub(crate) mod rule;
pub(crate) mod techniques;
mod walk;

pub use budget::Budget;
pub use order::{CATALOGUE, all, entry};
pub(crate) use order::{group, usual};
pub use rating::{Rating, explain, explain_each, rate};
pub use rule::{Entry, Level};
pub use walk::Walk;
