//! Detects the format of a text and calls its reader.

use crate::editor::config::ImportConfig;
use crate::editor::error::{ImportError, ImportErrorKind};
use crate::editor::imported::Imported;
use crate::editor::json::Json;
use crate::editor::{fpuzzles, killer_record, link, scf, sudokumaker, sudokupad};

/// Reads a puzzle from a link, packed text or JSON, in any supported form.
///
/// The cost is linear in the length of the text, except that repairing a damaged link may take a
/// few hundred attempts.
///
/// # Errors
/// Returns an error if the text is malformed, or an error that lists all parts of the puzzle that
/// are not understood.
pub fn read(text: &[u8], config: &ImportConfig) -> Result<Imported, ImportError> {
    match link::open(text)? {
        link::Payload::Tree(json) => {
            let object = json.object().ok_or(ImportErrorKind::Unknown)?;
            if object.contains_key("grid") {
                fpuzzles::read(object, config)
            } else if sudokumaker::is_own(object) {
                sudokumaker::read(object, config)
            } else if object.contains_key("cells") {
                sudokupad::read(object, config)
            } else if object.contains_key("n") && object.contains_key("cages") {
                killer_record::read(object, config)
            } else if let Some(cells) = object.get("p").and_then(Json::text) {
                let title = object.get("n").and_then(Json::text).map(Box::from);
                let imported = scf::read(cells, config)?;
                Ok(Imported { title: imported.title.or(title), ..imported })
            } else {
                Err(ImportErrorKind::Unknown.into())
            }
        }
        link::Payload::Scf(text) => scf::read(&text, config),
    }
}
