//! The error for a checkpoint from which a run cannot continue.

use alloc::string::String;
use core::fmt;

/// The reason why a run cannot continue from the text of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateError {
    kind: StateErrorKind,
}

/// The kinds of [`StateError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateErrorKind {
    /// This line is not part of a state.
    Text {
        /// The line, 1-based.
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

    /// Returns the line of the error, 1-based.
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
