//! The error type of the functions for one puzzle.

use core::fmt;
use farandole_formats::{DetectError, ParseError};
use farandole_logic::UserGridError;
use farandole_logic::claim::ClaimError;
use farandole_logic::hint::NoTechniques;
use farandole_puzzle::PuzzleViolation;
use farandole_solve::{Engine, Unsupported, UnsupportedConstraint};

/// The reason why there is no answer. A puzzle with no solution or several solutions is an answer,
/// not an error.
///
/// ```
/// use farandole::solve;
/// use farandole::error::ErrorKind;
///
/// let error = solve("53..7....6..19x").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Parse(_)));
/// assert_eq!(error.to_string(), "line 1, column 16: found 15 cells, expected a square number, such as 16");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Error {
    kind: ErrorKind,
}

/// The kinds of errors.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The format of the text cannot be determined.
    Detect(DetectError),
    /// The text is not a puzzle of its format.
    Parse(ParseError),
    /// The text is not a user's grid.
    UserGrid(UserGridError),
    /// The text contains no puzzle.
    Empty,
    /// The text contains a second puzzle, in this line.
    Another(u64),
    /// The engine does not support this puzzle.
    Unsupported(Unsupported),
    /// The puzzle is not a classic 9x9 puzzle.
    NotClassic,
    /// No techniques are known for the puzzle.
    NoTechniques(NoTechniques),
    /// A part of the moves is not a claim about a cell and a value of the board.
    Claim(ClaimError),
    /// A solution of this engine breaks a rule, which is a bug in the engine.
    Wrong(Engine, PuzzleViolation),
}

impl Error {
    /// Returns the kind of error.
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

impl From<Unsupported> for Error {
    fn from(unsupported: Unsupported) -> Self {
        ErrorKind::Unsupported(unsupported).into()
    }
}

impl From<UnsupportedConstraint> for Error {
    fn from(constraint: UnsupportedConstraint) -> Self {
        Unsupported::from(constraint).into()
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        ErrorKind::Parse(error).into()
    }
}

impl From<NoTechniques> for Error {
    fn from(reason: NoTechniques) -> Self {
        Self { kind: ErrorKind::NoTechniques(reason) }
    }
}

impl From<ClaimError> for Error {
    fn from(error: ClaimError) -> Self {
        ErrorKind::Claim(error).into()
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self { kind }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Detect(error) => error.fmt(f),
            ErrorKind::Parse(error) => write!(f, "{error:#}"),
            ErrorKind::UserGrid(error) => {
                write!(f, "line {}, column {}: {error}", error.line(), error.column())
            }
            ErrorKind::Empty => f.write_str("expected a puzzle, found none"),
            ErrorKind::Another(line) => {
                write!(f, "line {line}: expected a single puzzle, found a second one")
            }
            ErrorKind::Unsupported(unsupported) => unsupported.fmt(f),
            ErrorKind::NotClassic => f.write_str("expected a classic 9x9 puzzle"),
            ErrorKind::NoTechniques(reason) => reason.fmt(f),
            ErrorKind::Claim(error) => error.fmt(f),
            ErrorKind::Wrong(engine, violation) => {
                write!(f, "engine {engine} returned a wrong solution: {violation}")
            }
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Detect(error) => Some(error),
            ErrorKind::Parse(error) => Some(error),
            ErrorKind::UserGrid(error) => Some(error),
            ErrorKind::Unsupported(unsupported) => Some(unsupported),
            ErrorKind::NoTechniques(reason) => Some(reason),
            ErrorKind::Claim(error) => Some(error),
            ErrorKind::Empty | ErrorKind::Another(_) | ErrorKind::NotClassic | ErrorKind::Wrong(..) => None,
        }
    }
}
