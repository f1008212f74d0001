//! Run configuration: limits, cancellation and progress reports.

use core::fmt;
use core::sync::atomic::AtomicBool;

/// What a run is asked.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// Stop after this many solutions; `u64::MAX` for all of them. Default 1.
    pub limit: u64,
    /// Stop before more than this many [nodes](crate::Counters::nodes) are opened; `u64::MAX`, the default, for no bound.
    pub budget: u64,
    /// The run stops soon after this flag becomes `true`. Engines read it in every node; the `kernel` reads it at every
    /// solution or every sweep.
    pub cancel: Option<&'a AtomicBool>,
    /// About how many bytes the search may take. A puzzle whose tables need more is refused before the search. Within
    /// the budget, `search` deletes learned clauses when they would take more than is left. Default `u64::MAX`.
    pub memory: u64,
    /// The function that is told from time to time how far the run is.
    pub watcher: Option<Watcher<'a>>,
    /// Random seed of `search`. Another seed takes another way through puzzles that need learning: the set of all
    /// solutions is the same, the first one may differ. Default 0.
    pub seed: u64,
}

/// Calls a function with the [`Progress`] of a run every few thousand nodes or solutions.
#[derive(Clone, Copy)]
pub struct Watcher<'a>(pub &'a (dyn Fn(&Progress) + Sync));

impl fmt::Debug for Watcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// [`Counters::nodes`](crate::Counters::nodes) so far. The `kernel` knows its nodes only at the end; until then this is a
    /// lower bound, one less than the solutions.
    pub nodes: u64,
    /// Solutions visited so far. The first stage of `search` keeps its solutions back until it is done, so that they are not
    /// counted here before.
    pub solutions: u64,
}

impl Default for Config<'_> {
    fn default() -> Self {
        Self { limit: 1, budget: u64::MAX, cancel: None, memory: u64::MAX, watcher: None, seed: 0 }
    }
}
