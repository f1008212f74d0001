//! The engines: one file each, named after the algorithm. None of them knows the others or the router.

pub(crate) mod backtrack;
pub(crate) mod bitboard;
pub(crate) mod exact_cover;
pub(crate) mod kernel;
pub(crate) mod pattern;
pub(crate) mod relabel;
pub(crate) mod singles;
pub(crate) mod sweep;
