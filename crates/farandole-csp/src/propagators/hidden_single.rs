//! Hidden singles: if a value must occur in a house and only one cell can hold it, it is placed there.
//!
//! One pass over the cells finds the values that occur in exactly one mask. The search does not run this
//! propagator: its engine maintains the number of possible cells of each value instead
//! (`propagation/place_counts.rs`).
//!
//! Cost: one pass over the cells. The propagator does not find naked or hidden subsets.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Cells among which each value of a mask occurs.
#[derive(Clone, Debug)]
pub(crate) struct HiddenSingle {
    cells: Arc<[u16]>,
    values: u16,
}

impl HiddenSingle {
    /// Builds the propagator from the cells and the mask of the values that must occur among them.
    pub(crate) fn new(cells: &[u16], values: u16) -> Self {
        Self { cells: cells.into(), values }
    }
}

impl HiddenSingle {
    /// Returns the mask of the values that must occur.
    pub(crate) fn values(&self) -> u16 {
        self.values
    }

    /// Places the values of a mask, each of which has exactly one possible cell.
    #[inline]
    pub(crate) fn place(&self, values: u16, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        for &cell in &*self.cells {
            let here = masks.get(cell) & values;
            // Two values that each need this cell are a contradiction.
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
    const COST: Cost = Cost::Cheap;

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
        // Fixed values are excluded, since placing them would change nothing.
        let only = self.values & !(twice | fixed);
        if only == 0 {
            return Ok(());
        }
        self.place(only, masks)
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
