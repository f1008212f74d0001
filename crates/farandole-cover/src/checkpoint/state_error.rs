//! Why a run can't continue from the text of a checkpoint.

use alloc::string::String;
use core::fmt;

/// Why a run can't continue from the text of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateError {
    kind: StateErrorKind,
}

/// Why a run can't continue from the text of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateErrorKind {
    /// The text is not a state, from this 1-based line on.
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
    /// Why the run can't continue.
    #[must_use]
    pub fn kind(&self) -> &StateErrorKind {
        &self.kind
    }

    /// The 1-based line at fault.
    #[must_use]
    pub fn line(&self) -> usize {
        match self.kind {
            StateErrorKind::Text { line } => line,
            StateErrorKind::OtherTask { .. } => 2,
        }
    }
}

/// Says what is wrong; the line is for whoever knows the file's name.
impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
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
