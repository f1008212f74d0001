//! Cages: distinct cells whose values form one of a list of value sets.
//!
//! The algorithm tests each set against the masks of all cells at once and keeps the values of the
//! sets that pass. Values common to all remaining sets are required: they are removed from the
//! common peers of their cells, and placed if a single cell is left.
//!
//! Cost: a table lookup per cell and 64 sets, then a few vector operations per remaining set. The
//! test is incomplete: it finds empty cells, equal single values and values without a cell, but no
//! larger matching. It performs badly if many sets fit wide-open masks, as in large cages. On a
//! MATHEMAGIC killer, exact filtering needs 7% fewer guesses but ten times the time
//! (docs/experiments/2026-11-23-variants-in-turn.md).

use super::set_list::SetList;
use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Returns the single values of the set among distinct cells, or `None` if the cells cannot hold
/// the set. The test is incomplete: it detects empty cells, two equal single values and values
/// without a cell.
#[inline]
pub(super) fn singles(set: u16, here: &[u16]) -> Option<u16> {
    let (mut union, mut single) = (0, 0);
    for &mask in here {
        let part = mask & set;
        union |= part;
        // This test takes an empty mask for a single value, so the test for empty masks must come first.
        if part & part.wrapping_sub(1) == 0 {
            if part == 0 || single & part != 0 {
                return None;
            }
            single |= part;
        }
    }
    // A set fits only if each of its values has a cell, since there are as many values as cells.
    (union == set).then_some(single)
}

/// Adds the values that a set allows each cell to `kept`. Returns `false` if two cells have the
/// same single value of the set. The caller ensures that each mask meets the set and that the masks
/// together contain it; the masks of unused lanes are 0. There is no branch in the loop, so that it
/// compiles to vector instructions.
#[inline]
fn try_set<const LANES: usize>(set: u16, here: &[u16; LANES], kept: &mut [u16; LANES]) -> bool {
    let parts = here.map(|mask| mask & set);
    let lone = lone(&parts);
    // There is one branch for the whole set instead of one per cell. Branches per cell are hard to predict,
    // so removing them saved more time than their instructions suggest
    // (docs/experiments/2026-11-23-cages-and-turns.md).
    let (once, twice) = once_and_twice(&lone);
    if twice != 0 {
        return false;
    }
    for at in 0..LANES {
        // A cell with a single value keeps it, all others lose the values placed in single cells. Lanes
        // without a cell have the mask 0 and keep nothing.
        kept[at] |= parts[at] & !once | lone[at];
    }
    true
}

/// Returns the bits that occur in at least one lane, and those that occur in several lanes.
#[inline]
fn once_and_twice<const LANES: usize>(lanes: &[u16; LANES]) -> (u16, u16) {
    let (mut once, mut twice) = (*lanes, [0; LANES]);
    // A tree of pairwise unions: log2(LANES) steps, each of which is a vector operation.
    let mut width = LANES / 2;
    while width > 0 {
        for at in 0..width {
            twice[at] |= twice[at + width] | once[at] & once[at + width];
            once[at] |= once[at + width];
        }
        width /= 2;
    }
    (once[0], twice[0])
}

/// Returns the masks that have a single value, and 0 for all others.
#[inline]
fn lone<const LANES: usize>(masks: &[u16; LANES]) -> [u16; LANES] {
    masks.map(|mask| if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 })
}

/// Cells that are peers of each other and hold one of a list of value sets.
#[derive(Clone, Debug)]
pub(crate) struct Cage {
    cells: Box<[u16]>,
    /// The value sets, each with as many values as there are cells.
    sets: Arc<SetList>,
    /// The rows of the peer matrix for the cells, word-major: all cells for word 0, then for word
    /// 1.
    peers: Box<[u64]>,
}

impl Cage {
    /// Builds the propagator from cells that are peers of each other and value sets of the same
    /// size. Bits of a set are counted from 0.
    pub(crate) fn new(cells: &[u16], sets: Arc<SetList>, peers: &Peers) -> Self {
        // Word-major, so that the intersection of peers below reads one contiguous run per word.
        let words = 0..peers.words();
        let peers = words.flat_map(|word| cells.iter().map(move |&cell| peers.row(cell)[word])).collect();
        Self { cells: cells.into(), sets, peers }
    }

    /// Returns the value sets.
    pub(crate) fn sets(&self) -> &[u16] {
        self.sets.sets()
    }

