//! The bounds of one run, shared by every engine: limit, budget, cancellation, visitor, counters and progress.

use crate::{Config, Counters, End, Progress, Watcher};
use core::ops::ControlFlow;
use core::sync::atomic::Ordering;

/// Nodes from one progress report to the next.
pub const NODES_PER_REPORT: u64 = 4096;

/// One run under way. `Break` carries the reason to stop; an engine that returns `Continue` has searched everything.
pub struct SearchContext<'a> {
    /// The bounds of the run.
    pub config: &'a Config<'a>,
    /// The work done so far.
    pub counters: Counters,
    /// Solutions visited so far.
    pub solutions: u64,
    visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    /// Nodes and solutions of the stages before, for the watcher.
    before: Progress,
}

impl<'a> SearchContext<'a> {
    /// A run without work so far. `visit` receives each solution and may stop the run.
    pub fn new(config: &'a Config<'a>, visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Self {
        Self {
            config,
            counters: Counters { guesses: Some(0), dead_ends: Some(0), ..Counters::default() },
            solutions: 0,
            visit,
            before: Progress { nodes: 0, solutions: 0 },
        }
    }

    /// The same run as a part of another one, whose progress was this before.
    #[must_use]
    pub fn after(self, before: Progress) -> Self {
        Self { before, ..self }
    }

    /// How far this run is, together with what was before.
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.before.nodes + self.counters.nodes,
            solutions: self.before.solutions + self.solutions,
        }
    }

    /// Opens a node, unless budget or cancellation forbid it.
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

    /// Counts a choice, if others remain in its place.
    #[inline]
    pub fn guess(&mut self, others_remain: bool) {
        *self.counters.guesses.get_or_insert(0) += u64::from(others_remain);
    }

    /// Counts a contradiction.
    #[inline]
    pub fn dead_end(&mut self) {
        *self.counters.dead_ends.get_or_insert(0) += 1;
    }

    /// Breaks if the run was cancelled.
    #[inline]
    pub fn poll(&self) -> ControlFlow<End> {
        match self.config.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => ControlFlow::Break(End::Cancelled),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Hands a solution to the visitor.
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
