//! The grid as a person has it: digits and pencil marks, kept so that every question is one mask away.

use crate::model::tables::{CELLS, HOUSES, PLACES, UNITS, bits};
use crate::model::{Candidate, Deduction};
use farandole_puzzle::Puzzle;

/// All nine digits as a mask.
pub(crate) const ALL: u16 = 0x1ff;

/// The candidates of a grid, seen from the cells and from the houses.
///
/// ```text
/// cand[cell]        bit d     : cell may hold digit d + 1 (0 for a filled cell)
/// pos[house][d]     bit place : the cell at this place of the house may hold d + 1
/// empty[house]                : cells without a digit        placed[d] : cells that hold d + 1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marks {
    pub(crate) cand: [u16; 81],
    pub(crate) pos: [[u16; 9]; 27],
    pub(crate) empty: [u8; 27],
    pub(crate) placed: [u8; 9],
}

/// Three bits, each three times.
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

    /// The marks of a grid without clashes; `used` are the digits placed in each house.
    fn of(digits: &[u8; 81], used: &[u16; 27]) -> Self {
        let mut marks = Self { cand: [0; 81], pos: [[0; 9]; 27], empty: [0; 27], placed: [0; 9] };
        // The empty places of each house, and the houses of each kind that have a digit.
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
            for (house, place) in [row, col, box_idx].into_iter().zip(PLACES[cell]) {
                marks.empty[house] += 1;
                open[house] |= 1 << place;
            }
        }
        for digit in 0..9 {
            let [rows, cols, boxes] = have.map(|have| have[digit]);
            for i in 0..9 {
                let (band, stack) = (i / 3, i % 3);
                let of_band = |houses: u16| houses >> (3 * band) & 7;
                // A box of the band of row `i` covers three of its places; likewise with columns and stacks.
                let across = boxes >> band & 0o111;
                let down = (across | across >> 2 | across >> 4) & 7;
                let all = [
                    cols | TRIPLED[of_band(boxes) as usize],
                    rows | TRIPLED[down as usize],
                    TRIPLED[of_band(rows) as usize] | ((cols >> (3 * stack) & 7) * 0o111),
                ];
                for (kind, gone) in all.into_iter().enumerate() {
                    let house = 9 * kind + i;
                    if have[kind][digit] >> i & 1 == 0 {
                        marks.pos[house][digit] = open[house] & !gone;
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
        for (unit, place) in UNITS[cell * 9 + digit].into_iter().zip(PLACES[cell]) {
            pos[unit as usize] &= !(1 << place);
        }
    }

    #[inline]
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.cand[cell]) {
            self.remove(cell, other);
        }
        for house in HOUSES[cell].map(usize::from) {
            for place in bits(self.pos[house][digit]) {
                self.remove(CELLS[house][place] as usize, digit);
            }
        }
        for house in HOUSES[cell] {
            self.empty[house as usize] -= 1;
        }
        self.placed[digit] += 1;
    }

    /// The cells that may hold the digit.
    pub(crate) fn digit_cells(&self, digit: usize) -> u128 {
        (0..9).fold(0, |set, row| set | (self.pos[row][digit] as u128) << (9 * row))
    }
}

/// A classic grid on the way to its solution: the digits in place and the candidates left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) digits: [u8; 81],
    pub(crate) marks: Marks,
    given: u128,
}

impl State {
    /// The state in which a puzzle starts: givens placed, every candidate that no given and no restriction excludes.
    ///
    /// `None` when the puzzle is not the classic 9x9 grid, or its givens clash. Restrictions are pencil marks here.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        // Clashes of givens alone are found below.
        if !puzzle.geometry().is_classic() || (puzzle.restrictions().is_some() && puzzle.clash().is_some()) {
            return None;
        }
        let mut state = Self::of_givens(puzzle.givens().try_into().ok()?)?;
        if let Some(allowed) = puzzle.restrictions() {
            for (cell, allowed) in allowed.iter().enumerate().filter(|(cell, _)| state.digits[*cell] == 0) {
                bits(ALL & !(allowed.bits() as u16)).for_each(|digit| state.marks.remove(cell, digit));
            }
        }
        Some(state)
    }

    /// The state of a plain line: 81 bytes, row-major, `1` to `9` for givens and any other byte for an empty cell.
    ///
    /// `None` when there are not 81 bytes or two equal digits see each other.
    pub fn from_line(line: &[u8]) -> Option<Self> {
        let line: &[u8; 81] = line.try_into().ok()?;
        Self::of_givens(&line.map(|byte| if let b'1'..=b'9' = byte { byte - b'0' } else { 0 }))
    }

    /// The state with these digits up to 9 and 0 for empty cells; `None` when two equal ones see each other.
    fn of_givens(givens: &[u8; 81]) -> Option<Self> {
        let mut state = Self::blank();
        let mut used = [0_u16; 27];
        for (cell, given) in givens.iter().enumerate().filter(|(_, given)| **given != 0) {
            let bit = 1 << (given - 1);
            let houses = HOUSES[cell].map(usize::from);
            if houses.iter().any(|house| used[*house] & bit != 0) {
                return None;
            }
            houses.iter().for_each(|house| used[*house] |= bit);
            state.given |= 1 << cell;
        }
        state.digits = *givens;
        state.marks = Marks::of(givens, &used);
        Some(state)
    }

    pub(crate) const fn blank() -> Self {
        Self { digits: [0; 81], marks: Marks::EMPTY, given: 0 }
    }

    /// The digits in place, row-major; 0 for an empty cell.
    pub const fn digits(&self) -> &[u8; 81] {
        &self.digits
    }

    /// The candidates of a cell (row-major index) as a mask, bit 0 for digit 1; 0 for a filled cell.
    ///
    /// # Panics
    /// If `cell` is 81 or more.
    pub const fn candidates(&self, cell: usize) -> u16 {
        self.marks.cand[cell]
    }

    /// Whether the cell's digit is printed, not found on the way.
    pub const fn is_given(&self, cell: usize) -> bool {
        cell < 81 && self.given >> cell & 1 == 1
    }

    /// Counts the cell among the givens.
    pub(crate) const fn set_given(&mut self, cell: usize) {
        self.given |= 1 << cell;
    }

    /// Whether every cell has a digit.
    pub fn is_solved(&self) -> bool {
        !self.digits.contains(&0)
    }

    /// Puts a digit into an empty cell and takes it from the candidates of all peers; nothing for a filled cell.
    pub fn set(&mut self, candidate: Candidate) {
        if self.digits[candidate.cell()] == 0 {
            self.place(candidate.cell(), candidate.digit() as usize - 1);
        }
    }

    /// Takes a candidate away; nothing happens where it is gone already.
    pub fn remove(&mut self, candidate: Candidate) {
        self.marks.remove(candidate.cell(), candidate.digit() as usize - 1);
    }

    /// Does what a deduction says: eliminations first, then placements.
    pub fn apply(&mut self, deduction: &Deduction) {
        deduction.eliminations.iter().for_each(|candidate| self.remove(*candidate));
        deduction.placements.iter().for_each(|candidate| self.set(*candidate));
    }

    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        self.digits[cell] = digit as u8 + 1;
        self.marks.place(cell, digit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_the_marks_of_its_digits_placed_one_by_one() {
        for line in include_str!("../../../../testdata/sudoku/17_clue_sample.txt").lines() {
            let mut placed = State::blank();
            for (cell, byte) in line.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
                placed.set_given(cell);
                placed.place(cell, (byte - b'1') as usize);
            }
            assert_eq!(State::from_line(line.as_bytes()), Some(placed));
        }
    }
}
