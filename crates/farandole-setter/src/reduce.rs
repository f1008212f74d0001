//! Top-down reduction with lazily found unavoidable sets: givens go in a fixed order, each unless the puzzle would become
//! improper.
//!
//! A given stays if and only if it is, at its turn, the last cell of some unavoidable set. So the sequence of decisions is
//! predicted from the sets known so far; a question "is the puzzle after this many steps proper?" either confirms all
//! predictions up to there at once, or finds a second solution. Where the two solutions differ is a new unavoidable set. It
//! corrects the decision on the set's last given, and the prediction goes on from there. The result is exactly that of
//! testing the givens one by one, with half the questions and fewer.
//!
//! Source: top-down generation is folklore; the prediction is our own arrangement of lazily generated hitting sets, for
//! which see E. Moreno-Centeno, R. Karp, "The implicit hitting set approach", Operations Research 61 (2013).

use core::ops::ControlFlow;

use farandole_kernel::End;

use crate::board::{Cells, Grid, OPEN, difference, members};
use crate::unavoidable::each_quick_set;
use crate::walks::Walk;

/// Cells that go before the first question. Half of the puzzles with so many cells gone are proper. Each later
/// question is about one unit: it can then exclude the unit's digit, which shortens the search more than questions about
/// several units save. Half sweeps and questions a puzzle for 46 cells and one, two, three units: 470, 25.8; 613, 24.9;
/// 758, 26.0; for 40 and 52 cells and one unit: 479, 31.4; 498, 21.9.
const FIRST: u32 = 46;

/// The reduction of one grid. Cells go in units: a unit is given as a whole or not at all.
pub(crate) struct Reduction {
    grid: Grid,
    units: Vec<Cells>,
    /// By cell, the bit of its unit; 0 for cells in none. Units are numbered in the order in which they go.
    unit: [u128; 81],
    known: Known,
    /// Units that stay, as far as the known sets tell.
    kept: u128,
    /// So many units may go.
    last: usize,
    /// So many units have been decided for certain.
    settled: usize,
    /// So many units are decided in the puzzle that is asked about.
    trial: usize,
    /// The units given in the last question, and its candidates but for what it excludes: a question differs from the one before
    /// in few cells.
    shown: u128,
    masks: [u16; 81],
}

/// Known unavoidable sets as sets of units. A set stands by its last unit; those of one unit come in any order.
struct Known {
    /// Each with the number of the next one that has the same last unit; numbers begin with 1, and 0 ends.
    sets: Vec<(u128, u16)>,
    /// By last unit, the number of the first set.
    first: [u16; 81],
}

impl Known {
    /// Adds a set that is not empty.
    #[inline]
    fn add(&mut self, set: u128) {
        let first = &mut self.first[last_unit(set)];
        self.sets.push((set, *first));
        *first = self.sets.len() as u16;
    }

    /// Whether some set with this last unit has no other unit among those kept.
    #[inline]
    fn needs(&self, unit: usize, kept: u128) -> bool {
        let mut number = self.first[unit];
        while let Some((set, next)) = self.sets.get(usize::from(number).wrapping_sub(1)) {
            if set & kept == 0 {
                return true;
            }
            number = *next;
        }
        false
    }
}

/// The last unit of a set that has one.
const fn last_unit(set: u128) -> usize {
    127 - set.leading_zeros() as usize
}

impl Reduction {
    /// Units of cells in the order in which they go. Cells of no unit are not given.
    pub(crate) fn new(grid: Grid, units: Vec<Cells>) -> Self {
        let mut unit = [0; 81];
        for (number, cells) in units.iter().enumerate() {
            members(*cells).for_each(|cell| unit[cell] = 1 << number);
        }
        let mut known = Known { sets: Vec::with_capacity(192), first: [0; 81] };
        each_quick_set(&grid, &unit, &mut |set| {
            if set != 0 {
                known.add(set);
            }
        });
        let last = units.len();
        let masks = [OPEN; 81];
        let mut reduction =
            Self { grid, units, unit, known, kept: 0, last, settled: 0, trial: 0, shown: 0, masks };
        reduction.predict(0);
        reduction
    }

    /// Only the first units may go.
    pub(crate) fn only_first(mut self, count: usize) -> Self {
        self.last = count;
        self.kept |= (1 << self.units.len()) - (1 << count);
        self
    }

    /// The solution.
    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The units in the order in which they go.
    pub(crate) fn units(&self) -> &[Cells] {
        &self.units
    }

    /// Cells of the units that stay.
    pub(crate) fn cells(&self) -> Cells {
        members(self.kept).fold(0, |cells, unit| cells | self.units[unit])
    }

    /// Decides on all units from this one on by the known sets.
    fn predict(&mut self, from: usize) {
        let mut kept = self.kept & ((1 << from) - 1);
        for unit in from..self.last {
            if self.known.needs(unit, kept) {
                kept |= 1 << unit;
            }
        }
        self.kept = kept | ((1 << self.units.len()) - (1 << self.last));
    }

    /// Where the next question stands: one more unit gone, many more at the beginning.
    fn next_trial(&self) -> usize {
        let (mut gone, mut trial) = (0, self.settled);
        let absent = || self.unit.iter().filter(|unit| **unit == 0).count() as u32;
        let enough = if self.settled == 0 { FIRST.saturating_sub(absent()).max(1) } else { 1 };
        while trial < self.last && gone < enough {
            if self.kept >> trial & 1 == 0 {
                gone += if self.settled == 0 { self.units[trial].count_ones() } else { enough };
            }
            trial += 1;
        }
        trial
    }

    /// Units that go between the last answer and the question.
    fn gone(&self) -> u128 {
        !self.kept & ((1 << self.trial) - (1 << self.settled))
    }

    /// Brings the candidates up to these given units.
    fn show(&mut self, given: u128) {
        for unit in members(given ^ self.shown) {
            let is_given = given >> unit & 1 != 0;
            for cell in members(self.units[unit]) {
                self.masks[cell] = if is_given { 1 << (self.grid[cell] - 1) } else { OPEN };
            }
        }
        self.shown = given;
    }
}

impl Walk for Reduction {
    fn ask(&mut self, masks: &mut [u16; 81]) -> bool {
        while self.gone() == 0 {
            if self.settled == self.last {
                return false;
            }
            self.settled = self.settled.max(self.trial);
            self.trial = self.next_trial();
        }
        let given = self.kept | ((1 << self.units.len()) - (1 << self.trial));
        self.show(given);
        *masks = self.masks;
        let gone = self.gone();
        let cells = if gone.is_power_of_two() { self.units[gone.trailing_zeros() as usize] } else { 0 };
        if cells.is_power_of_two() {
            // Every other solution has another digit there.
            let cell = cells.trailing_zeros() as usize;
            masks[cell] ^= 1 << (self.grid[cell] - 1);
        }
        true
    }

    fn solution(&mut self, other: &[u8; 81]) -> ControlFlow<()> {
        let cells = difference(&self.grid, other);
        if cells == 0 {
            return ControlFlow::Continue(());
        }
        let set = members(cells).fold(0, |set, cell| set | self.unit[cell]);
        if set == 0 {
            // No given tells the two solutions apart: the puzzle was not proper. Its givens all stay.
            self.kept = (1 << self.units.len()) - 1;
            self.settled = self.last;
            return ControlFlow::Break(());
        }
        self.known.add(set);
        self.predict(last_unit(set));
        ControlFlow::Break(())
    }

    fn answered(&mut self, end: End) {
        if end == End::Exhausted {
            self.settled = self.trial;
        }
    }
}
