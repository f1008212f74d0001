//! Depth-first search, the order of its branches, and estimates of its size.

pub(crate) mod branching;
pub(crate) mod depth_first;
pub(crate) mod estimate;
