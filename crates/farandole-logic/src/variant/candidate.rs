//! A candidate of a variant.

use farandole_puzzle::Cell;

/// A value that a cell of a variant may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The value, as printed.
    pub value: u8,
}
