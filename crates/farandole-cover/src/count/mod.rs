//! Counting: memoization of subproblems, and decision diagrams of all solutions.

pub(crate) mod counter;
pub(crate) mod memo;
pub(crate) mod zdd;
