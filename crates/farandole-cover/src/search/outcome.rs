//! Results of a search: counters, steps and counts.

use core::fmt;

use crate::config::End;

/// Exact counters of a search. They do not depend on the machine, nor on interruptions of the
/// search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats {
    /// Number of nodes of the search tree: the root, and one for each option tried, so that a
    /// solution is a node. Equal to the nodes of Knuth's DLX1 and DLX2.
    pub nodes: u64,
    /// With dancing links: removals of an option from the list of an item, and coverings of an
    /// item. There are never more than in DLX1 and DLX2, which finish the covering of a dead node.
    /// With bit sets: removals of an option.
    pub updates: u64,
    /// Number of removals of a satisfied color from an option. Always 0 with bit sets.
    pub cleansings: u64,
    /// Number of solutions found.
    pub solutions: u64,
}

/// The reason why [`Search::step`](crate::Search::step) returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The search is at a solution: see [`Search::solution`](crate::Search::solution).
    Solution,
    /// The search is between solutions. After [`End::BudgetSpent`] and [`End::Cancelled`] the next
    /// call continues from there.
    End(End),
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Number of solutions counted; all of them only if `end` is [`End::Exhausted`].
    pub solutions: u64,
    /// The reason why the count stopped.
    pub end: End,
}

/// The error for an option that does not exist, or conflicts with the selected options.
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
