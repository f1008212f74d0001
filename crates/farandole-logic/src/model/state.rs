//! The grid as a person has it: givens, digits found so far, candidates left.

use super::candidate::Candidate;
use super::deduction::Deduction;
use super::marks::{ALL, Marks};
use super::tables::{HOUSES, bits};
use farandole_puzzle::Puzzle;

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
