//! A grid as sets of cells: the candidate cells of each digit, the open cells and the bivalue
//! cells.

use crate::model::tables::{PEER_SETS, bits, cells, is_pair};
use crate::model::{Marks, State};

/// A state with the sets of cells that many finders need.
#[derive(Debug)]
pub(crate) struct Grid<'a> {
    pub(crate) state: &'a State,
    pub(crate) marks: &'a Marks,
    /// The cells in which each digit is a candidate.
    pub(crate) places: [u128; 9],
    /// The cells without a digit.
    pub(crate) open: u128,
    /// The cells with two candidates.
    pub(crate) bivalue: u128,
}

impl<'a> Grid<'a> {
    pub(crate) fn new(state: &'a State) -> Self {
        let marks = &state.marks;
        let mut grid = Self { state, marks, places: [0; 9], open: 0, bivalue: 0 };
        for (cell, mask) in marks.cand.iter().enumerate() {
            grid.open |= u128::from(*mask != 0) << cell;
            grid.bivalue |= u128::from(is_pair(*mask)) << cell;
            bits(*mask).for_each(|digit| grid.places[digit] |= 1 << cell);
        }
        grid
    }
}

pub(crate) fn common_peers(set: u128) -> u128 {
    cells(set).fold(!0, |seen, cell| seen & PEER_SETS[cell])
}
