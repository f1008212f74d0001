//! Backtracking search (Knuth's Algorithm X): step by step, as an iterator, in parallel, and as an estimate.

pub(crate) mod backtrack;
pub(crate) mod estimate;
pub(crate) mod heuristic;
pub(crate) mod iterator;
pub(crate) mod outcome;
#[cfg(feature = "std")]
pub(crate) mod parallel;
pub(crate) mod position;
pub(crate) mod solver;
