//! The parts of a house, that is, the sets of its open cells, with their digits.

use super::grid::Grid;
use crate::model::Marks;
use crate::model::tables::{CELLS, HOUSE_SETS, cells, count};

/// A set of open cells in a house, with their digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) set: u128,
    pub(crate) digits: u16,
    /// Number of cells.
    pub(crate) size: u8,
    /// Number of digits minus number of cells. It is never negative in a grid with a solution.
    pub(crate) surplus: i8,
}

impl Part {
    pub(crate) const NONE: Self = Self { set: 0, digits: 0, size: 0, surplus: 0 };

    pub(crate) const fn with(self, marks: &Marks, cell: usize) -> Self {
        let (digits, size) = (self.digits | marks.cand[cell], self.size + 1);
        Self { set: self.set | 1 << cell, digits, size, surplus: count(digits) as i8 - size as i8 }
    }
}

/// All non-empty parts of each house, in depth-first order: each part precedes its extensions by
/// later cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// The parts of each house, with the candidates of its cells at the time when the parts were
    /// built.
    of: [([u16; 9], Vec<Part>); 27],
}

impl Parts {
    /// Rebuilds the parts of houses whose candidates have changed.
    pub(super) fn update(&mut self, grid: &Grid<'_>) {
        fn grow(marks: &Marks, from: u128, part: Part, all: &mut Vec<Part>) {
            for cell in cells(from) {
                let larger = part.with(marks, cell);
                all.push(larger);
                grow(marks, from & (!0 << cell) & !(1 << cell), larger, all);
            }
        }
        for (house, (known, parts)) in self.of.iter_mut().enumerate() {
            let now = CELLS[house].map(|cell| grid.marks.cand[cell as usize]);
            if core::mem::replace(known, now) != now {
                parts.clear();
                grow(grid.marks, HOUSE_SETS[house] & grid.open, Part::NONE, parts);
            }
        }
    }

    pub(crate) fn of(&self, house: usize) -> &[Part] {
        &self.of[house].1
    }
}
