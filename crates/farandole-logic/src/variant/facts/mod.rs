//! Propagation of constraints by automata. A constraint is compiled into automata that read the values of its
//! cells one by one. A layered graph of the runs of an automaton contains every satisfying assignment.

mod combine;
mod compile;
mod graph;
mod kept_graph;
mod layers;
mod machine;
mod moves;
mod part;
mod ranks;
mod sets;
mod sum_supports;
mod witnesses;
mod words;

pub(super) use combine::combine;
pub(super) use compile::{all_different, compile, difference, linear, merged, same_values};
pub(super) use graph::Supported;
pub(super) use layers::TooMany;
pub(super) use part::{Kept, Part};
pub(super) use witnesses::Witnesses;
