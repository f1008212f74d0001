//! Lists of value sets with tables that return, as a bit set, the sets that meet a mask.
//!
//! A block of tables takes about one kilobyte per 64 sets and is built on the first query. It performs badly
//! if most sets meet all masks, since it then excludes few of them.

use std::sync::{Arc, OnceLock};

/// Number of values per table lookup. Four tables of 32 words cover 16 values; most boards need two
/// lookups.
// Five bits keep a table of 32 words in a few cache lines. Four values would need three lookups for nine
// digits, and eight values a table of 256 words.
const STEP: u32 = 5;

/// For each group of [`STEP`] values and each subset of it, the sets (at most 64) that contain a value of the
/// subset.
type Block = [[u64; 1 << STEP]; 16_usize.div_ceil(STEP as usize)];

/// Value sets as masks; values are counted from 0.
#[derive(Debug)]
pub(crate) struct SetList {
    sets: Box<[u16]>,
    // Built at the first query, since many lists are only read as sets and never queried.
    /// One table for every 64 sets, built on the first query.
    blocks: OnceLock<Box<[Block]>>,
}

impl SetList {
    /// Builds the list from sets.
    pub(crate) fn new(sets: impl Into<Box<[u16]>>) -> Self {
        Self { sets: sets.into(), blocks: OnceLock::new() }
    }

    /// Returns the sets.
    #[inline]
    pub(crate) fn sets(&self) -> &[u16] {
        &self.sets
    }

    /// Returns, for every 64 sets, those that meet each mask and have no value outside of the union
    /// of the masks.
    #[inline]
    pub(crate) fn meeting_all<'a>(&'a self, masks: &'a [u16]) -> impl Iterator<Item = (&'a [u16], u64)> {
        // A set that meets the complement of the union has a value that no cell can hold.
        let others = !masks.iter().fold(0, |union, mask| union | mask);
        // 64 sets per block, because a set of them is one word.
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

/// Returns the sets of a block that meet a mask.
#[inline]
fn meeting(block: &Block, mask: u16) -> u64 {
    // A lookup returns the union for all values of a part, so there is no branch per value.
    let part = |at: u32| block[at as usize][(mask >> (STEP * at)) as usize % (1 << STEP)];
    let low = part(0) | part(1);
    // Boards with at most ten values need only the first two tables.
    if mask >> (2 * STEP) == 0 { low } else { low | part(2) | part(3) }
}

/// Builds the table of at most 64 sets.
fn block(sets: &[u16]) -> Block {
    let mut block = [[0; 1 << STEP]; 4];
    for value in 0..16_u32 {
        let having = sets.iter().rev().fold(0, |having, set| having << 1 | u64::from(set >> value & 1));
        let table = &mut block[(value / STEP) as usize];
        let bit = 1 << (value % STEP);
        // Doubling, as for relations: each entry is an earlier one united with the sets that have the new
        // value.
        (bit..2 * bit).for_each(|part| table[part] = table[part - bit] | having);
    }
    block
}

/// All sets of values, by size and sum. Values are counted from 0.
pub(crate) struct Subsets {
    /// The list of a size and a sum is at `size * SUMS + sum`.
    // Indexed directly, so that finding the list of a cage is one access. Most of the lists are empty.
    lists: Vec<Arc<SetList>>,
}

/// An upper bound, exclusive, of the sum of the values 0 to 15, which is 120.
const SUMS: usize = 128;

impl Subsets {
    /// Returns the sets of values below `count`, at most 16. They are built once for each count and
    /// shared by all threads.
    pub(crate) fn of(count: u8) -> &'static Self {
        // One entry for each number of values, 0 to 16, on which alone the sets depend. Threads that need the
        // same entry wait until one has built it.
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

    /// Returns the sets of this size and sum.
    pub(crate) fn with_sum(&self, size: usize, sum: i32) -> &Arc<SetList> {
        // The empty set has the sum 0, so the list of size 0 and sum 1 is empty.
        const EMPTY: usize = 1;
        match usize::try_from(sum) {
            // Sums and sizes outside the table have no sets. They occur if a clue is impossible.
            Ok(sum) if sum < SUMS && size <= 16 => &self.lists[size * SUMS + sum],
            _ => &self.lists[EMPTY],
        }
    }

    /// Returns the sets of this size.
    pub(crate) fn with_size(&self, size: usize) -> impl Iterator<Item = u16> {
        let lists = self.lists.get(size * SUMS..(size + 1) * SUMS).unwrap_or_default();
        lists.iter().flat_map(|list| list.sets().iter().copied())
    }
}

/// Returns the sum of the values of a set, counted from 0.
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
