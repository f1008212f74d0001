//! Why records can't be kept on disk.

use core::fmt;
use std::io;
use std::path::PathBuf;

/// Why records can't be kept on disk.
#[derive(Debug)]
#[non_exhaustive]
pub enum FirstOfEachError {
    /// A file can't be opened, read or written.
    Io(PathBuf, io::Error),
    /// The state file is not as this version writes it, or a file is shorter than it says.
    State(PathBuf),
    /// The state is of another task.
    OtherTask(PathBuf),
    /// The output can't be written.
    Output(io::Error),
    /// A file with a name that a run needs was in the folder before.
    Foreign(PathBuf),
}

impl fmt::Display for FirstOfEachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::State(path) => {
                write!(f, "{}: expected the state of a run as this version leaves it", path.display())
            }
            Self::Output(error) => write!(f, "output: {error}"),
            Self::Foreign(path) => write!(
                f,
                "{}: a run keeps a file of this name, and this one is not of a run; expected another folder",
                path.display()
            ),
            Self::OtherTask(path) => write!(f, "{}: the state is of another command line", path.display()),
        }
    }
}

impl core::error::Error for FirstOfEachError {}
