//! Errors of reading and writing: text that is not a puzzle, and puzzles that a format cannot hold.
//!
//! A parser first creates a [`Cause`] without a position. Line and column are added where the text
//! is known.

use crate::{BoxShape, Cell, GeometryError};
use core::fmt;

/// An error in a record: its position, what was found, and what was expected.
///
/// ```
/// use farandole_puzzle::ClassicPuzzle;
/// use farandole_puzzle::format::ParseErrorKind;
///
/// let error = "12..\n..2&\n....\n2...\n".parse::<ClassicPuzzle>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 4));
/// assert_eq!(error.kind(), ParseErrorKind::UnexpectedCharacter);
/// assert_eq!(error.found().to_string(), "`&`");
/// assert_eq!(error.to_string(), "found `&`, expected a digit from 1 to 4 or an empty-cell character");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    line: u64,
    column: u32,
    cause: Cause,
}

/// The kinds of [`ParseError`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character that is not allowed at its position.
    UnexpectedCharacter,
    /// A word that is not allowed at its position.
    UnexpectedText,
    /// The line or the record ends too early.
    UnexpectedEnd,
    /// A number of cells that does not match any size.
    CellCount,
    /// A wrong number of cells, rows or candidates for the size of the puzzle.
    Count,
    /// A region of a map with a wrong number of cells.
    RegionSize,
    /// A number out of range.
    NumberRange,
    /// An unsupported size, or a size that does not match the requested boxes or alphabet.
    Size,
    /// A text in no known format, or with an unusable header.
    Format,
    /// No puzzle where one was expected.
    NoPuzzle,
    /// More than one puzzle where one was expected.
    SeveralPuzzles,
    /// A cell without a digit in a finished grid.
    EmptyCell,
}

/// The cause of a [`ParseError`] without its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// An unexpected byte.
    Byte { found: u8, expected: Expected },
    /// The line or record ends too early.
    Missing { expected: &'static str },
    /// A number of cells that is not the square of a size.
    NotSquare { cells: usize },
    /// A wrong number of cells, rows or candidates.
    Count { what: Noun, found: usize, expected: usize },
    /// A region of a map with a wrong number of cells.
    Region { label: u8, found: usize, expected: usize },
    /// A number out of range.
    Number { found: u64, low: u64, high: u64 },
    /// Unexpected text.
    Text { found: Excerpt, expected: &'static str },
    /// Rows that are wider than the largest supported grid.
    TooWide { size: usize },
    /// Boxes that do not match the size.
    Boxes { size: usize, shape: BoxShape },
    /// An unsupported size.
    Geometry(GeometryError),
    /// An alphabet with too few symbols.
    Alphabet { size: usize },
    /// An unknown format.
    Detect(DetectCause),
    /// A text without records where one was expected.
    Nothing,
    /// A second record where one was expected.
    Several,
    /// A finished grid without a digit in this cell.
    Unfinished { cell: Cell, size: usize },
}

/// An error and its 0-based offset in the line.
pub(super) type Misread = (usize, Cause);

/// A counted thing: its singular and its plural.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Noun(&'static str, &'static str);

impl Noun {
    pub(super) const CELLS: Self = Self("cell", "cells");
    pub(super) const CELLS_IN_ROW: Self = Self("cell in the row", "cells in the row");
    pub(super) const CELLS_IN_MAP: Self = Self("cell in the region map", "cells in the region map");
    pub(super) const CELLS_IN_MAP_OR_SOLUTION: Self =
        Self("cell in a region map or solution", "cells in a region map or solution");
    pub(super) const REGIONS_IN_ROW: Self = Self("region in the row", "regions in the row");
    pub(super) const CANDIDATES: Self = Self("candidate", "candidates");
    pub(super) const GROUPS_IN_ROW: Self =
        Self("group of candidates in the row", "groups of candidates in the row");
    pub(super) const ROWS: Self = Self("row", "rows");

    const fn for_count(self, count: usize) -> &'static str {
        if count == 1 { self.0 } else { self.1 }
    }
}

/// The beginning of a text, for error messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Excerpt {
    bytes: [u8; Self::LENGTH],
    length: usize,
}

impl Excerpt {
    /// Maximum number of bytes to keep.
    const LENGTH: usize = 24;

    /// Writes the excerpt without quotation marks.
    pub(super) fn plain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bytes[..self.length.min(Self::LENGTH)].escape_ascii())
    }

    pub(super) fn new(text: &[u8]) -> Self {
        let mut bytes = [0; Self::LENGTH];
        bytes.iter_mut().zip(text).for_each(|(kept, byte)| *kept = *byte);
        Self { bytes, length: text.len() }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = &self.bytes[..self.length.min(Self::LENGTH)];
        write!(f, "\"{}{}\"", kept.escape_ascii(), if self.length > Self::LENGTH { "..." } else { "" })
    }
}

