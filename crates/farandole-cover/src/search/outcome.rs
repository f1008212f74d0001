//! Results of a search: counters, steps and counts.

use core::fmt;

use crate::config::End;

/// Exact counters of a search. They do not depend on the machine, nor on how often the search was stopped and
/// continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats {
    /// Nodes of the search tree: the root, and one for each option tried, so a solution is a node
    /// too. Equal to the nodes of Knuth's DLX1 and DLX2.
    pub nodes: u64,
    /// With dancing links: removals of an option from an item's list, and coverings of an item.
    /// There are never more than in DLX1 and DLX2, which finish the covering of a dead node. With
    /// bit sets: removals of an option.
    pub updates: u64,
    /// Removals of a satisfied color from an option. Always 0 with bit sets.
    pub cleansings: u64,
    /// Solutions found.
    pub solutions: u64,
}

/// Where [`Search::step`](crate::Search::step) stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// At a solution: see [`Search::solution`](crate::Search::solution).
    Solution,
    /// Between solutions. After [`End::BudgetSpent`] and [`End::Cancelled`] the search continues
    /// from there when it is asked again.
    End(End),
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Solutions counted; all of them only if `end` is [`End::Exhausted`].
    pub solutions: u64,
    /// Why the count stopped.
    pub end: End,
}

/// An option conflicts with the options selected before it, or does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clash {
    pub(crate) option: u32,
}

impl Clash {
    /// The option asked for.
    #[must_use]
    pub fn option(&self) -> u32 {
        self.option
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {} clashes with those selected before", self.option)
    }
}

impl core::error::Error for Clash {}
