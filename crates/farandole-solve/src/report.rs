//! What a run is asked for and what it answers.

use crate::Route;
use core::fmt;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::Clash;

/// How far a run may go.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// Stop after this many solutions; `u64::MAX` for all of them. Default 1.
    pub limit: u64,
    /// Stop before opening more than this many [nodes](Counters::nodes); `u64::MAX`, the default, for no bound.
    pub budget: u64,
    /// Stop soon after this becomes `true` (looked at in every node).
    pub cancel: Option<&'a AtomicBool>,
    /// About how many bytes the search may take. What it can't do without is known beforehand, and a puzzle that
    /// needs more is refused; when the rest is full, `search` forgets more of what it learned. Default `u64::MAX`.
    pub memory: u64,
    /// Who hears from time to time how far the run is.
    pub watcher: Option<Watcher<'a>>,
    /// Another number, another way through the hard puzzles that `search` must learn from. The set of all solutions is
    /// the same, which one comes first may differ. Default 0.
    pub seed: u64,
}

/// Calls a function with the [`Progress`] of a run every some thousand nodes.
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
    /// [`Counters::nodes`] so far.
    pub nodes: u64,
    /// Solutions handed out so far; the first stage of `search` holds its own back until it is done.
    pub solutions: u64,
}

impl Default for Config<'_> {
    fn default() -> Self {
        Self { limit: 1, budget: u64::MAX, cancel: None, memory: u64::MAX, watcher: None, seed: 0 }
    }
}

/// Exact counts of the work done. The same engine, puzzle and [`Config`] always give the same counts, unless
/// the run was cancelled. Puzzles with a clash, which no engine sees, have zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// What [`Config::budget`] counts: states of the search that were opened, that is the root and one for each
    /// choice tried. A puzzle solved without any choice has 1. `search` has a root for each
    /// of its stages. In the `kernel` a node is a guess, so such a
    /// puzzle has 0.
    pub nodes: u64,
    /// Choices tried while others remained in the same place, so that they could be wrong. `dlx` does not tell.
    pub guesses: Option<u64>,
    /// States found to lead nowhere: a cell without candidates, or a digit without a place in a full house.
    /// `dlx` does not tell.
    pub dead_ends: Option<u64>,
    /// The engine's unit of work inside nodes. `dfs` and `prune`: digits placed. `dlx`: removals of an option from a list. `kernel`: half sweeps over the grid. `search`:
    /// digits placed, and literals made true.
    pub updates: u64,
}

/// Why a run stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every solution was seen: the count is exact.
    Exhausted,
    /// [`Config::limit`] solutions were seen; there may be more.
    LimitReached,
    /// [`Config::budget`] was spent; there may be more solutions, or any at all.
    BudgetSpent,
    /// [`Config::cancel`] was set.
    Cancelled,
    /// The visitor asked to stop.
    Stopped,
}

/// The answer to a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many solutions were seen.
    pub solutions: u64,
    /// Why the run stopped.
    pub end: End,
    /// What it cost.
    pub counters: Counters,
    /// The engine that ran, and why it.
    pub route: Route,
    /// A contradiction that was visible without search; then there are no solutions and no engine ran.
    pub clash: Option<Clash>,
}
