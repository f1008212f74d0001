//! Depth-first search over constraint networks: the engine for variants.
//!
//! A network has cells with candidate masks, houses, pairs of cells that differ, and rules. Every rule is one of few
//! primitives, whose filters are pure functions on masks.

pub(crate) mod branching;
pub(crate) mod builder;
pub(crate) mod candidates;
pub(crate) mod cliques;
pub(crate) mod derive;
pub(crate) mod estimate;
pub(crate) mod filter;
pub(crate) mod houses_only;
pub(crate) mod joined;
pub(crate) mod learn;
pub(crate) mod locked;
pub(crate) mod lower;
pub(crate) mod masks;
pub(crate) mod network;
pub(crate) mod observer;
pub(crate) mod opb;
pub(crate) mod place_counts;
pub(crate) mod propagate;
pub(crate) mod reduce;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod strengthen;
pub(crate) mod sums;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod unrolled;
pub(crate) mod wiring;

#[cfg(test)]
mod tests;
