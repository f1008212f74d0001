//! Errors of reading and writing: text that is not a puzzle, and puzzles that a format cannot
//! represent.
//!
//! A parser first creates a [`Cause`] without a position. A caller that knows the text adds the
//! line and column.

use super::editor::ImportError;
use super::symbols;
use core::fmt;
use farandole_puzzle::format::iss::{IssError, IssErrors};
use farandole_puzzle::format::{Excerpt, escaped};
use farandole_puzzle::{BoxShape, Cell, GeometryError};

/// An error in a record: its position, what was found, and what was expected.
///
/// ```
/// use farandole_formats::{ParseErrorKind, parse_puzzle};
///
/// let error = parse_puzzle("12..\n..2&\n....\n2...\n").unwrap_err();
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
    /// A variant where a classic puzzle was expected.
    Variant,
    /// A text that is not UTF-8, or a link that is not percent-encoded UTF-8.
    Encoding,
    /// Errors in constraint text.
    Constraints,
    /// A link or object of an editor that is malformed or not understood: see
    /// [`ParseError::import_error`].
    Import,
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
    /// A record of a variant without content.
    Empty,
    /// A variant where a classic puzzle was expected.
    Variant,
    /// A text of a variant that is not UTF-8.
    Encoding,
    /// A link whose constraint text is not percent-encoded UTF-8.
    Percent,
    /// Errors in constraint text.
    Constraints(Box<IssErrors>),
    /// An error in a JSON object. Positions in the error refer to the text.
    Object(Box<ImportError>),
    /// An error in a link or compressed object. Positions in the error refer to the decompressed
    /// text.
    Link(Box<ImportError>),
}

/// An error and its 0-based offset in the line.
pub(super) type Misread = (usize, Cause);

/// A noun after a number: singular and plural.
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
    pub(super) const FIELDS: Self = Self("field", "fields");
    pub(super) const BORDERS: Self = Self("place for a border", "places for borders");
    pub(super) const GAMES: Self = Self("game", "games on the line");

    const fn for_count(self, count: usize) -> &'static str {
        if count == 1 { self.0 } else { self.1 }
    }
}

/// The expected content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// An empty-cell character, or a digit of the puzzle; the symbols of the digits range from
    /// `first` to `last`.
    Cell { first: u8, last: u8 },
    /// A digit.
    Digit { first: u8, last: u8 },
    /// An item with this description.
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
            Cause::Nothing | Cause::Empty => ParseErrorKind::NoPuzzle,
            Cause::Several => ParseErrorKind::SeveralPuzzles,
            Cause::Unfinished { .. } => ParseErrorKind::EmptyCell,
            Cause::Variant => ParseErrorKind::Variant,
            Cause::Encoding | Cause::Percent => ParseErrorKind::Encoding,
            Cause::Constraints(_) => ParseErrorKind::Constraints,
            Cause::Object(_) | Cause::Link(_) => ParseErrorKind::Import,
        }
    }

    /// Returns the 1-based line of the input.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Returns the 1-based column in bytes. It is one past the last byte if the line ends too
    /// early.
    pub const fn column(&self) -> u32 {
        self.column
    }

    /// Returns the line and the column, or `None` if the error concerns the record as a whole.
    pub fn position(&self) -> Option<(u64, u32)> {
        let has_position = match &self.cause {
            Cause::Encoding | Cause::Percent | Cause::Empty | Cause::Link(_) => false,
            Cause::Object(error) => error.place().is_some(),
            _ => true,
        };
        has_position.then_some((self.line, self.column))
    }

    /// Returns the error of an editor's link or object.
    pub fn import_error(&self) -> Option<&ImportError> {
        match &self.cause {
            Cause::Object(error) | Cause::Link(error) => Some(error),
            _ => None,
        }
    }

    /// Creates the error for constraint text that begins on this line.
    pub(super) fn of_constraints(errors: IssErrors, line: u64) -> Self {
        let first = errors.errors().first().map_or((1, 1), |error| (u64::from(error.line()), error.column()));
        let (down, column) = first;
        Self { line: line + down - 1, column, cause: Cause::Constraints(Box::new(errors)) }
    }

    /// Creates the error for the text of an editor that begins on this line.
    pub(super) fn of_import(error: ImportError, line: u64, is_object: bool) -> Self {
        let error = Box::new(error);
        let (down, column) = if is_object { error.place().unwrap_or((1, 1)) } else { (1, 1) };
        let cause = if is_object { Cause::Object(error) } else { Cause::Link(error) };
        Self::new(line + down as u64 - 1, column, cause)
    }

    /// Returns the error with its line moved down.
    pub(super) fn down(mut self, lines: u64) -> Self {
        self.line += lines;
        self
    }

    /// Returns the detection error if the format is unknown.
    pub const fn detect_error(&self) -> Option<DetectError> {
        match self.cause {
            Cause::Detect(cause) => Some(DetectError::new(self.line, cause)),
            _ => None,
        }
    }

    /// Returns a phrase for the text that was found.
    pub fn found(&self) -> impl fmt::Display + '_ {
        Phrase { cause: &self.cause, side: Side::Found }
    }

    /// Returns a phrase for the text that was expected.
    pub fn expected(&self) -> impl fmt::Display + '_ {
        Phrase { cause: &self.cause, side: Side::Expected }
    }
}

