//! Unavoidable sets: cells of a grid whose digits can be exchanged for those of another solution
//! grid.

mod quick;
mod search;

pub(crate) use quick::{ALONE, each_quick_set, keep_small};
pub use search::unavoidable_sets;
