//! The size that a problem may have.

use crate::model::builder::{BuildError, BuildErrorKind, MAX};

/// Refuses a problem with too many entries before any memory is spent on it.
pub(super) fn room(entries: Option<u64>) -> Result<(), BuildError> {
    match entries {
        Some(entries) if entries <= MAX as u64 => Ok(()),
        _ => Err(BuildError::new(BuildErrorKind::TooLarge)),
    }
}
