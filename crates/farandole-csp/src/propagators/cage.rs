//! Cages: distinct cells whose values form one of a list of value sets.
//!
//! The algorithm tests each set against the masks of all cells and keeps the candidates of the sets that pass.
//! Values that are common to all remaining sets are required. A required value is removed from the common peers
//! of its possible cells, or placed if only one cell can hold it. For example, a cage of three cells with sum 6
//! holds {1, 2, 3}, so these digits are removed from the cells that see the whole cage.
//!
//! Cost: a table lookup per cell for each 64 sets, then a few vector operations per remaining set. The test of
//! a set is incomplete: it detects cells without a value, equal single values and values without a cell, but
//! finds no larger matching. The propagator performs badly if many sets fit, as in large cages with many
//! candidates. On a killer of the MATHEMAGIC series, generalized arc consistency needs 7% fewer guesses but ten
//! times the time (docs/experiments/2026-11-23-variants-in-turn.md).

use super::set_list::SetList;
use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Tests if distinct cells with the masks `here` can hold the values of a set, which has as many values as
/// there are cells. Returns `None` if they cannot. Otherwise returns the *single* values: those that are the
/// only value of the set left in some cell.
///
/// The test is incomplete: it detects cells without a value of the set, two cells with the same single value,
/// and values without a cell.
#[inline]
pub(super) fn singles(set: u16, here: &[u16]) -> Option<u16> {
    let (mut union, mut single) = (0, 0);
    for &mask in here {
        let part = mask & set;
        union |= part;
        // The test is also true for an empty mask, which the next test rejects.
        if part & part.wrapping_sub(1) == 0 {
            if part == 0 || single & part != 0 {
                return None;
            }
            single |= part;
        }
    }
    // Each value of the set needs a cell, since there are as many values as cells.
    (union == set).then_some(single)
}

/// Adds the values that a set allows each cell to `kept`. Returns false if two cells have the same single value
/// of the set. The caller ensures that each mask meets the set and that the masks together contain the set.
/// Unused lanes have the mask 0. The loops have no branches, so they compile to vector instructions.
#[inline]
pub(crate) fn try_set<const LANES: usize>(set: u16, here: &[u16; LANES], kept: &mut [u16; LANES]) -> bool {
    let parts = here.map(|mask| mask & set);
    let lone = lone(&parts);
    // There is one branch per set instead of one per cell. Branches per cell are hard to predict, so removing
    // them saved more time than their number of instructions suggests
    // (docs/experiments/2026-11-23-cages-and-turns.md).
    let (once, twice) = once_and_twice(&lone);
    if twice != 0 {
        return false;
    }
    for at in 0..LANES {
        // A cell with a single value keeps it, and the other cells lose all single values. Lanes without a cell
        // have the mask 0 and keep nothing.
        kept[at] |= parts[at] & !once | lone[at];
    }
    true
}

/// Returns the bits that are set in at least one lane, and those that are set in at least two lanes. `LANES` is
/// a power of two.
#[inline]
pub(crate) fn once_and_twice<const LANES: usize>(lanes: &[u16; LANES]) -> (u16, u16) {
    let (mut once, mut twice) = (*lanes, [0; LANES]);
    // The lanes are united pairwise in a tree: log2(LANES) steps of vector operations.
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

/// Replaces each mask that has two or more values with 0.
#[inline]
pub(crate) fn lone<const LANES: usize>(masks: &[u16; LANES]) -> [u16; LANES] {
    masks.map(|mask| if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 })
}

/// Cells that are peers of each other, and whose values form one of a list of value sets.
#[derive(Clone, Debug)]
pub(crate) struct Cage {
    cells: Box<[u16]>,
    /// The value sets, each with as many values as there are cells.
    sets: Arc<SetList>,
    /// The rows of the peer matrix for the cells, ordered by word: word 0 of all cells, then word 1 of all
    /// cells, and so on.
    peers: Box<[u64]>,
}

