//! Facts of single constraints, computed exactly: a constraint is compiled to automata over its
//! cells, and a layered graph of the automaton's runs contains every satisfying assignment.

mod compile;
mod layers;
mod machine;

pub(super) use compile::compile;
pub(super) use layers::{Layers, Supported};
