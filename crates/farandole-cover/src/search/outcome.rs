//! Results of a search: counters, steps and counts.

use core::fmt;

use crate::config::End;

/// Exact counters of a search. They do not depend on the machine, and are the same if the search is interrupted
/// and continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats {
    /// Number of nodes of the search tree: the root, and one for each option tried, including the last option
    /// of a solution. This number equals the nodes of Knuth's DLX1 and DLX2.
    pub nodes: u64,
    /// Number of updates of the data structure. With bit sets, an update is the removal of an option. With
    /// dancing links, it is the removal of an option from the list of an item, or the covering of an item.
    /// DLX1 and DLX2 count at least as many, because they complete the covering even if the node is dead.
    pub updates: u64,
    /// Number of times that dancing links removed a color from an option because it was satisfied (Knuth's
    /// purification). Always 0 with bit sets.
    pub cleansings: u64,
    /// Number of solutions found.
    pub solutions: u64,
}

/// The reason why [`Search::step`](crate::Search::step) returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The search is at a solution: see [`Search::solution`](crate::Search::solution).
    Solution,
    /// The search stopped without a solution. After [`End::BudgetSpent`] and [`End::Cancelled`], the next
    /// call continues the search.
    End(End),
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Number of solutions that were counted. These are all remaining solutions only if `end` is
    /// [`End::Exhausted`].
    pub solutions: u64,
    /// The reason why the count stopped.
    pub end: End,
}

/// The error for an option that does not exist or that conflicts with a selected option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clash {
    pub(crate) option: u32,
}

impl Clash {
    /// Returns the index of the option.
    #[must_use]
    pub fn option(&self) -> u32 {
        self.option
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {} conflicts with the selected options", self.option)
    }
}

impl core::error::Error for Clash {}
