//! Facts of single constraints, computed exactly: a constraint is compiled to automata over its
//! cells, and a layered graph of the automaton's runs contains every satisfying assignment.

mod combine;
mod compile;
mod layers;
mod machine;
mod part;
mod runs;
mod together;

pub(super) use combine::combine;
pub(super) use compile::{compile, linear};
pub(super) use layers::Supported;
pub(super) use part::Part;
