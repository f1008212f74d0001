//! Inputs that contain a single puzzle.

use super::answer_source::SkipReason;
use super::records::{MapError, Records};
use super::run::{open_puzzles, open_records};
use core::fmt;
use core::ops::ControlFlow;
use farandole_formats::{Entry, ParseError, ReadConfig};
use farandole_puzzle::format::escaped;
use farandole_puzzle::{ClassicPuzzle, Puzzle};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A puzzle of either kind, or of the kind `P`, that is the only record of its input.
#[derive(Clone, Debug)]
pub struct Single<P = Puzzle> {
    /// The parsed record.
    pub entry: Entry<P>,
    /// The path, or `-` for standard input.
    pub source: Arc<str>,
    /// 1-based number of the input line at which the record begins.
    pub line: u64,
}

/// The reasons why an input has no single puzzle. The text begins with the location.
#[derive(Debug)]
#[non_exhaustive]
pub enum SinglePuzzleError {
    /// The input cannot be opened or read, or its format cannot be determined.
    Input(PathBuf, SkipReason),
    /// The puzzle cannot be read.
    Parse(Arc<str>, ParseError),
    /// A second puzzle begins in this line.
    Another(Arc<str>, u64),
    /// The input contains no puzzle.
    Missing(Arc<str>),
}

impl fmt::Display for SinglePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(path, fault) => {
                write!(f, "{}: {fault}", escaped(path.as_os_str().as_encoded_bytes()))
            }
            Self::Parse(source, error) => f.write_str(&error.located(source)),
            Self::Another(source, line) => {
                write!(f, "{}:{line}: expected a single puzzle, found a second one", escaped(&**source))
            }
            Self::Missing(source) => write!(f, "{}: expected a puzzle, found none", escaped(&**source)),
        }
    }
}

impl core::error::Error for SinglePuzzleError {}

/// Reads the classic puzzle of an input that contains exactly one.
///
/// # Errors
/// If there is no puzzle, it cannot be read, or there is a second one.
pub fn single_classic(path: &Path, read: &ReadConfig) -> Result<Single<ClassicPuzzle>, SinglePuzzleError> {
    let input = |fault| SinglePuzzleError::Input(path.to_owned(), fault);
    let Single { entry, source, line } = only(path, open_puzzles(path, read).map_err(input)?)?;
    match entry.by_kind() {
        Ok(entry) => Ok(Single { entry, source, line }),
        Err(_) => Err(input(SkipReason::Variants)),
    }
}

/// Reads the puzzle, of any kind, of an input that contains exactly one.
///
/// # Errors
/// If there is no puzzle, it cannot be read, or there is a second one.
pub fn single(path: &Path, read: &ReadConfig) -> Result<Single, SinglePuzzleError> {
    let records = open_records(path, read);
    only(path, records.map_err(|fault| SinglePuzzleError::Input(path.to_owned(), fault))?)
}

/// Reads the only record of an input.
fn only(path: &Path, mut records: Records) -> Result<Single, SinglePuzzleError> {
    let source = Arc::clone(records.input().name());
    let mut parser = records.dialect().parser();
    let mut found: Option<Single> = None;
    let read = records.for_each(|_, record| {
        let (source, line) = (Arc::clone(&source), record.line);
        if found.is_some() {
            return Err(SinglePuzzleError::Another(source, line));
        }
        let entry =
            parser.parse(record).map_err(|error| SinglePuzzleError::Parse(Arc::clone(&source), error))?;
        found = Some(Single { entry, source, line });
        Ok(ControlFlow::Continue(()))
    });
    match read {
        Ok(_) => found.ok_or(SinglePuzzleError::Missing(source)),
        Err(MapError::Read(error)) => Err(SinglePuzzleError::Input(path.to_owned(), SkipReason::Io(error))),
        Err(MapError::Done(error)) => Err(error),
    }
}
