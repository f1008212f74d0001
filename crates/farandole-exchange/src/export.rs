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
    /// The text would be read as another puzzle: what would change.
    Changes(Vec<Change>),
}

/// Something that a text in the format would not keep.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// A constraint has a key, but would be read as another one, or not at all.
    Constraint(KeylessConstraint),
    /// The candidates of a cell, by its name.
    Candidates(Box<str>),
    /// Which cells are in the grid, and which extra cells there are.
    Cells,
    /// Which cells hold different values: rows, columns, regions.
    Houses,
    /// The relation between two cells, by their names.
    Pair(Box<str>, Box<str>),
    /// The constraints together, although each of them alone is kept.
    Constraints,
    /// The text could not be read: the first thing that is not understood.
    Unreadable(Box<str>),
    /// The title.
    Title,
    /// The author.
    Author,
    /// The rules in words.
    Rules,
    /// The solution.
    Solution,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constraint(it) => write!(f, "{} (number {})", it.name, it.index + 1),
            Self::Candidates(cell) => write!(f, "the candidates of {cell}"),
            Self::Cells => f.write_str("the cells of the board"),
            Self::Houses => f.write_str("the houses"),
            Self::Pair(one, two) => write!(f, "what {one} and {two} say of each other"),
            Self::Constraints => f.write_str("the constraints together"),
            Self::Unreadable(why) => write!(f, "all ({why})"),
            Self::Title => f.write_str("the title"),
            Self::Author => f.write_str("the author"),
            Self::Rules => f.write_str("the rules in words"),
            Self::Solution => f.write_str("the solution"),
        }
    }
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
                let named = constraints.iter().map(|it| Change::Constraint(*it));
                list(named, f)
            }
            ExportErrorKind::Changes(changes) => {
                f.write_str("the text would be read as another puzzle; it changes ")?;
                list(changes.iter().cloned(), f)
            }
        }
    }
}

/// Prints items with commas between them.
fn list(items: impl Iterator<Item = Change>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    items.enumerate().try_for_each(|(place, item)| write!(f, "{}{item}", if place == 0 { "" } else { ", " }))
}

impl core::error::Error for ExportError {}
