//! Templates of one digit. A template places the digit once in every house.

use crate::model::ALL;
use crate::model::Marks;
use crate::model::tables::{HOUSE_SETS, PEER_SETS, bits, cells};

/// Returns true if some candidate of a digit is on no template, given the candidates as masks by
/// row. A pattern of this digit alone can eliminate a candidate if and only if the result is true.
fn has_candidate_off_template(rows: &[u16; 9]) -> bool {
    let open = (0..9).filter(|row| rows[*row] != 0).fold(0_u16, |open, row| open | 1 << row);
    let mut covered = [0; 9];
    for row in bits(open) {
        while rows[row] & !covered[row] != 0 {
            let column = (rows[row] & !covered[row]).trailing_zeros();
            let free = without([ALL; 3], row, column);
            if !complete(rows, open & !(1 << row), free, &mut covered) {
                return true;
            }
            covered[row] |= 1 << column;
        }
    }
    false
}

/// A cache of the digits with candidates on no template, recomputed only for digits whose
/// candidates have changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct OffTemplate {
    /// The candidates of each digit by row at the last computation.
    rows: [[u16; 9]; 9],
    digits: u16,
}

impl OffTemplate {
    /// Returns these digits as a mask.
    pub(crate) fn of(&mut self, marks: &Marks) -> u16 {
        for digit in 0..9 {
            let rows = core::array::from_fn(|row| marks.pos[row][digit]);
            if self.rows[digit] != rows {
                self.rows[digit] = rows;
                self.digits =
                    self.digits & !(1 << digit) | u16::from(has_candidate_off_template(&rows)) << digit;
            }
        }
        self.digits
    }
}

/// Updates the free columns of each band after a cell of a row is filled.
fn without(free: [u16; 3], row: usize, column: u32) -> [u16; 3] {
    let mut free = free.map(|free| free & !(1 << column));
    free[row / 3] &= !(7 << (column / 3 * 3));
    free
}

/// Completes a template in the remaining rows, and marks its cells as covered. It prefers cells
/// that are not yet covered.
fn complete(rows: &[u16; 9], open: u16, free: [u16; 3], covered: &mut [u16; 9]) -> bool {
    let Some(row) = bits(open).next() else { return true };
    let places = rows[row] & free[row / 3];
    for places in [places & !covered[row], places & covered[row]] {
        for column in bits(places) {
            if complete(rows, open & (open - 1), without(free, row, column as u32), covered) {
                covered[row] |= 1 << column;
                return true;
            }
        }
    }
    false
}

/// Enumerates the templates of a digit, row by row.
pub(crate) fn grow(places: u128, rows: u16, chosen: u128, found: &mut Vec<u128>) {
    if rows == 0 {
        found.push(chosen);
        return;
    }
    let row = rows.trailing_zeros() as usize;
    for cell in cells(places & HOUSE_SETS[row]) {
        grow(places & !PEER_SETS[cell], rows & (rows - 1), chosen | 1 << cell, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_testkit::Random;

    #[test]
    fn candidates_on_no_template_are_detected() {
        let mut rng = Random::new(5);
        let mut noticed = [0; 2];
        for _ in 0..2_000 {
            let share = 2 + rng.below(5);
            let mut places = 0_u128;
            (0..81).filter(|_| rng.below(8) < share).for_each(|cell| places |= 1 << cell);
            let rows: [u16; 9] = core::array::from_fn(|row| (places >> (9 * row)) as u16 & ALL);
            let open = (0..9).filter(|row| rows[*row] != 0).fold(0, |open, row| open | 1 << row);
            let mut all = Vec::new();
            grow(places, open, 0, &mut all);
            let some_out = places & !all.iter().fold(0, |any, template| any | template) != 0;
            assert_eq!(has_candidate_off_template(&rows), some_out, "{places:081b}");
            noticed[usize::from(some_out)] += 1;
        }
        assert!(noticed.iter().all(|times| *times > 100), "{noticed:?}");
    }
}
