//! Propagation of a network to a fixpoint.

pub(crate) mod engine;
pub(crate) mod observer;
pub(crate) mod place_counts;
pub(crate) mod queue;
