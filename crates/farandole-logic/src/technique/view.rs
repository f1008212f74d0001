//! A grid seen digit by digit: what the techniques of HoDoKu's catalogue ask for again and again.

use crate::state::{Marks, State};
use crate::tables::bits;

/// A state with the sets that many techniques need, made once for each state.
#[derive(Clone, Debug)]
pub(crate) struct View<'a> {
    pub(crate) state: &'a State,
    pub(crate) marks: &'a Marks,
    /// The cells that may hold each digit.
    pub(crate) places: [u128; 9],
    /// The cells without a digit.
    pub(crate) open: u128,
    /// The cells with two candidates.
    pub(crate) bivalue: u128,
    /// The digits for which techniques of one digit are to be tried.
    pub(crate) live: u16,
}

impl<'a> View<'a> {
    pub(crate) fn new(state: &'a State) -> Self {
        let marks = &state.marks;
        let mut view = Self { state, marks, places: [0; 9], open: 0, bivalue: 0, live: 0 };
        for (cell, mask) in marks.cand.iter().enumerate() {
            view.open |= u128::from(*mask != 0) << cell;
            view.bivalue |= u128::from(mask.count_ones() == 2) << cell;
            bits(*mask).for_each(|digit| view.places[digit] |= 1 << cell);
            view.live |= mask;
        }
        view
    }
}
