//! Unavoidable sets: cells of a grid whose content can be exchanged for another solution grid.

mod quick;

pub(crate) use quick::each_quick_set;
