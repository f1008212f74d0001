//! Counting by two algorithms at once: memoization of subproblems, and the search that visits every
//! solution.
//!
//! If subproblems repeat, as on boards with many solutions, memoization can be faster by any factor.
//! Otherwise it is slower by a factor of about ten, because it looks up every subproblem. The only way to
//! find out which case holds is to run both. They run in turns of about equal cost, and at the same time if
//! there are two threads. The race ends when one of them has finished, or when the rest of the search is
//! estimated to be short. Work is counted in nodes, never in time, so that every run makes the same
//! decisions.
//!
//! The estimate extrapolates from the finished share of the tree, under the assumption that all branches of
//! an item are equally large. If the tree is lopsided, the estimate is wrong, and the race may end too early
//! or too late. On Knuth's files, the race takes at most 1.86 times as long as the better algorithm alone
//! (docs/experiments/2026-11-22-bounds.md).
//!
//! Source: A. Karlin, M. Manasse, L. Rudolph, D. Sleator, Competitive snoopy caching, Algorithmica 3, 1988, for
//! the ski rental problem, which has an algorithm with at most twice the optimal cost.

use num_bigint::BigUint;
use std::thread;

use crate::config::{Config, End};
use crate::count::counter::Counter;
use crate::count::memo::MemoStats;
use crate::search::outcome::Stats;
use crate::search::position::Position;
use crate::search::solver::Search;

/// Cost of a node of the memoization, in nodes of the search.
// A node of the memoization is more expensive, because it looks up a whole set of options.
const MEMO_NODE_COST: u64 = 4;
/// Number of nodes of the search before memoization begins. Small problems are finished by then.
const SEARCH_FIRST: u64 = 1 << 14;
/// Number of nodes of the memoization in the first turn.
// The first turn is short, because it may be wasted.
const FIRST_TURN: u64 = 1 << 11;
/// Maximum number of nodes of the memoization in a turn. It bounds the time until the next decision.
const MAX_TURN: u64 = 1 << 17;
/// Number of nodes of the memoization after which the race may end because of too few hits.
// Fewer nodes do not show if subproblems repeat, because the first subproblems are always new.
const TRIAL_NODES: u64 = 1 << 17;
/// Number of entries of the memo table per hit above which the race ends after [`TRIAL_NODES`].
// With fewer hits, looking up every subproblem costs more than the hits save.
const MIN_HIT_SHARE: u64 = 64;
/// Number of entries of the memo table per hit above which subproblems are considered to repeat rarely.
const LOW_HIT_SHARE: u64 = 4;

/// The result of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Race {
    /// Memoization has counted all solutions.
    Memo {
        /// The number of solutions.
        count: BigUint,
        /// Number of nodes of the memoization.
        nodes: u64,
    },
    /// The search has ended, or is estimated to end soon. Continue it from this position, which may be the end.
    Search {
        /// The position of the search.
        position: Position,
        /// The counters of the search.
        stats: Stats,
    },
}

/// Counts by memoization and by a search at once, until one of them has finished or the search alone is the
/// better choice. `counter` and `search` must belong to the same problem, and `search` must be at its start.
/// `threads` is the number of threads that the search could use after the race; the race itself uses at most
/// two. `watch` is called between turns.
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
    // The search runs alone first, so small problems pay nothing for the race.
    let mut search_ended = search.count(u64::MAX, &Config::new().budget(SEARCH_FIRST)).end == End::Exhausted;
    // The counter may have run before. The nodes of that run count toward its budget, but not as a turn.
    let mut memo = counter.stats().nodes;
    let mut visited = SEARCH_FIRST;
    while !search_ended && !is_short(&search, counter.stats(), threads) {
        // Turns grow in proportion to the work so far, so that the last turn is never most of the work.
        let turn = (memo / 2).clamp(FIRST_TURN, MAX_TURN);
        memo += turn;
        visited += turn * MEMO_NODE_COST;
        let mut run_memo = || counter.run(&Config::new().budget(memo)) == End::Exhausted;
        let mut run_search = || search.count(u64::MAX, &Config::new().budget(visited)).end == End::Exhausted;
        let memo_ended;
        if threads > 1 {
            // Both algorithms complete their turns, even if the other one has already finished, so that the
            // result does not depend on timing.
            (memo_ended, search_ended) = thread::scope(|scope| {
                let run_memo = scope.spawn(&mut run_memo);
                let search_ended = run_search();
                (run_memo.join().unwrap_or(false), search_ended)
            });
        } else {
            (memo_ended, search_ended) = (run_memo(), run_search());
        }
        if memo_ended {
            let nodes = counter.stats().nodes;
            // The result of the memoization is exact and does not depend on the progress of the search.
            if let Some(count) = counter.into_count() {
                return Race::Memo { count, nodes };
            }
            break;
        }
        watch(counter.stats(), &search);
    }
    Race::Search { position: search.position(), stats: search.stats() }
}

/// Returns true if the rest of the search is estimated to be short compared with the cost of the memoization so
/// far, or if subproblems do not repeat.
fn is_short(search: &Search, memo: MemoStats, threads: usize) -> bool {
    if memo.nodes >= TRIAL_NODES && memo.hits * MIN_HIT_SHARE < memo.entries {
        return true;
    }
    let remaining = search.position().remaining();
    // The number of remaining nodes, extrapolated from the nodes visited so far.
    let left = search.stats().nodes as f64 * remaining / (1.0 - remaining).max(f64::MIN_POSITIVE);
    // The rest of the search may cost this multiple of the cost of memoization: 0.5 on one thread, 2 on two
    // threads, and less on more threads, because a search on all of them would have lost less time in the
    // race.
    let share = match threads {
        0 | 1 => 0.5,
        more => 2.0 / (more - 1) as f64,
    };
    // If few subproblems repeat, memoization is unlikely to end first.
    let share = if memo.hits * LOW_HIT_SHARE < memo.entries { 4.0 * share } else { share };
    // The ski rental rule: stop memoization when the rest of the search costs no more than a fixed share of
    // what memoization has cost so far.
    left <= share * (memo.nodes * MEMO_NODE_COST) as f64
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

    /// Returns the count of a race, and finishes the search if that is the better choice.
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
    fn races_give_the_known_counts_on_any_number_of_threads() {
        for threads in [1, 2, 8] {
            assert_eq!(count(&generate::dominoes(8, 8).unwrap(), threads), 12_988_816_u32.into());
            assert_eq!(count(&generate::queens(10).unwrap(), threads), 724_u32.into());
            assert_eq!(count(&generate::polyominoes(5, 3, 20).unwrap(), threads), 8_u32.into());
            assert_eq!(count(&generate::langford(8).unwrap(), threads), 300_u32.into());
            assert_eq!(count(&generate::dominoes(3, 3).unwrap(), threads), BigUint::ZERO);
        }
    }

    #[test]
    fn a_race_is_deterministic() {
        let pieces = generate::polyominoes(5, 4, 15).unwrap();
        let first = run(&pieces, 2);
        assert!(matches!(&first, Race::Search { stats, .. } if stats.nodes < 2_000_000), "{first:?}");
        assert_eq!(run(&pieces, 2), first);
        let board = generate::dominoes(12, 12).unwrap();
        assert!(matches!(run(&board, 1), Race::Memo { nodes, .. } if nodes < 200_000));
    }
}
