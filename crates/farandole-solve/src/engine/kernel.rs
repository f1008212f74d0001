//! An adapter to the 9x9 kernel of `farandole-kernel`, which solves one puzzle per SIMD lane.
//!
//! A batch is one call. If every solution is visited, the kernel runs a single puzzle, and its
//! counters are available only at the end.

use crate::{Config, Counters, End};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_kernel::{self as kernel, Isa};
use farandole_puzzle::{Cell, Clash, ClassicPuzzle, Grid};
use farandole_search::SearchContext;

/// Number of solutions between two progress reports: a few milliseconds.
const SOLUTIONS_TO_TELL: u64 = 4096;

/// Searches one puzzle on the classic 9x9 grid and visits its solutions. A guess counts as a node.
pub(crate) fn search(isa: Isa, puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
    run.poll()?;
    let config = kernel::Config { limit: u32::MAX, budget: run.config.budget };
    let mut end = ControlFlow::Continue(());
    let answer = kernel::each_solution(isa, &config, &masks(puzzle), &mut |grid| {
        end = run.found(&grid.map(|symbol| symbol - b'0'));
        if end.is_continue() {
            end = run.poll();
        }
        if run.solutions.is_multiple_of(SOLUTIONS_TO_TELL) {
            // Guesses form a binary tree. A binary tree with s leaves has at least s - 1 branching
            // nodes.
            run.counters.nodes = run.solutions - 1;
            run.report_progress();
        }
        if end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    run.counters = counters(answer.counters);
    end?;
    if answer.end == kernel::End::BudgetSpent {
        return ControlFlow::Break(End::BudgetSpent);
    }
    ControlFlow::Continue(())
}

/// The result for one puzzle of a batch.
pub(crate) struct Outcome {
    pub(crate) first: Option<Grid>,
    pub(crate) solutions: u64,
    pub(crate) end: End,
    pub(crate) counters: Counters,
    pub(crate) clash: Option<Clash>,
}

/// Solves classic 9x9 puzzles in one call. If any of them has restrictions, all are passed to the
/// kernel as candidate masks.
pub(crate) fn solve_batch(
    isa: Isa,
    limit: u32,
    puzzles: &[ClassicPuzzle],
    config: &Config<'_>,
) -> Vec<Outcome> {
    let inner = kernel::Config { limit, budget: config.budget };
    let mut answers = vec![kernel::Answer::default(); puzzles.len()];
    let never = AtomicBool::new(false);
    if puzzles.iter().any(|puzzle| puzzle.restrictions().is_some()) {
        let cells: Vec<[u16; 81]> = puzzles.iter().map(masks).collect();
        kernel::solve_pencilmarks(isa, &inner, &cells, &mut answers);
    } else {
        let bytes: Vec<[u8; 81]> = puzzles.iter().map(symbols).collect();
        kernel::solve_batch_until(isa, &inner, &bytes, &mut answers, config.cancel.unwrap_or(&never));
    }
    puzzles.iter().zip(&answers).map(|(puzzle, answer)| outcome(puzzle, answer, config.limit)).collect()
}

fn outcome(puzzle: &ClassicPuzzle, answer: &kernel::Answer, limit: u64) -> Outcome {
    let (solutions, end) = end(answer, limit);
    let clash = if solutions == 0 && end != End::Cancelled { puzzle.clash() } else { None };
    let (end, counters) = match clash {
        Some(_) => (End::Exhausted, Counters::default()),
        None => (end, counters(answer.counters)),
    };
    let digits = || answer.grid.iter().map(|symbol| symbol - b'0').collect();
    let first = (solutions > 0).then(|| Grid::new(9, digits()).ok()).flatten();
    Outcome { first, solutions, end, counters, clash }
}

/// Returns the number of solutions in an answer of the kernel, and the reason for its end.
pub(crate) fn end(answer: &kernel::Answer, limit: u64) -> (u64, End) {
    let solutions = u64::from(answer.solutions);
    let end = match answer.end {
        kernel::End::BudgetSpent => End::BudgetSpent,
        kernel::End::Cancelled | kernel::End::Stopped => End::Cancelled,
        _ if solutions >= limit => End::LimitReached,
        _ => End::Exhausted,
    };
    (solutions, end)
}

/// Converts the counters of the kernel to those of this crate.
pub(crate) fn counters(counters: kernel::Counters) -> Counters {
    Counters {
        nodes: counters.guesses,
        guesses: Some(counters.guesses),
        dead_ends: Some(counters.dead_ends),
        updates: counters.sweeps,
    }
}

/// Returns the candidates of each cell. Bit `digit - 1` represents a digit.
pub(crate) fn masks(puzzle: &ClassicPuzzle) -> [u16; 81] {
    core::array::from_fn(|cell| Cell::new(cell).map_or(0, |cell| puzzle.allowed(cell).bits() as u16))
}

/// Returns the givens in ASCII, with `0` for an empty cell.
pub(crate) fn symbols(puzzle: &ClassicPuzzle) -> [u8; 81] {
    core::array::from_fn(|cell| puzzle.givens()[cell] + b'0')
}
