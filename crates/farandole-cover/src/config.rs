//! The limits of a run ([`Config`]), and the reason why it stopped ([`End`]).

use core::sync::atomic::{AtomicBool, Ordering};

/// Limits of a run: a budget in nodes, and a flag that cancels the run. Both are optional.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use farandole_cover::Config;
///
/// let stop = AtomicBool::new(false);
/// let config = Config::new().budget(1_000_000).cancel(&stop);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Config<'a> {
    budget: Option<u64>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Config<'a> {
    /// Returns a configuration without limits.
    #[must_use]
    pub const fn new() -> Self {
        Self { budget: None, cancel: None }
    }

    /// Stops the run once its number of nodes, including the nodes of earlier calls, has reached `nodes`; see
    /// [`Stats::nodes`](crate::Stats::nodes).
    #[must_use]
    pub const fn budget(mut self, nodes: u64) -> Self {
        self.budget = Some(nodes);
        self
    }

    /// Returns true if a run with `nodes` nodes has spent the budget.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        self.budget.is_some_and(|budget| nodes >= budget)
    }

    /// Returns limits for one of several searches that share this budget. Its own budget is `nodes`, or less if
    /// the other searches, which have visited `others` nodes, leave less.
    pub(crate) fn up_to(&self, nodes: u64, others: u64) -> Self {
        let left = self.budget.map_or(u64::MAX, |budget| budget.saturating_sub(others));
        Self { budget: Some(nodes.min(left)), ..*self }
    }

    /// Returns true if the cancel flag is set.
    pub(crate) fn is_cancelled(&self) -> bool {
        // Relaxed ordering suffices: the flag guards no other memory, and one more node is harmless.
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Stops the run at the next node after the flag is set.
    #[must_use]
    pub const fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }
}

/// The reason why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The whole search tree was searched, so the answer is exact.
    Exhausted,
    /// The requested number of solutions was found. There may be more.
    LimitReached,
    /// The budget was spent before the answer was known.
    BudgetSpent,
    /// The cancel flag was set before the answer was known.
    Cancelled,
    /// The caller's callback stopped the search.
    Stopped,
}
