//! The techniques of Sudoku Explainer other than chains, one family per file.

pub(crate) mod aligned;
pub(crate) mod bug;
pub(crate) mod fish;
pub(crate) mod hidden_set;
pub(crate) mod locked;
pub(crate) mod naked_set;
pub(crate) mod single;
pub(crate) mod unique_loop;
pub(crate) mod xy_wing;
