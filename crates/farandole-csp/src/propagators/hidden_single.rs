//! Hidden singles: in a house with as many cells as values, a value with one possible cell is
//! placed there.
//!
//! One pass over the cells finds the values that occur in exactly one mask. The engine of the
//! search does not run this propagator: it counts the possible cells of each value instead
//! (`propagation/place_counts.rs`).
//!
//! Cost: one pass over the cells. It does not find naked or hidden subsets.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// A house in which each value of a mask occurs.
#[derive(Clone, Debug)]
pub(crate) struct HiddenSingle {
    cells: Arc<[u16]>,
    values: u16,
}

impl HiddenSingle {
    /// Builds the propagator: each value of the mask occurs among the cells.
    pub(crate) fn new(cells: &[u16], values: u16) -> Self {
        Self { cells: cells.into(), values }
    }
}

impl HiddenSingle {
    /// Returns the values that must occur.
    pub(crate) fn values(&self) -> u16 {
        self.values
    }

    /// Places values that have one possible cell each.
    #[inline]
    pub(crate) fn place(&self, values: u16, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        for &cell in &*self.cells {
            let here = masks.get(cell) & values;
            // Each of `values` has a single possible cell, so two of them in one cell are a contradiction.
            if here & here.wrapping_sub(1) != 0 {
                return Err(Contradiction);
            }
            if here != 0 {
                masks.keep(cell, here)?;
            }
        }
        Ok(())
    }
}

impl Propagator for HiddenSingle {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let all = masks.all();
        let (mut once, mut twice, mut fixed) = (0_u16, 0_u16, 0_u16);
        for &cell in &*self.cells {
            let mask = all[usize::from(cell)];
            twice |= once & mask;
            once |= mask;
            fixed |= if mask & (mask - 1) == 0 { mask } else { 0 };
        }
        if self.values & !once != 0 {
            return Err(Contradiction);
        }
        // Fixed values are excluded, since their placement changes nothing.
        let only = self.values & !(twice | fixed);
        if only == 0 {
            return Ok(());
        }
        self.place(only, masks)
    }

    fn cost(&self) -> Cost {
        Cost::Cheap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, compare_within, distinct, line};

    #[test]
    fn a_value_with_one_place_goes_there() {
        let cells = line(4);
        compare_within(&HiddenSingle::new(&cells, 0b1111), 4, Strength::Sound, distinct, |_| true);
        let holds = |v: &[u8]| v.contains(&0) && v.contains(&2);
        compare(&HiddenSingle::new(&cells, 0b101), 4, Strength::Sound, holds);
    }
}
