//! The assumption of one candidate, with the candidates that it leaves in other cells.

use super::names::cell;
use crate::variant::{Candidate, State};
use farandole_puzzle::Cell;

/// The candidates of each cell under the assumption of one candidate.
pub(super) struct Supposed<'a> {
    pub(super) state: &'a State,
    pub(super) claim: Candidate,
}

impl Supposed<'_> {
    /// Returns the values of a cell that the assumed candidate does not exclude.
    pub(super) fn values(&self, of: Cell) -> Vec<u8> {
        if of == self.claim.cell {
            return vec![self.claim.value];
        }
        let range = self.state.variant().board().values();
        let seen = self.state.sees(of, self.claim.cell) & range.mask(self.claim.value);
        range.values_of(self.state.candidates(of) & !seen).collect()
    }

    pub(super) fn has(&self, of: Cell, value: u8) -> bool {
        self.values(of).contains(&value)
    }

    /// Returns the possible sums of the cells if equal values are allowed. Bit s represents the sum
    /// s.
    pub(super) fn sums(&self, of: &[Cell]) -> u128 {
        of.iter().fold(1, |sums, cell| self.values(*cell).iter().fold(0, |all, value| all | sums << value))
    }

    pub(super) fn cell(&self, of: Cell) -> String {
        cell(self.state, of)
    }

    pub(super) fn sum_of(&self, of: &[Cell]) -> String {
        of.iter().map(|it| self.cell(*it)).collect::<Vec<_>>().join(" + ")
    }
}
