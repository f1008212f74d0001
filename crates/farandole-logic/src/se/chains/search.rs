//! The search for chains of one family.

use super::forcing_chain::Engine;
use super::level::{Level, Meter};
use super::nested::Nested;
use super::single_chain::SingleChains;
use crate::cancel::Observer;
use crate::model::{Deduction, Marks};

/// A search for chains, which reuses its memory between calls.
pub(crate) struct Search<'a> {
    meter: Meter<'a>,
    /// The search for single chains. It is created on first use, because most puzzles need no chains.
    loops: Option<SingleChains>,
    engine: Option<Engine<Nested>>,
}

impl<'a> Search<'a> {
    /// Creates a search that visits at most `visits` assertions. The observer may stop it earlier.
    pub(crate) fn new(visits: u64, observer: Option<Observer<'a>>) -> Self {
        Self { meter: Meter::new(visits, observer), loops: None, engine: None }
    }

    /// Records that a step was found, for the observer.
    pub(crate) const fn step(&mut self) {
        self.meter.step();
    }

    /// Returns true if the budget is spent or the observer stopped the search.
    pub(crate) const fn is_spent(&self) -> bool {
        self.meter.left == 0
    }

    /// Returns the best chain of the family: the first one by difficulty, complexity, kind and order of
    /// discovery. Returns `None` if there is none or the work is spent.
    pub(crate) fn best(&mut self, marks: &Marks, level: Level) -> Option<Deduction> {
        let found = match level {
            Level::Loops => self.loops.get_or_insert_default().best(marks, &mut self.meter),
            Level::Nishio if !self.loops.get_or_insert_default().may_decide(marks) => None,
            _ => self.engine.get_or_insert_with(|| Engine::new(Nested::default())).best(
                marks,
                level,
                &mut self.meter,
            ),
        };
        // A search that was stopped may have missed the best chain.
        if self.is_spent() {
            return None;
        }
        Some(found?.of_level(marks, level))
    }

    /// Returns every chain of the family in the order of the scale. Chains with the same effect
    /// appear once.
    pub(crate) fn all(&mut self, marks: &Marks, level: Level) -> Vec<Deduction> {
        let found = match level {
            Level::Loops => self.loops.get_or_insert_default().all(marks, &mut self.meter),
            Level::Nishio if !self.loops.get_or_insert_default().may_decide(marks) => Vec::new(),
            _ => self.engine.get_or_insert_with(|| Engine::new(Nested::default())).all(
                marks,
                level,
                &mut self.meter,
            ),
        };
        let mut effects = std::collections::HashSet::new();
        let mut deductions: Vec<Deduction> = found.iter().map(|found| found.of_level(marks, level)).collect();
        deductions.retain(|deduction| effects.insert(deduction.eliminations.clone()));
        deductions
    }
}
