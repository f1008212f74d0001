//! Optimization: least cost by branch and bound, and the fewest options.

pub(crate) mod branch_and_bound;
pub(crate) mod fewest;
mod lp_bound;
