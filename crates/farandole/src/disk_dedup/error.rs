//! Errors of the deduplication on disk.

use core::fmt;
use std::io;
use std::path::PathBuf;

/// The reasons why records cannot be kept on disk.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiskDedupError {
    /// A file cannot be opened, read or written.
    Io(PathBuf, io::Error),
    /// This version did not write the state file, or another file is shorter than the length
    /// recorded in the state file.
    State(PathBuf),
    /// The state belongs to another task.
    OtherTask(PathBuf),
    /// The output cannot be written.
    Output(io::Error),
    /// The folder has no state, but contains a file with a name that the run needs.
    Foreign(PathBuf),
}

impl fmt::Display for DiskDedupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::State(path) => {
                write!(f, "{}: expected a state file written by this version", path.display())
            }
            Self::Output(error) => write!(f, "output: {error}"),
            Self::Foreign(path) => write!(
                f,
                "{}: the run needs a file of this name, but this file does not belong to a run; expected another directory",
                path.display()
            ),
            Self::OtherTask(path) => {
                write!(f, "{}: the state belongs to another command line", path.display())
            }
        }
    }
}

impl core::error::Error for DiskDedupError {}
