//! Groups of extra cells: cells outside the grid that have values like those of the grid.

use super::shape::Shape;
use alloc::string::String;

/// The number and arrangement of the cells in a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroupSize {
    /// A number of cells in rows as wide as the grid. The last row may be shorter. Cells that share
    /// an edge are adjacent.
    Count(usize),
    /// A rectangle whose cells are numbered row by row. Cells that share an edge are adjacent.
    Grid {
        /// Number of rows.
        rows: usize,
        /// Number of columns, at most 16.
        cols: usize,
    },
}

impl GroupSize {
    /// Returns the number of cells in the group.
    pub const fn count(self) -> usize {
        match self {
            Self::Count(count) => count,
            Self::Grid { rows, cols } => rows * cols,
        }
    }

    /// Returns the number of cells in a full row of the group, on a board of this shape.
    pub const fn cols(self, shape: Shape) -> usize {
        match self {
            Self::Count(_) => shape.cols(),
            Self::Grid { cols, .. } => cols,
        }
    }
}

/// A group of extra cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group {
    /// The prefix of the cell names, in capital letters. The name of a single cell is the prefix.
    /// Otherwise, each name is the prefix and a number starting at 1.
    pub prefix: String,
    /// A label for display; may be empty.
    pub label: String,
    /// The number and arrangement of the cells.
    pub size: GroupSize,
}
