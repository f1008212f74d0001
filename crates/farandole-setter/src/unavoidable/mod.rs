//! Unavoidable sets: cells of a grid whose content can be exchanged for another solution grid.

mod quick;
mod search;

pub(crate) use quick::{ALONE, each_quick_set, keep_small};
pub use search::unavoidable_sets;
