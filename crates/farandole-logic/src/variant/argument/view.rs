//! The candidates that an assumption leaves.

use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use farandole_puzzle::Cell;
use farandole_puzzle::board::ValueRange;

/// The candidates of each cell under assumptions.
#[derive(Clone)]
pub(crate) struct View<'a> {
    pub(crate) state: &'a State,
    masks: Vec<u16>,
    /// The cells that lost a candidate, in the order in which they changed.
    pub(super) changed: Vec<Cell>,
    /// The cells whose value an argument states: the assumed ones, and those of conclusions.
    stated: Vec<Cell>,
}

impl<'a> View<'a> {
    /// Returns the candidates of a state, without an assumption.
    pub(super) fn new(state: &'a State) -> Self {
        let masks = state.cells().map(|cell| state.candidates(cell)).collect();
        Self { state, masks, changed: Vec::new(), stated: Vec::new() }
    }

    /// Assumes a candidate: its cell has no other value, and the cells that it sees do not have this value.
    pub(super) fn suppose(&self, claim: Candidate) -> Self {
        let mut view = self.clone();
        let bit = self.state.bit(claim.value);
        view.conclude(claim.cell, bit);
        for cell in self.state.common_peers(&[claim.cell]) {
            view.restrict(cell, !(bit & self.state.sees(cell, claim.cell)));
        }
        view
    }

    /// Removes the values outside of a mask from a cell.
    pub(super) fn restrict(&mut self, cell: Cell, mask: u16) {
        let left = self.mask(cell) & mask;
        if left != self.mask(cell) {
            self.masks[cell.index()] = left;
            if !self.changed.contains(&cell) {
                self.changed.push(cell);
            }
        }
    }

    /// Removes the values outside of a mask from a cell, as an argument states.
    pub(super) fn conclude(&mut self, cell: Cell, mask: u16) {
        self.restrict(cell, mask);
        if self.value(cell).is_some() {
            self.stated.push(cell);
        }
    }

    /// Returns the value of a cell that a reader knows: it is placed, or the argument states it.
    pub(super) fn known(&self, cell: Cell) -> Option<u8> {
        let is_known = self.state.is_placed(cell) || self.stated.contains(&cell);
        self.value(cell).filter(|_| is_known)
    }

    pub(crate) fn range(&self) -> ValueRange {
        self.state.variant().board().values()
    }

    pub(crate) fn mask(&self, cell: Cell) -> u16 {
        self.masks[cell.index()]
    }

    pub(crate) fn values(&self, cell: Cell) -> impl DoubleEndedIterator<Item = u8> + Clone + use<> {
        self.range().values_of(self.mask(cell))
    }

    /// Returns the only value of a cell, or `None` if it has several or none.
    pub(super) fn value(&self, cell: Cell) -> Option<u8> {
        let mut values = self.values(cell);
        values.next().filter(|_| values.next().is_none())
    }

    /// Returns true if two cells cannot have equal values.
    pub(super) fn differ(&self, one: Cell, two: Cell) -> bool {
        let all = self.range().all();
        self.state.sees(one, two) & all == all
    }

    /// Returns true if no two of the cells can have equal values.
    pub(super) fn all_differ(&self, cells: &[Cell]) -> bool {
        cells.iter().enumerate().all(|(at, one)| cells[at + 1..].iter().all(|two| self.differ(*one, *two)))
    }

    /// Returns the sets of different values that the cells may hold together, as masks, in ascending order.
    pub(super) fn sets(&self, cells: &[Cell]) -> Vec<u16> {
        sets_of(cells.iter().map(|cell| self.mask(*cell)))
    }
}

/// Returns the cells of a list without duplicates, in order.
pub(super) fn once(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut found: Vec<Cell> = Vec::new();
    for cell in cells {
        if !found.contains(&cell) {
            found.push(cell);
        }
    }
    found
}

/// Returns the sets that take a different value from each of these masks, as masks, in ascending order.
pub(super) fn sets_of(masks: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut sets = vec![0_u16];
    for free in masks {
        let bits = || (0..16).map(|bit| 1_u16 << bit).filter(move |bit| free & bit != 0);
        let mut next: Vec<u16> = sets
            .iter()
            .flat_map(|set| bits().filter(move |bit| set & bit == 0).map(move |bit| set | bit))
            .collect();
        next.sort_unstable();
        next.dedup();
        sets = next;
    }
    sets
}
