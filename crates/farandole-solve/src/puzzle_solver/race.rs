//! An algorithm portfolio: several parallel searches of one puzzle.

use super::{PuzzleSolver, Route, first_by};
use crate::portfolio::{first_done, is_over};
use crate::{Config, Report, Unsupported};
use core::num::NonZeroUsize;
use farandole_csp::VariantSearch;

/// Returns the search of a thread. The first three are depth-first search, learning, and the two
/// alternating. The others are the first two with different seeds.
const fn of_thread(number: usize) -> VariantSearch {
    match number {
        2 => VariantSearch::Alternating,
        _ if number.is_multiple_of(2) => VariantSearch::DepthFirst,
        _ => VariantSearch::Learning,
    }
}

/// Number of nodes of a single search before the race begins, which take about ten milliseconds.
const ALONE: u64 = 1000;

impl PuzzleSolver {
    /// Runs [`first`](Self::first) as several parallel searches and returns the answer of the first
    /// one to finish. A classic puzzle, or a variant that consists only of houses, is searched like
    /// [`Solver::race`](crate::Solver::race). For any other variant, the searches are depth-first
    /// search, learning, the two alternating, and then the first two with different seeds. They
    /// share only a stop flag. Each has the whole node budget and an equal share of the memory. A
    /// puzzle that takes at most 1,000 nodes is solved by one thread.
    ///
    /// If the puzzle has several solutions, the returned one depends on the speed of the threads.
    /// The counters are those of the search that finished first, so they also depend on it.
    ///
    /// ```
    /// use core::num::NonZeroUsize;
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, PuzzleSolver};
    ///
    /// let solver = PuzzleSolver::new(iss::read(".Shape~6x6.AntiKing").unwrap())?;
    /// let config = Config { limit: 2000, ..Config::default() };
    /// let (first, report) = solver.race(&config, NonZeroUsize::new(2).unwrap())?;
    /// assert!(first.is_some() && report.solutions == 2000);
    /// # Ok::<(), farandole_solve::Unsupported>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn race(
        &self,
        config: &Config<'_>,
        threads: NonZeroUsize,
    ) -> Result<(Option<Vec<u8>>, Report), Unsupported> {
        let csp = match &self.route {
            Route::Classic(classic) => {
                let (grid, report) = classic.solver().race(&classic.puzzle, config, threads)?;
                return Ok((grid.map(|grid| grid.digits().to_vec()), classic.routed(report)));
            }
            Route::Csp(csp) => csp,
        };
        let alone = if threads.get() > 1 { ALONE.min(config.budget) } else { config.budget };
        let answer = first_by(csp, VariantSearch::Alternating, &Config { budget: alone, ..*config });
        if alone == config.budget || answer.1.end != crate::End::BudgetSpent {
            return Ok(answer);
        }
        let search = |number: usize, config: &Config<'_>| {
            // The first three searches differ even with the same seed.
            let seed = if number < 3 { config.seed.wrapping_sub(number as u64) } else { config.seed };
            first_by(csp, of_thread(number), &Config { seed, ..*config })
        };
        Ok(first_done(config, threads, search, |(_, report)| is_over(report.end)).unwrap_or(answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::End;
    use core::ops::ControlFlow;
    use core::sync::atomic::AtomicBool;
    use farandole_puzzle::format::iss;
    use farandole_puzzle::variant::check;

    #[test]
    fn every_search_and_every_race_counts_the_same() {
        let lines = include_str!("../../../../testdata/variants/iss.tsv").lines();
        let hard = lines.filter_map(|line| line.strip_prefix("Nabner\t")?.split('\t').next()).next().unwrap();
        for (text, expected) in [(hard, 1), (".Shape~6x6.AntiKing", 74_160)] {
            let variant = iss::read(text).unwrap();
            let solver = PuzzleSolver::new(&variant).unwrap();
            let all = Config { limit: u64::MAX, ..Config::default() };
            let mut nodes = Vec::new();
            for search in VariantSearch::ALL {
                let report = solver.run_by(search, &all, &mut |_| ControlFlow::Continue(())).unwrap();
                assert_eq!((report.solutions, report.end), (expected, End::Exhausted), "{text} {search:?}");
                nodes.push(report.counters.nodes);
            }
            assert!(nodes.iter().all(|nodes| *nodes > ALONE), "{nodes:?}");
            let seed = Config { seed: 5, ..all };
            let report =
                solver.run_by(VariantSearch::DepthFirst, &seed, &mut |_| ControlFlow::Continue(())).unwrap();
            assert_eq!((report.solutions, report.end), (expected, End::Exhausted));
            assert_ne!(report.counters.nodes, nodes[1], "a seed changes the way");
            for threads in [1, 2, 4] {
                let (first, report) = solver.race(&all, NonZeroUsize::new(threads).unwrap()).unwrap();
                assert_eq!((report.solutions, report.end), (expected, End::Exhausted), "{text} {threads}");
                assert!(check(&variant, &first.unwrap()).is_ok());
            }
        }
    }

    #[test]
    fn a_budget_and_a_flag_end_a_race() {
        let solver = PuzzleSolver::new(iss::read(".Shape~6x6.AntiKing").unwrap()).unwrap();
        let (threads, stop) = (NonZeroUsize::new(3).unwrap(), AtomicBool::new(true));
        let config = Config { limit: u64::MAX, budget: ALONE + 5, ..Config::default() };
        let (_, report) = solver.race(&config, threads).unwrap();
        assert_eq!((report.end, report.counters.nodes), (End::BudgetSpent, ALONE + 5));
        let (_, report) = solver.race(&Config { cancel: Some(&stop), ..config }, threads).unwrap();
        assert_eq!(report.end, End::Cancelled);
    }
}
