//! Operations about solutions: counts, true candidates, redundant givens and
//! constraints, and mistakes.

use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use crate::puzzle::Puzzle;
use crate::wire::{CHECK_BUDGET, JsonClash, Solved, Truths};
use farandole::Config;
use farandole::engines::Finding;
use farandole::json::{JsonAnswer, SCHEMA};
use farandole::pipeline::Status;
use serde::Serialize;

/// The answer of the command line, with additional fields for the page.
#[derive(Serialize)]
struct BoardAnswer {
    #[serde(flatten)]
    answer: JsonAnswer<'static>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<u8>>,
    /// Contradictions that are visible without search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<JsonClash>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<u8>>,
    /// The true candidates as sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<Vec<u64>>,
}

/// Returns the configuration of a search. The limit 0 means no limit.
pub(crate) fn config(limit: u64, budget: Option<u64>) -> Config {
    let limit = if limit == 0 { u64::MAX } else { limit };
    Config { limit, budget: budget.unwrap_or(u64::MAX), ..Config::default() }
}

pub(crate) fn solve(puzzle: &impl Puzzle, which: Which, config: &Config) -> Result<Answer, Refusal> {
    let Solved { answer, grid, regions } = puzzle.solve(which, config)?;
    let clashes = puzzle.clashes(which)?;
    Ok(Answer::json(&BoardAnswer { answer, grid, clashes, regions, sets: None }))
}

#[derive(Serialize)]
struct Open {
    schema: u32,
    status: &'static str,
    /// The remaining candidates of each cell. A cell with a digit has the set of this digit.
    sets: Vec<u64>,
    clashes: Vec<JsonClash>,
}

pub(crate) fn open(puzzle: &impl Puzzle) -> Result<Answer, Refusal> {
    let (sets, clashes) = (puzzle.open()?, puzzle.clashes(Which::Digits)?);
    Ok(Answer::json(&Open { schema: SCHEMA, status: "ok", sets, clashes }))
}

/// Returns the answer for a finding, without its result.
fn status_of<T>(finding: &Finding<T>) -> JsonAnswer<'static> {
    let status = match (&finding.found, finding.exact) {
        (Some(_), _) => Status::Ok,
        (None, true) => Status::None,
        (None, false) => Status::GaveUp,
    };
    JsonAnswer { nodes: Some(finding.nodes), ..JsonAnswer::new(status) }
}

pub(crate) fn candidates(puzzle: &impl Puzzle, which: Which, config: &Config) -> Result<Answer, Refusal> {
    let finding = puzzle.true_candidates(which, config)?;
    let mut answer = status_of(&finding);
    let clashes = puzzle.clashes(which)?;
    // Exact candidates determine the number of solutions: 1 if each cell has one candidate,
    // otherwise at least 2.
    if let Some(Truths { is_one, .. }) = finding.found.as_ref().filter(|_| finding.exact) {
        answer.solutions = Some(if *is_one { 1 } else { 2 }.into());
        answer.exact = Some(*is_one);
    }
    let sets = finding.found.map(|found| found.sets);
    Ok(Answer::json(&BoardAnswer { answer, grid: None, clashes, regions: None, sets }))
}

pub(crate) fn redundant(puzzle: &impl Puzzle, config: &Config) -> Result<Answer, Refusal> {
    let finding = puzzle.redundant(config)?;
    let (answer, exact) = (status_of(&finding), Some(finding.exact));
    Ok(Answer::json(&JsonAnswer { redundant: finding.found, exact, ..answer }))
}

#[derive(Serialize)]
struct Checked {
    schema: u32,
    /// `ok`, `wrong`, `none` (no solution), `several` or `gave up`.
    status: &'static str,
    /// The cells whose digit differs from the solution.
    wrong: Vec<usize>,
    /// The cells whose candidates exclude the digit of the solution.
    missing: Vec<usize>,
}

impl Checked {
    /// Compares the user's digits and candidates with the solution.
    fn compare(&mut self, solution: &[u8], board: &Board) {
        let digit_of = |list: &[u8], cell: usize| list.get(cell).copied().unwrap_or(0);
        for (cell, digit) in solution.iter().enumerate() {
            let marks = board.marks.get(cell).copied().unwrap_or(0);
            match (digit_of(&board.givens, cell), digit_of(&board.placed, cell)) {
                (0, 0) if marks != 0 && marks >> (digit - 1) & 1 == 0 => self.missing.push(cell),
                (0, placed) if placed != 0 && placed != *digit => self.wrong.push(cell),
                _ => {}
            }
        }
        if !self.wrong.is_empty() || !self.missing.is_empty() {
            self.status = "wrong";
        }
    }
}

pub(crate) fn check(puzzle: &impl Puzzle, board: &Board) -> Result<Answer, Refusal> {
    let config = config(2, Some(CHECK_BUDGET));
    let mut checked = Checked { schema: SCHEMA, status: "ok", wrong: Vec::new(), missing: Vec::new() };
    let Solved { answer, grid, .. } = puzzle.solve(Which::Givens, &config)?;
    let none = Status::None.name();
    match (answer.status, grid) {
        (status, _) if status == none => checked.status = "none",
        (status, _) if status == Status::Several.name() => {
            // If the puzzle has several solutions, the digits are correct if one solution contains
            // all of them.
            let with_all = puzzle.solve(Which::Digits, &config)?.answer.status;
            checked.status = if with_all == none { "wrong" } else { "several" };
        }
        (_, Some(grid)) if answer.exact == Some(true) => checked.compare(&grid, board),
        _ => checked.status = "gave up",
    }
    Ok(Answer::json(&checked))
}
