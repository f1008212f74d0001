//! What an export is asked for, and why there is none.

use core::fmt;

/// What is written beside the constraints.
///
/// The texts are those of the puzzle in the editor. A solution has one value a cell, by cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteConfig<'a> {
    /// The name of the puzzle.
    pub title: Option<&'a str>,
    /// Who made it.
    pub author: Option<&'a str>,
    /// The rules in words.
    pub rules: Option<&'a str>,
    /// The solution.
    pub solution: Option<&'a [u8]>,
    /// Constraints that f-puzzles has no key for.
    pub keyless: Keyless,
}

/// What happens to constraints that the format has no key for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keyless {
    /// The puzzle is not written.
    #[default]
    Refuse,
    /// They stand in the rules as constraint text, which [`read`](crate::read) reads, and so does what the format's board has not:
    /// other values, extra cells, grids without the rules of Sudoku. Other programs see a puzzle without them.
    Describe,
}

/// Why a variant is not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportError {
    pub(crate) kind: ExportErrorKind,
}

/// What is wrong with a variant for a format.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExportErrorKind {
    /// The format has no such board: what it would have to be.
    Board(&'static str),
    /// The constraints in these 0-based places have no key.
    Keyless(Vec<KeylessConstraint>),
}

/// A constraint without a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeylessConstraint {
    /// Its 0-based place in the variant.
    pub index: usize,
    /// The name of its kind.
    pub name: &'static str,
}

impl ExportError {
    /// What is wrong.
    pub const fn kind(&self) -> &ExportErrorKind {
        &self.kind
    }
}

impl From<ExportErrorKind> for ExportError {
    fn from(kind: ExportErrorKind) -> Self {
        Self { kind }
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExportErrorKind::Board(expected) => {
                write!(f, "f-puzzles can't hold this board, expected {expected}")
            }
            ExportErrorKind::Keyless(constraints) => {
                f.write_str("f-puzzles can't hold these constraints: ")?;
                for (place, constraint) in constraints.iter().enumerate() {
                    let comma = if place == 0 { "" } else { ", " };
                    write!(f, "{comma}{} (number {})", constraint.name, constraint.index + 1)?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for ExportError {}
