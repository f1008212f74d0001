//! Arc consistency of binary relations, by tables of partner sets.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// The partners of every mask under a relation: two tables of 256 unions, one for each byte of the mask.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Partners([[u16; 256]; 2]);

impl Partners {
    /// From the partner set of each value.
    fn new(rows: &[u16; 16]) -> Self {
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

/// Which pairs of values are allowed, looked up from either side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pairs {
    forward: Partners,
    backward: Partners,
}

impl Pairs {
    /// From a test of two values, counted from 0, of `count` values.
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

    /// The values that the second cell may have beside a first one of this mask.
    #[inline]
    pub(crate) fn second(&self, first: u16) -> u16 {
        self.forward.of(first)
    }

    /// The values that the first cell may have beside a second one of this mask.
    #[inline]
    pub(crate) fn first(&self, second: u16) -> u16 {
        self.backward.of(second)
    }
}

/// Each cell of a chain and the next one are an allowed pair. A pass along the chain and one back
/// make every value that stays part of a solution of the chain, if no cell occurs twice in it.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    /// The cells, each once, as [`Propagator::cells`] asks.
    cells: Box<[u16]>,
    chain: Box<[u16]>,
    pairs: Arc<Pairs>,
}

impl Relation {
    /// The propagator over the cells of a chain, at least two; a cell may occur again.
    pub(crate) fn new(chain: &[u16], pairs: Arc<Pairs>) -> Self {
        let mut cells = chain.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), chain: chain.into(), pairs }
    }

    /// One pass there and one back; whether the pass back changed anything.
    fn sweep(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
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
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let repeats = self.cells.len() < self.chain.len();
        while self.sweep(masks)? && repeats {}
        Ok(())
    }

    fn cost(&self) -> Cost {
        Cost::Cheap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};

    #[test]
    fn chains_are_filtered_exactly() {
        for (len, seed) in [(2, 1), (3, 2), (5, 3)] {
            let whisper = |a: u8, b: u8| a.abs_diff(b) >= 3;
            let chain: Vec<u16> = (0..len).collect();
            let propagator = Relation::new(&chain, Arc::new(Pairs::new(6, whisper)));
            let holds = |v: &[u8]| v.windows(2).all(|pair| whisper(pair[0], pair[1]));
            compare(&propagator, usize::from(len), 6, seed, Strength::Exact, holds);
        }
    }

    #[test]
    fn a_chain_may_cross_itself() {
        let propagator = Relation::new(&[0, 1, 2, 0], Arc::new(Pairs::new(4, |a, b| a < b)));
        compare(&propagator, 3, 4, 4, Strength::Sound, |v| v[0] < v[1] && v[1] < v[2] && v[2] < v[0]);
    }

    #[test]
    fn both_bytes_of_a_mask_are_looked_up() {
        let pairs = Pairs::new(16, |a, b| u16::from(a) + u16::from(b) == 17);
        assert_eq!(pairs.second(0b100_0000_0000_0100), 0b1000_0000_0000_1000);
        assert_eq!(pairs.first(0b1000), 1 << 14);
    }
}
