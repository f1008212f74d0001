//! Inputs that hold a single puzzle.

use super::records::MapError;
use super::run::{Fault, open_puzzles};
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::format::{Entry, ParseError, ReadConfig};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A puzzle that is alone in its input.
#[derive(Clone, Debug)]
pub struct SinglePuzzle {
    /// What its record says.
    pub entry: Entry,
    /// The path, or `-` for standard input.
    pub source: Arc<str>,
    /// 1-based line of the input that it begins with.
    pub line: u64,
}

/// Why an input has no single puzzle. As text it begins with the place.
#[derive(Debug)]
#[non_exhaustive]
pub enum SinglePuzzleError {
    /// The input can't be opened, read or recognised.
    Input(PathBuf, Fault),
    /// The puzzle can't be read.
    Parse(Arc<str>, ParseError),
    /// Another puzzle follows in this line.
    Another(Arc<str>, u64),
    /// There is none.
    Missing(Arc<str>),
}

impl fmt::Display for SinglePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(path, fault) => write!(f, "{}: {fault}", path.display()),
            Self::Parse(source, error) => write!(f, "{source}:{}:{}: {error}", error.line(), error.column()),
            Self::Another(source, line) => write!(f, "{source}:{line}: expected one puzzle, found another"),
            Self::Missing(source) => write!(f, "{source}: expected a puzzle, found nothing"),
        }
    }
}

impl core::error::Error for SinglePuzzleError {}

/// The puzzle of an input that holds one.
///
/// # Errors
/// If there is none, it can't be read, or another follows.
pub fn single_puzzle(path: &Path, read: &ReadConfig) -> Result<SinglePuzzle, SinglePuzzleError> {
    let input = |fault| SinglePuzzleError::Input(path.to_owned(), fault);
    let mut records = open_puzzles(path, read).map_err(input)?;
    let source = Arc::clone(records.input().name());
    let mut parser = records.dialect().parser();
    let mut found: Option<SinglePuzzle> = None;
    let read = records.for_each(|_, record| {
        let source = Arc::clone(&source);
        if found.is_some() {
            return Err(SinglePuzzleError::Another(source, record.line));
        }
        let entry = match parser.parse(record) {
            Ok(entry) => entry,
            Err(error) => return Err(SinglePuzzleError::Parse(source, error)),
        };
        found = Some(SinglePuzzle { entry, source, line: record.line });
        Ok(ControlFlow::Continue(()))
    });
    match read {
        Ok(_) => found.ok_or(SinglePuzzleError::Missing(source)),
        Err(MapError::Read(error)) => Err(input(Fault::Io(error))),
        Err(MapError::Done(error)) => Err(error),
    }
}
