//! An algorithm portfolio: several threads search one hard puzzle, each with its own random seed.
//!
//! Source: Gomes, Selman, "Algorithm portfolios", Artificial Intelligence 126 (2001).

use crate::{Config, End, Report, Solver, Unsupported};
use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use farandole_puzzle::{ClassicPuzzle, Grid};
use farandole_search::RACER_NAME;
use std::thread;

/// Number of nodes of the first thread before the others start. Most puzzles are solved within it,
/// faster than threads can be started.
const ALONE: u64 = 10_000;
/// Interval between two polls of the caller's stop flag.
const POLL_EVERY: Duration = Duration::from_millis(5);

impl Solver {
    /// Runs [`first`](Self::first) as several parallel searches and returns the answer of the first
    /// one to finish. Their [seeds](Config::seed) are consecutive, starting at the requested one.
    /// They share only a stop flag. Each has the whole node budget and an equal share of the
    /// memory. Only the `search` engine depends on the seed. Every other engine runs on one thread,
    /// and so does a puzzle that is solved within 10,000 nodes.
    ///
    /// If the puzzle has several solutions, the returned one depends on the speed of the threads.
    /// The counters are those of the search that finished first, so they also depend on it.
    ///
    /// # Errors
    /// Returns an error if the engine does not accept the puzzle, or if it needs more memory than
    /// the limit allows.
    pub fn race(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
        threads: NonZeroUsize,
    ) -> Result<(Option<Grid>, Report), Unsupported> {
        let alone = if threads.get() > 1 { ALONE.min(config.budget) } else { config.budget };
        let answer = self.first(puzzle, &Config { budget: alone, ..*config })?;
        let (_, report) = &answer;
        let is_done = report.end != End::BudgetSpent || alone == config.budget;
        if is_done || !report.plan.depends_on_seed() {
            return if is_done { Ok(answer) } else { self.first(puzzle, config) };
        }
        let engine = self.engine();
        let answer = first_done(
            config,
            threads,
            |_, config| Self::new(engine).first(puzzle, config),
            |answer| answer.as_ref().is_ok_and(|(_, report)| is_over(report.end)),
        );
        answer.unwrap_or_else(|| self.first(puzzle, config))
    }
}

/// Returns true if the search finished.
pub(crate) const fn is_over(end: End) -> bool {
    matches!(end, End::Exhausted | End::LimitReached)
}

/// Runs parallel searches with consecutive seeds and equal shares of the memory, and stops the
/// others when one finishes. Returns the answer of that search, or of the first thread if none
/// finishes.
pub(crate) fn first_done<A: Send>(
    config: &Config<'_>,
    threads: NonZeroUsize,
    search: impl Fn(usize, &Config<'_>) -> A + Sync,
    is_done: impl Fn(&A) -> bool + Sync,
) -> Option<A> {
    let stop = AtomicBool::new(false);
    let memory = if config.memory == u64::MAX { u64::MAX } else { config.memory / threads.get() as u64 };
    let race = |number: usize| {
        let seed = config.seed.wrapping_add(number as u64);
        let watcher = config.watcher.filter(|_| number == 0);
        let answer = search(number, &Config { cancel: Some(&stop), memory, watcher, seed, ..*config });
        // If two searches finish, the first one gives the answer.
        let is_first = is_done(&answer) && !stop.swap(true, Ordering::Relaxed);
        (is_first, answer)
    };
    thread::scope(|scope| {
        let race = &race;
        let start = |number| {
            let named = thread::Builder::new().name(RACER_NAME.to_owned());
            named.spawn_scoped(scope, move || race(number)).expect("the system starts another thread")
        };
        let runners: Vec<_> = (0..threads.get()).map(start).collect();
        while runners.iter().any(|runner| !runner.is_finished()) {
            if config.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                stop.store(true, Ordering::Relaxed);
            }
            thread::sleep(POLL_EVERY);
        }
        let answers = runners.into_iter().map(|runner| match runner.join() {
            Ok(answer) => answer,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let mut rest = None;
        for (is_first, answer) in answers {
            if is_first {
                return Some(answer);
            }
            rest.get_or_insert(answer);
        }
        rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use farandole_puzzle::check::check;
    use farandole_puzzle::{ClassicPuzzle, Geometry};
    use farandole_testkit::{Random, random};

    fn hard() -> ClassicPuzzle {
        // A blank jigsaw needs learning, and more nodes than one search gets before the race.
        let map = random::jigsaw(11, 4000, &mut Random::new(4));
        ClassicPuzzle::new(Geometry::irregular(11, &map).unwrap().into(), &[0; 121]).unwrap()
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
        let puzzle = ClassicPuzzle::new(blank.geometry().clone(), &givens).unwrap();
        let stop = AtomicBool::new(true);
        let config = Config { limit: u64::MAX, cancel: Some(&stop), ..Config::default() };
        let (_, report) = Solver::new(Engine::Search).race(&puzzle, &config, threads).unwrap();
        assert_eq!(report.end, End::Cancelled);
        let config = Config { limit: u64::MAX, budget: ALONE + 5, ..Config::default() };
        let (_, report) = Solver::new(Engine::Search).race(&puzzle, &config, threads).unwrap();
        assert_eq!((report.end, report.counters.nodes), (End::BudgetSpent, ALONE + 5));
    }
}
