//! Lines whose inner cells hold values strictly between, or strictly outside, the values of two end cells. For
//! example, between the ends 3 and 7, the inner cells hold 4, 5 or 6.
//!
//! The algorithm enumerates all pairs of end values, at most 256, and keeps the pairs that leave every inner
//! cell a value. This achieves generalized arc consistency if no cell occurs twice.
//!
//! Cost: pairs of end values times inner cells. The propagator performs badly on long lines whose ends have
//! many candidates, since nearly every pair then has support.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// The position of the inner values relative to the end values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Greater than one end and less than the other.
    Between,
    /// Less than both ends or greater than both. The ends differ, and their difference is at least this number.
    Outside(u8),
}

/// Two end cells and their inner cells. Propagation achieves generalized arc consistency if no cell occurs
/// twice.
#[derive(Clone, Debug)]
pub(crate) struct Between {
    cells: Box<[u16]>,
    ends: [u16; 2],
    inner: Box<[u16]>,
    side: Side,
}

impl Between {
    /// Builds the propagator from two end cells and the inner cells.
    pub(crate) fn new(ends: [u16; 2], inner: &[u16], side: Side) -> Self {
        // Sorting finds duplicates, since a cell may be both an end and an inner cell.
        let mut cells = [&ends, inner].concat();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), ends, inner: inner.into(), side }
    }

    /// Returns the mask of the inner values that two end values allow. End values are bit indices.
    #[inline]
    fn inner_values(&self, a: u32, b: u32) -> u16 {
        // The bits from `low + 1` to `high - 1`, computed in 32 bits to avoid overflow.
        let (low, high) = (a.min(b), a.max(b));
        let between = (((1_u32 << high) - 1) & !((2_u32 << low) - 1)) as u16;
        match self.side {
            Side::Between => between,
            Side::Outside(distance) if high - low < u32::from(distance).max(1) => 0,
            // Inner values are strictly outside, so they differ from both ends.
            Side::Outside(_) => !(between | 1 << low | 1 << high),
        }
    }

    /// Returns true if the two end values are compatible, regardless of the inner cells.
    #[inline]
    fn ends_fit(&self, a: u32, b: u32) -> bool {
        match self.side {
            Side::Between => a != b,
            Side::Outside(distance) => a.abs_diff(b) >= u32::from(distance).max(1),
        }
    }

    /// Runs the algorithm once. Returns true if a mask changed.
    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let [first, last] = self.ends.map(|cell| masks.get(cell));
        // The values that occur with some pair of end values. All inner cells share one mask, since each pair
        // restricts all of them equally.
        let (mut kept, mut inner) = ([0_u16; 2], 0_u16);
        let mut from = first;
        while from != 0 {
            let a = from.trailing_zeros();
            from &= from - 1;
            let mut to = last;
            while to != 0 {
                let b = to.trailing_zeros();
                to &= to - 1;
                let values = self.inner_values(a, b);
                // Every inner cell needs a value that this pair allows. Inner cells may still be equal; other
                // propagators enforce that cells of a house differ.
                if self.ends_fit(a, b) && self.inner.iter().all(|&cell| masks.get(cell) & values != 0) {
                    kept[0] |= 1 << a;
                    kept[1] |= 1 << b;
                    inner |= values;
                }
            }
        }
        let mut changed = masks.keep(self.ends[0], kept[0])? | masks.keep(self.ends[1], kept[1])?;
        for &cell in &self.inner {
            changed |= masks.keep(cell, inner)?;
        }
        Ok(changed)
    }
}

impl Propagator for Between {
    // A run may try 256 pairs of end values on all inner cells, so cheap and medium propagators run first.
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // A second pass has an effect only if a cell occurs twice.
        while self.pass(masks)? && self.cells.len() < self.inner.len() + 2 {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line};

    #[test]
    fn inner_cells_between_the_ends_are_filtered_exactly() {
        for inner in 0..4 {
            let propagator = Between::new([0, inner + 1], &line(inner + 1)[1..], Side::Between);
            let holds = |v: &[u8]| {
                let (a, b) = (v[0].min(v[v.len() - 1]), v[0].max(v[v.len() - 1]));
                a != b && v[1..v.len() - 1].iter().all(|&x| a < x && x < b)
            };
            compare(&propagator, 6, Strength::Exact, holds);
        }
    }

    #[test]
    fn inner_cells_outside_the_ends_are_filtered_exactly() {
        for (distance, inner) in [(0, 2), (2, 3), (3, 0), (4, 1)] {
            let propagator = Between::new([0, inner + 1], &line(inner + 1)[1..], Side::Outside(distance));
            let holds = |v: &[u8]| {
                let (a, b) = (v[0].min(v[v.len() - 1]), v[0].max(v[v.len() - 1]));
                a != b && b - a >= distance && v[1..v.len() - 1].iter().all(|&x| x < a || x > b)
            };
            compare(&propagator, 6, Strength::Exact, holds);
        }
    }

    #[test]
    fn a_cell_may_occur_twice() {
        let propagator = Between::new([0, 1], &[2, 0], Side::Between);
        compare(&propagator, 4, Strength::Sound, |_| false);
    }
}
