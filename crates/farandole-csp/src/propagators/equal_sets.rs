//! Law of leftovers: two lists of cells hold the same set of values. Locked candidates are the
//! special case of two houses without their common cells.
//!
//! The algorithm intersects both lists with the union of the other one until the unions agree.
//!
//! Cost: one pass over the cells, and a second one after a change. It compares unions only, so it
//! finds nothing while each value is possible in both lists.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Two lists of cells that hold the same set of values.
#[derive(Clone, Debug)]
// The cells are shared, because all puzzles of a list use the cached propagators of their layout.
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
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let (first, second) = self.cells.split_at(self.first);
        let union = |cells: &[u16]| cells.iter().fold(0, |union, &cell| union | masks.get(cell));
        let (mut here, mut there) = (union(first), union(second));
        // Each round removes at least one value from a list, or the unions agree; so the loop ends.
        while here != there {
            // The list that has values the other lacks is reduced.
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

    fn cost(&self) -> Cost {
        // It reads two whole lists, so propagators of single houses and pairs run first.
        Cost::Heavy
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
