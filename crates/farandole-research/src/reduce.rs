//! Top-down reduction with lazily found unavoidable sets. Givens are tried in a fixed order, and
//! removed unless the puzzle would become improper.
//!
//! A given is kept if and only if it is, at its turn, the last given of some unavoidable set. The
//! sequence of decisions can therefore be predicted from the known sets. A query tests whether the
//! puzzle after some number of steps is proper. It either confirms all predictions up to that step,
//! or finds a second solution. The cells in which the two solutions differ are a new unavoidable
//! set. This set corrects the decision on its last given, and the prediction continues from there.
//! The result is exactly that of testing the givens one by one, with at most half the queries.
//!
//! Performs badly with units of several cells: a query about such a unit cannot exclude a digit,
//! and sets of many cells predict less.
//!
//! Source: top-down generation is folklore; the prediction is our own arrangement of lazily
//! generated hitting sets, for which see E. Moreno-Centeno, R. Karp, "The implicit hitting set
//! approach", Operations Research 61 (2013).

use core::ops::ControlFlow;

use farandole_kernel::End;

use crate::batched_queries::QuerySequence;
use crate::board::{Cells, Grid, OPEN, difference, members};
use crate::unavoidable::each_quick_set;

/// Number of cells removed before the first query. If 46 cells of a grid are emptied, half of the puzzles are
/// proper.
///
/// Each later query tests a single unit, so it can exclude the digit of the unit. This saves more
/// search than testing several units at once. With 46 cells, and one, two or three units per query,
/// a puzzle takes 470, 613 or 758 half sweeps (25.8, 24.9 or 26.0 queries). With one unit, and 40
/// or 52 cells, it takes 479 or 498 half sweeps (31.4 or 21.9 queries).
const FIRST_REMOVALS: u32 = 46;

/// The reduction of one grid. Cells are removed in units; either all cells of a unit are given or
/// none.
pub(crate) struct Reduction {
    grid: Grid,
    units: Vec<Cells>,
    /// For each cell, the bit of its unit, or 0 for cells without a unit. Units have indices in their
    /// order of removal.
    unit: [u128; 81],
    known: Known,
    /// Units to keep according to the known sets.
    kept: u128,
    /// Number of units that may be removed.
    last: usize,
    /// Number of units for which the decision is certain.
    decided: usize,
    /// Number of units decided in the puzzle of the current query.
    trial: usize,
    /// The given units of the last query, and the candidates of that query without the excluded digit.
    /// Successive queries differ in few cells, so the candidates are updated.
    shown_given: u128,
    masks: [u16; 81],
}

/// Known unavoidable sets as sets of units, in linked lists by last unit.
struct Known {
    /// Each set, with the number of the next set that has the same last unit. Numbers are 1-based; 0 is the end.
    sets: Vec<(u128, u16)>,
    /// For each last unit, the number of the first set, or 0.
    first: [u16; 81],
}

impl Known {
    /// Adds a nonempty set.
    #[inline]
    fn add(&mut self, set: u128) {
        let first = &mut self.first[last_unit(set)];
        self.sets.push((set, *first));
        *first = self.sets.len() as u16;
    }

    /// Returns true if some set with this last unit has no other unit in `kept`.
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

/// Returns the last unit of a nonempty set.
const fn last_unit(set: u128) -> usize {
    127 - set.leading_zeros() as usize
}

impl Reduction {
    /// Prepares the reduction of a grid by units of cells, in their order of removal. Cells without
    /// a unit are not given.
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
            Self { grid, units, unit, known, kept: 0, last, decided: 0, trial: 0, shown_given: 0, masks };
        reduction.predict(0);
        reduction
    }

    /// Restricts removal to the first `count` units.
    pub(crate) fn only_first(mut self, count: usize) -> Self {
        self.last = count;
        self.kept |= (1 << self.units.len()) - (1 << count);
        self
    }

    /// Returns the solution.
    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the units in their order of removal.
    pub(crate) fn units(&self) -> &[Cells] {
        &self.units
    }

    /// Returns the cells of the kept units.
    pub(crate) fn cells(&self) -> Cells {
        members(self.kept).fold(0, |cells, unit| cells | self.units[unit])
    }

    /// Decides all units with an index of `from` or more, using the known sets.
    fn predict(&mut self, from: usize) {
        let mut kept = self.kept & ((1 << from) - 1);
        for unit in from..self.last {
            if self.known.needs(unit, kept) {
                kept |= 1 << unit;
            }
        }
        self.kept = kept | ((1 << self.units.len()) - (1 << self.last));
    }

    /// Returns the number of units decided in the next query. The query removes one more unit, or
    /// many at the beginning.
    fn next_trial(&self) -> usize {
        let (mut removed, mut trial) = (0, self.decided);
        let absent = || self.unit.iter().filter(|unit| **unit == 0).count() as u32;
        // The first query removes many cells, because the puzzle is likely to stay proper.
        let removals_wanted =
            if self.decided == 0 { FIRST_REMOVALS.saturating_sub(absent()).max(1) } else { 1 };
        while trial < self.last && removed < removals_wanted {
            if self.kept >> trial & 1 == 0 {
                removed += if self.decided == 0 { self.units[trial].count_ones() } else { removals_wanted };
            }
            trial += 1;
        }
        trial
    }

    /// Returns the units removed between the last confirmed decision and the query.
    fn removed(&self) -> u128 {
        !self.kept & ((1 << self.trial) - (1 << self.decided))
    }

    /// Updates the candidates to these given units.
    fn update_candidates(&mut self, given: u128) {
        for unit in members(given ^ self.shown_given) {
            let is_given = given >> unit & 1 != 0;
            for cell in members(self.units[unit]) {
                self.masks[cell] = if is_given { 1 << (self.grid[cell] - 1) } else { OPEN };
            }
        }
        self.shown_given = given;
    }
}

impl QuerySequence for Reduction {
    fn next_query(&mut self, masks: &mut [u16; 81]) -> bool {
        while self.removed() == 0 {
            if self.decided == self.last {
                return false;
            }
            self.decided = self.decided.max(self.trial);
            self.trial = self.next_trial();
        }
        // All undecided units count as given, so the query tests only the earlier units.
        let given = self.kept | ((1 << self.units.len()) - (1 << self.trial));
        self.update_candidates(given);
        *masks = self.masks;
        let removed = self.removed();
        let cells = if removed.is_power_of_two() { self.units[removed.trailing_zeros() as usize] } else { 0 };
        if cells.is_power_of_two() {
            // Every other solution has a different digit there.
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
            // No given distinguishes the two solutions, so the puzzle was not proper. All its
            // givens are kept.
            self.kept = (1 << self.units.len()) - 1;
            self.decided = self.last;
            return ControlFlow::Break(());
        }
        self.known.add(set);
        // Decisions on units before the last unit of the set do not depend on it.
        self.predict(last_unit(set));
        ControlFlow::Break(())
    }

    fn query_ended(&mut self, end: End) {
        if end == End::Exhausted {
            self.decided = self.trial;
        }
    }
}
