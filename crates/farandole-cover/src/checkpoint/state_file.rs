//! The file of a checkpoint: replaced as a whole, so that a kill leaves the old state or the new one.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::time::Duration;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::state::State;

/// The file of a [`State`].
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    every: Duration,
    last: Instant,
}

/// Why a state can't be read from its file.
#[derive(Debug)]
pub struct StateError {
    kind: StateErrorKind,
}

/// Why a state can't be read from its file.
#[derive(Debug)]
#[non_exhaustive]
pub enum StateErrorKind {
    /// The file can't be read.
    Io(io::Error),
    /// The file is not a state, from this 1-based line on.
    Text {
        /// The line.
        line: usize,
    },
    /// The state belongs to another task.
    OtherTask {
        /// The task of the state.
        found: String,
        /// The task of this run.
        expected: String,
    },
}

impl StateError {
    /// Why the state can't be read.
    #[must_use]
    pub fn kind(&self) -> &StateErrorKind {
        &self.kind
    }

    /// Why the state can't be read.
    #[must_use]
    pub fn into_kind(self) -> StateErrorKind {
        self.kind
    }

    /// The 1-based line at fault; 1 if the file can't be read.
    #[must_use]
    pub fn line(&self) -> usize {
        match self.kind {
            StateErrorKind::Io(_) => 1,
            StateErrorKind::Text { line } => line,
            StateErrorKind::OtherTask { .. } => 2,
        }
    }
}

/// Says what is wrong; the line is for whoever knows the file's name.
impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            StateErrorKind::Io(error) => error.fmt(f),
            StateErrorKind::Text { .. } => f.write_str("not the state of a run"),
            StateErrorKind::OtherTask { found, expected } => {
                write!(f, "the state of another run: {found}; this one is {expected}")
            }
        }
    }
}

impl core::error::Error for StateError {}

impl From<StateErrorKind> for StateError {
    fn from(kind: StateErrorKind) -> Self {
        Self { kind }
    }
}

impl StateFile {
    /// The file at a path, to be written every so often. Nothing is read or written yet.
    #[must_use]
    pub fn new(path: &Path, every: Duration) -> Self {
        Self { path: path.to_owned(), every, last: Instant::now() }
    }

    /// The state to begin with: the one in the file, or a fresh one if there is no file.
    ///
    /// # Errors
    /// The file can't be read, is not a state, or belongs to another task.
    pub fn load(&self, task: String) -> Result<State, StateError> {
        let text = match std::fs::read(&self.path) {
            Ok(text) => String::from_utf8(text).map_err(|_| StateErrorKind::Text { line: 1 })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::fresh(task)),
            Err(error) => return Err(StateErrorKind::Io(error).into()),
        };
        let state = State::parse(&text).map_err(|line| StateErrorKind::Text { line })?;
        if state.task == task {
            Ok(state)
        } else {
            Err(StateErrorKind::OtherTask { found: state.task, expected: task }.into())
        }
    }

    /// Whether it is time to write the state again.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Puts a state into the file. After an error the file holds what it held before.
    ///
    /// # Errors
    /// The file, or the one beside it with `.new` behind the name, can't be written.
    pub fn save(&mut self, state: &State) -> io::Result<()> {
        let mut new = self.path.clone().into_os_string();
        new.push(".new");
        let mut file = File::create(&new)?;
        file.write_all(state.text().as_bytes())?;
        file.sync_data()?;
        std::fs::rename(&new, &self.path)?;
        self.last = Instant::now();
        Ok(())
    }
}
