//! One hard puzzle on several threads, each searching in its own way.

use crate::{Config, End, Engine, Report, Solver, Unsupported};
use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use farandole_puzzle::{Grid, Puzzle};
use std::thread;

/// Nodes on one thread before there are more: puzzles that are decided by then are not worth a thread.
const ALONE: u64 = 10_000;
/// How often it is looked whether the caller wants to stop.
const GLANCE: Duration = Duration::from_millis(5);

impl Solver {
    /// [`first`](Self::first) by several searches at once, from which the first one that is done answers. They have
    /// [seeds](Config::seed) from the one asked for upward and share nothing but the word to stop; each has the whole
    /// budget of nodes and its part of the memory. Only the `search` engine has different ways to go; any
    /// other searches alone, and so do puzzles that are decided in 10,000 nodes.
    ///
    /// Which solution of several is found, and the counters, which are those of the search that answered, depend on
    /// how quick the threads are.
    ///
    /// # Errors
    /// If the engine can't take such a puzzle.
    pub fn race(
        &mut self,
        puzzle: &Puzzle,
        config: &Config<'_>,
        threads: NonZeroUsize,
    ) -> Result<(Option<Grid>, Report), Unsupported> {
        let alone = if threads.get() > 1 { ALONE.min(config.budget) } else { config.budget };
        let answer = self.first(puzzle, &Config { budget: alone, ..*config })?;
        let (_, report) = &answer;
        let is_done = report.end != End::BudgetSpent || alone == config.budget;
        if is_done || report.route.engine != Engine::Search {
            return if is_done { Ok(answer) } else { self.first(puzzle, config) };
        }
        let (engine, stop) = (self.engine(), AtomicBool::new(false));
        let memory = if config.memory == u64::MAX { u64::MAX } else { config.memory / threads.get() as u64 };
        let race = |number: usize| {
            let seed = config.seed.wrapping_add(number as u64);
            let watcher = config.watcher.filter(|_| number == 0);
            let config = Config { cancel: Some(&stop), memory, watcher, seed, ..*config };
            let answer = Self::new(engine).first(puzzle, &config);
            if matches!(&answer, Ok((_, report)) if matches!(report.end, End::Exhausted | End::LimitReached))
            {
                // Of two that are done, the first one answers.
                let is_first = !stop.swap(true, Ordering::Relaxed);
                return (is_first, answer);
            }
            (false, answer)
        };
        thread::scope(|scope| {
            let race = &race;
            let runners: Vec<_> =
                (0..threads.get()).map(|number| scope.spawn(move || race(number))).collect();
            while runners.iter().any(|runner| !runner.is_finished()) {
                if config.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                    stop.store(true, Ordering::Relaxed);
                }
                thread::sleep(GLANCE);
            }
            let answers = runners.into_iter().map(|runner| match runner.join() {
                Ok(answer) => answer,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // Without a winner all ran out of budget, were cancelled, or can't take the puzzle.
            let mut rest = None;
            for (is_first, answer) in answers {
                if is_first {
                    return answer;
                }
                rest.get_or_insert(answer);
            }
            rest.unwrap_or_else(|| self.first(puzzle, config))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::check::check;
    use farandole_puzzle::{Geometry, Puzzle};
    use farandole_testkit::{Random, random};

    fn hard() -> Puzzle {
        // A blank jigsaw needs learning, and more nodes than one search gets before the race.
        let map = random::jigsaw(11, 4000, &mut Random::new(4));
        Puzzle::new(Geometry::irregular(11, &map).unwrap().into(), &[0; 121]).unwrap()
    }

    #[test]
    fn a_race_answers_as_one_search_does() {
        let (puzzle, threads) = (hard(), NonZeroUsize::new(3).unwrap());
        for limit in [1, 2] {
            let config = Config { limit, ..Config::default() };
            let (grid, report) = Solver::new(Engine::Search).race(&puzzle, &config, threads).unwrap();
            let (alone, expected) = Solver::new(Engine::Search).first(&puzzle, &config).unwrap();
            assert_eq!((report.solutions, report.end), (expected.solutions, expected.end));
            assert_eq!(grid.is_some(), alone.is_some());
            assert!(grid.is_none_or(|grid| check(&puzzle, grid.digits()).is_ok()));
        }
    }

    #[test]
    fn cancel_and_budget_end_a_race() {
        let (blank, threads) = (hard(), NonZeroUsize::new(2).unwrap());
        let mut givens = [0; 121];
        givens[60] = 1;
        let puzzle = Puzzle::new(blank.geometry().clone(), &givens).unwrap();
        let stop = AtomicBool::new(true);
        let config = Config { limit: u64::MAX, cancel: Some(&stop), ..Config::default() };
        let (_, report) = Solver::new(Engine::Search).race(&puzzle, &config, threads).unwrap();
        assert_eq!(report.end, End::Cancelled);
        let config = Config { limit: u64::MAX, budget: ALONE + 5, ..Config::default() };
        let (_, report) = Solver::new(Engine::Search).race(&puzzle, &config, threads).unwrap();
        assert_eq!((report.end, report.counters.nodes), (End::BudgetSpent, ALONE + 5));
    }
}