/// One half of a message: the found or the expected text.
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
            if root * root == *cells && root > symbols::MOST { write!(f, " ({root}x{root})") } else { Ok(()) }
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
        Cause::Nothing | Cause::Empty => f.write_str("nothing"),
        Cause::Several => f.write_str("another puzzle"),
        Cause::Unfinished { cell, size } => write!(f, "no digit at {}", cell.name(*size)),
        Cause::Variant => f.write_str("a variant"),
        Cause::Encoding => f.write_str("other bytes"),
        Cause::Percent => f.write_str("an invalid link"),
        Cause::Constraints(_) | Cause::Object(_) | Cause::Link(_) => f.write_str("a text with errors"),
    }
}

fn write_expected(cause: &Cause, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match cause {
        Cause::Byte { expected, .. } => fmt::Display::fmt(expected, f),
        Cause::Missing { expected } | Cause::Text { expected, .. } => f.write_str(expected),
        Cause::NotSquare { cells } => {
            let largest = symbols::MOST;
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
        Cause::TooWide { .. } => write!(f, "at most {} rows and columns", farandole_puzzle::MAX_SIZE),
        Cause::Boxes { shape, .. } => {
            write!(f, "one for boxes of {} rows by {} columns", shape.box_rows, shape.box_cols)
        }
        Cause::Geometry(_) => write!(f, "a size from 1 to {}", farandole_puzzle::MAX_SIZE),
        Cause::Alphabet { .. } => f.write_str("no more digits than the alphabet has symbols"),
        Cause::Detect(_) => f.write_str("a puzzle in a known format"),
        Cause::Nothing | Cause::Empty => f.write_str("a puzzle"),
        Cause::Several => f.write_str("one puzzle"),
        Cause::Unfinished { .. } => f.write_str("a finished grid"),
        Cause::Variant => f.write_str("a classic puzzle"),
        Cause::Encoding => f.write_str("UTF-8"),
        Cause::Percent => {
            f.write_str("two hexadecimal digits after each `%` of the text after `q=`, and UTF-8")
        }
        Cause::Constraints(_) | Cause::Object(_) | Cause::Link(_) => f.write_str("the text of a variant"),
    }
}

impl fmt::Display for ParseError {
    /// Writes the error without its position, for messages such as `puzzles.txt:12:83: found ...`.
    /// `{:#}` writes the position first.
    ///
    /// The errors of a variant are written one per line, with their positions in the text. After 20
    /// errors, one more line states how many are omitted. See also
    /// [`located`](ParseError::located).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Constraints(errors) => return write_capped(f, errors),
            Cause::Link(error) if error.place().is_some() => {
                return write!(f, "in the compressed JSON: {error}");
            }
            Cause::Object(error) | Cause::Link(error) => return write_capped(f, error),
            Cause::Empty | Cause::Encoding | Cause::Percent => {}
            _ if f.alternate() => write!(f, "line {}, column {}: ", self.line, self.column)?,
            _ => {}
        }
        match &self.cause {
            Cause::Percent => write!(f, "invalid link: expected {}", self.expected()),
            Cause::Empty => f.write_str("expected a puzzle, found none"),
            Cause::Encoding => f.write_str("expected UTF-8, found other bytes"),
            Cause::Geometry(_) | Cause::Detect(_) => write_found(&self.cause, f),
            Cause::Text { .. } => write!(f, "expected {}, found {}", self.expected(), self.found()),
            _ => write!(f, "found {}, expected {}", self.found(), self.expected()),
        }
    }
}

