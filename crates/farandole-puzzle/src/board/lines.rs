//! Rows and columns as viewed from clues outside the grid.

use super::layout::Board;
use crate::Cell;
use alloc::vec::Vec;
use core::fmt;

/// A row or a column, identified by its 0-based index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Line {
    /// A row, from the top.
    Row(u8),
    /// A column, from the left.
    Col(u8),
}

/// The end of a line at which a clue is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// The left end of a row, the upper end of a column.
    Start,
    /// The right end of a row, the lower end of a column.
    Finish,
}

/// A line viewed from one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineEnd {
    /// The row or column.
    pub line: Line,
    /// The end that contains the first cell.
    pub end: End,
}

impl Line {
    /// Returns the cells from left to right or from top to bottom. Returns an empty list if the
    /// line is outside the grid.
    pub fn cells(self, board: &Board) -> Vec<Cell> {
        let (rows, cols) = (board.shape().rows(), board.shape().cols());
        let (first, step, count) = match self {
            Self::Row(row) => (usize::from(row) * cols, 1, cols),
            Self::Col(col) => (usize::from(col), cols, rows),
        };
        if !self.is_on(board) {
            return Vec::new();
        }
        let mut cells: Vec<Cell> = (0..count).map(|index| Cell::within(first + index * step)).collect();
        cells.retain(|cell| !board.is_hole(*cell));
        cells
    }

    /// Returns true if the grid has this line.
    pub(crate) fn is_on(self, board: &Board) -> bool {
        match self {
            Self::Row(row) => usize::from(row) < board.shape().rows(),
            Self::Col(col) => usize::from(col) < board.shape().cols(),
        }
    }

    /// Parses the name of a line, for example `R3` or `C12`. Returns `None` if the grid does not
    /// contain the line.
    pub fn named(text: &str, board: &Board) -> Option<Self> {
        let (kind, digits) = text.split_at_checked(1)?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let number = is_plain.then(|| digits.parse::<u8>().ok())??.checked_sub(1)?;
        let line = match kind {
            "R" => Self::Row(number),
            "C" => Self::Col(number),
            _ => return None,
        };
        line.is_on(board).then_some(line)
    }

    /// Returns all rows, then all columns.
    pub fn all(board: &Board) -> impl Iterator<Item = Self> + use<> {
        let (rows, cols) = (board.shape().rows() as u8, board.shape().cols() as u8);
        (0..rows).map(Self::Row).chain((0..cols).map(Self::Col))
    }
}

impl LineEnd {
    /// Returns the cells of the line, starting at its end. Returns an empty list if the line is
    /// outside the grid.
    pub fn cells(self, board: &Board) -> Vec<Cell> {
        let mut cells = self.line.cells(board);
        if self.end == End::Finish {
            cells.reverse();
        }
        cells
    }
}

impl fmt::Display for Line {
    /// Writes the name that texts use, for example `R3` or `C12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "R{}", row + 1),
            Self::Col(col) => write!(f, "C{}", col + 1),
        }
    }
}
