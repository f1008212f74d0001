//! Lists of sets of values, and which of them meet a mask: one bit a set, by tables.

use std::sync::{Arc, OnceLock};

/// Values of a mask that are looked up at once.
const STEP: u32 = 5;

/// For each group of [`STEP`] values and each part of a mask in it: which of at most 64 sets have a value of it.
type Block = [[u64; 1 << STEP]; 16_usize.div_ceil(STEP as usize)];

/// Sets of values counted from 0, as masks.
#[derive(Debug)]
pub(crate) struct SetList {
    sets: Box<[u16]>,
    /// For each 64 sets; made at the first question.
    blocks: OnceLock<Box<[Block]>>,
}

impl SetList {
    /// A list of these sets.
    pub(crate) fn new(sets: impl Into<Box<[u16]>>) -> Self {
        Self { sets: sets.into(), blocks: OnceLock::new() }
    }

    /// The sets.
    #[inline]
    pub(crate) fn sets(&self) -> &[u16] {
        &self.sets
    }

    /// By 64 sets: those with a value of each mask, and with no value outside of all masks together.
    #[inline]
    pub(crate) fn meeting_all<'a>(&'a self, masks: &'a [u16]) -> impl Iterator<Item = (&'a [u16], u64)> {
        let others = !masks.iter().fold(0, |union, mask| union | mask);
        let blocks = self.blocks.get_or_init(|| self.sets.chunks(64).map(block).collect());
        self.sets.chunks(64).zip(blocks).map(move |(sets, block)| {
            let all = u64::MAX >> (64 - sets.len());
            (
                sets,
                masks.iter().fold(all & !meeting(block, others), |left, mask| left & meeting(block, *mask)),
            )
        })
    }
}

/// The sets of a block that have a value of a mask.
#[inline]
fn meeting(block: &Block, mask: u16) -> u64 {
    let part = |at: u32| block[at as usize][(mask >> (STEP * at)) as usize % (1 << STEP)];
    let low = part(0) | part(1);
    if mask >> (2 * STEP) == 0 { low } else { low | part(2) | part(3) }
}

/// The table of at most 64 sets.
fn block(sets: &[u16]) -> Block {
    let mut block = [[0; 1 << STEP]; 4];
    for value in 0..16_u32 {
        let having = sets.iter().rev().fold(0, |having, set| having << 1 | u64::from(set >> value & 1));
        let table = &mut block[(value / STEP) as usize];
        let bit = 1 << (value % STEP);
        (bit..2 * bit).for_each(|part| table[part] = table[part - bit] | having);
    }
    block
}

/// The sets of values counted from 0, by size and sum.
pub(crate) struct Subsets {
    /// At `size * SUMS + sum`.
    lists: Vec<Arc<SetList>>,
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
        let mut lists = vec![Vec::new(); 17 * SUMS];
        for set in 0..1_u32 << count {
            lists[set.count_ones() as usize * SUMS + sum_of(set)].push(set as u16);
        }
        Self { lists: lists.into_iter().map(|sets| Arc::new(SetList::new(sets))).collect() }
    }

    /// The sets of this size and sum.
    pub(crate) fn with_sum(&self, size: usize, sum: i32) -> &Arc<SetList> {
        // No set has no value and a sum.
        const EMPTY: usize = 1;
        match usize::try_from(sum) {
            Ok(sum) if sum < SUMS && size <= 16 => &self.lists[size * SUMS + sum],
            _ => &self.lists[EMPTY],
        }
    }

    /// The sets of this size.
    pub(crate) fn with_size(&self, size: usize) -> impl Iterator<Item = u16> {
        let lists = self.lists.get(size * SUMS..(size + 1) * SUMS).unwrap_or_default();
        lists.iter().flat_map(|list| list.sets().iter().copied())
    }
}

/// The sum of the values of a set, counted from 0.
fn sum_of(set: u32) -> usize {
    (0..16).filter(|v| set >> v & 1 == 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_cover::Random;

    #[test]
    fn sets_that_meet_all_masks_are_those_of_a_walk() {
        let mut random = Random::new(1);
        for count in [4, 9, 10, 11, 16] {
            for len in [0, 1, 7, 64, 65, 200] {
                let sets: Vec<u16> = (0..len).map(|_| random.below(1 << count) as u16).collect();
                let list = SetList::new(sets.clone());
                for cells in 1..5 {
                    let masks: Vec<u16> =
                        (0..cells).map(|_| 1 + random.below((1 << count) - 1) as u16).collect();
                    let union = masks.iter().fold(0, |union, mask| union | mask);
                    let fits = |set: &u16| set & !union == 0 && masks.iter().all(|mask| mask & set != 0);
                    let found = list.meeting_all(&masks).flat_map(|(sets, bits)| {
                        (0..sets.len()).filter(move |at| bits >> at & 1 == 1).map(|at| sets[at])
                    });
                    assert!(found.eq(sets.iter().copied().filter(fits)), "{count} {len} {masks:?}");
                }
            }
        }
    }

    #[test]
    fn subsets_are_found_by_size_and_sum() {
        assert_eq!(Subsets::of(9).with_sum(2, 3).sets(), [0b0110, 0b1001]);
        assert_eq!(Subsets::of(9).with_size(1).count(), 9);
        assert_eq!(Subsets::of(9).with_sum(9, 36).sets(), [0b1_1111_1111]);
        assert!([-1, 500].iter().all(|&sum| Subsets::of(9).with_sum(2, sum).sets().is_empty()));
        assert_eq!(Subsets::of(9).with_size(17).count(), 0);
    }
}