/// The expected content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// An empty-cell character, or a digit of the puzzle; the digits are written from the symbol
    /// `first` to `last`.
    Cell { first: u8, last: u8 },
    /// A digit.
    Digit { first: u8, last: u8 },
    /// Something with this description.
    Named(&'static str),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { first, last } => {
                let (first, last) = (*first as char, *last as char);
                write!(f, "a digit from {first} to {last} or an empty-cell character")
            }
            Self::Digit { first, last } => {
                write!(f, "a digit from {} to {}", *first as char, *last as char)
            }
            Self::Named(name) => f.write_str(name),
        }
    }
}

impl ParseError {
    pub(super) const fn new(line: u64, column: usize, cause: Cause) -> Self {
        Self { line, column: if column < u32::MAX as usize { column as u32 } else { u32::MAX }, cause }
    }

    /// Returns the kind of the error.
    pub const fn kind(&self) -> ParseErrorKind {
        match &self.cause {
            Cause::Byte { .. } => ParseErrorKind::UnexpectedCharacter,
            Cause::Missing { .. } => ParseErrorKind::UnexpectedEnd,
            Cause::NotSquare { .. } => ParseErrorKind::CellCount,
            Cause::Count { .. } => ParseErrorKind::Count,
            Cause::Region { .. } => ParseErrorKind::RegionSize,
            Cause::Number { .. } => ParseErrorKind::NumberRange,
            Cause::Text { .. } => ParseErrorKind::UnexpectedText,
            Cause::TooWide { .. } | Cause::Boxes { .. } | Cause::Geometry(_) | Cause::Alphabet { .. } => {
                ParseErrorKind::Size
            }
            Cause::Detect(_) => ParseErrorKind::Format,
            Cause::Nothing => ParseErrorKind::NoPuzzle,
            Cause::Several => ParseErrorKind::SeveralPuzzles,
            Cause::Unfinished { .. } => ParseErrorKind::EmptyCell,
        }
    }

    /// Returns the 1-based line of the input.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Returns the 1-based column in bytes; one past the last byte if the line ends too early.
    pub const fn column(&self) -> u32 {
        self.column
    }

    /// Returns the detection error if the format is unknown.
    pub const fn detect_error(&self) -> Option<DetectError> {
        match self.cause {
            Cause::Detect(cause) => Some(DetectError::new(self.line, cause)),
            _ => None,
        }
    }

    /// Returns what was found, as a phrase.
    pub fn found(&self) -> impl fmt::Display + '_ {
        Phrase { cause: &self.cause, side: Side::Found }
    }

    /// Returns what was expected instead, as a phrase.
    pub fn expected(&self) -> impl fmt::Display + '_ {
        Phrase { cause: &self.cause, side: Side::Expected }
    }
}

/// One half of a message: what was found or what was expected.
struct Phrase<'a> {
    cause: &'a Cause,
    side: Side,
}

#[derive(Clone, Copy)]
enum Side {
    Found,
    Expected,
}

impl fmt::Display for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Side::Found => write_found(self.cause, f),
            Side::Expected => write_expected(self.cause, f),
        }
    }
}

fn write_found(cause: &Cause, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match cause {
        Cause::Byte { found, .. } => write!(f, "`{}`", found.escape_ascii()),
        Cause::Missing { .. } => f.write_str("the end"),
        Cause::NotSquare { cells } => {
            write!(f, "{cells} {}", Noun::CELLS.for_count(*cells))?;
            let root = cells.isqrt();
            if root * root == *cells && root > crate::MAX_SIZE {
                write!(f, " ({root}x{root})")
            } else {
                Ok(())
            }
        }
        Cause::Count { what, found, .. } => write!(f, "{found} {}", what.for_count(*found)),
        Cause::Region { label, found, .. } => {
            write!(f, "{found} {} in region `{}`", Noun::CELLS.for_count(*found), label.escape_ascii())
        }
        Cause::Number { found, .. } => write!(f, "{found}"),
        Cause::Text { found, .. } => fmt::Display::fmt(found, f),
        Cause::TooWide { size } => write!(f, "a grid with rows of {size} cells"),
        Cause::Boxes { size, .. } | Cause::Alphabet { size } => write!(f, "a puzzle of size {size}"),
        Cause::Geometry(error) => fmt::Display::fmt(error, f),
        Cause::Detect(cause) => fmt::Display::fmt(cause, f),
        Cause::Nothing => f.write_str("nothing"),
        Cause::Several => f.write_str("another puzzle"),
        Cause::Unfinished { cell, size } => write!(f, "no digit at {}", cell.name(*size)),
    }
}

