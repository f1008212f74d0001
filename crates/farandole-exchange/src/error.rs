//! Why a text is not imported.

use crate::json::JsonError;
use crate::lz::LzError;
use crate::piece::Piece;
use core::fmt;

/// Why a text is not imported.
///
/// ```
/// use farandole_exchange::{ImportErrorKind, ReadConfig, read};
///
/// let error = read(b"https://sudokupad.app/ddGfd499G7", &ReadConfig::default()).unwrap_err();
/// assert_eq!(error.kind(), &ImportErrorKind::Remote);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ImportError {
    kind: ImportErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ImportErrorKind {
    /// There is no text.
    Empty,
    /// The text, or what it stands for, is longer than this number of bytes.
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// The text is not UTF-8.
    Encoding,
    /// The text is in no known form.
    Unknown,
    /// The text names a puzzle that a server has.
    Remote,
    /// The packed part of a link is damaged.
    Packed,
    /// The text stops being JSON here, both from 1, the column in bytes.
    Json {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// An object has a key twice, the second time here.
    RepeatedKey {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// Some things in the puzzle are not understood.
    Unsupported(Unsupported),
}

impl ImportError {
    /// What is wrong.
    pub const fn kind(&self) -> &ImportErrorKind {
        &self.kind
    }

    /// Returns the line and the column of the JSON that the error is about, from 1; `None` for other errors. The JSON is
    /// the text itself, or what is packed in a link.
    pub const fn place(&self) -> Option<(usize, usize)> {
        match self.kind {
            ImportErrorKind::Json { line, column } | ImportErrorKind::RepeatedKey { line, column } => {
                Some((line, column))
            }
            _ => None,
        }
    }

    /// Returns what is wrong as text, without the place.
    pub const fn what(&self) -> impl fmt::Display + '_ {
        What(self)
    }
}

/// An error without its place.
struct What<'a>(&'a ImportError);

impl From<ImportErrorKind> for ImportError {
    fn from(kind: ImportErrorKind) -> Self {
        Self { kind }
    }
}

impl From<JsonError> for ImportError {
    fn from(error: JsonError) -> Self {
        let JsonError { line, column, repeated_key } = error;
        let kind = if repeated_key {
            ImportErrorKind::RepeatedKey { line, column }
        } else {
            ImportErrorKind::Json { line, column }
        };
        kind.into()
    }
}

impl From<LzError> for ImportError {
    fn from(error: LzError) -> Self {
        match error {
            LzError::Damaged => ImportErrorKind::Packed.into(),
            LzError::TooLong => ImportErrorKind::TooLarge { limit: crate::config::LIMIT }.into(),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place() {
            write!(f, "line {line}, column {column}: ")?;
        }
        self.what().fmt(f)
    }
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            ImportErrorKind::Empty => f.write_str("found nothing, expected a puzzle"),
            ImportErrorKind::TooLarge { limit } => write!(f, "found more than {limit} bytes"),
            ImportErrorKind::Encoding => f.write_str("found bytes that are not UTF-8"),
            ImportErrorKind::Unknown => {
                f.write_str("expected a link to f-puzzles or SudokuPad, or the JSON of one of them")
            }
            ImportErrorKind::Remote => {
                f.write_str("the link names a puzzle on a server, expected one that holds the puzzle itself")
            }
            ImportErrorKind::Packed => f.write_str("the packed part of the link is damaged or cut off"),
            ImportErrorKind::Json { .. } => f.write_str("the text is not JSON"),
            ImportErrorKind::RepeatedKey { .. } => f.write_str("a key that the object already has"),
            ImportErrorKind::Unsupported(unsupported) => unsupported.fmt(f),
        }
    }
}

impl core::error::Error for ImportError {}

/// All that is not understood in a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Unsupported {
    pub(crate) items: Vec<Piece>,
}

impl Unsupported {
    /// The things, in the order of their keys, at least one.
    pub fn items(&self) -> &[Piece] {
        &self.items
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.items.len() {
            1 => f.write_str("1 thing in this puzzle is not understood: ")?,
            count => write!(f, "{count} things in this puzzle are not understood: ")?,
        }
        for (place, item) in self.items.iter().enumerate() {
            write!(f, "{}{item}", if place == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}
