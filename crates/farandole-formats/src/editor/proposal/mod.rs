//! Proposals: possible meanings of the drawings and rules of an editor's puzzle, and the reading
//! that the puzzle's own solution confirms. A reading assigns one meaning to each group of
//! drawings.
//!
//! Most drawings of SudokuPad, and some of f-puzzles, have no type: a purple line is a renban line
//! because the rules state it. [`Proposal::read`] therefore returns the certain parts, groups of
//! similar drawings with candidate meanings, and the sentences of the rules. [`Proposal::verify`]
//! searches for a reading whose only solution is the one in the file.

mod abduction;
mod accounts;
mod build;
mod cages;
mod colour;
mod customs;
mod decide;
mod features;
mod forms;
mod graph;
mod grid_rules;
mod import;
mod lines;
mod marks;
mod model;
mod names;
mod outside;
mod samples;
mod sort;
mod styles;
mod verify;

pub use super::meanings::{Choice, MeaningError, Meanings};
pub(crate) use colour::Tint;
pub use decide::Decided;
pub use model::{Candidate, Group, Item, Proposal, Reason};
pub use verify::{Bounds, Verdict, Verified};
