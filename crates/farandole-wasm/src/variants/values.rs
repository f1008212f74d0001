//! Operations about solutions of variants: counts, estimates, true candidates, redundant
//! constraints, and mistakes.

use super::places::{GridMap, expect_one_grid};
use super::wire::{VariantBoard, digits, sets};
use crate::answer::{Answer, Refusal};
use crate::board::Which;
use crate::ops::values::{CHECK_BUDGET, Checked, JsonClash, Open, SEED, with_number};
use farandole::engines::{
    Finding, KnownCandidates, PuzzleSolver, TrueCandidates, conflicting_constraints, redundant_constraints,
};
use farandole::json::{JsonAnswer, JsonEstimate, SCHEMA};
use farandole::pipeline::Status;
use farandole::puzzle::Cell;
use farandole::puzzle::constraint::Constraint;
use farandole::variant::{self, ConstraintFinding, Variant, VariantAnswer, constraint_text};
use farandole::{Config, End};
use serde::Serialize;
use std::sync::{Mutex, PoisonError};

/// The last finding about true candidates. The next request usually concerns the same variant after
/// one edit.
static LAST: Mutex<Option<(Variant, Finding<TrueCandidates>)>> = Mutex::new(None);

/// The answer of the command line, with fields that the page needs in addition.
#[derive(Serialize)]
struct VariantJson<'a> {
    #[serde(flatten)]
    answer: JsonAnswer<'a>,
    /// The digits of the solution, row-major.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<u8>>,
    /// Contradictions that are visible without search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<JsonClash>,
    /// The region at each index, for variants in which regions are part of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<u8>>,
    /// The true candidates as sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<Vec<u16>>,
}

impl<'a> VariantJson<'a> {
    fn new(answer: JsonAnswer<'a>, variant: &Variant) -> Self {
        Self { answer, grid: None, clashes: clashes(variant), regions: None, sets: None }
    }
}

/// The prefix of the extra cells that hold the labels of regions.
const LABELS: &str = "CC";

/// Returns the region at each index, for variants in which regions are part of the solution.
fn regions(variant: &Variant, values: &[u8]) -> Option<Vec<u8>> {
    variant.constraints().iter().find(|it| matches!(it, Constraint::ChaosConstruction(_)))?;
    let labels = variant.board().group_cells(LABELS)?;
    labels.iter().map(|cell| values.get(cell.index()).copied()).collect()
}

fn config(limit: u64, budget: Option<u64>) -> Config {
    let limit = if limit == 0 { u64::MAX } else { limit };
    Config { limit, budget: budget.unwrap_or(u64::MAX), ..Config::default() }
}

/// Returns the contradictions between digits.
fn clashes(variant: &Variant) -> Vec<JsonClash> {
    let grid_map = GridMap::of(variant);
    let list = variant.contradictions(&[]).into_iter().map(|found| {
        let name = found.constraint.map(|at| variant.constraints()[at].name()).unwrap_or_default();
        let between = if name.is_empty() { "" } else { ": " };
        JsonClash { cells: grid_map.of_cells(&found.cells), text: format!("{name}{between}{}", found.text) }
    });
    list.collect()
}

fn search(variant: &Variant, config: &Config) -> Result<VariantAnswer, Refusal> {
    variant::solve(variant, config).map_err(Refusal::unsupported)
}

/// Returns the status of a search.
const fn status(answer: &VariantAnswer) -> Status {
    match (answer.report.solutions, answer.report.end) {
        (0, End::Exhausted) => Status::None,
        (0, _) => Status::GaveUp,
        (1, _) => Status::Solved,
        _ => Status::Several,
    }
}

pub(super) fn solve(
    board: &VariantBoard,
    which: Which,
    limit: u64,
    budget: Option<u64>,
) -> Result<Answer, Refusal> {
    let variant = board.variant(which)?;
    let found = search(&variant, &config(limit, budget))?;
    let answer = JsonAnswer::new(status(&found)).with_variant_report(&found.report);
    let grid = found.first.as_deref().map(|values| digits(&variant, values));
    let regions = found.first.as_deref().and_then(|values| regions(&variant, values));
    Ok(Answer::json(&VariantJson { grid, regions, ..VariantJson::new(answer, &variant) }))
}

pub(super) fn estimate(board: &VariantBoard, which: Which, dives: u64) -> Result<Answer, Refusal> {
    let solver = PuzzleSolver::new(&board.variant(which)?).map_err(Refusal::unsupported)?;
    let form = Some(JsonEstimate::from(&solver.estimate(dives, SEED)));
    Ok(Answer::json(&JsonAnswer { estimate: form, ..JsonAnswer::new(Status::Estimated) }))
}

