//! What a search is told, and what it answers.

use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::model::problem::Problem;

/// Exact counters of a search. They do not depend on the machine, nor on how often the search was held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats {
    /// Nodes of the search tree: the root and one for each option tried, so that a solution is a node too.
    /// Equal to the nodes of Knuth's DLX1 and DLX2.
    pub nodes: u64,
    /// With dancing links, removals of an option from an item's list, and coverings of an item: never more than
    /// DLX1 and DLX2 make, which go on with a node that has died already. With bit sets, removals of an option.
    pub updates: u64,
    /// Removals of a satisfied color from an option; none with bit sets.
    pub cleansings: u64,
    /// Solutions met.
    pub solutions: u64,
}

/// When to hold a search that has not ended: after so many nodes, or when told to.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use farandole_cover::Control;
///
/// let stop = AtomicBool::new(false);
/// let control = Control::new().budget(1_000_000).cancel(&stop);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Control<'a> {
    budget: Option<u64>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Control<'a> {
    /// No budget, never cancelled.
    #[must_use]
    pub const fn new() -> Self {
        Self { budget: None, cancel: None }
    }

    /// Holds the search once [`Stats::nodes`] has reached `nodes`.
    #[must_use]
    pub const fn budget(mut self, nodes: u64) -> Self {
        self.budget = Some(nodes);
        self
    }

    /// Whether so many nodes are as many as allowed.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        self.budget.is_some_and(|budget| nodes >= budget)
    }

    /// The same, but up to `nodes` nodes, and no more than the budget leaves besides `others`.
    pub(crate) fn up_to(&self, nodes: u64, others: u64) -> Self {
        let left = self.budget.map_or(u64::MAX, |budget| budget.saturating_sub(others));
        Self { budget: Some(nodes.min(left)), ..*self }
    }

    /// Whether the flag is set.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Holds the search at the next node after the flag was set.
    #[must_use]
    pub const fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }
}

/// Where [`Search::step`](crate::Search::step) stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// At a solution: see [`Search::solution`](crate::Search::solution).
    Solution,
    /// At the end: there are no further solutions.
    End,
    /// The budget is spent. With a larger one the search goes on where it stopped.
    BudgetSpent,
    /// The flag was set. The search goes on where it stopped when asked again.
    Cancelled,
}

/// Why a count is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Everything was searched: the answer is exact.
    Complete,
    /// The limit was reached: there are at least as many.
    Limit,
    /// The budget was spent before the answer was known.
    BudgetSpent,
    /// The search was cancelled before the answer was known.
    Cancelled,
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Solutions counted; all of them only if `ending` is [`Ending::Complete`].
    pub solutions: u64,
    /// Why the count stopped.
    pub ending: Ending,
}

/// The answer to a search for the fewest options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fewest {
    /// The best solution met, as option numbers in order of choice: the first one with that few options.
    pub best: Option<Vec<u32>>,
    /// [`Ending::Complete`]: `best` has the fewest options possible, and if it is `None` no solution has as few
    /// as allowed. Otherwise there may be a better one, or one at all.
    pub ending: Ending,
}

/// Why a search can't be made for a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    kind: UnsupportedKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum UnsupportedKind {
    Multiplicities,
    TooLarge,
}

impl Unsupported {
    pub(crate) const TOO_LARGE: Self = Self { kind: UnsupportedKind::TooLarge };
    pub(crate) const MULTIPLICITIES: Self = Self { kind: UnsupportedKind::Multiplicities };

    /// Refuses problems that [`Bits`] can't hold.
    pub(crate) fn check_bits(problem: &Problem) -> Result<(), Self> {
        if problem.has_multiplicities() {
            return Err(Self::MULTIPLICITIES);
        }
        Self::check_size(problem)
    }

    pub(crate) fn check_size(problem: &Problem) -> Result<(), Self> {
        let options = u64::from(problem.options());
        if options >= u64::from(u16::MAX) || problem.primary_items() >= u32::from(u16::MAX) {
            return Err(Self::TOO_LARGE);
        }
        Ok(())
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            UnsupportedKind::Multiplicities => "this method is not for multiplicities",
            UnsupportedKind::TooLarge => "too large for bit sets",
        })
    }
}

impl core::error::Error for Unsupported {}

/// An option can't be chosen beside the ones selected before it, or does not exist.
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
