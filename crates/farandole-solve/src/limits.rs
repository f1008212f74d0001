//! The book-keeping that every engine shares: limit, budget, cancel, visitor, counters.

use crate::{Config, Counters, End, Progress, Watcher};
use core::ops::ControlFlow;
use core::sync::atomic::Ordering;

/// How many nodes there are from one word about progress to the next.
const NODES_TO_TELL: u64 = 4096;

/// One run under way. `Break` carries the reason to stop; an engine that returns `Continue` has seen everything.
pub(crate) struct Run<'a> {
    pub(crate) config: &'a Config<'a>,
    pub(crate) counters: Counters,
    pub(crate) solutions: u64,
    visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    /// Nodes and solutions of the stages before, for whoever watches.
    before: Progress,
}

impl<'a> Run<'a> {
    pub(crate) fn new(config: &'a Config<'a>, visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Self {
        Self {
            config,
            counters: Counters { guesses: Some(0), dead_ends: Some(0), ..Counters::default() },
            solutions: 0,
            visit,
            before: Progress { nodes: 0, solutions: 0 },
        }
    }

    /// The same run as a stage of another, which was so far before.
    pub(crate) fn after(self, before: Progress) -> Self {
        Self { before, ..self }
    }

    /// How far this run is, with what was before.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            nodes: self.before.nodes + self.counters.nodes,
            solutions: self.before.solutions + self.solutions,
        }
    }

    /// Opens a node, unless budget or cancel forbid it.
    #[inline]
    pub(crate) fn open_node(&mut self) -> ControlFlow<End> {
        if self.counters.nodes >= self.config.budget {
            return ControlFlow::Break(End::BudgetSpent);
        }
        self.poll()?;
        self.counters.nodes += 1;
        if self.counters.nodes.is_multiple_of(NODES_TO_TELL)
            && let Some(Watcher(tell)) = self.config.watcher
        {
            tell(&self.progress());
        }
        ControlFlow::Continue(())
    }

    /// Counts a choice, if others remain in its place.
    #[inline]
    pub(crate) fn guess(&mut self, others_remain: bool) {
        *self.counters.guesses.get_or_insert(0) += u64::from(others_remain);
    }

    /// Counts a state that leads nowhere.
    #[inline]
    pub(crate) fn dead_end(&mut self) {
        *self.counters.dead_ends.get_or_insert(0) += 1;
    }

    /// Looks whether the run was cancelled.
    #[inline]
    pub(crate) fn poll(&self) -> ControlFlow<End> {
        match self.config.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => ControlFlow::Break(End::Cancelled),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Hands out a solution.
    pub(crate) fn found(&mut self, digits: &[u8]) -> ControlFlow<End> {
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
