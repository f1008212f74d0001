//! A backtracking search for values that satisfy the meanings of constraints, cell by cell, with a table of refuted
//! subproblems.
//!
//! When a cell gets a value, the value is removed from the cells that see it, and values without a related value are
//! removed. The rest of the search depends only on the masks of the open cells, and on what [`remains`] of each
//! condition. A subproblem that was refuted is not searched again.

use super::flaw::Gap;
use super::ranks::Words;
use super::remains::{Masks, partners, remains};
use crate::variant::state::State;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Ties;
use farandole_puzzle::constraint::{Constraint, Relation, Semantics};
use std::collections::HashSet;

/// Cells that are named or may hold any value, and conditions on them.
pub(super) struct Search<'a> {
    state: &'a State,
    /// The cells that get values, in this order. Other cells remain open.
    cells: Vec<Cell>,
    /// These cells, and the others of the conditions.
    read: Vec<Cell>,
    conditions: Vec<&'a Condition<'a>>,
    /// Pairs of these cells in both directions, with the relation of the first cell to the second one.
    pairs: Vec<(Cell, Cell, Relation)>,
    /// For each cell of the board, the cells that see it.
    peers: Vec<Vec<Cell>>,
    /// Maximum number of open cells through which the states of automata are followed.
    ahead: usize,
    refuted: HashSet<Vec<u8>>,
}

/// The distances between cells that see each other to try, in order, before all distances. In a long list, the
/// values of near cells exclude each other, and there are fewer different subproblems. A refutation remains correct,
/// because it covers more assignments.
const DISTANCES: [usize; 2] = [3, 9];
/// Number of cells for which a node counts as one more check, because its cost grows with them.
const CELLS: u64 = 12;
/// Maximum number of open cells through which the states of automata are followed at each node.
const AHEAD: usize = 9;

/// A condition on the values of some cells.
pub(super) enum Condition<'a> {
    Meaning(Semantics),
    /// The check of a constraint whose meaning cannot be expressed, on its cells.
    Check(&'a Constraint, Vec<Cell>),
    /// The order of rows and columns.
    Ranks(Words),
}

impl<'a> Condition<'a> {
    /// Returns the conditions of a constraint.
    pub(super) fn of(state: &State, constraint: &'a Constraint) -> Vec<Self> {
        let board = state.variant().board();
        match constraint {
            Constraint::FullRank(rank) => return vec![Self::Ranks(Words::of_rank(board, rank))],
            Constraint::FullRankTies(it) if it.ties == Ties::None => {
                return vec![Self::Ranks(Words::different(board))];
            }
            _ => {}
        }
        let meaning = constraint.semantics(board);
        let check = constraint.scope(board).filter(|_| meaning.opaque().is_some());
        let parts = meaning.parts().into_iter().cloned().map(Self::Meaning);
        parts.chain(check.map(|scope| Self::Check(constraint, scope))).collect()
    }

    /// Returns the cells, in the order in which they get values.
    pub(super) fn cells(&self) -> Vec<Cell> {
        match self {
            Self::Meaning(meaning) => meaning.cells(),
            Self::Check(_, cells) => cells.clone(),
            Self::Ranks(words) => words.cells(),
        }
    }

    /// Returns true if the order of the cells matters.
    pub(super) const fn is_ordered(&self) -> bool {
        matches!(self, Self::Meaning(Semantics::Regular { .. }))
    }

    /// Returns false if no values from the masks satisfy the condition, as [`remains`] does.
    fn remains(&self, state: &State, masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
        match self {
            Self::Meaning(meaning) => remains(meaning, masks, key),
            Self::Check(constraint, cells) => {
                masks.write(cells, key);
                let value = |cell: Cell| masks.ends(cell).0 as u8;
                let values = || state.cells().map(value).collect::<Vec<u8>>();
                !cells.iter().all(|cell| masks.is_known(*cell))
                    || constraint.check(state.variant().board(), &values()).is_ok()
            }
            Self::Ranks(words) => words.remains(masks, key),
        }
    }
}

