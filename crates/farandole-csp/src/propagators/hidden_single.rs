//! Hidden singles: in a house of as many cells as values, a value with one place goes there.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Each of these values has a place among the cells.
#[derive(Clone, Debug)]
pub(crate) struct HiddenSingle {
    cells: Arc<[u16]>,
    values: u16,
}

impl HiddenSingle {
    /// Each of the values of a mask occurs among the cells.
    pub(crate) fn new(cells: &[u16], values: u16) -> Self {
        Self { cells: cells.into(), values }
    }
}

impl HiddenSingle {
    /// The values that have a place.
    pub(crate) fn values(&self) -> u16 {
        self.values
    }

    /// Places values that have one place each.
    #[inline]
    pub(crate) fn place(&self, values: u16, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        for &cell in &*self.cells {
            let here = masks.get(cell) & values;
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
    use crate::testing::{Strength, compare, compare_within};

    #[test]
    fn a_value_with_one_place_goes_there() {
        let cells: Vec<u16> = (0..4).collect();
        let distinct = |v: &[u8]| (1..v.len()).all(|at| !v[..at].contains(&v[at]));
        compare_within(&HiddenSingle::new(&cells, 0b1111), 4, 4, 1, Strength::Sound, distinct, |_| true);
        compare(&HiddenSingle::new(&cells, 0b101), 4, 4, 2, Strength::Sound, |v| {
            v.contains(&0) && v.contains(&2)
        });
    }
}
