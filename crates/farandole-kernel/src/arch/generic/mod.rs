//! Propagation, branching and search, written once over [`Simd`](crate::simd::Simd).

pub(crate) mod branch;
pub(crate) mod entry;
pub(crate) mod load;
pub(crate) mod narrow;
pub(crate) mod propagate;
pub(crate) mod search;
