//! Candidates as bit masks, stored both by cell and by house to make either lookup fast.

use super::tables::{CELLS, HOUSES, POSITIONS, UNITS, bits};

/// All nine digits as a mask.
pub(crate) const ALL: u16 = 0x1ff;

/// The candidates of a grid, indexed by cell and by house.
///
/// ```text
/// cand[cell]        bit d     : cell may hold digit d + 1 (0 for a filled cell)
/// pos[house][d]     bit i     : cell i of the house may hold digit d + 1
/// empty[house]                : cells without a digit        placed[d] : cells that hold d + 1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marks {
    pub(crate) cand: [u16; 81],
    pub(crate) pos: [[u16; 9]; 27],
    pub(crate) empty: [u8; 27],
    pub(crate) placed: [u8; 9],
}

/// Maps three bits to nine, repeating each bit three times.
const TRIPLED: [u16; 8] = {
    let mut table = [0; 8];
    let mut bits = 0;
    while bits < 8 {
        table[bits] = (((bits & 1) * 7) | ((bits >> 1 & 1) * 0o70) | ((bits >> 2) * 0o700)) as u16;
        bits += 1;
    }
    table
};

impl Marks {
    pub(crate) const EMPTY: Self =
        Self { cand: [ALL; 81], pos: [[ALL; 9]; 27], empty: [9; 27], placed: [0; 9] };

    /// Computes the candidates of a grid in which no digits clash. `used` contains the digits
    /// placed in each house.
    pub(super) fn of(digits: &[u8; 81], used: &[u16; 27]) -> Self {
        let mut marks = Self { cand: [0; 81], pos: [[0; 9]; 27], empty: [0; 27], placed: [0; 9] };
        // `open` contains the empty positions of each house. `have` contains, by kind and digit,
        // the houses that contain the digit.
        let mut open = [0_u16; 27];
        let mut have = [[0_u16; 9]; 3];
        for cell in 0..81 {
            let [row, col, box_idx] = HOUSES[cell].map(usize::from);
            if let Some(digit) = (digits[cell] as usize).checked_sub(1) {
                marks.placed[digit] += 1;
                have[0][digit] |= 1 << row;
                have[1][digit] |= 1 << (col - 9);
                have[2][digit] |= 1 << (box_idx - 18);
                continue;
            }
            marks.cand[cell] = ALL & !(used[row] | used[col] | used[box_idx]);
            for (house, position) in [row, col, box_idx].into_iter().zip(POSITIONS[cell]) {
                marks.empty[house] += 1;
                open[house] |= 1 << position;
            }
        }
        for digit in 0..9 {
            let [rows, cols, boxes] = have.map(|have| have[digit]);
            for i in 0..9 {
                let (band, stack) = (i / 3, i % 3);
                let of_band = |houses: u16| houses >> (3 * band) & 7;
                // A box in the band of row `i` covers three positions of the row. Columns and
                // stacks work the same.
                let across = boxes >> band & 0o111;
                let down = (across | across >> 2 | across >> 4) & 7;
                let all = [
                    cols | TRIPLED[of_band(boxes) as usize],
                    rows | TRIPLED[down as usize],
                    TRIPLED[of_band(rows) as usize] | ((cols >> (3 * stack) & 7) * 0o111),
                ];
                for (kind, excluded) in all.into_iter().enumerate() {
                    let house = 9 * kind + i;
                    if have[kind][digit] >> i & 1 == 0 {
                        marks.pos[house][digit] = open[house] & !excluded;
                    }
                }
            }
        }
        marks
    }

    pub(crate) const fn has(&self, cell: usize, digit: usize) -> bool {
        self.cand[cell] >> digit & 1 == 1
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        self.cand[cell] &= !(1 << digit);
        let pos = self.pos.as_flattened_mut();
        for (unit, position) in UNITS[cell * 9 + digit].into_iter().zip(POSITIONS[cell]) {
            pos[unit as usize] &= !(1 << position);
        }
    }

    #[inline]
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.cand[cell]) {
            self.remove(cell, other);
        }
        for house in HOUSES[cell].map(usize::from) {
            for position in bits(self.pos[house][digit]) {
                self.remove(CELLS[house][position] as usize, digit);
            }
        }
        for house in HOUSES[cell] {
            self.empty[house as usize] -= 1;
        }
        self.placed[digit] += 1;
    }

    pub(crate) fn digit_cells(&self, digit: usize) -> u128 {
        (0..9).fold(0, |set, row| set | (self.pos[row][digit] as u128) << (9 * row))
    }
}
