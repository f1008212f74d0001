//! Operations about steps of variants: hints and solution paths.

use super::places::{GridMap, expect_one_grid};
use super::wire::{VariantBoard, sets};
use crate::answer::{Answer, Refusal};
use crate::board::Which;
use crate::ops::steps::{DepthName, ReachName};
use crate::ops::values::CHECK_BUDGET;
use farandole::Config;
use farandole::json::{Advice, Path, SCHEMA, Step};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::variant::{self as hint, Trouble};
use farandole::logic::variant::{Candidate, Deduction, State, Walk};
use farandole::puzzle::Cell;
use farandole::puzzle::constraint::{Constraint, Given};
use farandole::puzzle::format::iss;
use farandole::variant::{Variant, trouble_of};
use serde::Serialize;

/// Returns the position with the user's digits and candidates, and the mistake that a search with
/// the budget `check` finds.
///
/// A cell with a single candidate has no digit yet. Placing the digit is a step.
fn position(board: &VariantBoard, check: Option<u64>) -> Result<(State, Option<Trouble>), Refusal> {
    let digits = board.variant(Which::Digits)?;
    expect_one_grid(&digits, "steps are not available")?;
    if digits.board().has_seconds() {
        return Err(Refusal::unsupported("steps are not available for puzzles with Schroedinger cells"));
    }
    let grid = digits.board().grid_count();
    let range = digits.board().values();
    let marked = board.marks.iter().take(grid).enumerate().map(|(at, mask)| (at, *mask & range.all()));
    let marked: Vec<(Cell, u16)> =
        marked.filter(|(_, mask)| *mask != 0).filter_map(|(at, mask)| Some((Cell::new(at)?, mask))).collect();
    let mut constraints = digits.constraints().to_vec();
    constraints
        .extend(marked.iter().map(|(cell, mask)| Constraint::from(Given { cell: *cell, mask: *mask })));
    let variant =
        Variant::new(digits.shape(), digits.stated_groups(), constraints).map_err(Refusal::usage)?;
    let config = Config { budget: check.unwrap_or(CHECK_BUDGET), ..Config::default() };
    let trouble = trouble_of(&variant, &config).map_err(Refusal::unsupported)?;
    if trouble.is_some() {
        return Ok((State::new(&variant), trouble));
    }
    let mut state = State::new(&digits);
    for (cell, mask) in marked.into_iter().filter(|(cell, _)| !state.is_placed(*cell)).collect::<Vec<_>>() {
        range.values_of(!mask).for_each(|value| state.remove(Candidate { cell, value }));
    }
    Ok((state, None))
}

pub(super) fn hint(
    board: &VariantBoard,
    depth: DepthName,
    reach: ReachName,
    budget: Option<u64>,
    check: Option<u64>,
) -> Result<Answer, Refusal> {
    let (state, trouble) = position(board, check)?;
    let advice = hint::advise(&state, trouble, reach.into(), budget.unwrap_or(u64::MAX));
    Ok(Answer::json(&Advice::of_variant(&state, &advice, depth.into())))
}

pub(super) fn explain(board: &VariantBoard, budget: Option<u64>) -> Result<Answer, Refusal> {
    let (start, trouble) = position(board, None)?;
    if let Some(trouble) = trouble {
        let advice = hint::Advice::Trouble(trouble);
        return Ok(Answer::json(&Advice::of_variant(&start, &advice, Depth::Why)));
    }
    let (steps, outcome) = Walk::new(start.clone(), budget.unwrap_or(u64::MAX)).to_end();
    let steps: Vec<Deduction> = steps.into_iter().map(|(_, step)| step).collect();
    Ok(Answer::json(&Path::of_variant(&start, outcome, &steps)))
}

/// The drawing of a step, except for its pattern.
#[derive(Serialize)]
struct StepDrawn {
    schema: u32,
    status: &'static str,
    /// The remaining candidates at each index before the step.
    sets: Vec<u16>,
    /// The indices of the cells of its houses and constraints.
    cells: Vec<usize>,
}

pub(super) fn step(state: &str, step: &Step) -> Result<Answer, Refusal> {
    let variant = iss::read(state).map_err(Refusal::usage)?;
    let deduction = step.variant_deduction(&State::new(&variant));
    let deduction = deduction.ok_or_else(|| Refusal::usage("the step contains unknown names"))?;
    let scope = deduction.scope(&variant);
    Ok(Answer::json(&StepDrawn {
        schema: SCHEMA,
        status: "ok",
        sets: sets(&variant, variant.domains()),
        cells: GridMap::of(&variant).of_cells(&scope),
    }))
}
