//! The solution path of one puzzle on HoDoKu's scale, step by step.

use super::budget::Budget;
use super::order::RULES;
use super::rule::{Rule, Span};
use super::techniques::single::Singles;
use crate::cancel::{Observer, RatingProgress};
use crate::model::tables::{HOUSES, PEER_SETS, bits, cells};
use crate::model::{Deduction, State};
use crate::patterns::parts::Parts;
use crate::patterns::templates::OffTemplate;
use crate::patterns::view::View;

/// A grid during solving, with the history that determines the order of singles.
///
/// The order of singles determines how many of them are full houses or naked singles, and thus the
/// score. HoDoKu takes the oldest single first. A new `Walk` treats the givens as if they had been
/// placed one by one, in row-major order.
#[derive(Clone, Debug)]
pub struct Walk {
    state: State,
    singles: Singles,
    parts: Parts,
    /// Number of searches left, or `None` once a search was refused.
    searches: Option<u64>,
    /// The last position of the order to search.
    hardest: u16,
    /// The progress reported to the observer.
    progress: RatingProgress,
    log: Log,
    /// The time of the last unsuccessful search for each position of the catalogue.
    last_failed: [u32; RULES.len()],
    off_template: OffTemplate,
}

/// The times at which candidates were removed.
#[derive(Clone, Debug)]
struct Log {
    /// The current time, counted in applied steps from 1.
    now: u32,
    /// The last time at which each digit (`digits`) and each house (`houses`) lost a candidate.
    digits: [u32; 9],
    houses: [u32; 27],
}

impl Log {
    /// Creates a log in which everything has just changed.
    const fn new() -> Self {
        Self { now: 1, digits: [1; 9], houses: [1; 27] }
    }

    fn record(&mut self, cell: usize, digit: usize) {
        self.digits[digit] = self.now;
        HOUSES[cell].iter().for_each(|house| self.houses[*house as usize] = self.now);
    }

    /// Returns the digits that have lost candidates after a time.
    fn digits_after(&self, time: u32) -> u16 {
        (0..9).filter(|digit| self.digits[*digit] > time).fold(0, |set, digit| set | 1 << digit)
    }

    /// Returns the houses that have lost candidates after a time.
    fn houses_after(&self, time: u32) -> u32 {
        (0..27).filter(|house| self.houses[*house] > time).fold(0, |set, house| set | 1 << house)
    }
}

impl Walk {
    /// Starts a solution path from a state.
    pub fn new(state: State) -> Self {
        let mut walk = Self {
            state: State::blank(),
            singles: Singles::default(),
            parts: Parts::default(),
            searches: Some(u64::MAX),
            hardest: u16::MAX,
            progress: RatingProgress::default(),
            log: Log::new(),
            last_failed: [0; RULES.len()],
            off_template: OffTemplate::default(),
        };
        for cell in 0..81 {
            if state.digits[cell] != 0 {
                walk.place(cell, state.digits[cell] as usize - 1);
            }
        }
        for cell in 0..81 {
            for digit in bits(walk.state.marks.cand[cell] & !state.marks.cand[cell]) {
                walk.remove(cell, digit);
            }
        }
        walk.state = state;
        walk
    }

    /// Starts a solution path from a state. The budget applies to all steps together.
    pub fn within(state: State, budget: Budget) -> Self {
        Self { searches: Some(budget.searches), hardest: budget.hardest, ..Self::new(state) }
    }

    /// Returns true if the budget was too small for the last step or the observer stopped it.
    pub(crate) const fn is_spent(&self) -> bool {
        self.searches.is_none()
    }

    /// Returns the current state.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the deduction that HoDoKu applies next. Returns `None` if it would have to guess or
    /// the grid is full.
    pub fn step(&mut self) -> Option<Deduction> {
        self.step_observed(None)
    }

    /// Like [`Walk::step`], but calls the observer before each search.
    pub(crate) fn step_observed(&mut self, observer: Option<Observer<'_>>) -> Option<Deduction> {
        if let Some(single) = self.singles.next(&self.state) {
            return Some(single);
        }
        self.searches?;
        let mut view = View::after(&self.state, core::mem::take(&mut self.parts));
        let (digits, now) = (view.digits, self.log.now);
        let mut off_template = None;
        let hardest = self.hardest;
        let enabled = |rule: &Rule| rule.entry.is_some_and(|entry| entry.enabled && entry.index <= hardest);
        for (rule, last_failed) in
            RULES.iter().zip(&mut self.last_failed).skip(3).filter(|(rule, _)| enabled(rule))
        {
            // Candidates are only removed, so a technique without a result has none until
            // candidates of its pattern change.
            view.digits = digits & self.log.digits_after(*last_failed);
            view.houses = self.log.houses_after(*last_failed);
            let idle = match rule.span {
                Span::Digit => {
                    view.digits &= *off_template.get_or_insert_with(|| self.off_template.of(view.marks));
                    view.digits == 0
                }
                Span::House => view.houses == 0,
                Span::Grid => false,
            };
            if idle {
                continue;
            }
            self.searches = self.searches.and_then(|searches| searches.checked_sub(1));
            self.searches?;
            if observer.is_some_and(|observer| observer(self.progress).is_break()) {
                self.searches = None;
                return None;
            }
            self.progress.work += 1;
            let found = rule.first(&view);
            if found.is_some() {
                self.parts = view.into_parts();
                return found;
            }
            *last_failed = now;
        }
        if hardest < u16::MAX {
            self.searches = None;
        }
        None
    }

    /// Applies a deduction.
    pub fn apply(&mut self, deduction: &Deduction) {
        self.log.now += 1;
        self.progress.steps += 1;
        for candidate in &deduction.eliminations {
            self.remove(candidate.cell(), candidate.digit() as usize - 1);
        }
        for candidate in &deduction.placements {
            if self.state.digits[candidate.cell()] == 0 {
                self.place(candidate.cell(), candidate.digit() as usize - 1);
            }
        }
    }

    fn remove(&mut self, cell: usize, digit: usize) {
        let marks = &mut self.state.marks;
        if !marks.has(cell, digit) {
            return;
        }
        marks.remove(cell, digit);
        self.log.record(cell, digit);
        self.singles.record_naked(marks, cell);
        self.singles.record_hidden(marks, cell, digit);
    }

    fn place(&mut self, cell: usize, digit: usize) {
        let others = self.state.marks.cand[cell] & !(1 << digit);
        let peers = PEER_SETS[cell];
        for peer in cells(peers) {
            self.remove(peer, digit);
        }
        self.log.record(cell, digit);
        for other in bits(others) {
            self.state.marks.remove(cell, other);
            self.log.record(cell, other);
            self.singles.record_hidden(&self.state.marks, cell, other);
        }
        self.state.place(cell, digit);
    }
}
