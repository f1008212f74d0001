//! A backtracking search through the runs of an automaton, cell by cell, with a table of refuted subproblems.
//! Only proofs use it.
//!
//! When a cell gets a value, the value is removed from the later cells that see it. The rest of the search
//! depends only on the automaton's state and the candidates of the later cells. A pair of these that was
//! refuted is not searched again.

use super::layers::{Layers, REACH};
use super::machine::Value;
use crate::variant::state::State;
use std::collections::HashSet;

/// The values of [`Runs::reach`] to try, in order, before the full length of the list. Only lists much longer
/// than a reach are searched with it. A smaller reach leaves fewer different subproblems. A refutation remains
/// correct, because it covers more assignments.
const REACHES: [usize; 3] = [0, 3, REACH];

/// A search through the runs of one automaton.
struct Runs<'a> {
    state: &'a State,
    layers: &'a Layers,
    /// When a cell gets a value, only the cells at most this many positions after it lose the value, and only
    /// if they see it.
    reach: usize,
    /// The refuted subproblems: a state, and the candidates of the cells after it.
    refuted: HashSet<(u64, Vec<u16>)>,
}

/// Returns true if the automaton accepts no values from these masks in which cells that see each other differ.
/// Returns `None` if more than `work` subproblems would be searched.
pub(super) fn is_refuted(state: &State, layers: &Layers, masks: &[u16], work: &mut u64) -> Option<bool> {
    if masks.contains(&0) {
        return Some(true);
    }
    let share = *work / if layers.is_long() { 4 } else { 16 };
    for reach in REACHES.into_iter().filter(|reach| layers.cells().len() > *reach + REACH) {
        let mut left = share;
        let found = within_reach(state, layers, masks, &mut left, reach);
        *work -= share - left;
        if found == Some(true) {
            return found;
        }
    }
    within_reach(state, layers, masks, work, masks.len())
}

/// Returns true if the automaton accepts no values from these masks in which cells that see each other, at most
/// `reach` positions apart, differ. Returns `None` if the work is spent.
fn within_reach(state: &State, layers: &Layers, masks: &[u16], work: &mut u64, reach: usize) -> Option<bool> {
    let mut runs = Runs { state, layers, reach, refuted: HashSet::new() };
    for start in layers.rule().starts(state.variant().board().values()) {
        if runs.finds(start, masks, work)? {
            return Some(false);
        }
    }
    Some(true)
}

impl Runs<'_> {
    /// Returns true if there is an accepting run from this state with these candidates of the remaining cells.
    /// Returns `None` if the work is spent.
    fn finds(&mut self, from: u64, masks: &[u16], work: &mut u64) -> Option<bool> {
        let cells = self.layers.cells();
        let at = cells.len() - masks.len();
        let range = self.state.variant().board().values();
        let Some((mask, later)) = masks.split_first() else {
            return Some(self.layers.rule().accepts(from, range));
        };
        let key = (from, masks.to_vec());
        if self.refuted.contains(&key) {
            return Some(false);
        }
        *work = work.checked_sub(1)?;
        // Only sums use the bounds, and the cells read so far do not affect them.
        let mut padded = vec![0; at];
        padded.extend(masks);
        let rest = self.layers.rule().rest(&padded, range);
        let mut states = Vec::new();
        for value in range.values_of(*mask) {
            let bit = range.mask(value);
            let mut left = later.to_vec();
            for (mask, other) in left.iter_mut().zip(&cells[at + 1..]).take(self.reach) {
                *mask &= !(bit & self.state.sees(cells[at], *other));
            }
            if left.contains(&0) {
                continue;
            }
            let with = Value { value, range, rest: &rest };
            states.clear();
            self.layers.rule().step(from, at, &with, &mut states);
            for next in states.clone() {
                if self.finds(next, &left, work)? {
                    return Some(true);
                }
            }
        }
        self.refuted.insert(key);
        Some(false)
    }
}
