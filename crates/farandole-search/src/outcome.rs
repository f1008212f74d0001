//! The end and the cost of a search.

use core::ops::AddAssign;

/// Exact counts of the work done. The same engine, puzzle and [`Config`](crate::Config) always give
/// the same counts, unless the run was cancelled. All are zero for a puzzle with a clash, because
/// no engine searches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Number of nodes of the search tree, limited by [`Config::budget`](crate::Config::budget):
    /// the root, and one node for each choice tried. A puzzle solved without any choice has 1.
    /// `search` has one root for each of its stages. The `kernel` counts guesses instead, so such a
    /// puzzle has 0.
    pub nodes: u64,
    /// Number of choices that could be wrong, because another choice remained at the same branch. `None` for
    /// `dlx`, which does not count them.
    pub guesses: Option<u64>,
    /// Number of contradictions: nodes in which a cell had no candidate, or a digit had no cell
    /// left in a house of N cells. `None` for `dlx`.
    pub dead_ends: Option<u64>,
    /// The engine's unit of work within a node. `dfs` and `prune`: digits placed. `dlx`: removals
    /// of an option from a list. `kernel`: half sweeps over the grid. `search`: digits placed and
    /// literals assigned.
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

/// The reason why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The whole search tree was searched, so the count is exact.
    Exhausted,
    /// [`Config::limit`](crate::Config::limit) solutions were found; there may be more.
    LimitReached,
    /// [`Config::budget`](crate::Config::budget) was spent; there may be more solutions.
    BudgetSpent,
    /// [`Config::cancel`](crate::Config::cancel) was set.
    Cancelled,
    /// The visitor returned `Break`.
    Stopped,
}
