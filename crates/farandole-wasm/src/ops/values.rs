//! Operations about solutions: counts, estimates, true candidates, redundant givens, and mistakes.

use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which, bits};
use farandole::engines::{Finding, Solver};
use farandole::json::{self, JsonAnswer, JsonEstimate, SCHEMA};
use farandole::pipeline::Status;
use farandole::puzzle::Clash;
use farandole::{ClassicPuzzle, Config, Engine, Grid};
use serde::Serialize;

/// A contradiction that is visible without search.
#[derive(Serialize)]
pub(crate) struct JsonClash {
    /// The cells involved; empty for a region of the wrong size.
    pub(crate) cells: Vec<usize>,
    /// An explanation in English.
    pub(crate) text: String,
}

/// The answer of the command line, with fields that the page needs in addition.
#[derive(Serialize)]
struct BoardAnswer<'a> {
    #[serde(flatten)]
    answer: JsonAnswer<'a>,
    /// The digits of the solution, row-major.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<u8>>,
    /// Contradictions that are visible without search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<JsonClash>,
    /// The true candidates as sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<Vec<u64>>,
}

fn clashes(puzzle: &ClassicPuzzle) -> Vec<JsonClash> {
    let described = |clash: Clash| JsonClash {
        cells: match clash {
            Clash::Givens { first, second, .. } => vec![first.index(), second.index()],
            Clash::NothingAllowed { cell, .. } => vec![cell.index()],
            Clash::RegionSize { .. } => Vec::new(),
        },
        text: clash.to_string(),
    };
    puzzle.clashes().map(described).collect()
}

pub(crate) fn solve(board: &Board, which: Which, limit: u64, budget: Option<u64>) -> Result<Answer, Refusal> {
    let puzzle = board.puzzle(which)?;
    let config = Config {
        limit: if limit == 0 { u64::MAX } else { limit },
        budget: budget.unwrap_or(u64::MAX),
        ..Config::default()
    };
    let (first, report) = config.solve_classic(&puzzle).map_err(Refusal::unsupported)?;
    Ok(Answer::json(&BoardAnswer {
        answer: JsonAnswer::of_classic(&puzzle, first.as_ref(), &report),
        grid: first.map(|grid| grid.digits().to_vec()),
        clashes: clashes(&puzzle),
        sets: None,
    }))
}

/// The random seed of estimates. It is fixed, so that a board always has the same estimate.
pub(crate) const SEED: u64 = 0;

pub(crate) fn estimate(board: &Board, which: Which, dives: u64) -> Result<Answer, Refusal> {
    let estimate = Solver::new(Engine::Auto).estimate(&board.puzzle(which)?, dives, SEED);
    let form = Some(JsonEstimate::from(&estimate));
    Ok(Answer::json(&JsonAnswer { estimate: form, ..JsonAnswer::new(Status::Estimated) }))
}

#[derive(Serialize)]
pub(crate) struct Open {
    pub(crate) schema: u32,
    pub(crate) status: &'static str,
    /// The remaining candidates of each cell. For a cell with a digit, the set of this digit.
    pub(crate) sets: Vec<u64>,
    /// Contradictions that are visible without search.
    pub(crate) clashes: Vec<JsonClash>,
}

pub(crate) fn open(board: &Board) -> Result<Answer, Refusal> {
    let puzzle = board.puzzle(Which::Digits)?;
    let (sets, clashes) = (bits(&puzzle.open_digits()), clashes(&puzzle));
    Ok(Answer::json(&Open { schema: SCHEMA, status: "ok", sets, clashes }))
}

/// Returns the finding about the only puzzle.
fn finding<T>(found: Vec<Result<Finding<T>, farandole::Unsupported>>) -> Result<Finding<T>, Refusal> {
    let finding = found.into_iter().next().ok_or_else(|| Refusal::usage("no puzzle"))?;
    finding.map_err(Refusal::unsupported)
}

/// Returns the configuration of a search with this budget.
fn within(budget: Option<u64>) -> Config {
    Config { budget: budget.unwrap_or(u64::MAX), ..Config::default() }
}

/// Returns the answer for a finding without a result.
fn nothing<T>(finding: &Finding<T>) -> JsonAnswer<'static> {
    let status = if finding.exact { Status::None } else { Status::GaveUp };
    JsonAnswer { nodes: Some(finding.nodes), ..JsonAnswer::new(status) }
}

