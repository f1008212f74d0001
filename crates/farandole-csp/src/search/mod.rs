//! Depth-first search, its branching order, and estimates of its size.

pub(crate) mod branching;
pub(crate) mod depth_first;
pub(crate) mod estimate;
