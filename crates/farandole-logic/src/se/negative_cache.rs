//! Negative cache: skips a technique in cells and houses that have not changed since it last found nothing
//! there.

use super::techniques::hidden_set;
use crate::model::Marks;

/// The last state in which a technique found nothing.
pub(super) struct FailedState {
    cand: Option<[u16; 81]>,
}

impl FailedState {
    /// The initial value: the technique has not failed yet.
    pub(super) const NEVER: Self = Self { cand: None };

    /// Returns the cells whose candidates have changed since the last failure, or all cells if
    /// there was none.
    pub(super) fn changed(&self, marks: &Marks) -> u128 {
        let Some(before) = &self.cand else { return u128::MAX };
        before
            .iter()
            .zip(&marks.cand)
            .enumerate()
            .fold(0, |set, (cell, (before, now))| set | u128::from(before != now) << cell)
    }

    /// Records that the technique found nothing in this state.
    pub(super) const fn record(&mut self, marks: &Marks) {
        self.cand = Some(marks.cand);
    }
}

/// The candidates of each house when a technique that examines one house at a time last found
/// nothing there. Candidates are only removed, so the house gives no result until it loses a
/// candidate.
pub(super) struct FailedHouses {
    pos: [[u16; 9]; 27],
}

impl FailedHouses {
    /// The initial value, which no house can have.
    pub(super) const NEVER: Self = Self { pos: [[u16::MAX; 9]; 27] };

    /// Returns the houses that may have a result.
    pub(super) fn open(&self, marks: &Marks) -> u32 {
        let pairs = self.pos.iter().zip(&marks.pos).enumerate();
        pairs.fold(0, |set, (house, (before, now))| set | u32::from(before != now) << house)
    }

    /// Returns the hidden sets in the houses that may have a result, and records the houses without one.
    pub(super) fn hidden_sets(&mut self, marks: &Marks, size: usize) -> hidden_set::Sets {
        let open = self.open(marks);
        let sets = hidden_set::Sets::of(marks, size, open);
        self.record(marks, open, sets.houses());
        sets
    }

    /// Records the examined houses that had no result.
    pub(super) const fn record(&mut self, marks: &Marks, examined: u32, found: u32) {
        let mut failed = examined & !found;
        while failed != 0 {
            let house = failed.trailing_zeros() as usize;
            failed &= failed - 1;
            self.pos[house] = marks.pos[house];
        }
    }
}
