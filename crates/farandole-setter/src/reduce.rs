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

/// The unit of cells that are in none.
const NONE: u8 = 127;

/// The reduction of one grid. Cells go in units: a unit is given as a whole or not at all.
pub(crate) struct Reduction {
    grid: Grid,
    /// The number of the unit of each cell; units are numbered in the order in which they go.
    unit: [u8; 81],
    units: Vec<Cells>,
    /// Known unavoidable sets as sets of units, rising. So a set stands by its last unit.
    sets: Vec<u128>,
    /// Units that stay, as far as the known sets tell.
    kept: u128,
    /// So many units may go.
    last: usize,
    /// So many units have been decided for certain.
    settled: usize,
    /// So many units are decided in the puzzle that is asked about.
    trial: usize,
}

impl Reduction {
    /// Units of cells in the order in which they go. Cells of no unit are not given.
    pub(crate) fn new(grid: Grid, units: Vec<Cells>) -> Self {
        let mut unit = [NONE; 81];
        for (number, cells) in units.iter().enumerate() {
            members(*cells).for_each(|cell| unit[cell] = number as u8);
        }
        let sets = Vec::with_capacity(192);
        let last = units.len();
        let mut reduction = Self { grid, unit, units, sets, kept: 0, last, settled: 0, trial: 0 };
        let (unit, sets) = (&reduction.unit, &mut reduction.sets);
        each_quick_set(&grid, &mut |cells| sets.push(to_units(unit, cells)));
        reduction.sets.retain(|set| *set != 0);
        reduction.sets.sort_unstable();
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
        let before = (1_u128 << from) - 1;
        let mut kept = self.kept & before;
        let start = self.sets.partition_point(|set| *set <= before);
        for set in &self.sets[start..] {
            if set & kept == 0 {
                kept |= 1 << (127 - set.leading_zeros());
            }
        }
        self.kept = kept | ((1 << self.units.len()) - (1 << self.last));
    }

    /// Where the next question stands: one more unit gone, many more at the beginning.
    fn next_trial(&self) -> usize {
        let (mut gone, mut trial) = (0, self.settled);
        let absent = self.unit.iter().filter(|unit| **unit == NONE).count() as u32;
        let enough = if self.settled == 0 { FIRST.saturating_sub(absent).max(1) } else { 1 };
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
}

/// The units that a set of cells touches.
fn to_units(unit: &[u8; 81], cells: Cells) -> u128 {
    members(cells).filter(|cell| unit[*cell] != NONE).fold(0, |set, cell| set | 1 << unit[cell])
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
        for ((mask, digit), unit) in masks.iter_mut().zip(&self.grid).zip(&self.unit) {
            *mask = if given >> unit & 1 != 0 { 1 << (digit - 1) } else { OPEN };
        }
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
        let set = to_units(&self.unit, cells);
        if set == 0 {
            // No given tells the two solutions apart: the puzzle was not proper. Its givens all stay.
            self.kept = (1 << self.units.len()) - 1;
            self.settled = self.last;
            return ControlFlow::Break(());
        }
        let place = self.sets.partition_point(|known| *known < set);
        self.sets.insert(place, set);
        self.predict(127 - set.leading_zeros() as usize);
        ControlFlow::Break(())
    }

    fn answered(&mut self, end: End) {
        if end == End::Exhausted {
            self.settled = self.trial;
        }
    }
}