    /// Propagates the cage with `LANES` vector lanes, one for each cell.
    fn filter_lanes<const LANES: usize>(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let size = self.cells.len().min(LANES);
        // The masks are copied to lanes once. The loop works on this copy and writes to the network only what
        // a whole pass has removed.
        let mut here = [0_u16; LANES];
        here.iter_mut().zip(&self.cells).for_each(|(mask, &cell)| *mask = masks.get(cell));
        loop {
            // `required` starts with all values, the neutral element of the intersection over the sets that
            // fit.
            let (mut kept, mut required, mut any) = ([0_u16; LANES], u16::MAX, 0);
            // 64 sets at a time are tested by table, so only sets that meet every mask are
            // examined.
            for (sets, mut left) in self.sets.meeting_all(&here[..size]) {
                while left != 0 {
                    let set = sets[left.trailing_zeros() as usize];
                    left &= left - 1;
                    if try_set(set, &here, &mut kept) {
                        required &= set;
                        any |= set;
                        // Each candidate is in a remaining set, and no value is common to all remaining sets.
                        // Further sets change neither.
                        if required == 0 && kept == here {
                            return Ok(());
                        }
                    }
                }
            }
            // No set fits. A cage without cells is satisfied.
            if any == 0 {
                return if size == 0 { Ok(()) } else { Err(Contradiction) };
            }
            if kept == here {
                // Required values are applied only at the fixpoint of the sets: before it, the list of
                // remaining sets can still shrink, which makes more values required.
                return self.require(required, masks, &mut here);
            }
            for (&cell, &kept) in self.cells.iter().zip(&kept) {
                masks.keep(cell, kept)?;
            }
            // The next pass sees the smaller masks. It is needed because the test of a set against the masks
            // is not exact.
            here = kept;
        }
    }

    /// Applies values that every remaining set contains. Each such value is in the cage, so it is
    /// removed from the common peers of its cells, or placed if only one cell is left.
    #[inline]
    fn require<const LANES: usize>(
        &self,
        required: u16,
        masks: &mut Masks<'_>,
        here: &mut [u16; LANES],
    ) -> Result<(), Contradiction> {
        // Placing a value can leave another value with a single cell, so the loop repeats until there is
        // none. `here` equals the masks of the network at this point, so the loop works on the lanes alone.
        let several = loop {
            let (once, twice) = once_and_twice(here);
            let placed = once_and_twice(&lone(here)).0;
            // Required values with a single possible cell that are not placed.
            let single = required & !twice & !placed;
            // No cell of the cage has the value, although every remaining set contains it.
            if single & !once != 0 {
                return Err(Contradiction);
            }
            if single == 0 {
                break required & twice;
            }
            // One value at a time: placing it can make another value single, or leave it without a cell.
            let value = single & single.wrapping_neg();
            for (mask, &cell) in here.iter_mut().zip(&self.cells) {
                if *mask & value != 0 {
                    masks.keep(cell, value)?;
                    *mask = value;
                }
            }
        };
        let mut rest = several;
        while rest != 0 {
            let value = rest & rest.wrapping_neg();
            rest ^= value;
            // Intersects the peers of all cells with the value; a cell without it contributes all
            // ones.
            for (word, peers) in self.peers.chunks(self.cells.len()).enumerate() {
                let common =
                    // The subtraction yields 0 for a cell with the value and all ones for a cell without it,
                    // which replaces a branch.
                    peers.iter().zip(&*here).fold(masks.places(value, word), |common, (peers, mask)| {
                        common & (peers | u64::from(mask & value != 0).wrapping_sub(1))
                    });
                masks.remove_all(word, common, value)?;
            }
        }
        Ok(())
    }
}

impl Propagator for Cage {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // Eight lanes of 16 bits fill one 128-bit register.
        if self.cells.len() <= 8 { self.filter_lanes::<8>(masks) } else { self.filter_lanes::<16>(masks) }
    }

    fn cost(&self) -> Cost {
        // Sums of up to five cells have medium cost and run before cages. With cages before them, a search
        // took 229,000 to 277,000 guesses instead of 158,000
        // (docs/experiments/2026-11-23-variants-in-turn.md).
        Cost::Expensive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::set_list::Subsets;
    use crate::testing::{Strength, compare_among, compare_within, distinct, line, peers_of, propagate};

    #[test]
    fn cages_keep_what_a_solution_has() {
        for (cells, sum) in [(2, 5), (3, 6), (4, 9), (5, 13)] {
            let (all, size) = (line(cells), usize::from(cells));
            let sets = Subsets::of(6).with_sum(size, sum).clone();
            let propagator = Cage::new(&all, sets, &peers_of(size, &[&all]));
            let holds = |v: &[u8]| v.iter().map(|&value| i32::from(value)).sum::<i32>() == sum;
            compare_within(&propagator, 6, Strength::Sound, distinct, holds);
        }
    }

    #[test]
    fn required_values_leave_common_peers() {
        let propagator =
            Cage::new(&[0, 1, 2], Subsets::of(6).with_sum(3, 3).clone(), &peers_of(5, &[&line(5)]));
        let holds = |v: &[u8]| v[..3].iter().sum::<u8>() == 3;
        compare_among(5, &propagator, 6, Strength::Sound, distinct, holds);
        let mut all = [0b111, 0b111, 0b111, 0b11111, 0b11111];
        propagate(&propagator, &mut all).unwrap();
        assert_eq!(all, [0b111, 0b111, 0b111, 0b11000, 0b11000]);
    }
}
