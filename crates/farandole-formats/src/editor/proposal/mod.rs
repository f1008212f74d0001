//! Proposals: what the drawings and the rules of an editor's puzzle may mean, and which reading of
//! them the puzzle's own solution confirms.
//!
//! Most drawings of SudokuPad, and some of f-puzzles, have no type: a purple line is a renban line
//! because the rules state it. [`Proposal::read`] therefore returns what is certain, groups of
//! drawings that look alike with candidate meanings, and the sentences of the rules.
//! [`Proposal::verify`] looks for a reading that has exactly one solution, which is the one that the
//! file contains.

mod accounts;
mod build;
mod cages;
mod colour;
mod customs;
mod decide;
mod grid_rules;
mod import;
mod lines;
mod marks;
mod model;
mod names;
mod outside;
mod sort;
mod styles;
mod verify;

pub use super::meanings::{Choice, MeaningError, Meanings};
pub use decide::Decided;
pub use model::{Candidate, Group, Item, Proposal, Reason};
pub use verify::{Bounds, Verdict, Verified};

pub(crate) use import::read_verified;
