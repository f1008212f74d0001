//! Import errors.

use crate::editor::diagnostic::Diagnostic;
use crate::editor::json::JsonError;
use crate::editor::lz::LzError;
use crate::editor::meanings::MeaningError;
use core::fmt;

/// The reason why a text cannot be imported.
///
/// ```
/// use farandole_formats::editor::{ImportErrorKind, ImportConfig, read};
///
/// let error = read(b"https://sudokupad.app/ddGfd499G7", &ImportConfig::default()).unwrap_err();
/// assert_eq!(error.kind(), &ImportErrorKind::Remote);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportError {
    kind: ImportErrorKind,
}

/// The kinds of [`ImportError`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ImportErrorKind {
    /// The text is empty.
    Empty,
    /// The text, or its unpacked content, is too long.
    TooLarge {
        /// Maximum length in bytes.
        limit: usize,
    },
    /// The text is not UTF-8.
    Encoding,
    /// The text is in no known form.
    Unknown,
    /// The link names a puzzle that is stored on a server.
    Remote,
    /// The packed part of a link is damaged.
    Packed,
    /// The text is not JSON. The position is where parsing failed.
    Json {
        /// The 1-based line.
        line: usize,
        /// The 1-based column, in bytes.
        column: usize,
    },
    /// An object contains a key twice. The position is that of the second occurrence.
    RepeatedKey {
        /// The 1-based line.
        line: usize,
        /// The 1-based column, in bytes.
        column: usize,
    },
    /// Parts of the puzzle are not understood.
    Unsupported(Unsupported),
    /// A decision about drawings does not apply to the text.
    Meaning(MeaningError),
}

impl ImportError {
    /// Returns the kind of the error.
    pub const fn kind(&self) -> &ImportErrorKind {
        &self.kind
    }

    /// Returns the 1-based line and column of the error in the JSON, or `None` if the error has no
    /// position. The JSON is the text itself or the unpacked content of a link.
    pub const fn place(&self) -> Option<(usize, usize)> {
        match self.kind {
            ImportErrorKind::Json { line, column } | ImportErrorKind::RepeatedKey { line, column } => {
                Some((line, column))
            }
            _ => None,
        }
    }

    /// Returns the message without the position.
    pub const fn what(&self) -> impl fmt::Display + '_ {
        What(self)
    }
}

/// An error, displayed without its position.
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
            LzError::TooLong => ImportErrorKind::TooLarge { limit: crate::editor::config::LIMIT }.into(),
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
            ImportErrorKind::Unknown => f.write_str(
                "expected a link to f-puzzles, SudokuMaker or SudokuPad, or the JSON of one of them",
            ),
            ImportErrorKind::Remote => {
                f.write_str("the link names a puzzle on a server, expected one that holds the puzzle itself")
            }
            ImportErrorKind::Packed => f.write_str("the packed part of the link is damaged or cut off"),
            ImportErrorKind::Json { .. } => f.write_str("the text is not JSON"),
            ImportErrorKind::RepeatedKey { .. } => f.write_str("found a key twice in one object"),
            ImportErrorKind::Unsupported(unsupported) => unsupported.fmt(f),
            ImportErrorKind::Meaning(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ImportError {}

/// The parts of a puzzle that are not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    pub(crate) items: Vec<Diagnostic>,
}

impl Unsupported {
    /// Returns the parts in the order of their keys. There is at least one.
    pub fn items(&self) -> &[Diagnostic] {
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
