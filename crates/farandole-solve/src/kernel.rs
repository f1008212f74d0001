//! The 9x9 kernel behind the same calls as the other engines.

use crate::run::Run;
use crate::{Answer, Config, Counters, End, Engine, Reason, Report, Route};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_kernel::{Isa, each_solution, solve_batch_until, solve_pencilmarks};
use farandole_puzzle::{Cell, Grid, Puzzle};

/// Searches one puzzle on the plain 9x9 grid, counting a guess as a node.
pub(crate) fn search(isa: Isa, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End> {
    run.poll()?;
    let config = farandole_kernel::Config { limit: u32::MAX, budget: run.config.budget };
    let mut end = ControlFlow::Continue(());
    let answer = each_solution(isa, &config, &masks(puzzle), &mut |grid| {
        end = run.found(&grid.map(|symbol| symbol - b'0'));
        if end.is_continue() {
            end = run.poll();
        }
        if end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    run.counters = counters(answer.counters);
    end?;
    if answer.end == farandole_kernel::End::BudgetSpent {
        return ControlFlow::Break(End::BudgetSpent);
    }
    ControlFlow::Continue(())
}

/// Solves puzzles on the plain 9x9 grid, all with restrictions or all without.
pub(crate) fn solve_batch(isa: Isa, route: Route, puzzles: &[Puzzle], config: &Config<'_>) -> Vec<Answer> {
    let inner = farandole_kernel::Config {
        limit: config.limit.try_into().unwrap_or(u32::MAX),
        budget: config.budget,
    };
    let mut answers = vec![farandole_kernel::Answer::default(); puzzles.len()];
    let never = AtomicBool::new(false);
    if puzzles.iter().any(|puzzle| puzzle.restrictions().is_some()) {
        let cells: Vec<[u16; 81]> = puzzles.iter().map(masks).collect();
        solve_pencilmarks(isa, &inner, &cells, &mut answers);
    } else {
        let bytes: Vec<[u8; 81]> = puzzles.iter().map(symbols).collect();
        solve_batch_until(isa, &inner, &bytes, &mut answers, config.cancel.unwrap_or(&never));
    }
    puzzles.iter().zip(&answers).map(|(puzzle, answer)| translate(puzzle, answer, route, config)).collect()
}

/// What an answer of the kernel means, for callers that hand it plain 9x9 puzzles themselves.
///
/// `engine` is what was asked for. The clash is left out: the kernel says only that there is no solution.
pub fn kernel_report(engine: Engine, config: &Config<'_>, answer: &farandole_kernel::Answer) -> Report {
    let reason = if engine == Engine::Kernel { Reason::Asked } else { Reason::Classic };
    report(Route { engine: Engine::Kernel, reason }, config, answer)
}

fn report(route: Route, config: &Config<'_>, answer: &farandole_kernel::Answer) -> Report {
    let solutions = u64::from(answer.solutions);
    let end = match answer.end {
        farandole_kernel::End::BudgetSpent => End::BudgetSpent,
        farandole_kernel::End::Cancelled | farandole_kernel::End::Stopped => End::Cancelled,
        _ if solutions >= config.limit => End::LimitReached,
        _ => End::Exhausted,
    };
    Report { solutions, end, counters: counters(answer.counters), route, clash: None }
}

fn translate(
    puzzle: &Puzzle,
    answer: &farandole_kernel::Answer,
    route: Route,
    config: &Config<'_>,
) -> Answer {
    let Report { solutions, end, .. } = report(route, config, answer);
    let clash = if solutions == 0 && end != End::Cancelled { puzzle.clash() } else { None };
    let (end, counters) = match clash {
        Some(_) => (End::Exhausted, Counters::default()),
        None => (end, counters(answer.counters)),
    };
    let digits = || answer.grid.iter().map(|symbol| symbol - b'0').collect();
    let first = (solutions > 0).then(|| Grid::new(9, digits()).ok()).flatten();
    Answer { first, report: Report { solutions, end, counters, route, clash } }
}

fn masks(puzzle: &Puzzle) -> [u16; 81] {
    core::array::from_fn(|cell| Cell::new(cell).map_or(0, |cell| puzzle.allowed(cell).bits() as u16))
}

fn symbols(puzzle: &Puzzle) -> [u8; 81] {
    core::array::from_fn(|cell| puzzle.givens()[cell] + b'0')
}

fn counters(counters: farandole_kernel::Counters) -> Counters {
    Counters {
        nodes: counters.guesses,
        guesses: Some(counters.guesses),
        dead_ends: Some(counters.dead_ends),
        updates: counters.sweeps,
    }
}
