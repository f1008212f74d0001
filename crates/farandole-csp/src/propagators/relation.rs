//! Arc consistency of a binary relation along a chain of cells, by tables of partner sets.
//!
//! The partners of a value are the values that may be next to it. For example, on a line whose neighbours
//! differ by at least 5, the partners of 2 are 7, 8 and 9. The partners of a mask are the union of the partners
//! of its values, which takes two table lookups.
//!
//! Cost: two lookups per pair and sweep. A forward and a backward sweep achieve generalized arc consistency on
//! a chain. Propagation is slow only if several chains form a cycle, in which a run may remove a single value.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// The partners of every mask, in two tables of 256 unions: one table for each byte of the mask. A single table
/// would have 65,536 entries.
// Both tables together take one kilobyte.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Partners([[u16; 256]; 2]);

impl Partners {
    /// Builds the tables from the partner set of each value.
    fn new(rows: &[u16; 16]) -> Self {
        // Doubling: an entry with a new bit is the entry without this bit, united with the partners of the bit.
        // The tables are built once per relation, so the time for their 512 entries does not matter.
        let mut tables = [[0; 256]; 2];
        for (half, table) in tables.iter_mut().enumerate() {
            for (bit, row) in rows[half * 8..half * 8 + 8].iter().enumerate() {
                let (without, with) = table.split_at_mut(1 << bit);
                with.iter_mut().zip(without).for_each(|(with, without)| *with = *without | row);
            }
        }
        Self(tables)
    }

    #[inline]
    fn of(&self, mask: u16) -> u16 {
        let [low, high] = mask.to_le_bytes();
        self.0[0][usize::from(low)] | self.0[1][usize::from(high)]
    }
}

/// The allowed pairs of values, with lookups in both directions.
#[derive(Clone, PartialEq, Eq, Debug)]
// Both directions are stored, since a relation need not be symmetric.
pub(crate) struct Pairs {
    forward: Partners,
    backward: Partners,
}

impl Pairs {
    /// Builds the tables from a test of two value indices below `count`.
    pub(crate) fn new(count: u8, mut allowed: impl FnMut(u8, u8) -> bool) -> Self {
        let (mut rows, mut cols) = ([0_u16; 16], [0_u16; 16]);
        for a in 0..count {
            for b in 0..count {
                if allowed(a, b) {
                    rows[usize::from(a)] |= 1 << b;
                    cols[usize::from(b)] |= 1 << a;
                }
            }
        }
        Self { forward: Partners::new(&rows), backward: Partners::new(&cols) }
    }

    /// Returns the values of the second cell that have a partner in the mask of the first cell.
    #[inline]
    pub(crate) fn second(&self, first: u16) -> u16 {
        self.forward.of(first)
    }

    /// Returns the values of the first cell that have a partner in the mask of the second cell.
    #[inline]
    pub(crate) fn first(&self, second: u16) -> u16 {
        self.backward.of(second)
    }
}

/// A chain in which each cell and the next cell hold an allowed pair of values. One forward and one backward
/// pass achieve generalized arc consistency if no cell occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    /// The cells without duplicates, as [`Propagator::cells`] requires.
    cells: Box<[u16]>,
    chain: Box<[u16]>,
    // All chains of a network with the same relation share one table.
    pairs: Arc<Pairs>,
}

impl Relation {
    /// Builds the propagator from a chain of at least two cells. A cell may occur several times.
    pub(crate) fn new(chain: &[u16], pairs: Arc<Pairs>) -> Self {
        let mut cells = chain.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), chain: chain.into(), pairs }
    }

    /// Returns the cells in order. A cell may occur several times.
    pub(crate) fn chain(&self) -> &[u16] {
        &self.chain
    }

    pub(crate) fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Runs a forward and a backward pass. Returns true if the backward pass changed a mask.
    fn sweep(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // Two passes reach the fixpoint of a chain, as for any acyclic network of binary constraints. `before`
        // is the mask of the previous cell, so that each cell is read only once.
        let mut before = masks.get(self.chain[0]);
        for &cell in &self.chain[1..] {
            masks.keep(cell, self.pairs.second(before))?;
            before = masks.get(cell);
        }
        let mut changed = false;
        let mut after = before;
        for &cell in self.chain.iter().rev().skip(1) {
            changed |= masks.keep(cell, self.pairs.first(after))?;
            after = masks.get(cell);
        }
        Ok(changed)
    }
}

impl Propagator for Relation {
    // A run makes two table lookups per pair and direction.
    const COST: Cost = Cost::Cheap;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // If no cell occurs twice, one forward and one backward pass reach the fixpoint.
        let repeats = self.cells.len() < self.chain.len();
        while self.sweep(masks)? && repeats {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line};

    #[test]
    fn chains_are_filtered_exactly() {
        for len in [2, 3, 5] {
            let whisper = |a: u8, b: u8| a.abs_diff(b) >= 3;
            let propagator = Relation::new(&line(len), Arc::new(Pairs::new(6, whisper)));
            let holds = |v: &[u8]| v.windows(2).all(|pair| whisper(pair[0], pair[1]));
            compare(&propagator, 6, Strength::Exact, holds);
        }
    }

    #[test]
    fn a_chain_may_cross_itself() {
        let propagator = Relation::new(&[0, 1, 2, 0], Arc::new(Pairs::new(4, |a, b| a < b)));
        compare(&propagator, 4, Strength::Sound, |v| v[0] < v[1] && v[1] < v[2] && v[2] < v[0]);
    }

    #[test]
    fn both_bytes_of_a_mask_are_looked_up() {
        let pairs = Pairs::new(16, |a, b| u16::from(a) + u16::from(b) == 17);
        assert_eq!(pairs.second(0b100_0000_0000_0100), 0b1000_0000_0000_1000);
        assert_eq!(pairs.first(0b1000), 1 << 14);
    }
}
