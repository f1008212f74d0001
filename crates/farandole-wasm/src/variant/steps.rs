//! Steps of variants: hints and solution paths.

use super::board::VariantBoard;
use super::grid_map::{GridMap, expect_one_grid};
use crate::answer::Refusal;
use crate::board::Which;
use crate::verdicts::verdicts;
use crate::wire::{CHECK_BUDGET, Drawing, JudgeRequest, StepRequest};
use farandole::Config;
use farandole::hint::variant_solutions;
use farandole::json::Verdict;
use farandole::logic::hint::{Hint, Path, Solutions, Step, VariantPosition};
use farandole::logic::variant::State;
use farandole_draw::VariantBoard as Drawn;
use std::ops::ControlFlow;

/// Returns the position with the user's digits and candidates, and its solutions. `check` is the
/// budget of the search for them.
fn examined(board: &VariantBoard<'_>, check: Option<u64>) -> Result<(VariantPosition, Solutions), Refusal> {
    let position = position(board)?;
    let config = Config { budget: check.unwrap_or(CHECK_BUDGET), ..Config::default() };
    let solutions = variant_solutions(&position, &config, None).map_err(Refusal::unsupported)?;
    Ok((position, solutions))
}

/// Returns the position with the user's digits and candidates.
fn position(board: &VariantBoard<'_>) -> Result<VariantPosition, Refusal> {
    let digits = board.variant(Which::Digits)?;
    expect_one_grid(&digits, "steps are not available")?;
    let marks = board.board.marks.iter().take(digits.board().grid_count()).map(|set| *set as u16);
    VariantPosition::new(&digits, &[], &marks.collect::<Vec<_>>())
        .map_err(|_| Refusal::unsupported("steps are not available for puzzles with Schroedinger cells"))
}

pub(super) fn judge(board: &VariantBoard<'_>, request: &JudgeRequest) -> Result<Vec<Verdict>, Refusal> {
    let position = position(board)?;
    let moves = position.moves(&request.moves);
    verdicts(position, moves, VariantPosition::USUAL_DIFFICULTY, request)
}

pub(super) fn hint(board: &VariantBoard<'_>, request: &StepRequest) -> Result<Hint, Refusal> {
    let (position, solutions) = examined(board, request.check)?;
    Ok(position.hint(&solutions, request.reach(), request.budget.unwrap_or(u64::MAX)))
}

pub(super) fn explain(
    board: &VariantBoard<'_>,
    request: &StepRequest,
) -> Result<Result<Path, Hint>, Refusal> {
    let (position, solutions) = examined(board, None)?;
    let budget = request.budget.unwrap_or(u64::MAX);
    Ok(position.explain(&solutions, budget, |_| ControlFlow::Continue(())))
}

/// Returns the candidates of each cell, none for cells with a digit.
pub(super) fn open_sets(state: &State) -> Vec<u64> {
    let set = |cell| if state.is_placed(cell) { 0 } else { u64::from(state.candidates(cell)) };
    state.cells().map(set).collect()
}

/// Draws a step in its state. A cell with a single candidate has no digit yet, because placing it
/// is a step.
pub(super) fn drawing(step: &Step) -> Option<Drawing> {
    let Step::Variant(step) = step else { return None };
    let state = &step.state;
    let grid_map = GridMap::of(state.variant());
    let low = state.variant().board().values().low();
    let digit = |cell| {
        let value = state.values(cell).next().filter(|_| state.is_placed(cell));
        value.map_or(0, |value| value - low + 1)
    };
    let digits: Vec<u8> = state.cells().map(digit).collect();
    let pattern = Drawn::of_state(state).with_step(&step.deduction).pattern();
    Some(Drawing::new(grid_map.arrange(&digits), grid_map.arrange(&open_sets(state)), &pattern))
}
