//! Errors of the deduplication on disk.

use core::fmt;
use farandole_puzzle::format::escaped;
use std::io;
use std::path::PathBuf;

/// The reasons why records cannot be kept on disk.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiskDedupError {
    /// A file cannot be opened, read or written.
    Io(PathBuf, io::Error),
    /// This version did not write the file, or the file is damaged.
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
            Self::Io(path, error) => write!(f, "{}: {error}", escaped(path.as_os_str().as_encoded_bytes())),
            Self::State(path) => {
                write!(
                    f,
                    "{}: expected a state file that this version wrote and that is not damaged",
                    escaped(path.as_os_str().as_encoded_bytes())
                )
            }
            Self::Output(error) => write!(f, "output: {error}"),
            Self::Foreign(path) => write!(
                f,
                "{}: the run needs a file of this name, but this file does not belong to a run; expected another directory",
                escaped(path.as_os_str().as_encoded_bytes())
            ),
            Self::OtherTask(path) => {
                write!(
                    f,
                    "{}: the state belongs to another command line",
                    escaped(path.as_os_str().as_encoded_bytes())
                )
            }
        }
    }
}

impl core::error::Error for DiskDedupError {}
