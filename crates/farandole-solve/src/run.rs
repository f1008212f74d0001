//! The book-keeping that every engine shares: limit, budget, cancel, visitor, counters.

use crate::{Config, Counters, End};
use core::ops::ControlFlow;
use core::sync::atomic::Ordering;

/// One run under way. `Break` carries the reason to stop; an engine that returns `Continue` has seen everything.
pub(crate) struct Run<'a> {
    pub(crate) config: &'a Config<'a>,
    pub(crate) counters: Counters,
    pub(crate) solutions: u64,
    visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(config: &'a Config<'a>, visit: &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Self {
        Self { config, counters: Counters::default(), solutions: 0, visit }
    }

    /// Opens a node, unless budget or cancel forbid it.
    #[inline]
    pub(crate) fn open_node(&mut self) -> ControlFlow<End> {
        if self.counters.nodes >= self.config.budget {
            return ControlFlow::Break(End::BudgetSpent);
        }
        if self.config.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return ControlFlow::Break(End::Cancelled);
        }
        self.counters.nodes += 1;
        ControlFlow::Continue(())
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
