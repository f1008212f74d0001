//! The number of distinct values among cells equals the value of a control cell (the "NValue" constraint).
//!
//! The upper bound of this number is the size of a maximum bipartite matching of cells and values. The lower
//! bound is greedy: it counts the fixed values, and each further cell whose mask is disjoint from all values
//! collected so far. For example, cells with the masks {1}, {1, 2} and {3, 4} hold at least two distinct
//! values. Generalized arc consistency is NP-hard.
//!
//! Cost: cells times values for the matching. The propagator prunes little while most masks overlap, because
//! the greedy lower bound is then low.
//!
//! Source: Bessiere, Hebrard, Hnich, Kiziltan, Walsh, "Filtering algorithms for the NValue
//! constraint", Constraints 11 (2006).

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// A control cell whose value is the number of distinct values among the counted cells.
#[derive(Clone, Debug)]
pub(crate) struct DistinctCount {
    cells: Box<[u16]>,
    control: u16,
    counted: Box<[u16]>,
    low: u32,
}

impl DistinctCount {
    /// Builds the propagator from the control cell and the counted cells. The least value of the network is
    /// `low`. The control cell may be counted too.
    pub(crate) fn new(control: u16, counted: &[u16], low: u8) -> Self {
        let mut counted = counted.to_vec();
        counted.sort_unstable();
        // A cell that is listed several times adds no distinct value.
        counted.dedup();
        let mut cells = counted.clone();
        cells.push(control);
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), control, counted: counted.into(), low: u32::from(low) }
    }

    /// Returns a lower bound of the number of distinct values. Also returns the mask of the values that can
    /// occur if the number equals this bound.
    fn least(&self, masks: &Masks<'_>) -> (u32, u16) {
        let mut values = 0;
        for &cell in &self.counted {
            let mask = masks.get(cell);
            values |= if mask.is_power_of_two() { mask } else { 0 };
        }
        let mut count = values.count_ones();
        // Small masks come first: they overlap fewer other masks, so more cells can be chosen. Three rounds
        // approximate sorting by size without a buffer: masks of two values, then of three, then all others.
        for size in 2..=4 {
            for &cell in &self.counted {
                let mask = masks.get(cell);
                if mask & values == 0 && (mask.count_ones() == size || size == 4) {
                    values |= mask;
                    count += 1;
                }
            }
        }
        (count, values)
    }

    /// Returns the greatest possible number of distinct values: the size of a maximum matching, found with
    /// augmenting paths.
    fn greatest(&self, masks: &Masks<'_>) -> u32 {
        let union = self.counted.iter().fold(0, |union, &cell| union | masks.get(cell));
        // The cell that each value is matched with. A matching of size n assigns n distinct values.
        let mut holder = [None; 16];
        let matched = self.counted.iter().filter(|&&cell| {
            let mut seen = 0;
            augment(cell, &mut seen, &mut holder, masks)
        });
        (matched.count() as u32).min(union.count_ones())
    }

    /// Removes the value of each fixed counted cell from the other counted cells.
    fn all_differ(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut changed = false;
        for &cell in &self.counted {
            let mask = masks.get(cell);
            if mask.is_power_of_two() {
                for &other in self.counted.iter().filter(|&&other| other != cell) {
                    changed |= masks.remove(other, mask)?;
                }
            }
        }
        Ok(changed)
    }
}

/// Searches for an augmenting path from a cell, which may match cells on the path with other values. Returns
/// true and updates `holder` if there is a path. `seen` is the mask of the values that were tried.
fn augment(cell: u16, seen: &mut u16, holder: &mut [Option<u16>; 16], masks: &Masks<'_>) -> bool {
    loop {
        let open = masks.get(cell) & !*seen;
        if open == 0 {
            // No value is tried twice, so a search ends after at most 16 steps.
            return false;
        }
        let value = open.trailing_zeros() as usize;
        *seen |= 1 << value;
        // The value is free, or its holder can be matched with another value.
        if holder[value].is_none_or(|other| augment(other, seen, holder, masks)) {
            holder[value] = Some(cell);
            return true;
        }
    }
}

impl Propagator for DistinctCount {
    // Each pass computes the matching from scratch, because no state outlasts a run.
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let (least, values) = self.least(masks);
        let greatest = self.greatest(masks);
        let mut possible = 0;
        // The control cell can hold only values from `low` to `low + 15`, since a mask has 16 bits.
        for count in least.max(self.low)..=greatest.min(self.low + 15) {
            possible |= 1 << (count - self.low);
        }
        let mut changed = masks.keep(self.control, possible)?;
        let wanted = masks.get(self.control);
        // If the greatest candidate of the control cell equals the lower bound, only the values of `values` can
        // occur.
        if wanted.ilog2() + self.low == least {
            for &cell in &self.counted {
                changed |= masks.keep(cell, values)?;
            }
        }
        // If the least candidate of the control cell is the number of counted cells, all these cells differ.
        if wanted.trailing_zeros() + self.low == self.counted.len() as u32 {
            changed |= self.all_differ(masks)?;
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line};

    fn kinds(values: &[u8]) -> usize {
        (0..values.len()).filter(|&at| !values[..at].contains(&values[at])).count()
    }

    #[test]
    fn the_control_counts_different_values() {
        for (cells, low, count) in [(2, 1, 4), (4, 1, 5), (5, 1, 4), (5, 0, 6), (6, 0, 4)] {
            let propagator = DistinctCount::new(0, &line(cells)[1..], low);
            let holds = |v: &[u8]| usize::from(v[0] + low) == kinds(&v[1..]);
            compare(&propagator, count, Strength::Sound, holds);
        }
    }

    #[test]
    fn the_control_may_be_counted_too() {
        let propagator = DistinctCount::new(0, &[0, 1, 2], 1);
        compare(&propagator, 4, Strength::Sound, |v| usize::from(v[0]) + 1 == kinds(v));
    }
}
