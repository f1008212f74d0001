//! The number of distinct values among cells equals the value of a control cell ("NValue").
//!
//! Upper bound: a maximum bipartite matching of cells and values. Lower bound: the number of fixed
//! values, plus greedily chosen cells whose masks are disjoint from all values collected so far.
//! Exact filtering is NP-hard.
//!
//! Cost: cells times values for the matching. It performs badly while the masks overlap, since the
//! greedy lower bound then stays low.
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
    /// Builds the propagator from the control cell and the counted cells, in a network whose least
    /// value is `low`.
    pub(crate) fn new(control: u16, counted: &[u16], low: u8) -> Self {
        let mut counted = counted.to_vec();
        counted.sort_unstable();
        // Each counted cell counts once, however many times it is listed.
        counted.dedup();
        let mut cells = counted.clone();
        cells.push(control);
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), control, counted: counted.into(), low: u32::from(low) }
    }

    /// Returns a lower bound of the number of distinct values, and the mask that holds all values
    /// if the bound is tight.
    fn least(&self, masks: &Masks<'_>) -> (u32, u16) {
        let mut values = 0;
        for &cell in &self.counted {
            let mask = masks.get(cell);
            values |= if mask.is_power_of_two() { mask } else { 0 };
        }
        let mut count = values.count_ones();
        // Small masks come first: they overlap fewer others, so the greedy bound is higher. Three rounds, for
        // two values, three values, and more, approximate sorting by size without a buffer.
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

    /// Returns the maximum number of distinct values: a maximum matching by augmenting paths.
    fn greatest(&self, masks: &Masks<'_>) -> u32 {
        let union = self.counted.iter().fold(0, |union, &cell| union | masks.get(cell));
        // A matching of cells with values: a size of n means that n distinct values are possible.
        let mut holder = [None; 16];
        let matched = self.counted.iter().filter(|&&cell| {
            let mut seen = 0;
            augment(cell, &mut seen, &mut holder, masks)
        });
        (matched.count() as u32).min(union.count_ones())
    }

    /// Runs the algorithm once. Returns true if a mask changed.
    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let (least, values) = self.least(masks);
        let greatest = self.greatest(masks);
        let mut possible = 0;
        // The control cell cannot hold a count below the least value or above `low + 15`, the greatest value
        // of a mask.
        for count in least.max(self.low)..=greatest.min(self.low + 15) {
            possible |= 1 << (count - self.low);
        }
        let mut changed = masks.keep(self.control, possible)?;
        let wanted = masks.get(self.control);
        // `wanted` is the greatest candidate of the control cell. If it equals the lower bound, no value
        // outside of the collected masks can occur.
        if wanted.ilog2() + self.low == least {
            for &cell in &self.counted {
                changed |= masks.keep(cell, values)?;
            }
        }
        // As many values as cells are required, so all cells differ.
        if wanted.trailing_zeros() + self.low == self.counted.len() as u32 {
            changed |= self.all_differ(masks)?;
        }
        Ok(changed)
    }

    /// Propagates that all counted cells differ: removes the value of each fixed cell from the
    /// others.
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

/// Searches an augmenting path from a cell. Cells on the path may be matched with other values.
fn augment(cell: u16, seen: &mut u16, holder: &mut [Option<u16>; 16], masks: &Masks<'_>) -> bool {
    loop {
        let open = masks.get(cell) & !*seen;
        if open == 0 {
            // Values seen on this path are not tried again, so the search for a path takes at most 16 steps.
            return false;
        }
        let value = open.trailing_zeros() as usize;
        *seen |= 1 << value;
        // The value is free, or its holder finds another one.
        if holder[value].is_none_or(|other| augment(other, seen, holder, masks)) {
            holder[value] = Some(cell);
            return true;
        }
    }
}

impl Propagator for DistinctCount {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        while self.pass(masks)? {}
        Ok(())
    }

    fn cost(&self) -> Cost {
        // The matching is repeated from scratch at each pass, because no state survives a run.
        Cost::Expensive
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
