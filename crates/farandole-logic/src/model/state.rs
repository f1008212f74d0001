//! The solving state: givens, placed digits and remaining candidates.

use super::candidate::Candidate;
use super::deduction::Deduction;
use super::marks::{ALL, Marks};
use super::tables::{HOUSES, bits};
use farandole_puzzle::ClassicPuzzle;

/// A classic grid during solving: the digits in place and the remaining candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) digits: [u8; 81],
    pub(crate) marks: Marks,
    given: u128,
}

impl State {
    /// Returns the initial state of a puzzle, with its givens and all candidates that the givens
    /// and restrictions allow.
    ///
    /// Returns `None` if the puzzle is not a classic 9x9 grid, or if its givens clash. Restrictions
    /// act as pencil marks.
    pub fn new(puzzle: &ClassicPuzzle) -> Option<Self> {
        // Without restrictions, `of_givens` detects clashes.
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

    /// Parses a line of 81 bytes, row-major. `1` to `9` are givens, and any other byte is an empty
    /// cell.
    ///
    /// Returns `None` if the length is not 81 or two equal givens are peers.
    pub fn from_line(line: &[u8]) -> Option<Self> {
        let line: &[u8; 81] = line.try_into().ok()?;
        Self::of_givens(&line.map(|byte| if let b'1'..=b'9' = byte { byte - b'0' } else { 0 }))
    }

    /// Builds a state from digits, with 0 for empty cells. Returns `None` if two equal digits are
    /// peers.
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

    /// Returns the digits in place, row-major, or 0 for an empty cell.
    pub const fn digits(&self) -> &[u8; 81] {
        &self.digits
    }

    /// Returns the candidates of a cell (row-major index) as a mask, with bit 0 for digit 1. The
    /// mask of a filled cell is 0.
    ///
    /// # Panics
    /// If `cell` is 81 or more.
    pub const fn candidates(&self, cell: usize) -> u16 {
        self.marks.cand[cell]
    }

    /// Returns true if the cell has a given.
    pub const fn is_given(&self, cell: usize) -> bool {
        cell < 81 && self.given >> cell & 1 == 1
    }

    pub(crate) const fn set_given(&mut self, cell: usize) {
        self.given |= 1 << cell;
    }

    /// Returns true if every cell has a digit.
    pub fn is_solved(&self) -> bool {
        !self.digits.contains(&0)
    }

    /// Places a digit in an empty cell and removes it from the candidates of all peers. Does
    /// nothing if the cell is filled.
    pub fn set(&mut self, candidate: Candidate) {
        if self.digits[candidate.cell()] == 0 {
            self.place(candidate.cell(), candidate.digit() as usize - 1);
        }
    }

    /// Removes a candidate. Does nothing if it is already absent.
    pub fn remove(&mut self, candidate: Candidate) {
        self.marks.remove(candidate.cell(), candidate.digit() as usize - 1);
    }

    /// Applies a deduction: eliminations first, then placements.
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
    fn a_line_gives_the_candidates_of_its_digits_placed_one_by_one() {
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