impl<'a> Search<'a> {
    /// Prepares a search for values of these cells.
    pub(super) fn new(state: &'a State, conditions: &'a [Condition<'a>], cells: Vec<Cell>) -> Self {
        let (mut pairs, mut others, mut read) = (Vec::new(), Vec::new(), cells.clone());
        for condition in conditions {
            if let Condition::Meaning(Semantics::Related(related, relation)) = condition {
                let is_inside = |(one, two): &(Cell, Cell)| cells.contains(one) && cells.contains(two);
                for (one, two) in related.pairs().into_iter().filter(is_inside) {
                    pairs.extend([(one, two, *relation), (two, one, relation.transposed())]);
                }
            } else {
                // A condition without cells never holds, or always does.
                let of_condition = condition.cells();
                if of_condition.is_empty() || of_condition.iter().any(|cell| cells.contains(cell)) {
                    others.push(condition);
                    read.extend(of_condition);
                }
            }
        }
        let (peers, refuted) = (vec![Vec::new(); state.variant().cell_count()], HashSet::new());
        Self { state, cells, read, conditions: others, pairs, peers, ahead: usize::MAX, refuted }
    }

    /// Returns the masks as the conditions read them.
    fn view<'m>(&self, masks: &'m [u16]) -> Masks<'m> {
        Masks { range: self.state.variant().board().values(), of: masks, ahead: self.ahead }
    }

    /// Returns `Ok` if no values from these masks of all cells of the board satisfy the conditions.
    pub(super) fn refute(&mut self, masks: &[u16], work: &mut u64) -> Result<(), Gap> {
        if self.read.iter().any(|cell| masks[cell.index()] == 0) {
            return Ok(());
        }
        let view = self.view(masks);
        if !self.conditions.iter().all(|it| it.remains(self.state, view, &mut Vec::new())) {
            return Ok(());
        }
        self.ahead = AHEAD;
        let share = *work / 8;
        let count = self.cells.len();
        for distance in DISTANCES.into_iter().filter(|distance| distance + AHEAD < count) {
            let mut left = share;
            let found = self.refute_within(masks, distance, &mut left);
            *work -= share - left;
            if found.is_ok() {
                return found;
            }
        }
        self.refute_within(masks, count, work)
    }

    /// Returns `Ok` if no values satisfy the conditions in which cells that see each other, at most `distance` positions
    /// apart, differ.
    fn refute_within(&mut self, masks: &[u16], distance: usize, work: &mut u64) -> Result<(), Gap> {
        for (at, cell) in self.cells.iter().enumerate() {
            let near = &self.cells[at.saturating_sub(distance)..(at + distance + 1).min(self.cells.len())];
            let sees = |other: &&Cell| *other != cell && self.state.sees(*cell, **other) != 0;
            self.peers[cell.index()] = near.iter().filter(sees).copied().collect();
        }
        self.refuted.clear();
        let mut masks = masks.to_vec();
        let is_known = |cell: &Cell| masks[cell.index()].is_power_of_two();
        let known = self.cells.iter().copied().filter(is_known).collect();
        if !self.narrow(&mut masks, known) {
            return Ok(());
        }
        match self.finds(&masks, work) {
            Some(false) => Ok(()),
            Some(true) => Err(Gap::Open),
            None => Err(Gap::Spent),
        }
    }

    /// Returns true if the open cells can get values. Returns `None` if the work is spent.
    fn finds(&mut self, masks: &[u16], work: &mut u64) -> Option<bool> {
        let of = self.view(masks);
        let mut key = Vec::new();
        for cell in &self.cells {
            key.extend(if of.is_known(*cell) { 0 } else { of.of(*cell) }.to_le_bytes());
        }
        if !self.conditions.iter().all(|it| it.remains(self.state, of, &mut key)) {
            return Some(false);
        }
        let Some(cell) = self.cells.iter().copied().find(|cell| !of.is_known(*cell)) else {
            return Some(true);
        };
        if self.refuted.contains(&key) {
            return Some(false);
        }
        *work = work.checked_sub(1 + self.cells.len() as u64 / CELLS)?;
        for value in of.range.values_of(of.of(cell)) {
            let mut left = masks.to_vec();
            left[cell.index()] = of.range.mask(value);
            if self.narrow(&mut left, vec![cell]) && self.finds(&left, work)? {
                return Some(true);
            }
        }
        self.refuted.insert(key);
        Some(false)
    }

    /// Removes the values of known cells from the cells that see them, and values without a related value. `known`
    /// lists the cells that have become known. Returns false if no value is left for a cell.
    fn narrow(&self, masks: &mut [u16], mut known: Vec<Cell>) -> bool {
        loop {
            while let Some(one) = known.pop() {
                for two in &self.peers[one.index()] {
                    let seen = masks[one.index()] & self.state.sees(one, *two);
                    if !reduce(masks, *two, !seen, &mut known) {
                        return false;
                    }
                }
            }
            let before = masks.to_vec();
            for (one, two, relation) in &self.pairs {
                if !reduce(masks, *two, partners(*relation, masks[one.index()]), &mut known) {
                    return false;
                }
            }
            if known.is_empty() && before == masks {
                return true;
            }
        }
    }
}

/// Removes the values from a cell that are not in `allowed`. If one is left, adds the cell to `known`. Returns false if
/// none is left.
fn reduce(masks: &mut [u16], cell: Cell, allowed: u16, known: &mut Vec<Cell>) -> bool {
    let mask = &mut masks[cell.index()];
    if *mask & !allowed != 0 {
        *mask &= allowed;
        known.extend(mask.is_power_of_two().then_some(cell));
    }
    *mask != 0
}
