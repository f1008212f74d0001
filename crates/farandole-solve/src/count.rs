//! Counting with a memo table, for puzzles with too many solutions to visit.
//!
//! The open cells form an exact cover problem. If its subproblems repeat, each is counted once and
//! looked up afterwards, which takes a fraction of the time. If they do not repeat, a table only
//! wastes memory. A trial of bounded length distinguishes the two cases.

use crate::engine::exact_cover::open_problem;
use crate::geometry_tables::GeometryTables;
use crate::{Config, Counters, End, Report, Stage};
use farandole_cover::{self as cover, Counter};
use farandole_puzzle::ClassicPuzzle;

/// Size of the memo table in bytes, unless the memory limit is lower.
const MEMORY: u64 = 1 << 28;
/// Number of nodes of the trial. They suffice to show whether subproblems repeat, and take a
/// fraction of a second.
const TRIAL: u64 = 200_000;
/// Maximum number of table entries per hit after the trial. With fewer hits per entry, the table
/// slows the count down.
const ENTRIES_PER_HIT: u64 = 4;

/// A finished or interrupted count.
pub(crate) struct Counted {
    pub(crate) solutions: u64,
    pub(crate) end: End,
    pub(crate) counters: Counters,
}

/// Counts all solutions of a puzzle without a clash. Returns `None` if a memo table does not help.
/// A count above 64 bits ends with [`End::LimitReached`].
pub(crate) fn count(tables: &GeometryTables, puzzle: &ClassicPuzzle, config: &Config<'_>) -> Option<Counted> {
    let problem = open_problem(tables, puzzle);
    let bytes = usize::try_from(config.memory.min(MEMORY)).unwrap_or(usize::MAX);
    let mut counter = Counter::new(&problem, bytes).ok()?;
    let run = |counter: &mut Counter, budget| {
        let control = cover::Config::new().budget(budget);
        counter.run(&config.cancel.map_or(control, |cancel| control.cancel(cancel)))
    };
    let mut ending = run(&mut counter, config.budget.min(TRIAL));
    if ending == cover::End::BudgetSpent && config.budget > TRIAL {
        let stats = counter.stats();
        if stats.hits * ENTRIES_PER_HIT < stats.entries {
            return None;
        }
        ending = run(&mut counter, config.budget);
    }
    let counters = Counters { nodes: counter.stats().nodes, ..Counters::default() };
    let (solutions, end) = match ending {
        cover::End::Exhausted => match u64::try_from(counter.into_count()?) {
            Ok(solutions) => (solutions, End::Exhausted),
            Err(_) => (u64::MAX, End::LimitReached),
        },
        cover::End::Cancelled => (0, End::Cancelled),
        _ => (0, End::BudgetSpent),
    };
    Some(Counted { solutions, end, counters })
}

/// Converts the report for a blank puzzle with a fixed first row to the report for the blank
/// puzzle.
pub(crate) fn relabelled(fixed: Report, size: usize) -> Report {
    let stages = fixed.stages.with(Stage::Relabel);
    let all = (1..=size as u64).try_fold(fixed.solutions, u64::checked_mul);
    match all {
        Some(solutions) => Report { solutions, stages, ..fixed },
        None => Report { solutions: u64::MAX, end: End::LimitReached, stages, ..fixed },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry_tables::GeometryCache;
    use crate::{Engine, Solver};
    use farandole_puzzle::{Diagonal, Geometry};
    use farandole_testkit::{oracle, strategy};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn a_memo_table_counts_what_the_oracle_lists(puzzle in strategy::puzzle()) {
            prop_assume!(puzzle.clash().is_none());
            let expected = oracle::solutions(&puzzle, 500).len() as u64;
            prop_assume!(expected < 500);
            let tables = GeometryCache::default().get(puzzle.geometry());
            let counted = count(&tables, &puzzle, &Config::default()).unwrap();
            prop_assert_eq!((counted.solutions, counted.end), (expected, End::Exhausted));
        }
    }

    fn blank(geometry: Geometry) -> ClassicPuzzle {
        let cells = geometry.cell_count();
        ClassicPuzzle::new(geometry.into(), &vec![0; cells]).unwrap()
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
