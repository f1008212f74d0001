//! The cache of what was tried in vain: a technique is not tried again where nothing has changed.

use super::techniques::hidden_set;
use crate::model::Marks;

/// The last state in which a technique found nothing.
pub(super) struct FailedState {
    cand: Option<[u16; 81]>,
}

impl FailedState {
    /// No such state.
    pub(super) const NEVER: Self = Self { cand: None };

    /// The cells whose candidates have changed since, all if there was no such state.
    pub(super) fn changed(&self, marks: &Marks) -> u128 {
        let Some(before) = &self.cand else { return u128::MAX };
        before
            .iter()
            .zip(&marks.cand)
            .enumerate()
            .fold(0, |set, (cell, (before, now))| set | u128::from(before != now) << cell)
    }

    pub(super) const fn note(&mut self, marks: &Marks) {
        self.cand = Some(marks.cand);
    }
}

/// The places in each house when a technique that looks at one house at a time last found nothing there. Candidates only
/// go, so a house has nothing to find until one of its own does.
pub(super) struct FailedHouses {
    pos: [[u16; 9]; 27],
}

impl FailedHouses {
    /// No places that a house can have.
    pub(super) const NEVER: Self = Self { pos: [[u16::MAX; 9]; 27] };

    /// The houses in which there may be something.
    pub(super) fn open(&self, marks: &Marks) -> u32 {
        let pairs = self.pos.iter().zip(&marks.pos).enumerate();
        pairs.fold(0, |set, (house, (before, now))| set | u32::from(before != now) << house)
    }

    pub(super) fn hidden_sets(&mut self, marks: &Marks, size: usize) -> hidden_set::Sets {
        let open = self.open(marks);
        let sets = hidden_set::Sets::of(marks, size, open);
        self.note(marks, open, sets.houses());
        sets
    }

    /// Takes note of what was found in the houses looked at.
    pub(super) const fn note(&mut self, marks: &Marks, looked_at: u32, found: u32) {
        let mut failed = looked_at & !found;
        while failed != 0 {
            let house = failed.trailing_zeros() as usize;
            failed &= failed - 1;
            self.pos[house] = marks.pos[house];
        }
    }
}
