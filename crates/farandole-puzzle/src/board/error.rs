//! Errors in the groups of extra cells of a board.

use core::fmt;

/// An invalid group of extra cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardError {
    pub(super) group: usize,
    pub(super) kind: BoardErrorKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardErrorKind {
    Prefix,
    Twice,
    Size,
    Cells,
}

impl BoardError {
    /// Returns the 0-based index of the group in the list passed to the constructor.
    pub const fn group(&self) -> usize {
        self.group
    }

    /// Returns what was expected.
    pub const fn expected(&self) -> &'static str {
        match self.kind {
            BoardErrorKind::Prefix => "a prefix of capital letters",
            BoardErrorKind::Twice => "a unique prefix",
            BoardErrorKind::Size => "1 to 1000 cells, or 1 to 1000 rows of 1 to 16 columns",
            BoardErrorKind::Cells => "at most 1000 cells in the grid and all groups up to this one",
        }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "group {} of extra cells, expected {}", self.group + 1, self.expected())
    }
}

impl core::error::Error for BoardError {}
