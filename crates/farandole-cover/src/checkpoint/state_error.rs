//! The error for a checkpoint from which a run cannot continue.

use alloc::string::String;
use core::fmt;

/// The reason why a run cannot continue from a state file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateError {
    kind: StateErrorKind,
}

/// The kinds of [`StateError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateErrorKind {
    /// A line is wrong or missing.
    Text {
        /// The 1-based number of the line.
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
    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> &StateErrorKind {
        &self.kind
    }

    /// Returns the 1-based line of the error.
    #[must_use]
    pub fn line(&self) -> usize {
        match self.kind {
            StateErrorKind::Text { line } => line,
            StateErrorKind::OtherTask { .. } => 2,
        }
    }
}

/// Formats the reason only. Callers add the file name and the line.
impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            StateErrorKind::Text { .. } => f.write_str("not the saved state of a run"),
            StateErrorKind::OtherTask { found, expected } => {
                write!(f, "the state belongs to another run: found {found}, expected {expected}")
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
