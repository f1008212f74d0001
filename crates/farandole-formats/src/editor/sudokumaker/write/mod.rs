//! Writes variants as puzzles of SudokuMaker.

mod cosmetics;
mod elements;
mod grid;
mod styles;

use self::elements::Writer;
use crate::editor::cosmetics::with_sentence;
use crate::editor::embedded_text;
use crate::editor::export::{ExportConfig, ExportError, ExportErrorKind, Keyless, KeylessConstraint};
use farandole_puzzle::variant::Variant;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The version of the format that the written elements follow.
const VERSION: &str = "1.5.0";

/// Writes a variant as the JSON text of SudokuMaker. Constraints in `unkept` are treated as if they
/// had no type.
///
/// Only [`verified`](crate::editor::verify::verified) calls this. It reads the text again and
/// compares the result with the variant.
pub(crate) fn write(
    variant: &Variant,
    config: &ExportConfig<'_>,
    unkept: &BTreeSet<usize>,
) -> Result<String, ExportError> {
    let board = &**variant.board();
    let is_usual = board.groups().is_empty() && !board.grid().any(|cell| board.is_hole(cell));
    let expected = "a grid without extra cells and holes";
    let is_refused = !is_usual && config.keyless == Keyless::Refuse;
    // An error that names the constraints with extra cells is more helpful.
    if is_refused && board.groups().is_empty() {
        return Err(ExportErrorKind::Board(expected).into());
    }
    let mut writer = Writer::new(board);
    let covered = writer.negatives(variant.constraints(), unkept);
    let mut keyless = Vec::new();
    for (index, constraint) in variant.constraints().iter().enumerate() {
        let is_covered = covered.contains(&index);
        if unkept.contains(&index) || !is_covered && writer.constraint(constraint).is_err() {
            keyless.push(KeylessConstraint { index, name: constraint.name() });
        }
    }
    let cells = match grid::cells(variant, unkept, config.solution) {
        Ok(cells) => cells,
        Err(more) => {
            keyless.extend(more);
            Vec::new()
        }
    };
    if !keyless.is_empty() && config.keyless == Keyless::Refuse {
        keyless.sort_unstable_by_key(|it| it.index);
        return Err(ExportErrorKind::Keyless(keyless).into());
    }
    if is_refused {
        return Err(ExportErrorKind::Board(expected).into());
    }
    let mut puzzle = grid::header(board);
    puzzle.insert("cells".into(), Value::Array(cells));
    let elements = writer.finish(grid::layout(board), cosmetics::elements(config.cosmetics));
    puzzle.insert("constraints".into(), elements);
    let rules = with_sentence(config.rules, config.cosmetics);
    let rules = embedded_text::with_items(rules.as_deref(), variant, is_usual, &keyless);
    for (key, text) in [("name", config.title), ("author", config.author), ("comment", rules.as_deref())] {
        puzzle.insert(key.into(), json!(text.unwrap_or("")));
    }
    Ok(json!({ "formatVersion": VERSION, "puzzle": puzzle }).to_string())
}
