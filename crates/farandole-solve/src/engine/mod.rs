//! The engines, one file each, named after the algorithm.
//!
//! `general` runs several of them in stages. No engine selects another one: the [plan](crate::plan)
//! does.

pub(crate) mod backtrack;
pub(crate) mod bitboard;
pub(crate) mod cdcl;
pub(crate) mod exact_cover;
pub(crate) mod general;
pub(crate) mod kernel;
pub(crate) mod pattern;
pub(crate) mod relabel;
pub(crate) mod singles;
pub(crate) mod sweep;
