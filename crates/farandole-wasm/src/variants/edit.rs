//! Editing: a constraint more or less, and plain puzzles that become variants.

use super::places::expect_one_grid;
use super::texts::JsonRead;
use super::wire::VariantBoard;
use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use farandole::puzzle::format::iss;
use farandole::variant::{self, Variant};
use serde::Deserialize;

/// What is changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditRequest {
    /// The variant; or else
    #[serde(default)]
    board: Option<VariantBoard>,
    /// a plain puzzle.
    #[serde(default)]
    plain: Option<Board>,
    /// Constraint text that is added.
    #[serde(default)]
    add: String,
    /// The 0-based place of a constraint that goes, as `show` counts them.
    #[serde(default)]
    remove: Option<usize>,
}

pub(super) fn edit(request: &EditRequest) -> Result<Answer, Refusal> {
    let variant = match (&request.board, &request.plain) {
        (Some(board), None) => board.variant(Which::Givens)?,
        (None, Some(plain)) => {
            Variant::from_puzzle(&plain.puzzle(Which::Givens)?).map_err(Refusal::unsupported)?
        }
        _ => return Err(Refusal::usage("expected either a board or a plain one")),
    };
    let variant = match request.remove {
        None => variant,
        Some(place) => {
            let base = VariantBoard::of(&variant)?.base()?;
            let gone = base.constraints().get(place).ok_or_else(|| {
                Refusal::usage(format!("constraint {place}, expected one of {}", base.constraints().len()))
            })?;
            let others = variant.constraints().iter().filter(|it| *it != gone).cloned();
            Variant::new(variant.shape(), variant.stated_groups(), others.collect())
                .map_err(Refusal::unsupported)?
        }
    };
    expect_one_grid(&variant, "constraints are neither added nor removed")?;
    let before = iss::write(&variant);
    let text = format!("{before}{}", request.add);
    let edited = iss::read(&text).map_err(|errors| {
        // Places behind the text that was there already are places in what was added.
        let told = errors.errors().iter().map(|error| error.to_string());
        let detail = told.collect::<Vec<_>>().join("\n");
        let column = errors.errors().first().map_or(0, |error| u64::from(error.column()));
        let own = column.saturating_sub(before.chars().count() as u64);
        Refusal::unreadable(detail, 1, own.max(1))
    })?;
    // The reader of the library has the remarks about a text.
    let warnings = variant::read(&text).map(|entry| entry.warnings).unwrap_or_default();
    Ok(Answer::json(&JsonRead::of(&edited, warnings)?))
}
