//! Lists of value sets, with lookup tables that find the sets that *meet* a mask, which means that they have a
//! value in common with it. A result is a bit set with one bit per set of the list.
//!
//! The tables for 64 sets take one kilobyte and are built on the first query. They help little if most sets
//! meet all masks.

use std::sync::{Arc, OnceLock};

/// The number of values per table lookup. Four tables cover 16 values, and boards of at most ten values need
/// two lookups.
// With five values, a table has 32 words and fits in four cache lines. With four, nine digits would need three
// lookups. With eight, a table would have 256 words.
const STEP: u32 = 5;

/// The tables of at most 64 sets. For each group of [`STEP`] consecutive values and each subset of the group, a
/// word holds the sets that contain a value of the subset, one bit per set.
type Block = [[u64; 1 << STEP]; 16_usize.div_ceil(STEP as usize)];

/// A list of value sets as masks: bit `i` represents the value with index `i`.
#[derive(Debug)]
pub(crate) struct SetList {
    sets: Box<[u16]>,
    // Built lazily, since many lists are never queried.
    /// The tables of each block of 64 consecutive sets, built on the first query.
    blocks: OnceLock<Box<[Block]>>,
}

impl SetList {
    pub(crate) fn new(sets: impl Into<Box<[u16]>>) -> Self {
        Self { sets: sets.into(), blocks: OnceLock::new() }
    }

    #[inline]
    pub(crate) fn sets(&self) -> &[u16] {
        &self.sets
    }

    /// Returns each block of up to 64 sets, and a word with a bit for each set of the block. The bit is 1 if
    /// the set has a value in common with each mask and no value outside of the union of the masks.
    #[inline]
    pub(crate) fn meeting_all<'a>(&'a self, masks: &'a [u16]) -> impl Iterator<Item = (&'a [u16], u64)> {
        // A set that meets the complement of the union has a value that no cell can hold.
        let others = !masks.iter().fold(0, |union, mask| union | mask);
        // A block has 64 sets, so that one word represents a selection of them.
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

/// Returns the sets of a block that have a value in common with a mask, one bit per set.
#[inline]
fn meeting(block: &Block, mask: u16) -> u64 {
    // One lookup serves all values of a group, without a branch per value.
    let part = |at: u32| block[at as usize][(mask >> (STEP * at)) as usize % (1 << STEP)];
    let low = part(0) | part(1);
    // Masks without a value of index 10 or more need only the first two tables.
    if mask >> (2 * STEP) == 0 { low } else { low | part(2) | part(3) }
}

/// Builds the tables of at most 64 sets.
fn block(sets: &[u16]) -> Block {
    let mut block = [[0; 1 << STEP]; 4];
    for value in 0..16_u32 {
        let having = sets.iter().rev().fold(0, |having, set| having << 1 | u64::from(set >> value & 1));
        let table = &mut block[(value / STEP) as usize];
        let bit = 1 << (value % STEP);
        // The table doubles with each value. A new entry is an earlier entry united with the sets that have the
        // new value.
        (bit..2 * bit).for_each(|part| table[part] = table[part - bit] | having);
    }
    block
}

/// All sets of values, by size and sum. Sums are sums of value indices.
pub(crate) struct Subsets {
    /// The list of all sets with a given size and sum is at `size * SUMS + sum`.
    // Direct indexing finds the list of a cage with one access, although most lists are empty.
    lists: Vec<Arc<SetList>>,
}

/// An exclusive upper bound of the sum of value indices, which is at most `0 + 1 + ... + 15 = 120`.
const SUMS: usize = 128;

impl Subsets {
    /// Returns the sets of the value indices `0..count`, where `count` is at most 16. They are built once for
    /// each `count` and shared by all threads.
    pub(crate) fn of(count: u8) -> &'static Self {
        // The sets depend only on the number of values, 0 to 16. A thread that needs an entry waits until it is
        // built.
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

    /// Returns the sets with this size and this sum of value indices. The list is empty if the sum is out of
    /// range.
    pub(crate) fn with_sum(&self, size: usize, sum: i32) -> &Arc<SetList> {
        // The empty set has the sum 0, so the list of size 0 and sum 1 is empty.
        const EMPTY: usize = 1;
        match usize::try_from(sum) {
            // Impossible clues cause sums and sizes outside of the table, which have no sets.
            Ok(sum) if sum < SUMS && size <= 16 => &self.lists[size * SUMS + sum],
            _ => &self.lists[EMPTY],
        }
    }
}

/// Returns the sum of the value indices of a set.
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
        assert_eq!(Subsets::of(9).with_sum(9, 36).sets(), [0b1_1111_1111]);
        assert!([-1, 500].iter().all(|&sum| Subsets::of(9).with_sum(2, sum).sets().is_empty()));
    }
}
