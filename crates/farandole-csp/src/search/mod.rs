//! Depth-first search, its branching heuristic, and estimates of its size.

pub(crate) mod branching;
pub(crate) mod depth_first;
pub(crate) mod estimate;