impl core::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.cause {
            Cause::Constraints(errors) => Some(&**errors),
            Cause::Object(error) | Cause::Link(error) => Some(&**error),
            _ => None,
        }
    }
}

/// Maximum number of listed errors per record. The others are counted. A text that is not a puzzle
/// may have thousands of errors.
const MAX_LISTED: usize = 20;

impl ParseError {
    /// Returns one line per error, with its location in a source, whose name is [escaped]. There is no final line end. After
    /// 20 errors, one more line states how many are omitted.
    ///
    /// ```
    /// use farandole_formats::{Dialect, ReadConfig, Record};
    ///
    /// let text = b".Shape~4x4\n.Wisper~R1C1";
    /// let mut parser = Dialect::detect(text, &ReadConfig::default()).unwrap().parser();
    /// assert_eq!(
    ///     parser.parse(Record { text, line: 10 }).unwrap_err().located("list.txt"),
    ///     "list.txt:11:2: unknown constraint `Wisper`; did you mean `Whisper`?",
    /// );
    /// ```
    pub fn located(&self, source: &str) -> String {
        let source = escaped(source).to_string();
        let (line, column) = (self.line, self.column);
        match &self.cause {
            Cause::Constraints(errors) => {
                let list = errors.errors();
                let start = line - list.first().map_or(1, |first| u64::from(first.line())) + 1;
                let at = |error: &IssError| {
                    let line = start + u64::from(error.line()) - 1;
                    format!("{source}:{line}:{}: {}", error.column(), error.what())
                };
                let mut texts: Vec<String> = list.iter().take(MAX_LISTED).map(at).collect();
                texts.extend(omitted(list.len()).map(|omitted| format!("{source}:{start}: {omitted}")));
                texts.join("\n")
            }
            Cause::Object(error) if error.place().is_some() => {
                format!("{source}:{line}:{column}: {}", error.what())
            }
            _ if self.position().is_some() && self.import_error().is_none() => {
                format!("{source}:{line}:{column}: {self}")
            }
            _ => {
                let text = self.to_string();
                let texts: Vec<String> =
                    text.lines().map(|what| format!("{source}:{line}: {what}")).collect();
                texts.join("\n")
            }
        }
    }
}

/// Writes one line per error, up to [`MAX_LISTED`] of them.
fn write_capped(f: &mut fmt::Formatter<'_>, error: &dyn fmt::Display) -> fmt::Result {
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    f.write_str(&lines[..lines.len().min(MAX_LISTED)].join("\n"))?;
    omitted(lines.len()).map_or(Ok(()), |omitted| write!(f, "\n{omitted}"))
}

/// Returns the line that counts the omitted errors, if there are any.
fn omitted(count: usize) -> Option<String> {
    let left = count.checked_sub(MAX_LISTED).filter(|left| *left > 0)?;
    let digits = left.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    Some(format!("and {text} more"))
}

impl From<DetectError> for ParseError {
    /// Converts a detection error to a parse error at the first column of the same line.
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
    /// Two formats explain the input equally well, but differ.
    Tie(&'static str, &'static str),
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
            Self::Tie(one, other) => {
                write!(
                    f,
                    "found a text that can be {one} or {other}; expected --from {one} or --from {other}"
                )
            }
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

/// The error for a puzzle or an answer that a format cannot represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteError {
    /// The name of the format.
    pub(super) format: &'static str,
    pub(super) cause: WriteCause,
}

/// The result of printing a puzzle or a part of it.
pub(super) type Written = Result<(), WriteCause>;

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
    /// The format supports only variants.
    Variants,
    /// The output could not be parsed again.
    Unreadable,
    /// The output would be read as a different puzzle. The text names the difference.
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
            WriteCause::Variants => write!(f, "{name} is a format of variants"),
            WriteCause::Unreadable => {
                write!(f, "{name} can't hold this puzzle, since it could not be read back")
            }
            WriteCause::Changes(what) => write!(f, "{name} would change {what} of this puzzle"),
            WriteCause::Count => write!(f, "{name} begins with the number of puzzles, which is unknown"),
        }
    }
}

impl core::error::Error for WriteError {}
