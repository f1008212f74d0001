//! The techniques of Sudoku Explainer that are not chains, one file each.

pub(crate) mod aligned;
pub(crate) mod bug;
pub(crate) mod fish;
pub(crate) mod hidden_set;
pub(crate) mod locked;
pub(crate) mod naked_set;
pub(crate) mod single;
pub(crate) mod unique_loop;
pub(crate) mod xy_wing;
