//! The bounds of one run, shared by every engine: limit, budget, cancellation, visitor, counters and progress.

use crate::{Config, Counters, End, Progress, Stage, Stages, Watcher};
use core::ops::ControlFlow;
use core::sync::atomic::Ordering;

/// Nodes from one progress report to the next.
pub(crate) const NODES_TO_TELL: u64 = 4096;

/// One run under way. `Break` carries the reason to stop; an engine that returns `Continue` has searched everything.
pub(crate) struct Run<'a> {
    pub(crate) config: &'a Config<'a>,
    pub(crate) counters: Counters,
    pub(crate) solutions: u64,
    /// The stages that ran so far.
    pub(crate) stages: Stages,
    visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    /// Nodes and solutions of the stages before, for the watcher.
    before: Progress,
}

impl<'a> Run<'a> {
    pub(crate) fn new(config: &'a Config<'a>, visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Self {
        Self {
            config,
            counters: Counters { guesses: Some(0), dead_ends: Some(0), ..Counters::default() },
            solutions: 0,
            stages: Stages::NONE,
            visit,
            before: Progress { nodes: 0, solutions: 0 },
        }
    }

    /// The same run as a part of another one, whose progress was this before.
    pub(crate) fn after(self, before: Progress) -> Self {
        Self { before, ..self }
    }

    /// How far this run is, together with what was before.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            nodes: self.before.nodes + self.counters.nodes,
            solutions: self.before.solutions + self.solutions,
        }
    }

    /// Notes that a stage runs.
    pub(crate) fn enter(&mut self, stage: Stage) {
        self.stages = self.stages.with(stage);
    }

    /// Opens a node, unless budget or cancellation forbid it.
    #[inline]
    pub(crate) fn open_node(&mut self) -> ControlFlow<End> {
        if self.counters.nodes >= self.config.budget {
            return ControlFlow::Break(End::BudgetSpent);
        }
        self.poll()?;
        self.counters.nodes += 1;
        if self.counters.nodes.is_multiple_of(NODES_TO_TELL) {
            self.tell();
        }
        ControlFlow::Continue(())
    }

    /// Tells the watcher how far the run is.
    #[inline]
    pub(crate) fn tell(&self) {
        if let Some(Watcher(tell)) = self.config.watcher {
            tell(&self.progress());
        }
    }

    /// Counts a choice, if others remain in its place.
    #[inline]
    pub(crate) fn guess(&mut self, others_remain: bool) {
        *self.counters.guesses.get_or_insert(0) += u64::from(others_remain);
    }

    /// Counts a contradiction.
    #[inline]
    pub(crate) fn dead_end(&mut self) {
        *self.counters.dead_ends.get_or_insert(0) += 1;
    }

    /// Breaks if the run was cancelled.
    #[inline]
    pub(crate) fn poll(&self) -> ControlFlow<End> {
        match self.config.cancel {
            Some(cancel) if cancel.load(Ordering::Relaxed) => ControlFlow::Break(End::Cancelled),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Hands a solution to the visitor.
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