/// Adds the number of solutions that exact true candidates imply: 1 if each cell has one candidate,
/// otherwise at least 2.
pub(crate) fn with_number(answer: JsonAnswer<'_>, is_one: Option<bool>) -> JsonAnswer<'_> {
    JsonAnswer { solutions: is_one.map(|one| if one { 1 } else { 2 }.into()), exact: is_one, ..answer }
}

pub(crate) fn candidates(board: &Board, which: Which, budget: Option<u64>) -> Result<Answer, Refusal> {
    let puzzle = board.puzzle(which)?;
    let mut solver = Solver::new(Engine::Auto);
    let found = solver.true_candidates(std::slice::from_ref(&puzzle), &within(budget).search());
    let finding = finding(found)?;
    let mut answer = nothing(&finding);
    let mut sets = None;
    if let Some(found) = &finding.found {
        answer = JsonAnswer {
            candidates: Some(json::candidates(found)),
            nodes: Some(finding.nodes),
            ..JsonAnswer::new(Status::Ok)
        };
        if finding.exact {
            answer = with_number(answer, Some(found.iter().all(|set| set.len() == 1)));
        }
        sets = Some(bits(found));
    }
    Ok(Answer::json(&BoardAnswer { answer, grid: None, clashes: clashes(&puzzle), sets }))
}

pub(crate) fn redundant(board: &Board, budget: Option<u64>) -> Result<Answer, Refusal> {
    let puzzle = board.puzzle(Which::Givens)?;
    let mut solver = Solver::new(Engine::Auto);
    let found = solver.redundant_givens(std::slice::from_ref(&puzzle), &within(budget).search());
    let finding = finding(found)?;
    let answer = match &finding.found {
        None => nothing(&finding),
        Some(cells) => JsonAnswer {
            redundant: Some(json::cell_names(cells, puzzle.size())),
            nodes: Some(finding.nodes),
            ..JsonAnswer::new(Status::Ok)
        },
    };
    Ok(Answer::json(&answer))
}

#[derive(Serialize)]
pub(crate) struct Checked {
    pub(crate) schema: u32,
    /// `ok`, `wrong`, `none` (no solution), `several` or `gave up`.
    pub(crate) status: &'static str,
    /// The cells whose digit differs from the solution.
    pub(crate) wrong: Vec<usize>,
    /// The cells whose candidates exclude the digit of the solution.
    pub(crate) missing: Vec<usize>,
}

impl Checked {
    /// Compares the user's digits and candidates with the solution.
    pub(crate) fn compare(
        &mut self,
        solution: &[u8],
        givens: &[u8],
        placed: &[u8],
        marks: impl Fn(usize) -> u64,
    ) {
        let digit_of = |list: &[u8], cell: usize| list.get(cell).copied().unwrap_or(0);
        for (cell, digit) in solution.iter().enumerate() {
            let marks = marks(cell);
            match (digit_of(givens, cell), digit_of(placed, cell)) {
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

/// Budget of the search of a check.
pub(crate) const CHECK_BUDGET: u64 = 1_000_000;

pub(crate) fn check(board: &Board) -> Result<Answer, Refusal> {
    let config = Config { budget: CHECK_BUDGET, ..Config::default() };
    let search = |which: Which| -> Result<(Option<Grid>, Status), Refusal> {
        let answer = config.solve_classic(&board.puzzle(which)?).map_err(Refusal::unsupported);
        answer.map(|(first, report)| (first, Status::of_search(&report)))
    };
    let mut checked = Checked { schema: SCHEMA, status: "ok", wrong: Vec::new(), missing: Vec::new() };
    match search(Which::Givens)? {
        (_, Status::None) => checked.status = "none",
        (Some(grid), Status::Solved) => {
            checked.compare(grid.digits(), &board.givens, &board.placed, |cell| {
                board.marks.get(cell).copied().unwrap_or(0)
            });
        }
        // If the puzzle has several solutions, the digits are correct if one solution contains all
        // of them.
        (_, Status::Several) => match search(Which::Digits)? {
            (_, Status::None) => checked.status = "wrong",
            _ => checked.status = "several",
        },
        _ => checked.status = "gave up",
    }
    Ok(Answer::json(&checked))
}
