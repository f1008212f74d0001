//! Edits of variants: adding and removing constraints, and converting classic puzzles to variants.

use super::board::{VariantBoard, base_of, board_of, restated};
use super::grid_map::expect_one_grid;
use super::read_variant;
use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use crate::wire::ReadText;
use farandole::format::constraint_text;
use farandole::puzzle::constraint::Constraint;
use farandole::puzzle::format::iss;
use farandole::variant::{self, Variant};
use serde::Deserialize;
use std::collections::HashSet;

/// A request to edit a board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditRequest {
    board: Board,
    /// Constraint text to add.
    #[serde(default)]
    add: String,
    /// The 0-based index of a constraint to remove, in the order of `show`.
    #[serde(default)]
    remove: Option<usize>,
}

pub(crate) fn edit(request: &EditRequest) -> Result<Answer, Refusal> {
    let variant = match request.board.text {
        Some(_) => VariantBoard::of(&request.board)?.variant(Which::Givens)?,
        None => VariantBoard::of(&restated(&request.board)?)?.variant(Which::Givens)?,
    };
    let variant = match request.remove {
        None => variant,
        Some(index) => {
            let base = base_of(board_of(&variant)?.text.as_deref().unwrap_or_default())?;
            let removed = base.constraints().get(index).ok_or_else(|| {
                Refusal::usage(format!(
                    "constraint index {index} is out of range, found {} constraints",
                    base.constraints().len()
                ))
            })?;
            let others = variant.constraints().iter().filter(|it| *it != removed).cloned();
            Variant::new(variant.shape(), variant.stated_groups(), others.collect())
                .map_err(Refusal::unsupported)?
        }
    };
    expect_one_grid(&variant, "constraints cannot be added or removed")?;
    let before = iss::write(&variant);
    let text = format!("{before}{}", request.add);
    let edited = constraint_text::read(&text).map(|read| read.variant).map_err(|errors| {
        // The column of the error is converted to a column of the added text.
        let messages = errors.errors().iter().map(|error| error.to_string());
        let detail = messages.collect::<Vec<_>>().join("\n");
        let column = errors.errors().first().map_or(0, |error| u64::from(error.column()));
        let own = column.saturating_sub(before.chars().count() as u64);
        Refusal::unreadable(detail, 1, own.max(1))
    })?;
    // `iss::read` returns no warnings, so the text is parsed again by the parser that does.
    let warnings = variant::read(&text).map(|entry| entry.warnings).unwrap_or_default();
    let read = read_variant(&edited, warnings)?;
    let added = match read.boards[0].text.as_deref() {
        Some(text) if !request.add.is_empty() => added(variant.constraints(), base_of(text)?.constraints()),
        _ => Vec::new(),
    };
    Ok(Answer::json(&ReadText { added, ..read }))
}

/// Returns the indices of the new constraints.
fn added(before: &[Constraint], after: &[Constraint]) -> Vec<usize> {
    let known: HashSet<&Constraint> = before.iter().collect();
    after.iter().enumerate().filter(|(_, it)| !known.contains(it)).map(|(index, _)| index).collect()
}
