//! Cages: distinct cells whose values are one of a list of sets.

use crate::engine::variant::filter::{Cost, Filter};
use crate::engine::variant::masks::{Dead, Masks};
use crate::engine::variant::network::Peers;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The sets of values counted from 0, by size and sum.
pub(crate) struct Subsets {
    /// Ordered by size, then by sum.
    sets: Vec<u16>,
    /// Where the sets of a size and sum begin: at `size * SUMS + sum`.
    starts: Vec<u32>,
}

/// More than the sum of all values counted from 0.
const SUMS: usize = 128;

impl Subsets {
    /// The sets of values below `count`, at most 16; made once.
    pub(crate) fn of(count: u8) -> &'static Self {
        static ALL: [OnceLock<Subsets>; 17] = [const { OnceLock::new() }; 17];
        ALL[usize::from(count)].get_or_init(|| Self::new(count))
    }

    fn new(count: u8) -> Self {
        let key = |set: u16| set.count_ones() as usize * SUMS + sum_of(set);
        let mut sets: Vec<u16> = (0..1_u32 << count).map(|set| set as u16).collect();
        sets.sort_by_key(|&set| key(set));
        let mut starts = vec![0_u32; 17 * SUMS + 1];
        sets.iter().for_each(|&set| starts[key(set) + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self { sets, starts }
    }

    /// The sets of this size and sum.
    pub(crate) fn with_sum(&self, size: usize, sum: i32) -> &[u16] {
        match usize::try_from(sum) {
            Ok(sum) if sum < SUMS && size <= 16 => {
                let key = size * SUMS + sum;
                &self.sets[self.starts[key] as usize..self.starts[key + 1] as usize]
            }
            _ => &[],
        }
    }

    /// The sets of this size.
    pub(crate) fn with_size(&self, size: usize) -> &[u16] {
        match size {
            0..=16 => &self.sets[self.starts[size * SUMS] as usize..self.starts[(size + 1) * SUMS] as usize],
            _ => &[],
        }
    }
}

/// The sum of the values of a set, counted from 0.
fn sum_of(set: u16) -> usize {
    (0..16).filter(|v| set >> v & 1 == 1).sum()
}

/// The values of a set that cells which differ are down to within it; `None` if they cannot hold the set between them, as far as
/// empty cells, two single values that are equal, and values without a place tell.
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

/// Cells that are peers of each other hold one of these sets of values.
#[derive(Clone, Debug)]
pub(crate) struct Combination {
    cells: Box<[u16]>,
    /// Each of as many values as there are cells.
    sets: Cow<'static, [u16]>,
    peers: Peers,
}

impl Combination {
    /// The rule for cells that are peers of each other, and sets of as many values (bits counted from 0).
    pub(crate) fn new(cells: &[u16], sets: impl Into<Cow<'static, [u16]>>, peers: &Peers) -> Self {
        Self { cells: cells.into(), sets: sets.into(), peers: peers.clone() }
    }

    /// What of each cell's mask a set leaves, added to `kept`; `false` if the set is impossible.
    #[inline]
    fn try_set(set: u16, here: &[u16], kept: &mut [u16; 16]) -> bool {
        let Some(single) = singles(set, here) else { return false };
        for at in 0..here.len().min(16) {
            let part = here[at] & set;
            kept[at] |= if part & (part - 1) == 0 { part } else { part & !single };
        }
        true
    }

    /// Values that every remaining set has: their places are in the cage, so that the peers of all places lose them, and a
    /// single place gets them.
    fn require(&self, required: u16, masks: &mut Masks<'_>, here: &mut [u16]) -> Result<(), Dead> {
        let mut rest = required;
        while rest != 0 {
            let value = rest & rest.wrapping_neg();
            rest ^= value;
            let mut places = here.iter().enumerate().filter(|(_, mask)| **mask & value != 0);
            let Some((first, &mask)) = places.next() else { return Err(Dead) };
            if mask == value {
                continue;
            }
            match places.next() {
                None => {
                    masks.keep(self.cells[first], value)?;
                    here[first] = value;
                }
                Some(_) => self.exclude(value, masks, here)?,
            }
        }
        Ok(())
    }

    fn exclude(&self, value: u16, masks: &mut Masks<'_>, here: &[u16]) -> Result<(), Dead> {
        let places =
            self.cells.iter().zip(here).filter(|(_, mask)| **mask & value != 0).map(|(&cell, _)| cell);
        self.peers.each_common(places, |cell| masks.remove(cell, value).map(|_| ()))
    }
}

impl Filter for Combination {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn filter(&self, masks: &mut Masks<'_>) -> Result<(), Dead> {
        let size = self.cells.len();
        let mut here = [0_u16; 16];
        let here = &mut here[..size];
        loop {
            let mut union = 0;
            for (mask, &cell) in here.iter_mut().zip(&self.cells) {
                *mask = masks.get(cell);
                union |= *mask;
            }
            let (mut kept, mut required, mut any) = ([0_u16; 16], u16::MAX, 0);
            for &set in &*self.sets {
                if set & !union == 0 && Self::try_set(set, here, &mut kept) {
                    required &= set;
                    any |= set;
                    // Every candidate is in a set that is left, and no value in all: other sets change nothing.
                    if required == 0 && kept[..size] == *here {
                        return Ok(());
                    }
                }
            }
            if any == 0 {
                return if size == 0 { Ok(()) } else { Err(Dead) };
            }
            let mut changed = false;
            for ((&cell, mask), &kept) in self.cells.iter().zip(here.iter_mut()).zip(&kept) {
                changed |= masks.keep(cell, kept)?;
                *mask = kept;
            }
            if !changed {
                return self.require(required, masks, here);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::variant::masks::{Changed, Scratch};
    use crate::engine::variant::testing::{Strength, compare_within};

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
            let sets = Subsets::of(6).with_sum(all.len(), sum);
            let rule = Combination::new(&all, sets, &clique(cells));
            let holds = |v: &[u8]| v.iter().map(|&value| i32::from(value)).sum::<i32>() == sum;
            compare_within(&rule, all.len(), 6, seed, Strength::Sound, distinct, holds);
        }
    }

    #[test]
    fn required_values_leave_common_peers() {
        let rule = Combination::new(&[0, 1, 2], Subsets::of(6).with_sum(3, 3), &clique(5));
        let holds = |v: &[u8]| v[..3].iter().sum::<u8>() == 3;
        compare_within(&rule, 5, 6, 5, Strength::Sound, distinct, holds);
        let mut all = [0b111, 0b111, 0b111, 0b11111, 0b11111];
        let (mut changed, mut scratch) = (Changed::new(5), Scratch::default());
        rule.filter(&mut Masks::new(&mut all, &mut changed, &mut scratch)).unwrap();
        assert_eq!(all, [0b111, 0b111, 0b111, 0b11000, 0b11000]);
    }

    #[test]
    fn subsets_are_found_by_size_and_sum() {
        assert_eq!(Subsets::of(9).with_sum(2, 3), [0b0110, 0b1001]);
        assert_eq!(Subsets::of(9).with_size(1).len(), 9);
        assert_eq!(Subsets::of(9).with_sum(9, 36), [0b1_1111_1111]);
        assert!(Subsets::of(9).with_sum(2, -1).is_empty() && Subsets::of(9).with_sum(2, 500).is_empty());
    }
}
