//! Cages: distinct cells whose values are one of a list of sets.

use super::set_list::SetList;
use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// The values of a set that cells which differ are down to within it; `None` if they cannot hold
/// the set between them, as far as empty cells, two single values that are equal, and values
/// without a place tell.
#[inline]
pub(super) fn singles(set: u16, here: &[u16]) -> Option<u16> {
    let (mut union, mut single) = (0, 0);
    for &mask in here {
        let part = mask & set;
        union |= part;
        if part & part.wrapping_sub(1) == 0 {
            if part == 0 || single & part != 0 {
                return None;
            }
            single |= part;
        }
    }
    (union == set).then_some(single)
}

/// What of each cell's mask a set leaves, added to `kept`; `false` if two cells are down to the
/// same value of the set. The masks have values of the set, and all its values; masks of no cell
/// are 0. There is no branch within, so that all cells are worked on at once.
#[inline]
fn try_set<const LANES: usize>(set: u16, here: &[u16; LANES], kept: &mut [u16; LANES]) -> bool {
    let parts = here.map(|mask| mask & set);
    let lone = lone(&parts);
    let (once, twice) = once_and_twice(&lone);
    if twice != 0 {
        return false;
    }
    for at in 0..LANES {
        kept[at] |= parts[at] & !once | lone[at];
    }
    true
}

/// The bits that some lane has, and those that several lanes have.
#[inline]
fn once_and_twice<const LANES: usize>(lanes: &[u16; LANES]) -> (u16, u16) {
    let (mut once, mut twice) = (*lanes, [0; LANES]);
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

/// The masks of a single value; the others are 0.
#[inline]
fn lone<const LANES: usize>(masks: &[u16; LANES]) -> [u16; LANES] {
    masks.map(|mask| if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 })
}

/// Cells that are peers of each other hold one of these sets of values.
#[derive(Clone, Debug)]
pub(crate) struct Cage {
    cells: Box<[u16]>,
    /// Each of as many values as there are cells.
    sets: Arc<SetList>,
    /// Word by word of a set of cells: the peers of each of the cells.
    peers: Box<[u64]>,
}

impl Cage {
    /// The propagator for cells that are peers of each other, and sets of as many values (bits
    /// counted from 0).
    pub(crate) fn new(cells: &[u16], sets: Arc<SetList>, peers: &Peers) -> Self {
        let words = 0..peers.words();
        let peers = words.flat_map(|word| cells.iter().map(move |&cell| peers.row(cell)[word])).collect();
        Self { cells: cells.into(), sets, peers }
    }

    /// The propagator for at most `LANES` cells.
    fn filter_lanes<const LANES: usize>(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let size = self.cells.len().min(LANES);
        let mut here = [0_u16; LANES];
        here.iter_mut().zip(&self.cells).for_each(|(mask, &cell)| *mask = masks.get(cell));
        loop {
            let (mut kept, mut required, mut any) = ([0_u16; LANES], u16::MAX, 0);
            for (sets, mut left) in self.sets.meeting_all(&here[..size]) {
                while left != 0 {
                    let set = sets[left.trailing_zeros() as usize];
                    left &= left - 1;
                    if try_set(set, &here, &mut kept) {
                        required &= set;
                        any |= set;
                        // Every candidate is in a set that is left, and no value in all: other sets
                        // change nothing.
                        if required == 0 && kept == here {
                            return Ok(());
                        }
                    }
                }
            }
            if any == 0 {
                return if size == 0 { Ok(()) } else { Err(Contradiction) };
            }
            if kept == here {
                return self.require(required, masks, &mut here);
            }
            for (&cell, &kept) in self.cells.iter().zip(&kept) {
                masks.keep(cell, kept)?;
            }
            here = kept;
        }
    }

    /// Values that every remaining set has: their places are in the cage, so that the peers of all
    /// places lose them, and a single place gets them.
    #[inline]
    fn require<const LANES: usize>(
        &self,
        required: u16,
        masks: &mut Masks<'_>,
        here: &mut [u16; LANES],
    ) -> Result<(), Contradiction> {
        let several = loop {
            let (once, twice) = once_and_twice(here);
            let placed = once_and_twice(&lone(here)).0;
            let single = required & !twice & !placed;
            if single & !once != 0 {
                return Err(Contradiction);
            }
            if single == 0 {
                break required & twice;
            }
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
            for (word, peers) in self.peers.chunks(self.cells.len()).enumerate() {
                let common =
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
        if self.cells.len() <= 8 { self.filter_lanes::<8>(masks) } else { self.filter_lanes::<16>(masks) }
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::masks::{Changed, Scratch};
    use crate::propagators::set_list::Subsets;
    use crate::testing::{Strength, compare_within};

    fn clique(cells: u16) -> Peers {
        let mut peers = Peers::new(usize::from(cells));
        (0..cells).for_each(|a| (0..a).for_each(|b| peers.insert(a, b)));
        peers
    }

    fn distinct(v: &[u8]) -> bool {
        (1..v.len()).all(|at| !v[..at].contains(&v[at]))
    }

    #[test]
    fn cages_keep_what_a_solution_has() {
        for (cells, sum, seed) in [(2, 5, 1), (3, 6, 2), (4, 9, 3), (5, 13, 4)] {
            let all: Vec<u16> = (0..cells).collect();
            let sets = Subsets::of(6).with_sum(all.len(), sum).clone();
            let propagator = Cage::new(&all, sets, &clique(cells));
            let holds = |v: &[u8]| v.iter().map(|&value| i32::from(value)).sum::<i32>() == sum;
            compare_within(&propagator, all.len(), 6, seed, Strength::Sound, distinct, holds);
        }
    }

    #[test]
    fn required_values_leave_common_peers() {
        let propagator = Cage::new(&[0, 1, 2], Subsets::of(6).with_sum(3, 3).clone(), &clique(5));
        let holds = |v: &[u8]| v[..3].iter().sum::<u8>() == 3;
        compare_within(&propagator, 5, 6, 5, Strength::Sound, distinct, holds);
        let mut all = [0b111, 0b111, 0b111, 0b11111, 0b11111];
        let (mut changed, mut scratch) = (Changed::new(5), Scratch::default());
        propagator.propagate(&mut Masks::new(&mut all, &mut changed, &mut scratch)).unwrap();
        assert_eq!(all, [0b111, 0b111, 0b111, 0b11000, 0b11000]);
    }
}
