//! The data of a network that needs no propagator: candidate masks, houses, and pairs of cells that
//! differ.

pub(crate) mod cliques;
pub(crate) mod house;
pub(crate) mod masks;
pub(crate) mod peers;
