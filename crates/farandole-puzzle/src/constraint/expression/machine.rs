//! Compiles conditions over cells into automata. A state is the condition that remains after the
//! values of the previous cells are assigned.

use super::normal::Formula;
use crate::Cell;
use crate::board::ValueRange;
use crate::constraint::automaton::{Automaton, Transition};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Maximum number of states. Formulas for proofs have a variable for each state, and are limited to
/// 20,000 states.
const MAX_STATES: usize = 20_000;
/// Maximum number of transitions.
const MAX_TRANSITIONS: usize = 200_000;
/// Maximum total size of all rewritten conditions, which takes about 0.1 s.
const MAX_WORK: usize = 1_500_000;

/// Returns the automaton that accepts the values of the cells (each once) that satisfy the
/// condition. Returns `None` if it would be too large.
pub(crate) fn automaton(formula: &Formula, cells: &[Cell], values: ValueRange) -> Option<Automaton> {
    let mut states = alloc::vec![(true, cells.is_empty() && *formula == Formula::Constant(true))];
    let mut transitions: Vec<Transition> = Vec::new();
    let mut layer = BTreeMap::from([(formula.clone(), 0_u16)]);
    let mut work = 0;
    for (at, cell) in cells.iter().enumerate() {
        let is_last = at + 1 == cells.len();
        let mut next: BTreeMap<Formula, u16> = BTreeMap::new();
        for (state, from) in &layer {
            work += state.size() * usize::from(values.count());
            for value in values.iter() {
                let rest = state.assign(*cell, value.into(), values);
                if rest == Formula::Constant(false) {
                    continue;
                }
                let to = *next.entry(rest).or_insert_with(|| {
                    states.push((false, is_last));
                    (states.len() - 1) as u16
                });
                transitions.push(Transition { from: *from, symbol: value - values.low(), to });
            }
            if states.len() > MAX_STATES || transitions.len() > MAX_TRANSITIONS || work > MAX_WORK {
                return None;
            }
        }
        layer = next;
    }
    Automaton::new(values.count(), &states, &transitions)
}
