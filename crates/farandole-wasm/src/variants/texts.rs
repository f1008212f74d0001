//! Reads and writes texts and links of variants.

use super::show::{JsonShape, shape_of};
use super::wire::VariantBoard;
use crate::answer::{Answer, Plain, Refusal};
use crate::board::{Board, Which};
use crate::ops::texts::{Formats, JsonFormat};
use farandole::format::Format;
use farandole::json::SCHEMA;
use farandole::puzzle::constraint::Constraint;
use farandole::puzzle::overlapping::{Layout, Overlapping};
use farandole::variant::{self, Variant, VariantEntry, variant_text};
use serde::Serialize;

/// A variant that was read from a text.
#[derive(Serialize)]
pub(super) struct JsonRead {
    schema: u32,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Warnings about the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    board: JsonBoard,
}

impl JsonRead {
    /// Returns the answer for a variant and the warnings about its text.
    pub(super) fn of(variant: &Variant, warnings: Vec<String>) -> Result<Self, Refusal> {
        let board = board_of(variant)?;
        Ok(Self { schema: SCHEMA, status: "ok", title: None, warnings, board })
    }
}

/// A variant, or a puzzle that has only houses and candidates and needs no engine for variants.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonBoard {
    Plain(Board),
    Variant {
        #[serde(flatten)]
        shape: JsonShape,
        #[serde(flatten)]
        board: VariantBoard,
    },
}

/// Returns the board of a variant. It is a plain board if the page can represent the puzzle without
/// constraint text.
fn board_of(variant: &Variant) -> Result<JsonBoard, Refusal> {
    let is_plain = |constraint: &Constraint| {
        matches!(constraint, Constraint::Given(_) | Constraint::NoBoxes(_) | Constraint::Jigsaw(_))
    };
    let puzzle = variant.to_puzzle().filter(|puzzle| puzzle.restrictions().is_none());
    match puzzle.filter(|_| variant.constraints().iter().all(is_plain)) {
        Some(puzzle) => Ok(JsonBoard::Plain(Board::of_puzzle(&puzzle)?)),
        None => Ok(JsonBoard::Variant { shape: shape_of(variant), board: VariantBoard::of(variant)? }),
    }
}

pub(super) fn read(text: &[u8]) -> Result<Answer, Refusal> {
    let text = std::str::from_utf8(text)
        .map_err(|_| Refusal::unreadable("expected UTF-8, found other bytes", 1, 1))?;
    let entry = variant::read(text).map_err(|error| Refusal::unreadable(error, 1, 1))?;
    let title = entry.title.map(String::from);
    Ok(Answer::json(&JsonRead { title, ..JsonRead::of(&entry.puzzle, entry.warnings)? }))
}

pub(super) fn formats() -> Answer {
    let formats = Format::written_variants().map(|form| JsonFormat {
        name: form.name(),
        description: form.description(),
        extensions: &[],
    });
    let description = "overlapping grids: the numbers of rows and columns, then the rows";
    let formats = formats.chain([JsonFormat { name: OVERLAPPING, description, extensions: &[] }]);
    Answer::json(&Formats { schema: SCHEMA, status: "ok", formats: formats.collect() })
}

/// The name of the text format of overlapping grids.
const OVERLAPPING: &str = "overlapping";

/// Writes overlapping grids as rows.
fn rows(variant: &Variant) -> Result<String, Refusal> {
    let grids = Layout::of(variant).and_then(|layout| Overlapping::new(layout, &[]));
    let grids = grids.ok_or_else(|| Refusal::unsupported("the puzzle has no overlapping grids"))?;
    let value = |mask: &u16| if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
    Ok(grids.write(&variant.domains().iter().map(value).collect::<Vec<u8>>()))
}

pub(super) fn write(board: &VariantBoard, to: &str) -> Result<Answer, Refusal> {
    if to == OVERLAPPING {
        let text = rows(&board.variant(Which::Givens)?)?;
        return Ok(Answer::with_body(&Plain::OK, text.into_bytes()));
    }
    let form = Format::variant_by_name(to)
        .ok_or_else(|| Refusal::usage(format!("unknown format {to:?} for variants")))?;
    let text = variant_text(&VariantEntry::new(board.variant(Which::Givens)?), form)
        .map_err(Refusal::unsupported)?;
    Ok(Answer::with_body(&Plain::OK, text.into_bytes()))
}
