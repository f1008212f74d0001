//! Counting by two algorithms at once: memoization of subproblems, and the search that visits every solution.
//!
//! Where subproblems repeat, as on boards with many solutions, memoization is quicker by any factor. Where they do not, it
//! is slower by a factor of about ten, for it looks up every subproblem. Which holds shows only while both run. They take
//! turns of equal work, on two threads if there are as many, until one of them has ended, or the rest of the search is
//! estimated to be short. Work is counted in nodes, never in time, so that every run decides alike.
//!
//! The estimate takes the share of the tree that is done, each branch of an item weighted alike. It is trusted only when the
//! search has done a good part of the tree.
//!
//! Source: the ski rental problem: A. Karlin, M. Manasse, L. Rudolph, D. Sleator, Competitive snoopy caching, Algorithmica 3,
//! 1988, for the bound of two.

use num_bigint::BigUint;
use std::thread;

use crate::config::{Config, End};
use crate::count::counter::Counter;
use crate::count::memo::MemoStats;
use crate::search::outcome::Stats;
use crate::search::position::Position;
use crate::search::solver::Search;

/// Nodes of the search that take as long as one of the memoization.
const RATIO: u64 = 4;
/// Nodes of the search before memoization begins.
const ALONE: u64 = 1 << 14;
/// Nodes of the memoization in the first turn, and most of them in one turn.
const TURN: u64 = 1 << 11;
const MOST_TURN: u64 = 1 << 17;
/// Nodes after which it shows whether subproblems repeat.
const TRIAL: u64 = 1 << 17;
/// Memoization pays from one subproblem in so many that is known already.
const WORTH: u64 = 64;
/// Fewer than one known subproblem in so many are few.
const FEW: u64 = 4;

/// What came of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Race {
    /// Memoization has counted all solutions.
    Memo {
        /// The number of solutions.
        count: BigUint,
        /// Nodes of the memoization.
        nodes: u64,
    },
    /// The search is done, or will be soon: it has to continue from this position, at which it may have ended.
    Search {
        /// Where the search stands.
        position: Position,
        /// Its counters.
        stats: Stats,
    },
}

/// Counts by memoization and by a search at once, until one has ended or the search is the better choice. Both must
/// belong to the same problem, and the search must be at its start. `threads` is how many the search would have for itself.
/// `watch` is called between turns.
///
/// ```
/// use farandole_cover::{Counter, Race, Search, generate, race};
///
/// let problem = generate::dominoes(12, 12)?;
/// let (counter, search) = (Counter::new(&problem, 1 << 26)?, Search::new(&problem)?);
/// let Race::Memo { count, .. } = race(counter, search, 2, |_, _| {}) else { panic!("boards repeat") };
/// assert_eq!(count.to_string(), "53060477521960000");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn race(
    mut counter: Counter,
    mut search: Search,
    threads: usize,
    mut watch: impl FnMut(MemoStats, &Search),
) -> Race {
    let mut ended = search.count(u64::MAX, &Config::new().budget(ALONE)).end == End::Exhausted;
    // Entries of an earlier run are known from the start.
    let mut memo = counter.stats().nodes;
    let mut visited = ALONE;
    while !ended && !is_short(&search, counter.stats(), threads) {
        let turn = (memo / 2).clamp(TURN, MOST_TURN);
        memo += turn;
        visited += turn * RATIO;
        let mut remember = || counter.run(&Config::new().budget(memo)) == End::Exhausted;
        let mut visit = || search.count(u64::MAX, &Config::new().budget(visited)).end == End::Exhausted;
        let remembered;
        if threads > 1 {
            (remembered, ended) = thread::scope(|scope| {
                let remember = scope.spawn(&mut remember);
                let ended = visit();
                (remember.join().unwrap_or(false), ended)
            });
        } else {
            (remembered, ended) = (remember(), visit());
        }
        if remembered {
            let nodes = counter.stats().nodes;
            if let Some(count) = counter.into_count() {
                return Race::Memo { count, nodes };
            }
            break;
        }
        watch(counter.stats(), &search);
    }
    Race::Search { position: search.position(), stats: search.stats() }
}

/// Whether the search alone would be done soon, compared with what the memoization has cost.
fn is_short(search: &Search, memo: MemoStats, threads: usize) -> bool {
    if memo.nodes >= TRIAL && memo.hits * WORTH < memo.entries {
        return true;
    }
    let remaining = search.position().remaining();
    let left = search.stats().nodes as f64 * remaining / (1.0 - remaining).max(f64::MIN_POSITIVE);
    // With more threads the search alone would have lost less by then.
    let share = match threads {
        0 | 1 => 0.5,
        more => 2.0 / (more - 1) as f64,
    };
    // Where few subproblems repeat, memoization is unlikely to end first.
    let share = if memo.hits * FEW < memo.entries { 4.0 * share } else { share };
    left <= share * (memo.nodes * RATIO) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::model::problem::Problem;

    fn run(problem: &Problem, threads: usize) -> Race {
        let counter = Counter::new(problem, 1 << 28).unwrap();
        race(counter, Search::new(problem).unwrap(), threads, |_, _| {})
    }

    /// The count of a race, with the rest of the search where it is the better choice.
    fn count(problem: &Problem, threads: usize) -> BigUint {
        match run(problem, threads) {
            Race::Memo { count, .. } => count,
            Race::Search { position, stats } => {
                let mut search = Search::new(problem).unwrap();
                search.enter(&position).unwrap();
                (stats.solutions + search.count(u64::MAX, &Config::new()).solutions).into()
            }
        }
    }

    #[test]
    fn both_ways_give_the_known_counts_on_any_number_of_threads() {
        for threads in [1, 2, 8] {
            assert_eq!(count(&generate::dominoes(8, 8).unwrap(), threads), 12_988_816_u32.into());
            assert_eq!(count(&generate::queens(10).unwrap(), threads), 724_u32.into());
            assert_eq!(count(&generate::polyominoes(5, 3, 20).unwrap(), threads), 8_u32.into());
            assert_eq!(count(&generate::langford(8).unwrap(), threads), 300_u32.into());
            assert_eq!(count(&generate::dominoes(3, 3).unwrap(), threads), BigUint::ZERO);
        }
    }

    #[test]
    fn a_race_decides_alike_each_time() {
        let pieces = generate::polyominoes(5, 4, 15).unwrap();
        let first = run(&pieces, 2);
        assert!(matches!(&first, Race::Search { stats, .. } if stats.nodes < 2_000_000), "{first:?}");
        assert_eq!(run(&pieces, 2), first);
        let board = generate::dominoes(12, 12).unwrap();
        assert!(matches!(run(&board, 1), Race::Memo { nodes, .. } if nodes < 200_000));
    }
}
