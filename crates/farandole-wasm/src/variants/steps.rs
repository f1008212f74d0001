//! Operations about steps of variants: hints and solution paths.

use super::places::{GridMap, expect_one_grid};
use super::wire::{VariantBoard, sets};
use crate::answer::{Answer, Refusal};
use crate::board::Which;
use crate::ops::steps::{DepthName, ReachName};
use crate::ops::values::CHECK_BUDGET;
use farandole::json::{Hint, Path, SCHEMA, Step};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{self, Solutions, VariantPosition};
use farandole::logic::variant::State;
use farandole::puzzle::format::iss;
use farandole::{Config, variant_solutions};
use serde::Serialize;
use std::ops::ControlFlow;

/// Returns the position with the user's digits and candidates, and the solutions that a search with
/// the budget `check` finds.
fn examined(board: &VariantBoard, check: Option<u64>) -> Result<(VariantPosition, Solutions), Refusal> {
    let digits = board.variant(Which::Digits)?;
    expect_one_grid(&digits, "steps are not available")?;
    let marks = &board.marks[..board.marks.len().min(digits.board().grid_count())];
    let position = VariantPosition::new(&digits, &[], marks)
        .map_err(|_| Refusal::unsupported("steps are not available for puzzles with Schroedinger cells"))?;
    let config = Config { budget: check.unwrap_or(CHECK_BUDGET), ..Config::default() };
    let solutions = variant_solutions(&position, &config, None).map_err(Refusal::unsupported)?;
    Ok((position, solutions))
}

pub(super) fn hint(
    board: &VariantBoard,
    depth: DepthName,
    reach: ReachName,
    budget: Option<u64>,
    check: Option<u64>,
) -> Result<Answer, Refusal> {
    let (position, solutions) = examined(board, check)?;
    let hint = position.hint(&solutions, reach.into(), budget.unwrap_or(u64::MAX));
    Ok(Answer::json(&Hint::new(&hint, depth.into())))
}

pub(super) fn explain(board: &VariantBoard, budget: Option<u64>) -> Result<Answer, Refusal> {
    let (position, solutions) = examined(board, None)?;
    let budget = budget.unwrap_or(u64::MAX);
    Ok(match position.explain(&solutions, budget, |_| ControlFlow::Continue(())) {
        Ok(path) => Answer::json(&Path::from(&path)),
        Err(problem) => Answer::json(&Hint::new(&problem, Depth::Why)),
    })
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
    let step = step.in_position(&State::new(&variant).into());
    let Some(hint::Step::Variant(step)) = step else {
        return Err(Refusal::usage("the step contains unknown names"));
    };
    let scope = step.deduction.scope(&variant);
    Ok(Answer::json(&StepDrawn {
        schema: SCHEMA,
        status: "ok",
        sets: sets(&variant, variant.domains()),
        cells: GridMap::of(&variant).of_cells(&scope),
    }))
}
