//! An adapter to the 9x9 kernel of `farandole-kernel`, which solves one puzzle per SIMD lane.
//!
//! If every solution is visited, the counters of the kernel are available only at the end. The file
//! `batch.rs` handles many puzzles in one call.

use crate::{Config, Counters, End};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_kernel::{self as kernel, Isa};
use farandole_puzzle::{Cell, ClassicPuzzle};
use farandole_search::SearchContext;

/// Number of solutions between two progress reports, which takes a few milliseconds.
const SOLUTIONS_TO_TELL: u64 = 4096;

/// Searches one puzzle on the classic 9x9 grid and visits its solutions. A guess counts as a node.
pub(crate) fn search(isa: Isa, puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
    run.poll()?;
    let config = kernel::Config { limit: u32::MAX, budget: run.config.budget };
    let (mut end, stop) = (ControlFlow::Continue(()), run.config.cancel);
    let answer = kernel::each_solution_until(
        isa,
        &config,
        &masks(puzzle),
        &mut |grid| {
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
        },
        stop,
    );
    run.counters = counters(answer.counters);
    end?;
    match answer.end {
        kernel::End::BudgetSpent => ControlFlow::Break(End::BudgetSpent),
        kernel::End::Cancelled => ControlFlow::Break(End::Cancelled),
        _ => ControlFlow::Continue(()),
    }
}

/// Searches one puzzle on the classic 9x9 grid without visiting its solutions. The kernel branches
/// differently than in [`search`]. It receives a puzzle with restrictions as candidate masks.
///
/// A long search for one solution is a count up to 2, in which all lanes share the work. With a limit
/// of 1, they may not share it, because the first solution in the order of the search must be found.
pub(crate) fn first(isa: Isa, puzzle: &ClassicPuzzle, config: &Config<'_>) -> kernel::Answer {
    if config.limit != 1 || config.budget <= ALONE {
        return one_call(isa, puzzle, config);
    }
    let short = one_call(isa, puzzle, &Config { budget: ALONE, ..*config });
    if short.end != kernel::End::BudgetSpent {
        return short;
    }
    let answer = one_call(isa, puzzle, &Config { limit: 2, ..*config });
    let solutions = answer.solutions.min(1);
    let end = if solutions == 1 { kernel::End::LimitReached } else { answer.end };
    let mut counters = answer.counters;
    counters += short.counters;
    kernel::Answer { solutions, end, counters, ..answer }
}

/// Number of nodes of a search for one solution before it becomes a count. Nearly all puzzles need
/// fewer.
const ALONE: u64 = 1000;

fn one_call(isa: Isa, puzzle: &ClassicPuzzle, config: &Config<'_>) -> kernel::Answer {
    let limit = u32::try_from(config.limit).unwrap_or(u32::MAX);
    let inner = kernel::Config { limit, budget: config.budget };
    let mut answers = [kernel::Answer::default()];
    let never = AtomicBool::new(false);
    let stop = config.cancel.unwrap_or(&never);
    if puzzle.restrictions().is_some() {
        kernel::solve_pencilmarks_until(isa, &inner, &[masks(puzzle)], &mut answers, stop);
    } else {
        kernel::solve_batch_until(isa, &inner, &[symbols(puzzle)], &mut answers, stop);
    }
    let [answer] = answers;
    answer
}

/// Returns the number of solutions and the end reason of an answer of the kernel.
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
