//! What is wrong with a text, or odd in it, and where.

use core::fmt;

use crate::model::builder::{BuildError, BuildErrorKind};

/// Something odd in a text, which was read nonetheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// Line, 1-based.
    pub line: u32,
    /// Column, 1-based, in characters.
    pub column: u32,
    /// What is odd.
    pub kind: WarningKind,
}

/// What is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// The option has no primary item and was left out.
    NoPrimaryItem,
    /// The first line announced another number of options.
    OptionCount {
        /// Options announced.
        announced: u32,
        /// Options found.
        found: u32,
    },
}

/// Says what is odd; line and column are for whoever knows the file's name.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            WarningKind::NoPrimaryItem => write!(f, "option left out: it has no primary item"),
            WarningKind::OptionCount { announced, found } => {
                write!(f, "{announced} options announced, {found} found")
            }
        }
    }
}

/// Where a text can't be read, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) kind: ParseErrorKind,
}

/// Why a text can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The input has no item line.
    NoItems,
    /// The line is not UTF-8.
    NotUtf8,
    /// A second lone `|` in the line of items.
    RepeatedBar,
    /// An item's name is empty, or has a `:` or `|` inside.
    BadName,
    /// The bounds before a primary item's name are not `low:high|` or `n|` with `low <= high` and
    /// `high >= 1`.
    BadBounds,
    /// Bounds before a secondary item's name.
    BoundsOnSecondary,
    /// An item of that name came before.
    DuplicateName,
    /// No item has that name or number.
    UnknownItem,
    /// The option has that item already.
    DuplicateItem,
    /// A primary item with a color.
    ColorOnPrimary,
    /// A `:` without a color behind it.
    EmptyColor,
    /// A cost that is no number below 2^64, or costs that add up to more.
    BadCost,
    /// Something else than a number.
    BadNumber,
    /// Something else than 0 or 1 in a matrix.
    BadDigit,
    /// A line of the matrix is longer or shorter than the first.
    BadWidth {
        /// Length of the first line.
        expected: u32,
    },
    /// The line has another number of items than it says.
    BadLength {
        /// The number that it says.
        expected: u32,
    },
    /// An option before the line `p ec`.
    NoHeader,
    /// A second line `p`, or one that isn't `p ec N`.
    BadHeader,
    /// A line that starts with neither `c`, `p` nor `s`.
    BadLine,
    /// More than 2^30 items, options or entries, or more than 2^32 lines or bytes of names.
    TooLarge,
    /// A head line that announces more than 2^24 items: a few bytes may not ask for memory without end.
    TooManyItems,
}

impl ParseError {
    /// Line, 1-based.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Column, 1-based, in characters.
    #[must_use]
    pub fn column(&self) -> u32 {
        self.column
    }

    /// Why the text can't be read.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }
}

/// Says what is wrong; line and column are for whoever knows the file's name.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ParseErrorKind::NoItems => "the input has no item line",
            ParseErrorKind::NotUtf8 => "not UTF-8",
            ParseErrorKind::RepeatedBar => "a second '|' among the items",
            ParseErrorKind::BadName => "an item's name that is empty or has ':' or '|' inside",
            ParseErrorKind::BadBounds => {
                "expected 'low:high|' or 'n|' before the name, with low <= high and high >= 1"
            }
            ParseErrorKind::BoundsOnSecondary => "bounds on a secondary item",
            ParseErrorKind::DuplicateName => "an item of that name came before",
            ParseErrorKind::UnknownItem => "no such item",
            ParseErrorKind::DuplicateItem => "the option has that item already",
            ParseErrorKind::ColorOnPrimary => "a primary item can't have a color",
            ParseErrorKind::EmptyColor => "expected a color behind ':'",
            ParseErrorKind::BadCost => "expected a cost below 2^64",
            ParseErrorKind::BadNumber => "expected a number",
            ParseErrorKind::BadDigit => "expected 0 or 1",
            ParseErrorKind::BadWidth { expected } => {
                return write!(f, "expected {expected} digits as in the first line");
            }
            ParseErrorKind::BadLength { expected } => {
                return write!(f, "expected {expected} items as the line says");
            }
            ParseErrorKind::NoHeader => "an option before the line 'p ec'",
            ParseErrorKind::BadHeader => "expected one line 'p ec' and the number of items",
            ParseErrorKind::BadLine => "expected a line that starts with 'c', 'p' or 's'",
            ParseErrorKind::TooLarge => "more than 2^30 items, options or entries",
            ParseErrorKind::TooManyItems => "expected at most 2^24 (16,777,216) items",
        })
    }
}

impl core::error::Error for ParseError {}

/// What an error of the builder means for a text.
pub(super) fn build_fault(error: BuildError) -> ParseErrorKind {
    match error.kind() {
        BuildErrorKind::EmptyName => ParseErrorKind::BadName,
        BuildErrorKind::DuplicateName { .. } => ParseErrorKind::DuplicateName,
        BuildErrorKind::UnknownItem { .. } => ParseErrorKind::UnknownItem,
        BuildErrorKind::DuplicateItem { .. } => ParseErrorKind::DuplicateItem,
        BuildErrorKind::ColorOnPrimary { .. } => ParseErrorKind::ColorOnPrimary,
        BuildErrorKind::ImpossibleBounds { .. } => ParseErrorKind::BadBounds,
        _ => ParseErrorKind::TooLarge,
    }
}