fn write_expected(cause: &Cause, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match cause {
        Cause::Byte { expected, .. } => fmt::Display::fmt(expected, f),
        Cause::Missing { expected } | Cause::Text { expected, .. } => f.write_str(expected),
        Cause::NotSquare { cells } => {
            let largest = crate::MAX_SIZE;
            if *cells > largest * largest {
                return write!(f, "at most {} ({largest}x{largest})", largest * largest);
            }
            let root = (cells + 1).isqrt().clamp(1, largest);
            let near = if cells - cells.min(&(root * root)) > root { root + 1 } else { root };
            let near = near.min(largest);
            write!(f, "a square number, such as {}", near * near)
        }
        Cause::Count { expected, .. } | Cause::Region { expected, .. } => write!(f, "{expected}"),
        Cause::Number { low, high, .. } if low == high => write!(f, "{low}"),
        Cause::Number { low, high, .. } => write!(f, "{low} to {high}"),
        Cause::TooWide { .. } => write!(f, "at most {} rows and columns", crate::MAX_SIZE),
        Cause::Boxes { shape, .. } => {
            write!(f, "one for boxes of {} rows by {} columns", shape.box_rows, shape.box_cols)
        }
        Cause::Geometry(_) => write!(f, "a size from 1 to {}", crate::MAX_SIZE),
        Cause::Alphabet { .. } => f.write_str("no more digits than the alphabet has symbols"),
        Cause::Detect(_) => f.write_str("a puzzle in a known format"),
        Cause::Nothing => f.write_str("a puzzle"),
        Cause::Several => f.write_str("one puzzle"),
        Cause::Unfinished { .. } => f.write_str("a finished grid"),
    }
}

impl fmt::Display for ParseError {
    /// Writes the error without its position, for messages such as `puzzles.txt:12:83: found ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Geometry(_) | Cause::Detect(_) => write_found(&self.cause, f),
            Cause::Text { .. } => write!(f, "expected {}, found {}", self.expected(), self.found()),
            _ => write!(f, "found {}, expected {}", self.found(), self.expected()),
        }
    }
}

impl core::error::Error for ParseError {}

impl From<DetectError> for ParseError {
    /// Converts to an error at the first column of the same line.
    fn from(error: DetectError) -> Self {
        Self::new(error.line, 1, Cause::Detect(error.cause))
    }
}

/// A failure to detect the format of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DetectError {
    pub(super) line: u64,
    pub(super) cause: DetectCause,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DetectCause {
    Unknown,
    Column(&'static str),
    NoGivens,
    Utf16,
    CarriageReturns,
}

impl DetectError {
    pub(super) const fn new(line: u64, cause: DetectCause) -> Self {
        Self { line, cause }
    }

    /// Returns the 1-based line that caused the failure.
    pub const fn line(&self) -> u64 {
        self.line
    }
}

impl fmt::Display for DetectCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("found no puzzle in any known format near the beginning"),
            Self::Column(name) => write!(f, "the header names two columns for {name}"),
            Self::NoGivens => f.write_str(
                "no column holds the givens (a header calls them `puzzle`, `givens` or `quizzes`)",
            ),
            Self::Utf16 => f.write_str("found UTF-16 text, expected UTF-8 or ASCII"),
            Self::CarriageReturns => {
                f.write_str("found lines that end with a carriage return alone, expected line feeds")
            }
        }
    }
}

impl fmt::Display for DetectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cause, f)
    }
}

impl core::error::Error for DetectError {}

/// A puzzle or an answer that a format cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteError {
    /// The name of the format.
    pub(super) format: &'static str,
    pub(super) cause: WriteCause,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WriteCause {
    Size(usize),
    Regions,
    Houses,
    Restrictions,
    NoCandidates,
    Alphabet(usize),
    Empty(u8),
    Verdict(&'static str),
    Count,
    /// The output could not be read back.
    Unreadable,
    /// The output would be read as a different puzzle; the text names the difference.
    Changes(&'static str),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.format;
        match self.cause {
            WriteCause::Size(size) => write!(f, "{name} can't hold a {size}x{size} puzzle"),
            WriteCause::Regions => write!(f, "{name} can't hold these boxes or regions"),
            WriteCause::Houses => write!(f, "{name} can't hold diagonals or extra regions"),
            WriteCause::Restrictions => write!(f, "{name} can't hold candidates"),
            WriteCause::NoCandidates => write!(f, "{name} can't hold a cell without candidates"),
            WriteCause::Alphabet(size) => write!(f, "the alphabet has too few symbols for size {size}"),
            WriteCause::Empty(byte) => write!(
                f,
                "`{}` cannot represent an empty cell, expected one of . 0 _ * - ? x X that is not a digit of the puzzle",
                byte.escape_ascii()
            ),
            WriteCause::Verdict(answer) => write!(f, "{name} has no text for {answer}"),
            WriteCause::Unreadable => {
                write!(f, "{name} can't hold this puzzle, since it could not be read back")
            }
            WriteCause::Changes(what) => write!(f, "{name} would change {what} of this puzzle"),
            WriteCause::Count => write!(f, "{name} begins with the number of puzzles, which is unknown"),
        }
    }
}

impl core::error::Error for WriteError {}