pub(super) fn open(board: &VariantBoard) -> Result<Answer, Refusal> {
    let variant = board.variant(Which::Digits)?;
    let sets = sets(&variant, &variant.open_values(&[])).into_iter().map(u64::from).collect();
    Ok(Answer::json(&Open { schema: SCHEMA, status: "ok", sets, clashes: clashes(&variant) }))
}

pub(super) fn candidates(board: &VariantBoard, which: Which, budget: Option<u64>) -> Result<Answer, Refusal> {
    let variant = board.variant(which)?;
    let solver = PuzzleSolver::new(&variant).map_err(Refusal::unsupported)?;
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last.as_ref().map(|(earlier, finding)| KnownCandidates::of(finding, earlier, &variant));
    let finding = solver.true_candidates(&config(0, budget).search(), known.unwrap_or_default());
    let finding = finding.map_err(Refusal::unsupported)?;
    *last = Some((variant.clone(), finding.clone()));
    let status = match (&finding.found, finding.exact) {
        (Some(_), true) => Status::Ok,
        (None, true) => Status::None,
        (_, false) => Status::GaveUp,
    };
    let is_one = finding.found.as_ref().filter(|_| finding.exact).map(|found| {
        // Extra cells count as well: solutions with equal grids may differ in them.
        found.masks.iter().all(|mask| mask.count_ones() == 1)
    });
    let answer = JsonAnswer { nodes: Some(finding.nodes), ..JsonAnswer::new(status) };
    let answer = with_number(answer, is_one);
    let sets = finding.found.filter(|_| finding.exact).map(|found| held(&variant, &found.masks));
    Ok(Answer::json(&VariantJson { sets, ..VariantJson::new(answer, &variant) }))
}

/// Returns the values that each cell of the grid may contain. For a cell with two values this
/// includes both. 0 as a second value means that there is none.
fn held(variant: &Variant, masks: &[u64]) -> Vec<u16> {
    let board = variant.board();
    let second =
        |cell: Cell| board.second(cell).and_then(|cell| masks.get(cell.index())).map_or(0, |it| it & !1);
    let both: Vec<u16> = board.cells().zip(masks).map(|(cell, mask)| (mask | second(cell)) as u16).collect();
    sets(variant, &both)
}

/// Returns the constraints of a finding as texts.
fn texts(variant: &Variant, finding: &ConstraintFinding) -> Vec<String> {
    finding.constraints.iter().map(|at| constraint_text(variant, &variant.constraints()[*at])).collect()
}

pub(super) fn redundant(board: &VariantBoard, budget: Option<u64>) -> Result<Answer, Refusal> {
    let variant = board.variant(Which::Givens)?;
    expect_one_grid(&variant, "redundant givens are not available")?;
    let finding =
        redundant_constraints(&variant, &config(0, budget).search()).map_err(Refusal::unsupported)?;
    let answer = JsonAnswer {
        redundant: Some(texts(&variant, &finding)),
        exact: Some(finding.exact),
        nodes: Some(finding.nodes),
        ..JsonAnswer::new(Status::Ok)
    };
    Ok(Answer::json(&answer))
}

pub(super) fn why(board: &VariantBoard, budget: Option<u64>) -> Result<Answer, Refusal> {
    let variant = board.variant(Which::Givens)?;
    expect_one_grid(&variant, "conflicting constraints are not available")?;
    let finding =
        conflicting_constraints(&variant, &config(0, budget).search()).map_err(Refusal::unsupported)?;
    let finding = finding.unwrap_or_default();
    let answer = JsonAnswer {
        clash: Some(texts(&variant, &finding)),
        exact: Some(finding.exact),
        nodes: Some(finding.nodes),
        ..JsonAnswer::new(Status::Ok)
    };
    Ok(Answer::json(&answer))
}

pub(super) fn check(board: &VariantBoard) -> Result<Answer, Refusal> {
    let config = config(2, Some(CHECK_BUDGET));
    let given = board.variant(Which::Givens)?;
    let answer = search(&given, &config)?;
    let mut checked = Checked { schema: SCHEMA, status: "ok", wrong: Vec::new(), missing: Vec::new() };
    match (status(&answer), answer.report.end, &answer.first) {
        (Status::None, ..) => checked.status = "none",
        (Status::Solved, End::Exhausted, Some(values)) => {
            checked.compare(&digits(&given, values), &board.givens, &board.placed, |cell| {
                board.marks.get(cell).map_or(0, |marks| u64::from(*marks))
            });
        }
        (Status::Several, ..) => {
            let with_all = search(&board.variant(Which::Digits)?, &config)?;
            checked.status = if status(&with_all) == Status::None { "wrong" } else { "several" };
        }
        _ => checked.status = "gave up",
    }
    Ok(Answer::json(&checked))
}