impl Cage {
    /// Builds the propagator from cells that are peers of each other, and value sets with as many values as
    /// there are cells. Bit `i` of a set represents the value with index `i`.
    pub(crate) fn new(cells: &[u16], sets: Arc<SetList>, peers: &Peers) -> Self {
        // With this order, the intersection of peers in `require` reads contiguous words.
        let words = 0..peers.words();
        let peers = words.flat_map(|word| cells.iter().map(move |&cell| peers.row(cell)[word])).collect();
        Self { cells: cells.into(), sets, peers }
    }

    pub(crate) fn sets(&self) -> &[u16] {
        self.sets.sets()
    }

    /// Propagates the cage in vectors of `LANES` lanes. Each cell has a lane.
    fn filter_lanes<const LANES: usize>(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let size = self.cells.len().min(LANES);
        // The masks are copied to lanes once. The loop works on this copy, and writes only the result of a
        // whole pass to the network.
        let mut here = [0_u16; LANES];
        here.iter_mut().zip(&self.cells).for_each(|(mask, &cell)| *mask = masks.get(cell));
        loop {
            // `required` is the intersection of the sets that fit, so it starts with all values.
            let (mut kept, mut required, mut any) = ([0_u16; LANES], u16::MAX, 0);
            // Table lookups select the sets that meet every mask, so only these are examined.
            for (sets, mut left) in self.sets.meeting_all(&here[..size]) {
                while left != 0 {
                    let set = sets[left.trailing_zeros() as usize];
                    left &= left - 1;
                    if try_set(set, &here, &mut kept) {
                        required &= set;
                        any |= set;
                        // All candidates are kept and no value is required. Further sets change neither fact.
                        if required == 0 && kept == here {
                            return Ok(());
                        }
                    }
                }
            }
            // No set fits. A cage without cells is satisfied, since it has only the empty set.
            if any == 0 {
                return if size == 0 { Ok(()) } else { Err(Contradiction) };
            }
            if kept == here {
                // Required values are applied only at this fixpoint. Before it, sets can still be excluded,
                // which may add required values.
                return self.require(required, masks, &mut here);
            }
            for (&cell, &kept) in self.cells.iter().zip(&kept) {
                masks.keep(cell, kept)?;
            }
            // The next pass sees smaller masks, with which the incomplete test may exclude more sets.
            here = kept;
        }
    }

    /// Applies the values that every remaining set contains. Such a value is placed if only one cell can hold
    /// it. Otherwise it is removed from the common peers of its possible cells.
    #[inline]
    fn require<const LANES: usize>(
        &self,
        required: u16,
        masks: &mut Masks<'_>,
        here: &mut [u16; LANES],
    ) -> Result<(), Contradiction> {
        // Placing a value can leave only one cell for another value, so the loop repeats. `here` equals the
        // masks of the network, so the loop reads only the lanes.
        let several = loop {
            let (once, twice) = once_and_twice(here);
            let placed = once_and_twice(&lone(here)).0;
            // Required values that are not placed yet and have at most one possible cell.
            let single = required & !twice & !placed;
            // No cell of the cage has the value, although every remaining set contains it.
            if single & !once != 0 {
                return Err(Contradiction);
            }
            if single == 0 {
                break required & twice;
            }
            // Values are placed one at a time, since placing one can leave another value with one cell or none.
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
            // Intersects the peers of all cells that can hold the value. Other cells contribute all ones.
            for (word, peers) in self.peers.chunks(self.cells.len()).enumerate() {
                let common =
                    // Without a branch, the subtraction yields 0 for a cell that can hold the value, and all
                    // ones for other cells.
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
    // Sums of up to five cells have medium cost and run before cages. If cages run first, a search takes
    // 229,000 to 277,000 guesses instead of 158,000 (docs/experiments/2026-11-23-variants-in-turn.md).
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // Eight lanes of 16 bits fill one 128-bit register.
        if self.cells.len() <= 8 { self.filter_lanes::<8>(masks) } else { self.filter_lanes::<16>(masks) }
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
