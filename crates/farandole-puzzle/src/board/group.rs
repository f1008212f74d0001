//! Groups of extra cells: cells outside the grid that hold values like the others.

use super::shape::Shape;
use alloc::string::String;

/// How the cells of a group lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroupSize {
    /// A number of cells in rows as wide as the grid; the last row may be shorter. Cells that share an edge are neighbours.
    Count(usize),
    /// A rectangle: its cells are numbered row by row, and cells that share an edge are neighbours.
    Grid {
        /// How many rows there are.
        rows: usize,
        /// How many columns there are, at most 16.
        cols: usize,
    },
}

impl GroupSize {
    /// How many cells the group has.
    pub const fn count(self) -> usize {
        match self {
            Self::Count(count) => count,
            Self::Grid { rows, cols } => rows * cols,
        }
    }

    /// Returns how many cells a full row of the group has, on a board of this shape.
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
    /// What the names of the cells begin with: capital letters. A group of one cell has it as the cell's name; the
    /// names of others end with a number from 1 on.
    pub prefix: String,
    /// A text for people, may be empty.
    pub label: String,
    /// How many cells there are and how they lie.
    pub size: GroupSize,
}
