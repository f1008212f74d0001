//! How the program ends: exit codes, and failures that end it early.

use farandole::pipeline::{Fault, SinglePuzzleError, Status, Tally, guarded};
use std::fmt;

/// Everything was read and decided.
pub(crate) const DONE: u8 = 0;
/// A check failed: a wrong solution, an improper puzzle, engines that disagree.
pub(crate) const CHECK_FAILED: u8 = 1;
/// The command line is wrong; clap uses the same number.
pub(crate) const USAGE: u8 = 2;
/// Some input could not be read, or holds no puzzle; the rest was processed.
pub(crate) const UNREADABLE: u8 = 3;
/// Some puzzles stayed undecided.
pub(crate) const UNDECIDED: u8 = 4;
/// A file could not be opened, read or written.
pub(crate) const IO: u8 = 5;
/// A defect of the program: a puzzle failed, or the command did.
pub(crate) const FAILED: u8 = 6;

/// Runs a task for one record of a list. A panic is printed after `place` and costs this record alone.
pub(crate) fn isolated<T>(place: impl fmt::Display, task: impl FnOnce() -> T) -> Option<T> {
    guarded(task).map_err(|panic| warn!("{place}: {panic}")).ok()
}

/// The exit code that a run makes: the largest that applies.
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

/// The exit code of a run in which every puzzle must have exactly one solution.
pub(crate) fn code_of_proper(tally: &Tally) -> u8 {
    let improper =
        [Status::None, Status::Several, Status::Marks].iter().any(|status| tally.count(*status) > 0);
    code(tally).max(if improper { CHECK_FAILED } else { DONE })
}

/// Why the program stops early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line is wrong.
    Usage(String),
    /// The input is not what the command takes.
    Unreadable(String),
    /// The input was read, and the command does not support such puzzles.
    Unsupported(String),
    /// A file could not be opened, read or written.
    Io { what: String, error: std::io::Error },
    /// Whoever read the output has gone, which is their right.
    OutputClosed,
}

impl Failure {
    /// A failure to do `what` with a file.
    pub(crate) fn io(what: impl fmt::Display, error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Io { what: what.to_string(), error }
        }
    }

    /// Prints the failure and gives its exit code.
    pub(crate) fn report(&self) -> u8 {
        match self {
            Self::Usage(message) => {
                warn!("farandole: {message}");
                USAGE
            }
            Self::Unreadable(message) => {
                warn!("{message}");
                UNREADABLE
            }
            Self::Unsupported(message) => {
                warn!("{message}");
                UNDECIDED
            }
            Self::Io { what, error } => {
                warn!("farandole: {what}: {error}");
                IO
            }
            Self::OutputClosed => DONE,
        }
    }
}

impl From<SinglePuzzleError> for Failure {
    fn from(error: SinglePuzzleError) -> Self {
        match error {
            SinglePuzzleError::Input(path, Fault::Io(error)) => Self::io(path.display(), error),
            SinglePuzzleError::Input(_, Fault::Variants) => Self::Unsupported(error.to_string()),
            // The input is right, and the request is not: the other commands for one puzzle answer the same.
            SinglePuzzleError::Another(..) => Self::Usage(error.to_string()),
            error => Self::Unreadable(error.to_string()),
        }
    }
}
