//! The data available to a proof: the candidates of a grid, and their mutual exclusion.

use crate::State;
use crate::model::{Candidate, Deduction, Role};

/// The candidates of a grid as masks (bit 0 is digit 1). A filled cell has only its digit.
#[derive(Clone)]
pub(super) struct Grid {
    pub(super) cand: [u16; 81],
    pub(super) given: [bool; 81],
    pub(super) filled: [bool; 81],
}

impl Grid {
    pub(super) fn new(state: &State) -> Self {
        let digits = state.digits();
        let of = |cell: usize| match digits[cell] {
            0 => state.candidates(cell),
            digit => 1 << (digit - 1),
        };
        Self {
            cand: core::array::from_fn(of),
            given: core::array::from_fn(|cell| state.is_given(cell)),
            filled: core::array::from_fn(|cell| digits[cell] != 0),
        }
    }

    pub(super) fn has(&self, candidate: Candidate) -> bool {
        self.cand[candidate.cell()] >> (candidate.digit() - 1) & 1 == 1
    }

    pub(super) fn of_cell(&self, cell: usize) -> impl Iterator<Item = Candidate> {
        (1..=9).filter_map(move |digit| Candidate::new(cell, digit)).filter(|it| self.has(*it))
    }

    pub(super) fn of_house(&self, house: usize, digit: u8) -> impl Iterator<Item = Candidate> {
        cells_of(house).filter_map(move |cell| Candidate::new(cell, digit)).filter(|it| self.has(*it))
    }
}

pub(super) fn with_role(deduction: &Deduction, expected: Role) -> Vec<Candidate> {
    deduction.pattern.iter().filter(|(role, _)| *role == expected).map(|(_, candidate)| *candidate).collect()
}

/// Returns the row, column and box of a cell, as numbered in [`Deduction::houses`].
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

pub(super) fn cells_of(house: usize) -> impl Iterator<Item = usize> {
    let (kind, i) = (house / 9, house % 9);
    (0..9).map(move |place| match kind {
        0 => 9 * i + place,
        1 => 9 * place + i,
        _ => 27 * (i / 3) + 9 * (place / 3) + 3 * (i % 3) + place % 3,
    })
}

pub(super) fn share_house(one: usize, other: usize) -> bool {
    houses_of(one).iter().zip(houses_of(other)).any(|(one, other)| *one == other)
}

/// Returns true if the two candidates can't both be true.
pub(super) fn exclude(one: Candidate, other: Candidate) -> bool {
    one != other
        && (one.cell() == other.cell()
            || (one.digit() == other.digit() && share_house(one.cell(), other.cell())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_by_cell_and_cells_by_house_agree() {
        for house in 0..27 {
            let by_cell: Vec<usize> = (0..81).filter(|cell| houses_of(*cell).contains(&house)).collect();
            assert_eq!(cells_of(house).collect::<Vec<_>>(), by_cell);
        }
    }
}
