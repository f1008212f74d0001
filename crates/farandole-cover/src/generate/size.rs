//! The size limit of generated problems.

use crate::model::builder::{BuildError, BuildErrorKind, MAX};

/// Rejects a problem with too many entries before memory is allocated for it.
pub(super) fn check_size(entries: Option<u64>) -> Result<(), BuildError> {
    match entries {
        Some(entries) if entries <= MAX as u64 => Ok(()),
        _ => Err(BuildError::new(BuildErrorKind::TooLarge)),
    }
}
