//! Code written once for every instruction set.

pub(crate) mod branch;
pub(crate) mod load;
pub(crate) mod narrow;
pub(crate) mod propagate;
pub(crate) mod search;
