//! The singles of a grid, updated incrementally as digits are placed.

use super::difficulty::Tenths;
use crate::model::tables::{CELLS, HOUSES, MEMBERS, POSITIONS, UNITS, bits};
use crate::model::{Marks, State};

/// The set of houses that are boxes.
const BOXES: u32 = 0o777 << 18;

/// The current singles of a grid.
pub(super) struct Singles {
    /// For each house, the digits with a single possible cell.
    hidden: [u16; 27],
    /// The houses with hidden singles.
    houses: u32,
    /// The houses with one empty cell.
    last: u32,
    /// The cells with one candidate, as a bit set.
    naked: [u64; 2],
    /// True if an empty cell, or a digit in a house, has lost its last candidate.
    contradiction: bool,
}

impl Singles {
    pub(super) fn of(marks: &Marks) -> Self {
        let mut singles = Self { hidden: [0; 27], houses: 0, last: 0, naked: [0; 2], contradiction: false };
        for house in 0..27 {
            for digit in 0..9 {
                let single = marks.pos[house][digit].is_power_of_two();
                singles.hidden[house] |= u16::from(single) << digit;
            }
            singles.houses |= u32::from(singles.hidden[house] != 0) << house;
            singles.last |= u32::from(marks.empty[house] == 1) << house;
        }
        for (cell, digits) in marks.cand.iter().enumerate() {
            singles.naked[cell / 64] |= u64::from(digits.is_power_of_two()) << (cell % 64);
        }
        singles
    }

    /// Returns a single (difficulty, cell, 0-based digit) that is either next on the scale or not
    /// harder than `rated`.
    ///
    /// Naked singles follow some harder techniques in the order of the scale. They are therefore
    /// returned only once their difficulty no longer affects the rating.
    pub(super) fn next(&self, marks: &Marks, rated: Tenths) -> Option<(Tenths, usize, usize)> {
        let (house, difficulty) = match (self.houses & self.last, self.houses & BOXES, self.houses) {
            (0, 0, 0) => {
                if rated < 23 || self.naked == [0; 2] {
                    return None;
                }
                let word = usize::from(self.naked[0] == 0);
                let cell = 64 * word + self.naked[word].trailing_zeros() as usize;
                return Some((23, cell, marks.cand[cell].trailing_zeros() as usize));
            }
            (0, 0, lines) => (lines.trailing_zeros() as usize, 15),
            (0, boxes, _) => (boxes.trailing_zeros() as usize, 12),
            (last, ..) => (last.trailing_zeros() as usize, 10),
        };
        let digit = self.hidden[house].trailing_zeros() as usize;
        let position = marks.pos[house][digit].trailing_zeros() as usize;
        Some((difficulty, CELLS[house][position] as usize, digit))
    }

    pub(super) fn place(&mut self, marks: &mut Marks, cell: usize, digit: usize) {
        for other in bits(marks.cand[cell] & !(1 << digit)) {
            self.remove(marks, cell * 9 + other);
        }
        let units = UNITS[cell * 9 + digit].map(usize::from);
        for (unit, position) in units.into_iter().zip(POSITIONS[cell]) {
            for position in bits(marks.pos.as_flattened()[unit] & !(1 << position)) {
                self.remove(marks, MEMBERS[unit][position] as usize);
            }
        }
        marks.cand[cell] = 0;
        self.naked[cell / 64] &= !(1 << (cell % 64));
        for (unit, house) in units.into_iter().zip(HOUSES[cell].map(usize::from)) {
            marks.pos.as_flattened_mut()[unit] = 0;
            self.no_single(house, digit);
            marks.empty[house] -= 1;
            match marks.empty[house] {
                0 => self.last &= !(1 << house),
                1 => self.last |= 1 << house,
                _ => {}
            }
        }
        marks.placed[digit] += 1;
    }

    /// Removes a candidate, and updates the singles of its cell and houses.
    #[inline]
    fn remove(&mut self, marks: &mut Marks, candidate: usize) {
        let (cell, digit) = (candidate / 9, candidate % 9);
        let left = marks.cand[cell] & !(1 << digit);
        marks.cand[cell] = left;
        if left & left.wrapping_sub(1) == 0 {
            self.contradiction |= left == 0;
            let bit = 1 << (cell % 64);
            let naked = &mut self.naked[cell / 64];
            *naked = if left == 0 { *naked & !bit } else { *naked | bit };
        }
        let pos = marks.pos.as_flattened_mut();
        for (kind, unit) in UNITS[candidate].into_iter().enumerate() {
            let positions = &mut pos[unit as usize];
            *positions &= !(1 << POSITIONS[cell][kind]);
            if *positions & positions.wrapping_sub(1) == 0 {
                let house = HOUSES[cell][kind] as usize;
                if *positions == 0 {
                    self.contradiction = true;
                    self.no_single(house, digit);
                } else {
                    self.hidden[house] |= 1 << digit;
                    self.houses |= 1 << house;
                }
            }
        }
    }

    /// Records that a digit is not a hidden single in a house.
    fn no_single(&mut self, house: usize, digit: usize) {
        self.hidden[house] &= !(1 << digit);
        self.houses &= !(u32::from(self.hidden[house] == 0) << house);
    }

    /// Returns true if an empty cell has no candidates.
    pub(super) fn contradicts(&self, state: &State) -> bool {
        self.contradiction
            || state.digits.iter().zip(&state.marks.cand).any(|(digit, digits)| *digit == 0 && *digits == 0)
    }
}
