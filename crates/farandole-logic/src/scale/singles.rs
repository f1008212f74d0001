//! The singles of a grid, kept up to date while digits are placed.

use super::se::Tenths;
use crate::state::{Marks, State};
use crate::tables::{CELLS, HOUSES, PLACES, bits};

/// The houses that are boxes, as a set of houses.
const BOXES: u32 = 0o777 << 18;

/// Which singles there are.
pub(super) struct Singles {
    /// The digits with one place left, by house.
    hidden: [u16; 27],
    /// The houses that have such digits.
    houses: u32,
    /// The houses with one empty cell.
    last: u32,
    /// The cells with one candidate.
    naked: u128,
    /// Whether an empty cell, or a digit in a house, has lost its last candidate.
    contradiction: bool,
}

impl Singles {
    pub(super) fn of(marks: &Marks) -> Self {
        let mut singles = Self { hidden: [0; 27], houses: 0, last: 0, naked: 0, contradiction: false };
        for house in 0..27 {
            for digit in 0..9 {
                let single = marks.pos[house][digit].is_power_of_two();
                singles.hidden[house] |= u16::from(single) << digit;
            }
            singles.houses |= u32::from(singles.hidden[house] != 0) << house;
            singles.last |= u32::from(marks.empty[house] == 1) << house;
        }
        for (cell, digits) in marks.cand.iter().enumerate() {
            singles.naked |= u128::from(digits.is_power_of_two()) << cell;
        }
        singles
    }

    /// A single that is the next on the scale, or is not harder than `met`: difficulty, cell, digit (from 0).
    ///
    /// Naked singles come after techniques that hidden singles do not wait for, unless they matter no more.
    pub(super) fn next(&self, marks: &Marks, met: Tenths) -> Option<(Tenths, usize, usize)> {
        let (house, difficulty) = match (self.houses & self.last, self.houses & BOXES, self.houses) {
            (0, 0, 0) => {
                if met < 23 || self.naked == 0 {
                    return None;
                }
                let cell = self.naked.trailing_zeros() as usize;
                return Some((23, cell, marks.cand[cell].trailing_zeros() as usize));
            }
            (0, 0, lines) => (lines.trailing_zeros() as usize, 15),
            (0, boxes, _) => (boxes.trailing_zeros() as usize, 12),
            (last, ..) => (last.trailing_zeros() as usize, 10),
        };
        let digit = self.hidden[house].trailing_zeros() as usize;
        let place = marks.pos[house][digit].trailing_zeros() as usize;
        Some((difficulty, CELLS[house][place] as usize, digit))
    }

    /// Places a digit in an empty cell.
    pub(super) fn place(&mut self, marks: &mut Marks, cell: usize, digit: usize) {
        for other in bits(marks.cand[cell] & !(1 << digit)) {
            self.remove(marks, cell, other);
        }
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            for place in bits(marks.pos[house][digit] & !(1 << PLACES[cell][kind])) {
                let peer = CELLS[house][place] as usize;
                self.remove(marks, peer, digit);
            }
        }
        marks.cand[cell] = 0;
        self.naked &= !(1 << cell);
        for house in HOUSES[cell].map(usize::from) {
            marks.pos[house][digit] = 0;
            marks.empty[house] -= 1;
            self.hidden[house] &= !(1 << digit);
            let bit = 1 << house;
            if self.hidden[house] == 0 {
                self.houses &= !bit;
            }
            match marks.empty[house] {
                0 => self.last &= !bit,
                1 => self.last |= bit,
                _ => {}
            }
        }
        marks.placed[digit] += 1;
    }

    fn remove(&mut self, marks: &mut Marks, cell: usize, digit: usize) {
        let left = marks.cand[cell] & !(1 << digit);
        marks.cand[cell] = left;
        self.contradiction |= left == 0;
        let bit = 1 << cell;
        self.naked = if left.is_power_of_two() { self.naked | bit } else { self.naked & !bit };
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            let places = marks.pos[house][digit] & !(1 << PLACES[cell][kind]);
            marks.pos[house][digit] = places;
            if places & places.wrapping_sub(1) == 0 {
                if places == 0 {
                    self.contradiction = true;
                    self.hidden[house] &= !(1 << digit);
                    if self.hidden[house] == 0 {
                        self.houses &= !(1 << house);
                    }
                } else {
                    self.hidden[house] |= 1 << digit;
                    self.houses |= 1 << house;
                }
            }
        }
    }

    /// Whether an empty cell has no candidate.
    pub(super) fn contradicts(&self, state: &State) -> bool {
        self.contradiction
            || state.digits.iter().zip(&state.marks.cand).any(|(digit, digits)| *digit == 0 && *digits == 0)
    }
}
