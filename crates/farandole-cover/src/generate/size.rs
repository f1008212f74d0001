//! The size limit of generated problems.

use crate::model::builder::{BuildError, BuildErrorKind, MAX};

/// Checks the number of entries of a problem before memory is allocated for it. `None` means that the number
/// overflowed.
///
/// # Errors
/// There are more than 2^30 entries.
pub(super) fn check_size(entries: Option<u64>) -> Result<(), BuildError> {
    match entries {
        Some(entries) if entries <= MAX as u64 => Ok(()),
        _ => Err(BuildError::new(BuildErrorKind::TooLarge)),
    }
}
