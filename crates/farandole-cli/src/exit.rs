//! Exit codes, and failures that end the program early.

use crate::messages::shown;
use farandole::pipeline::{SinglePuzzleError, SkipReason, Status, Tally, guarded};
use farandole::research::LedgerError;
use std::fmt;

/// Everything was read and decided.
pub(crate) const DONE: u8 = 0;
/// A check failed: a wrong solution, an improper puzzle, engines that disagree.
pub(crate) const CHECK_FAILED: u8 = 1;
/// The command line is invalid; clap uses the same code.
pub(crate) const USAGE: u8 = 2;
/// Some input could not be read, or contains no puzzle; the rest was processed.
pub(crate) const UNREADABLE: u8 = 3;
/// Some puzzles were not decided.
pub(crate) const UNDECIDED: u8 = 4;
/// A file could not be opened, read or written.
pub(crate) const IO: u8 = 5;
/// A bug in the program: the answer to a puzzle, or the whole command, ended in a panic.
pub(crate) const FAILED: u8 = 6;

/// Runs a task for one record of a list. A panic is printed after `place` and affects only this
/// record.
pub(crate) fn isolated<T>(place: impl fmt::Display, task: impl FnOnce() -> T) -> Option<T> {
    guarded(task).map_err(|panic| warn!("{place}: {panic}")).ok()
}

/// Returns the exit code of a run: the largest that applies.
pub(crate) const fn code(tally: &Tally) -> u8 {
    if tally.count(Status::Failed) > 0 {
        FAILED
    } else if tally.unopened > 0 {
        IO
    } else if tally.undecided() > 0 {
        UNDECIDED
    } else if tally.count(Status::Unreadable) + tally.unrecognized + tally.empty > 0 {
        UNREADABLE
    } else if tally.count(Status::Wrong) > 0 {
        CHECK_FAILED
    } else {
        DONE
    }
}

/// Returns the exit code of a run in which every puzzle must have exactly one solution.
pub(crate) fn code_of_proper(tally: &Tally) -> u8 {
    let improper =
        [Status::None, Status::Several, Status::Marks].iter().any(|status| tally.count(*status) > 0);
    code(tally).max(if improper { CHECK_FAILED } else { DONE })
}

/// The reasons why the program ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line is invalid.
    Usage(String),
    /// The command cannot read the input.
    Unreadable(String),
    /// The input was read, but the command does not support such puzzles.
    Unsupported(String),
    /// A file could not be opened, read or written.
    Io { what: String, error: std::io::Error },
    /// The reader of standard output closed it, which is not an error.
    OutputClosed,
}

impl Failure {
    /// Returns the failure of an operation on a file; `what` names the file.
    pub(crate) fn io(what: impl fmt::Display, error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Io { what: what.to_string(), error }
        }
    }

    /// Prints the failure and returns its exit code.
    pub(crate) fn report(&self) -> u8 {
        match self {
            Self::Usage(message) => warn!("farandole: {message}"),
            Self::Unreadable(message) | Self::Unsupported(message) => warn!("{message}"),
            Self::Io { what, error } => warn!("farandole: {what}: {error}"),
            Self::OutputClosed => {}
        }
        self.code()
    }

    /// Returns the exit code.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => USAGE,
            Self::Unreadable(_) => UNREADABLE,
            Self::Unsupported(_) => UNDECIDED,
            Self::Io { .. } => IO,
            Self::OutputClosed => DONE,
        }
    }
}

impl From<SinglePuzzleError> for Failure {
    fn from(error: SinglePuzzleError) -> Self {
        match error {
            SinglePuzzleError::Input(path, SkipReason::Io(error)) => Self::io(shown(&path), error),
            SinglePuzzleError::Input(_, SkipReason::Variants) => Self::Unsupported(error.to_string()),
            // The input is valid, but the request is not. The other commands for one puzzle use the
            // same exit code.
            SinglePuzzleError::Another(..) => Self::Usage(error.to_string()),
            error => Self::Unreadable(error.to_string()),
        }
    }
}

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Io(path, error) => Self::io(shown(&path), error),
            error => Self::Unreadable(error.to_string()),
        }
    }
}
