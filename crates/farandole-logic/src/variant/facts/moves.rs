//! The transitions of an automaton between the layers of a graph, with the states of each layer numbered.
//!
//! The nodes of a layer are pairs of a state and the used values. There are far fewer states than nodes, so the
//! transitions are tabulated.

use super::machine::{Rule, Value};
use crate::variant::hash::WordHasher;
use core::hash::BuildHasherDefault;
use farandole_puzzle::board::ValueRange;
use std::collections::HashMap;

/// The transitions of an automaton from one layer to the next. Nodes with different used values share states, so each
/// transition is computed once.
pub(super) struct Moves<'a> {
    rule: &'a Rule,
    range: ValueRange,
    /// The bounds of the sums of later cells.
    rest: Vec<(i64, i64)>,
    /// The states of the layer and of the next layer, each once.
    states: Vec<u64>,
    next: Vec<u64>,
    /// The numbers of the states of the next layer.
    numbers: HashMap<u64, u32, BuildHasherDefault<WordHasher>>,
    /// For each state of the layer and each value, the range of its transitions in `targets` if it is known.
    known: Vec<Option<(u32, u32)>>,
    targets: Vec<u32>,
}

impl<'a> Moves<'a> {
    pub(super) fn new(rule: &'a Rule, range: ValueRange, rest: Vec<(i64, i64)>) -> Self {
        let (states, next, known, targets) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { rule, range, rest, states, next, numbers: HashMap::default(), known, targets }
    }

    /// Returns the number of a state in the next layer.
    pub(super) fn number(&mut self, state: u64) -> u32 {
        *self.numbers.entry(state).or_insert_with(|| {
            self.next.push(state);
            self.next.len() as u32 - 1
        })
    }

    /// Returns the state of the next layer with this number.
    pub(super) fn state(&self, number: u32) -> u64 {
        self.next[number as usize]
    }

    /// Makes the next layer the current one.
    pub(super) fn advance(&mut self) {
        core::mem::swap(&mut self.states, &mut self.next);
        self.next.clear();
        self.numbers.clear();
        self.targets.clear();
        self.known.clear();
        self.known.resize(self.states.len() * usize::from(self.range.count()), None);
    }

    /// Returns the numbers of the states that follow if the cell at position `at` has this value.
    #[inline]
    pub(super) fn after(&mut self, state: u32, at: usize, value: u8) -> &[u32] {
        let entry = state as usize * usize::from(self.range.count()) + usize::from(value - self.range.low());
        let (start, end) = match self.known[entry] {
            Some(known) => known,
            None => {
                let computed = self.computed(state, at, value);
                *self.known[entry].insert(computed)
            }
        };
        &self.targets[start as usize..end as usize]
    }

    /// Adds the transitions of a state with a value to `targets`. Returns their range.
    fn computed(&mut self, state: u32, at: usize, value: u8) -> (u32, u32) {
        let mut found = Vec::new();
        let with = Value { value, range: self.range, rest: &self.rest };
        self.rule.step(self.states[state as usize], at, &with, &mut found);
        let start = self.targets.len() as u32;
        for state in found {
            let number = self.number(state);
            self.targets.push(number);
        }
        (start, self.targets.len() as u32)
    }
}
