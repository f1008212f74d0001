//! Unavoidable sets, that is, sets of cells of a grid whose digits can be replaced by those of
//! another solution grid.

mod quick;
mod search;

pub(crate) use quick::{ALONE, each_quick_set, keep_small};
pub use search::unavoidable_sets;
