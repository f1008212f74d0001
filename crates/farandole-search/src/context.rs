//! The context of one run, shared by every engine: limit, budget, cancellation, visitor, counters
//! and progress.

use crate::{Config, Counters, End, Progress, Watcher};
use core::ops::ControlFlow;
use core::sync::atomic::Ordering;

/// Number of nodes between two progress reports: a few milliseconds.
pub const NODES_PER_REPORT: u64 = 4096;

/// The solutions that the caller of a search needs. An engine may find and count other solutions in any
/// order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Every solution, in the order of the engine.
    Every,
    /// The first solution in the order of the engine, and the number of solutions.
    First,
    /// The number of solutions.
    Number,
}

/// The context of a running search. A `Break` contains the reason to stop. An engine that returns
/// `Continue` has searched everything.
pub struct SearchContext<'a> {
    /// The limits of the run.
    pub config: &'a Config<'a>,
    /// The work done so far.
    pub counters: Counters,
    /// Number of solutions visited so far.
    pub solutions: u64,
    /// The solutions that `visit` needs.
    pub wanted: Wanted,
    visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    /// Nodes and solutions of earlier stages, added to the reported progress.
    before: Progress,
}

impl<'a> SearchContext<'a> {
    /// Creates the context of a run that has not started. `visit` receives each solution and may
    /// return `Break` to stop the run.
    pub fn new(config: &'a Config<'a>, visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Self {
        Self {
            config,
            counters: Counters { guesses: Some(0), dead_ends: Some(0), ..Counters::default() },
            solutions: 0,
            wanted: Wanted::Every,
            visit,
            before: Progress { nodes: 0, solutions: 0 },
        }
    }

    /// Returns this context for a later stage of a run. The reported progress then includes `before`,
    /// the progress of the earlier stages.
    #[must_use]
    pub fn after(self, before: Progress) -> Self {
        Self { before, ..self }
    }

    /// Returns this context for a caller that needs only the `wanted` solutions.
    #[must_use]
    pub fn wanting(self, wanted: Wanted) -> Self {
        Self { wanted, ..self }
    }

    /// Returns the progress of this run and of the stages before it.
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.before.nodes + self.counters.nodes,
            solutions: self.before.solutions + self.solutions,
        }
    }

    /// Counts a new node. Returns `Break` instead if the budget is spent or the run was cancelled.
    /// Every [`NODES_PER_REPORT`] nodes, reports the progress.
    #[inline]
    pub fn open_node(&mut self) -> ControlFlow<End> {
        if self.counters.nodes >= self.config.budget {
            return ControlFlow::Break(End::BudgetSpent);
        }
        self.poll()?;
        self.counters.nodes += 1;
        if self.counters.nodes.is_multiple_of(NODES_PER_REPORT) {
            self.report_progress();
        }
        ControlFlow::Continue(())
    }

    /// Reports the progress to the watcher.
    #[inline]
    pub fn report_progress(&self) {
        if let Some(Watcher(tell)) = self.config.watcher {
            tell(&self.progress());
        }
    }

    /// Counts a choice as a guess if other choices remain at its branch.
    #[inline]
    pub fn guess(&mut self, others_remain: bool) {
        *self.counters.guesses.get_or_insert(0) += u64::from(others_remain);
    }

    /// Counts a dead end.
    #[inline]
    pub fn dead_end(&mut self) {
        *self.counters.dead_ends.get_or_insert(0) += 1;
    }

    /// Returns `Break` if the run was cancelled.
    #[inline]
    pub fn poll(&self) -> ControlFlow<End> {
        match self.config.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => ControlFlow::Break(End::Cancelled),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Counts a solution and passes it to the visitor. Returns `Break` if the visitor stops the run or
    /// the limit is reached.
    pub fn found(&mut self, digits: &[u8]) -> ControlFlow<End> {
        self.solutions += 1;
        if (self.visit)(digits).is_break() {
            return ControlFlow::Break(End::Stopped);
        }
        if self.solutions >= self.config.limit {
            return ControlFlow::Break(End::LimitReached);
        }
        ControlFlow::Continue(())
    }
}
