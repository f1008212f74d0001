//! The data that everything else works on: the grid with its candidates, techniques by name, deductions.

mod deduction;
mod state;
pub(crate) mod tables;
pub(crate) mod visit;

pub use deduction::{Assertion, Candidate, Chain, Deduction, Inference, Link, Role, Technique};
pub use state::State;
pub(crate) use state::{ALL, Marks};
