//! A candidate of a variant.

use crate::model;
use farandole_puzzle::Cell;

/// A value that a cell of a variant may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The value, as printed.
    pub value: u8,
}

impl From<model::Candidate> for Candidate {
    fn from(candidate: model::Candidate) -> Self {
        Self { cell: Cell::new(candidate.cell()).expect("a cell of the grid"), value: candidate.digit() }
    }
}
