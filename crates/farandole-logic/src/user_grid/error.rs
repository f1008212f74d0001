//! The error of [`UserGrid::parse`](super::UserGrid::parse).

use core::fmt;

/// An error in the text of a grid: its position, what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserGridError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The name of the counted item, in the singular and the plural.
    Cells {
        what: [&'static str; 2],
        found: usize,
    },
    RowCells {
        found: usize,
    },
    Groups {
        found: usize,
    },
    Rows {
        found: usize,
    },
    Mark {
        found: char,
    },
    Triple,
    Other {
        given: u8,
        found: u8,
    },
    Empty,
}

impl UserGridError {
    /// Returns the 1-based line of the text.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the 1-based column, in characters.
    pub const fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for UserGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Cells { what, found } => {
                write!(f, "found {found} {}, expected 81", what[usize::from(found != 1)])
            }
            Kind::RowCells { found } => {
                write!(
                    f,
                    "found {found} {} in the row, expected 9",
                    if found == 1 { "cell" } else { "cells" }
                )
            }
            Kind::Groups { found: 1 } => {
                f.write_str("found 1 cell or group of candidates in the row, expected 9")
            }
            Kind::Groups { found } => {
                write!(f, "found {found} cells or groups of candidates in the row, expected 9")
            }
            Kind::Rows { found } => write!(f, "found {found} rows, expected 9, 18 or 27"),
            Kind::Mark { found } => {
                write!(
                    f,
                    "found `{}`, expected a digit from 1 to 9 or an empty-cell character",
                    found.escape_default()
                )
            }
            Kind::Triple => f.write_str("expected three digits from 1 to 9: digit, row, column"),
            Kind::Other { given, found } => {
                write!(f, "found {found}, expected {given} as in the first block")
            }
            Kind::Empty => f.write_str("found no grid"),
        }
    }
}

impl core::error::Error for UserGridError {}
