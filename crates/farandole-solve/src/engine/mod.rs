//! The engines, one file each, named after the algorithm.
//!
//! `general` runs several of them in stages. The [plan](crate::plan) selects the engine; no engine
//! selects another one.

pub(crate) mod backtrack;
pub(crate) mod bitboard;
pub(crate) mod cdcl;
pub(crate) mod cycle_switch;
#[cfg(feature = "dlx")]
pub(crate) mod dlx;
pub(crate) mod exact_cover;
pub(crate) mod general;
pub(crate) mod kernel;
pub(crate) mod pattern;
pub(crate) mod relabel;
pub(crate) mod singles;
pub(crate) mod sweep;

/// Maximum number of rows for learning, sweeps, memo tables and certificates. They keep the digits of a
/// cell in one word. Larger grids are searched by `singles` and as images of the pattern grid.
pub(crate) const MOST_ROWS: usize = 64;
