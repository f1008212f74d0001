//! Counting without visiting: puzzles with so many solutions that meeting each would take too long.
//!
//! What the givens leave open is an exact cover problem. Where its subproblems repeat, counting each once and
//! remembering it takes a fraction of the time; where they don't, an estimate says what is ahead.

use crate::lower::open_problem;
use crate::run::Run;
use crate::{Config, End, Engine, Reason, Report, Route, Solver};
use farandole_cover::{self as cover, Counter, Estimate, Method, Random, Search};
use farandole_puzzle::Puzzle;

/// Nodes of the usual search before [`Engine::Auto`] tries to count all solutions with memory; puzzles that are counted by then
/// are not worth it.
pub const VISITS: u64 = 50_000;
/// What the memory of a count takes where the budget does not say, in bytes.
const MEMORY: u64 = 1 << 28;

/// Nodes with memory after which it is clear whether subproblems repeat: at least one in so many should.
const TRIAL: u64 = 200_000;
const WORTH: u64 = 4;

/// The whole count, if it fits the budget and 64 bits; `None` where memory is of no use.
pub(crate) fn count(solver: &mut Solver, puzzle: &Puzzle, config: &Config<'_>) -> Option<Report> {
    let problem = open_problem(&solver.shapes.get(puzzle.geometry()), puzzle);
    let bytes = usize::try_from(config.memory.min(MEMORY)).unwrap_or(usize::MAX);
    let mut counter = Counter::new(&problem, bytes).ok()?;
    let run = |counter: &mut Counter, budget| {
        let control = cover::Config::new().budget(budget);
        counter.run(&config.cancel.map_or(control, |cancel| control.cancel(cancel)))
    };
    let mut ending = run(&mut counter, config.budget.min(TRIAL));
    if ending == cover::End::BudgetSpent && config.budget > TRIAL {
        let stats = counter.stats();
        if stats.hits * WORTH < stats.entries {
            return None;
        }
        ending = run(&mut counter, config.budget);
    }
    let route = Route { engine: Engine::Dlx, reason: Reason::Counting };
    let mut ignore = |_: &[u8]| core::ops::ControlFlow::Continue(());
    let mut counters = Run::new(config, &mut ignore).counters;
    (counters.nodes, counters.guesses, counters.dead_ends) = (counter.stats().nodes, None, None);
    let report = Report { solutions: 0, end: End::Exhausted, counters, route, clash: None };
    Some(match ending {
        cover::End::Exhausted => match u64::try_from(counter.into_count()?) {
            Ok(solutions) => Report { solutions, ..report },
            Err(_) => Report { solutions: u64::MAX, end: End::LimitReached, ..report },
        },
        cover::End::Cancelled => Report { end: End::Cancelled, ..report },
        _ => Report { end: End::BudgetSpent, ..report },
    })
}

/// The count of a blank puzzle from that with its first row fixed.
pub(crate) fn relabelled(fixed: Report, size: usize) -> Report {
    let all = (1..=size as u64).try_fold(fixed.solutions, u64::checked_mul);
    match all {
        Some(solutions) => Report { solutions, ..fixed },
        None => Report { solutions: u64::MAX, end: End::LimitReached, ..fixed },
    }
}

impl Solver {
    /// Guesses how many solutions a puzzle has, and how large a search for all of them would be, from so many random
    /// ways down the tree of the `dlx` engine; a clash makes both 0. The same seed gives the same guess.
    ///
    /// Right on average, and mostly too low with few dives: most of a tree hangs on a few branches.
    ///
    /// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).
    pub fn estimate(&mut self, puzzle: &Puzzle, dives: u64, seed: u64) -> Estimate {
        if puzzle.clash().is_some() {
            return Estimate { dives, ..Estimate::default() };
        }
        let problem = open_problem(&self.shapes.get(puzzle.geometry()), puzzle);
        let search = Search::with_method(&problem, Method::DancingLinks);
        search.expect("no item has a multiplicity").estimate(
            dives,
            &mut Random::new(seed),
            &cover::Config::new(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::{Diagonal, Geometry};
    use farandole_testkit::{oracle, strategy};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn memory_counts_what_the_oracle_lists(puzzle in strategy::puzzle()) {
            prop_assume!(puzzle.clash().is_none());
            let expected = oracle::solutions(&puzzle, 500).len() as u64;
            prop_assume!(expected < 500);
            let report = count(&mut Solver::new(Engine::Auto), &puzzle, &Config::default()).unwrap();
            prop_assert_eq!((report.solutions, report.end), (expected, End::Exhausted));
        }

        #[test]
        fn estimates_of_small_counts_are_near(puzzle in strategy::puzzle()) {
            let expected = oracle::solutions(&puzzle, 500).len() as f64;
            prop_assume!(expected < 500.0);
            let solutions = Solver::new(Engine::Auto).estimate(&puzzle, 400, 1).solutions;
            let spread = 8.0 * solutions.variance.sqrt() + 0.2 * expected + 2.0;
            prop_assert!((solutions.value - expected).abs() <= spread, "{solutions:?} {expected}");
        }
    }

    fn blank(geometry: Geometry) -> Puzzle {
        let cells = geometry.cell_count();
        Puzzle::new(geometry.into(), &vec![0; cells]).unwrap()
    }

    #[test]
    fn known_counts_that_take_too_long_to_visit() {
        let all = Config { limit: u64::MAX, ..Config::default() };
        // Latin squares of order 5 and 6, Sudoku grids of 2x3 boxes: OEIS A002860, A107739.
        for (geometry, expected) in [
            (Geometry::latin(5), 161_280),
            (Geometry::latin(6), 812_851_200),
            (Geometry::boxes(6, 2, 3), 28_200_960),
        ] {
            let report = Solver::new(Engine::Auto).count(&blank(geometry.unwrap()), &all).unwrap();
            assert_eq!((report.solutions, report.end), (expected, End::Exhausted));
        }
        let diagonals = Geometry::boxes(6, 2, 3).unwrap().with_diagonal(Diagonal::Main);
        let puzzle = blank(diagonals.with_diagonal(Diagonal::Anti));
        let counted = Solver::new(Engine::Auto).count(&puzzle, &all).unwrap();
        let visited = Solver::new(Engine::Search).count(&puzzle, &all).unwrap();
        assert_eq!((counted.solutions, counted.end), (visited.solutions, End::Exhausted));
    }
}
