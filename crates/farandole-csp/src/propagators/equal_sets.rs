//! The law of leftovers: two lists of cells hold the same set of values, because houses overlap. For example,
//! the cells of row 1 outside of box 1 and the cells of box 1 outside of row 1 hold the same values; this case
//! is known as locked candidates. In jigsaws, the law also relates several rows to several regions.
//!
//! The algorithm intersects the masks of each list with the union of the masks of the other, until both unions
//! are equal.
//!
//! Cost: one pass over the cells, and another for each change of a union. The propagator compares only unions,
//! so it finds nothing while both lists can hold every value.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Two lists of cells that hold the same set of values.
#[derive(Clone, Debug)]
// The cells are shared, because the propagators of a layout are cached and used for every puzzle with this
// layout.
pub(crate) struct EqualSets {
    /// The cells of the first list, then those of the second.
    cells: Arc<[u16]>,
    first: usize,
}

impl EqualSets {
    /// Builds the propagator from two lists without common cells.
    pub(crate) fn new(first: &[u16], second: &[u16]) -> Self {
        Self { cells: [first, second].concat().into(), first: first.len() }
    }
}

impl Propagator for EqualSets {
    // A run reads two whole lists, so propagators of single houses and pairs run first.
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let (first, second) = self.cells.split_at(self.first);
        let union = |cells: &[u16]| cells.iter().fold(0, |union, &cell| union | masks.get(cell));
        let (mut here, mut there) = (union(first), union(second));
        // A round removes at least one value from a union, so the loop ends.
        while here != there {
            // The list with values that the other list lacks is reduced.
            let cells = if here & !there != 0 { first } else { second };
            let (allowed, mut left) = (here & there, 0);
            for &cell in cells {
                masks.keep(cell, allowed)?;
                left |= masks.get(cell);
            }
            *(if here & !there != 0 { &mut here } else { &mut there }) = left;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line};

    #[test]
    fn unions_become_equal() {
        let set = |v: &[u8]| v.iter().fold(0, |set, value| set | 1 << value);
        for (first, second) in [(1, 1), (2, 2), (3, 3), (1, 3)] {
            let cells = line(first + second);
            let (left, right) = cells.split_at(usize::from(first));
            let propagator = EqualSets::new(left, right);
            let holds = |v: &[u8]| set(&v[..left.len()]) == set(&v[left.len()..]);
            compare(&propagator, 5, Strength::Sound, holds);
        }
    }
}
