//! Reads a puzzle in any form that an editor writes.

use crate::editor::config::ImportConfig;
use crate::editor::error::ImportError;
use crate::editor::imported::Imported;
use crate::editor::proposal::Proposal;

/// Reads a puzzle from a link, packed text or JSON, in any supported form.
///
/// The cost is linear in the length of the text, except that repairing a damaged link may take a
/// few hundred attempts, and that [`ImportConfig::counter`] counts solutions.
///
/// # Errors
/// Returns an error if the text is malformed, or an error that lists all parts of the puzzle that
/// are not understood, and all drawings if no reading of them is confirmed.
pub fn read(text: &[u8], config: &ImportConfig) -> Result<Imported, ImportError> {
    Proposal::read_with(text, config.programs)?.import(config)
}
