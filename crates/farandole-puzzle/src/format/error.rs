//! What can be wrong with text, and what a format can't hold.

use super::Format;
use crate::{BoxShape, GeometryError};
use core::fmt;

/// Why a record could not be read: where, what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    line: u64,
    column: u32,
    kind: Kind,
}

/// The reason apart from the place; line and column are added where the text is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A byte that is not one of those expected.
    Byte { found: u8, expected: Expected },
    /// The line or record ends too early.
    Missing { expected: &'static str },
    /// A number of cells that no size has.
    NotSquare { cells: usize },
    /// A wrong number of something.
    Count { what: &'static str, found: usize, expected: usize },
    /// A region of a map with a wrong number of cells.
    Region { label: u8, found: usize, expected: usize },
    /// A number out of its range.
    Number { found: u64, low: u64, high: u64 },
    /// Text that is not what was expected.
    Text { expected: &'static str },
    /// Boxes that do not fit the size.
    Boxes { size: usize, shape: BoxShape },
    /// A size that is not supported.
    Geometry(GeometryError),
    /// An alphabet with too few symbols.
    Alphabet { size: usize },
}

/// What a cell may be written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// A digit of a puzzle of this size, written from this symbol to that, or an empty sign.
    Cell { first: u8, last: u8 },
    /// A digit.
    Digit { first: u8, last: u8 },
    /// Anything with this name.
    Named(&'static str),
}

impl ParseError {
    pub(super) const fn new(line: u64, column: usize, kind: Kind) -> Self {
        Self { line, column: if column < u32::MAX as usize { column as u32 } else { u32::MAX }, kind }
    }

    /// The 1-based line of the input.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// The 1-based column in bytes; one behind the last byte when the line ends too early.
    pub const fn column(&self) -> u32 {
        self.column
    }
}

impl fmt::Display for ParseError {
    /// The reason without the place, for messages like `puzzles.txt:12:83: found ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Byte { found, expected } => {
                write!(f, "found `{}`, expected ", found.escape_ascii())?;
                match expected {
                    Expected::Cell { first, last } => {
                        write!(f, "a digit from {} to {} or an empty sign", *first as char, *last as char)
                    }
                    Expected::Digit { first, last } => {
                        write!(f, "a digit from {} to {}", *first as char, *last as char)
                    }
                    Expected::Named(name) => f.write_str(name),
                }
            }
            Kind::Missing { expected } => write!(f, "found the end, expected {expected}"),
            Kind::NotSquare { cells } => {
                let root = (cells + 1).isqrt().clamp(1, crate::MAX_SIZE);
                let near = if cells - cells.min(&(root * root)) > root { root + 1 } else { root };
                let near = near.min(crate::MAX_SIZE);
                write!(f, "found {cells} cells, expected a square number, such as {}", near * near)
            }
            Kind::Count { what, found, expected } => write!(f, "found {found} {what}, expected {expected}"),
            Kind::Region { label, found, expected } => {
                write!(f, "found {found} cells in region `{}`, expected {expected}", label.escape_ascii())
            }
            Kind::Number { found, low, high } => write!(f, "found {found}, expected {low} to {high}"),
            Kind::Text { expected } => write!(f, "found other text, expected {expected}"),
            Kind::Boxes { size, shape } => write!(
                f,
                "found a puzzle of size {size}, expected one for boxes of {} rows by {} columns",
                shape.box_rows, shape.box_cols
            ),
            Kind::Geometry(error) => fmt::Display::fmt(error, f),
            Kind::Alphabet { size } => {
                write!(
                    f,
                    "found a puzzle of size {size}, expected no more digits than the alphabet has symbols"
                )
            }
        }
    }
}

impl core::error::Error for ParseError {}

/// Why the format of an input could not be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DetectError {
    pub(super) line: u64,
    pub(super) kind: DetectKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DetectKind {
    Unknown,
    Column(&'static str),
    NoGivens,
}

impl DetectError {
    /// The 1-based line that decided.
    pub const fn line(&self) -> u64 {
        self.line
    }
}

impl fmt::Display for DetectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            DetectKind::Unknown => f.write_str("found no puzzle in any known format near the beginning"),
            DetectKind::Column(name) => write!(f, "the header names two columns for {name}"),
            DetectKind::NoGivens => f.write_str(
                "the columns name no givens (a header calls them `puzzle`, `givens` or `quizzes`)",
            ),
        }
    }
}

impl core::error::Error for DetectError {}

/// Why a puzzle or an answer can't be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteError {
    pub(super) format: Format,
    pub(super) kind: WriteKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WriteKind {
    Size(usize),
    Regions,
    Houses,
    Restrictions,
    NoCandidates,
    Alphabet(usize),
    Verdict(&'static str),
    Count,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.format.name();
        match self.kind {
            WriteKind::Size(size) => write!(f, "{name} can't hold a {size}x{size} puzzle"),
            WriteKind::Regions => write!(f, "{name} can't hold these boxes or regions"),
            WriteKind::Houses => write!(f, "{name} can't hold diagonals or extra regions"),
            WriteKind::Restrictions => write!(f, "{name} can't hold candidates"),
            WriteKind::NoCandidates => write!(f, "{name} can't hold a cell without candidates"),
            WriteKind::Alphabet(size) => write!(f, "the alphabet has too few symbols for size {size}"),
            WriteKind::Verdict(answer) => write!(f, "{name} has no words for {answer}"),
            WriteKind::Count => write!(f, "{name} begins with the number of puzzles, which is not known"),
        }
    }
}

impl core::error::Error for WriteError {}
