//! Detects the format of a text and calls its reader.

use crate::config::ReadConfig;
use crate::error::{ImportError, ImportErrorKind};
use crate::imported::Imported;
use crate::{fpuzzles, link, records, scf, sudokupad};

/// Reads a puzzle: a link, packed text or JSON, in whatever form it is.
///
/// The cost is linear in the text, but for damaged links, of which some hundred ways to repair them are tried.
///
/// # Errors
/// What is wrong with the text, or all that is not understood in the puzzle.
pub fn read(text: &[u8], config: &ReadConfig) -> Result<Imported, ImportError> {
    match link::open(text)? {
        link::Payload::Tree(json) => {
            let object = json.object().ok_or(ImportErrorKind::Unknown)?;
            if object.contains_key("grid") {
                fpuzzles::read(object, config)
            } else if object.contains_key("cells") {
                sudokupad::read(object, config)
            } else if object.contains_key("n") && object.contains_key("cages") {
                records::read(object, config)
            } else {
                Err(ImportErrorKind::Unknown.into())
            }
        }
        link::Payload::Scf(text) => scf::read(&text, config),
    }
}
