//! The data model: the grid with candidates, techniques by name, and deductions.

mod candidate;
mod deduction;
mod marks;
mod outcome;
mod state;
pub(crate) mod tables;
mod technique;
pub(crate) mod visit;

pub use candidate::Candidate;
pub use deduction::{Assertion, Chain, Deduction, Inference, Link, Node, Role};
pub(crate) use marks::{ALL, Marks};
pub use outcome::PathOutcome;
pub use state::State;
pub use technique::Technique;
