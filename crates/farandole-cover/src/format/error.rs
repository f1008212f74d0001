//! Errors and warnings of the text formats.

use core::fmt;

use super::reading::Reading;
use crate::model::builder::{BuildError, BuildErrorKind};

/// A warning about a text that could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// The 1-based line.
    pub line: u32,
    /// The 1-based column, in characters.
    pub column: u32,
    /// The kind of the warning.
    pub kind: WarningKind,
}

/// The kinds of [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// The option has no primary item and was skipped.
    NoPrimaryItem,
    /// The first line announced a different number of options.
    OptionCount {
        /// Number of options announced.
        announced: u32,
        /// Number of options found.
        found: u32,
    },
    /// The text can be read in another way, too.
    Reading {
        /// The reading that was taken.
        taken: Reading,
        /// The next plausible reading; `None` if the number of items was only guessed.
        other: Option<Reading>,
    },
}

/// Formats the kind only. Callers add the file name, line and column.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            WarningKind::NoPrimaryItem => write!(f, "option skipped: it has no primary item"),
            WarningKind::OptionCount { announced, found } => {
                write!(f, "expected {announced} options as announced, found {found}")
            }
            WarningKind::Reading { taken, other: Some(other) } => {
                write!(f, "read as {taken}; {other} would also fit")
            }
            WarningKind::Reading { taken, other: None } => {
                write!(f, "read as {taken}; the highest number is taken as the number of items")
            }
        }
    }
}

/// The error for a text that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) kind: ParseErrorKind,
}

/// The kinds of [`ParseError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The input has no item line.
    NoItems,
    /// The line is not UTF-8.
    NotUtf8,
    /// The line of items contains a second separate `|`.
    RepeatedBar,
    /// The name of an item is empty, or contains `:` or `|`.
    BadName,
    /// A name contains a control character or another invisible character.
    InvisibleName,
    /// The bounds before the name of a primary item are not `low:high|` or `n|` with `low <= high`
    /// and `high >= 1`.
    BadBounds,
    /// A secondary item has bounds.
    BoundsOnSecondary,
    /// An earlier item has the same name.
    DuplicateName,
    /// No item has this name or number.
    UnknownItem,
    /// The option contains the item twice.
    DuplicateItem,
    /// A primary item has a color.
    ColorOnPrimary,
    /// A `:` is not followed by a color.
    EmptyColor,
    /// A cost, or the sum of the costs of an option, is not a number below 2^64.
    BadCost,
    /// A number was expected.
    BadNumber,
    /// A 0 or 1 was expected in a matrix.
    BadDigit,
    /// A line of the matrix is longer or shorter than the first.
    BadWidth {
        /// Length of the first line.
        expected: u32,
    },
    /// A line of the matrix is longer or shorter than the first line announces.
    BadAnnouncedWidth {
        /// The number of items in the first line.
        expected: u32,
    },
    /// The text does not have the announced number of options.
    BadCount {
        /// Number of options announced.
        announced: u32,
        /// Number of options found.
        found: u32,
    },
    /// A line after the last announced option is no option.
    AfterLast {
        /// Number of options announced.
        announced: u32,
    },
    /// The second number of the first line would be a number of secondary items.
    SecondarySize,
    /// Two readings of the text are equally plausible.
    Ambiguous {
        /// One of the readings.
        first: Reading,
        /// The other reading.
        second: Reading,
    },
    /// The number of items in the line differs from the number at its start.
    BadLength {
        /// The number at the start of the line.
        expected: u32,
    },
    /// An option precedes the line `p ec`.
    NoHeader,
    /// A line starts with `p` but is not `p ec N`, or is the second such line.
    BadHeader,
    /// A line starts with none of `c`, `p` and `s`.
    BadLine,
    /// There are more than 2^30 items, options or entries, or more than 2^32 lines or bytes of
    /// names.
    TooLarge,
    /// A header announces more than 2^24 items. Without this limit, a short text could allocate
    /// much memory.
    TooManyItems,
}

impl ParseError {
    /// Returns the 1-based line of the error.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the 1-based column of the error, in characters.
    #[must_use]
    pub fn column(&self) -> u32 {
        self.column
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }
}

/// Formats the kind only. Callers add the file name, line and column.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ParseErrorKind::NoItems => "the input has no item line",
            ParseErrorKind::NotUtf8 => "not UTF-8",
            ParseErrorKind::RepeatedBar => "a second '|' among the items",
            ParseErrorKind::BadName => "the name of an item is empty, or contains ':' or '|'",
            ParseErrorKind::InvisibleName => "the name contains a control or invisible character",
            ParseErrorKind::BadBounds => {
                "expected 'low:high|' or 'n|' before the name, with low <= high and high >= 1"
            }
            ParseErrorKind::BoundsOnSecondary => "a secondary item cannot have bounds",
            ParseErrorKind::DuplicateName => "duplicate item name",
            ParseErrorKind::UnknownItem => "no such item",
            ParseErrorKind::DuplicateItem => "duplicate item in an option",
            ParseErrorKind::ColorOnPrimary => "a primary item cannot have a color",
            ParseErrorKind::EmptyColor => "expected a color after ':'",
            ParseErrorKind::BadCost => "expected a cost below 2^64",
            ParseErrorKind::BadNumber => "expected a number",
            ParseErrorKind::BadDigit => "expected 0 or 1",
            ParseErrorKind::BadWidth { expected } => {
                return write!(f, "expected {expected} digits as in the first line");
            }
            ParseErrorKind::BadAnnouncedWidth { expected } => {
                return write!(f, "expected {expected} digits as the first line announces");
            }
            ParseErrorKind::BadCount { announced, found } => {
                return write!(f, "found {found} options, expected {announced} as the first line announces");
            }
            ParseErrorKind::Ambiguous { first, second } => {
                return write!(f, "found a text that can be read as {first} or as {second}");
            }
            ParseErrorKind::AfterLast { announced } => {
                return write!(f, "expected the end of the problem after {announced} options as announced");
            }
            ParseErrorKind::SecondarySize => "expected 0 secondary items",
            ParseErrorKind::BadLength { expected } => {
                return write!(f, "expected {expected} items as the line announces");
            }
            ParseErrorKind::NoHeader => "expected the line 'p ec' before the first option",
            ParseErrorKind::BadHeader => "expected one line 'p ec' and the number of items",
            ParseErrorKind::BadLine => "expected a line that starts with 'c', 'p' or 's'",
            ParseErrorKind::TooLarge => "more than 2^30 items, options or entries",
            ParseErrorKind::TooManyItems => "expected at most 2^24 (16,777,216) items",
        })
    }
}

impl core::error::Error for ParseError {}

/// Converts an error of the builder to an error about a text.
pub(super) fn build_fault(error: BuildError) -> ParseErrorKind {
    match error.kind() {
        BuildErrorKind::EmptyName => ParseErrorKind::BadName,
        BuildErrorKind::InvisibleName => ParseErrorKind::InvisibleName,
        BuildErrorKind::DuplicateName { .. } => ParseErrorKind::DuplicateName,
        BuildErrorKind::UnknownItem { .. } => ParseErrorKind::UnknownItem,
        BuildErrorKind::DuplicateItem { .. } => ParseErrorKind::DuplicateItem,
        BuildErrorKind::ColorOnPrimary { .. } => ParseErrorKind::ColorOnPrimary,
        BuildErrorKind::ImpossibleBounds { .. } => ParseErrorKind::BadBounds,
        _ => ParseErrorKind::TooLarge,
    }
}
