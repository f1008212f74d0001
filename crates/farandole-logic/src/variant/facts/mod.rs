//! Facts of single constraints, computed exactly: a constraint is compiled to automata over its
//! cells, and a layered graph of the automaton's runs contains every satisfying assignment.

mod combine;
mod compile;
mod layers;
mod machine;
mod part;
mod ranks;
mod runs;
mod together;
mod witnesses;
mod words;

pub(super) use combine::combine;
pub(super) use compile::{all_different, compile, linear, same_values};
pub(super) use layers::{Supported, TooMany};
pub(super) use part::Part;
pub(super) use witnesses::Witnesses;
