//! How a search ended and how much work it did.

use core::ops::AddAssign;

/// Exact counts of the work done. The same engine, puzzle and [`Config`](crate::Config) always give the same counts, unless
/// the run was cancelled. For a puzzle with a clash, which no engine searches, all are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// What [`Config::budget`](crate::Config::budget) bounds: nodes of the search tree, that is the root and one for each choice
    /// tried. A puzzle solved without any choice has 1. `search` has one root for each of its stages.
    /// The `kernel` counts guesses instead, so that such a puzzle has 0.
    pub nodes: u64,
    /// Choices tried while another one was left in the same place, so that they could be wrong. `None` for `dlx`, which does
    /// not count them.
    pub guesses: Option<u64>,
    /// Contradictions: nodes in which a cell had no candidate, or a digit no place in a house of N cells. `None` for
    /// `dlx`.
    pub dead_ends: Option<u64>,
    /// The engine's unit of work inside a node. `dfs` and `prune`: digits placed. `dlx`: removals of an option from a
    /// list. `kernel`: half sweeps over the grid. `search`: digits placed and literals assigned.
    pub updates: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.guesses = self.guesses.zip(more.guesses).map(|(one, other)| one + other);
        self.dead_ends = self.dead_ends.zip(more.dead_ends).map(|(one, other)| one + other);
        self.updates += more.updates;
    }
}

/// Why a run stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The whole search tree was searched: the count is exact.
    Exhausted,
    /// [`Config::limit`](crate::Config::limit) solutions were found; there may be more.
    LimitReached,
    /// [`Config::budget`](crate::Config::budget) was spent; there may be more solutions than were found.
    BudgetSpent,
    /// [`Config::cancel`](crate::Config::cancel) was set.
    Cancelled,
    /// The visitor asked to stop.
    Stopped,
}
