//! Export settings and export errors.

use super::figure::Figure;
use core::fmt;

/// The program that a written text of SudokuPad names as its source.
pub(crate) const WRITER: &str = "Farandole";

/// Data that is written in addition to the constraints.
///
/// Title, author and rules are the texts that the editor shows. A solution has one value per cell,
/// indexed by cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportConfig<'a> {
    /// Title of the puzzle.
    pub title: Option<&'a str>,
    /// Author of the puzzle.
    pub author: Option<&'a str>,
    /// Rules in words.
    pub rules: Option<&'a str>,
    /// The solution, indexed by cell.
    pub solution: Option<&'a [u8]>,
    /// Drawings without a meaning, from back to front. A sentence of the rules states that they are decorative.
    /// Colours are written as [`Figure::on_white`] returns them. Cages, paths and arrows are omitted.
    pub cosmetics: &'a [Figure],
    /// The treatment of constraints for which the format has no key.
    pub keyless: Keyless,
}

/// Treatment of constraints for which the format has no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keyless {
    /// Refuses to write the puzzle.
    #[default]
    Refuse,
    /// Writes these constraints as constraint text in the rules, which
    /// [`read`](crate::editor::read) understands. Boards that the format does not support are
    /// written in the same way: other values, extra cells, and grids without Sudoku rules. Other
    /// programs show the puzzle without these constraints.
    Describe,
}

/// The reason why a variant cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportError {
    pub(crate) kind: ExportErrorKind,
}

/// The kinds of [`ExportError`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExportErrorKind {
    /// The format can only be read, or is not a format of variants.
    Unwritten,
    /// The format does not support the board. The text names the boards that it supports.
    Board(&'static str),
    /// The format has no key for these constraints.
    Keyless(Vec<KeylessConstraint>),
    /// The written text would be read as a different puzzle. The list names the differences.
    Changes(Vec<Change>),
}

/// A part of a puzzle that the written text would not preserve.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// A constraint that has a key but would be read as a different constraint, or not at all.
    Constraint(KeylessConstraint),
    /// The candidates of the cell with this name.
    Candidates(Box<str>),
    /// The cells of the grid, or the extra cells.
    Cells,
    /// The houses: rows, columns or regions.
    Houses,
    /// The relation between the two cells with these names.
    Pair(Box<str>, Box<str>),
    /// The combination of the constraints. Each constraint is preserved on its own.
    Constraints,
    /// The whole puzzle: the text could not be read. The string is the first part that is not
    /// understood.
    Unreadable(Box<str>),
    /// The title.
    Title,
    /// The author.
    Author,
    /// The rules in words.
    Rules,
    /// The solution.
    Solution,
    /// The cosmetics, which look like drawings of a constraint.
    Cosmetics,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constraint(it) => write!(f, "{} (number {})", it.name, it.index + 1),
            Self::Candidates(cell) => write!(f, "the candidates of {cell}"),
            Self::Cells => f.write_str("the cells of the board"),
            Self::Houses => f.write_str("the houses"),
            Self::Pair(one, two) => write!(f, "the relation between {one} and {two}"),
            Self::Constraints => f.write_str("the combination of the constraints"),
            Self::Unreadable(why) => write!(f, "everything ({why})"),
            Self::Title => f.write_str("the title"),
            Self::Author => f.write_str("the author"),
            Self::Rules => f.write_str("the rules in words"),
            Self::Solution => f.write_str("the solution"),
            Self::Cosmetics => f.write_str("cosmetics, which look like drawings of a constraint"),
        }
    }
}

/// A constraint for which the format has no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeylessConstraint {
    /// 0-based index of the constraint in the variant.
    pub index: usize,
    /// Name of the kind of the constraint.
    pub name: &'static str,
}

impl ExportError {
    /// Returns the kind of the error.
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
            ExportErrorKind::Unwritten => f.write_str("variants are not written in this format"),
            ExportErrorKind::Board(expected) => {
                write!(f, "the format does not support this board, expected {expected}")
            }
            ExportErrorKind::Keyless(constraints) => {
                f.write_str("the format has no key for these constraints: ")?;
                let named = constraints.iter().map(|it| Change::Constraint(*it));
                list(named, f)
            }
            ExportErrorKind::Changes(changes) => {
                f.write_str("the text would be read as a different puzzle; it changes ")?;
                list(changes.iter().cloned(), f)
            }
        }
    }
}

/// Prints the items, separated by commas.
fn list(items: impl Iterator<Item = Change>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    items.enumerate().try_for_each(|(place, item)| write!(f, "{}{item}", if place == 0 { "" } else { ", " }))
}

impl core::error::Error for ExportError {}
