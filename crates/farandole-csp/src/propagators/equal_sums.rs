//! Segments of a line that have equal sums, by the sets of sums that each segment can reach.
//!
//! The algorithm computes a bit set of reachable sums for each segment, and intersects these sets. Each segment
//! then keeps the candidates that lead to a common sum. A short segment of distinct cells uses the value sets
//! that it can hold. Any other segment uses partial sums from both ends (Trick's knapsack propagation), which
//! prunes the segment exactly.
//!
//! Cost: value sets times cells, or sums times values per cell. The propagator performs badly on long segments,
//! which can reach nearly every sum within their bounds.
//!
//! Source: Trick, "A dynamic programming approach for consistency and propagation for knapsack
//! constraints", Annals of Operations Research 118 (2003), for the partial sums.

use super::set_list::SetList;
use super::value_sets::sets_with_sums;
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// A set of sums from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// The largest sum of `LONGEST` cells is `15 * 16 = 240`.
struct Sums([u128; 2]);

impl Sums {
    const NONE: Self = Self([0; 2]);

    fn one(sum: u32) -> Self {
        let mut sums = Self::NONE;
        sums.insert(sum);
        sums
    }

    /// Adds a sum to the set.
    // An index that is computed would force the words into memory, and reading a word after a write to a part of it
    // took a third of the time of the propagator.
    #[inline]
    fn insert(&mut self, sum: u32) {
        let bit = 1 << (sum % 128);
        if sum < 128 {
            self.0[0] |= bit;
        } else {
            self.0[1] |= bit;
        }
    }

    #[inline]
    fn has(&self, sum: u32) -> bool {
        let word = if sum < 128 { self.0[0] } else { self.0[1] };
        word >> (sum % 128) & 1 == 1
    }

    /// Adds `by`, at most 16, to each sum.
    #[inline]
    fn plus(&self, by: u32) -> Self {
        // A shift by 128 bits would overflow, so 0 is a special case.
        let carry = if by == 0 { 0 } else { self.0[0] >> (128 - by) };
        Self([self.0[0] << by, self.0[1] << by | carry])
    }

    /// Subtracts `by`, at most 16, from each sum and drops negative results.
    #[inline]
    fn minus(&self, by: u32) -> Self {
        let carry = if by == 0 { 0 } else { self.0[1] << (128 - by) };
        Self([self.0[0] >> by | carry, self.0[1] >> by])
    }

    #[inline]
    fn or(&self, other: &Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; 2]
    }
}

/// The cells of one segment.
#[derive(Clone, Debug)]
struct Segment {
    cells: Box<[u16]>,
    /// The value sets that the cells can hold, if the cells differ and there are at most `MOST_SETS` sets.
    sets: Option<Arc<SetsBySum>>,
}

/// Value sets in the order of their sums.
#[derive(Debug)]
struct SetsBySum {
    list: SetList,
    /// Each sum with the blocks of the list that have such sets: the sum, the index of the block, and a bit for each
    /// set.
    sums: Box<[(u32, usize, u64)]>,
}

impl SetsBySum {
    fn new(sets: impl Iterator<Item = (u16, u32)>) -> Self {
        let mut sums: Vec<(u32, usize, u64)> = Vec::new();
        let mut list = Vec::new();
        for (set, sum) in sets {
            let (block, bit) = (list.len() / 64, 1 << (list.len() % 64));
            list.push(set);
            match sums.last_mut() {
                Some(last) if (last.0, last.1) == (sum, block) => last.2 |= bit,
                _ => sums.push((sum, block, bit)),
            }
        }
        Self { list: SetList::new(list), sums: sums.into() }
    }

    /// Returns, for each block of the list, the sets that distinct cells with these masks may hold: those that each
    /// mask meets and that have no other values.
    fn possible(&self, masks: &[u16]) -> [u64; MOST_SETS.div_ceil(64)] {
        let mut possible = [0; MOST_SETS.div_ceil(64)];
        possible.iter_mut().zip(self.list.meeting_all(masks)).for_each(|(word, (_, sets))| *word = sets);
        possible
    }
}

/// Segments with the same sum.
#[derive(Clone, Debug)]
pub(crate) struct EqualSums {
    cells: Box<[u16]>,
    pieces: Box<[Segment]>,
    low: u32,
}

/// Maximum number of value sets of a segment. A segment with more uses partial sums.
// Sets are tested individually, so the cost of a segment grows with their number. The cost of partial sums
// hardly depends on it.
const MOST_SETS: usize = 200;
/// Maximum number of cells in a segment. Its sum is then at most 255.
pub(crate) const LONGEST: usize = 15;

impl EqualSums {
    /// Builds the propagator from segments of at most [`LONGEST`] cells. The board has `count` values, from
    /// `low` to `low + count - 1`. `clique` returns true if all given cells differ.
    pub(crate) fn new(pieces: &[Vec<u16>], low: u8, count: u8, clique: impl Fn(&[u16]) -> bool) -> Self {
        let mut cells = pieces.concat();
        cells.sort_unstable();
        cells.dedup();
        let pieces = pieces.iter().map(|piece| {
            let sets = || sets_with_sums(count, low, piece.len() as u32);
            // Value sets require distinct cells and a short list. `nth` stops after the limit, so that long
            // lists are never built.
            let few = sets().nth(MOST_SETS).is_none() && clique(piece);
            let sets = few.then(|| Arc::new(SetsBySum::new(sets())));
            Segment { cells: piece.as_slice().into(), sets }
        });
        Self { cells: cells.into(), pieces: pieces.collect(), low: u32::from(low) }
    }

    pub(crate) fn segments(&self) -> impl Iterator<Item = &[u16]> {
        self.pieces.iter().map(|piece| &*piece.cells)
    }

    /// Returns the sums that a segment can reach.
    fn reachable(&self, piece: &Segment, masks: &Masks<'_>) -> Sums {
        let mut now = [0; LONGEST];
        let now = read(piece, masks, &mut now);
        if let Some(sets) = &piece.sets {
            let (possible, mut sums) = (sets.possible(now), Sums::NONE);
            for &(sum, block, having) in &sets.sums {
                if possible[block] & having != 0 {
                    sums.insert(sum);
                }
            }
            return sums;
        }
        now.iter().fold(Sums::one(0), |sums, &mask| self.add(&sums, mask))
    }

    /// Returns the sums of each of these sums and a value of one more cell.
    #[inline]
    fn add(&self, sums: &Sums, mut mask: u16) -> Sums {
        let mut result = Sums::NONE;
        while mask != 0 {
            result = result.or(&sums.plus(mask.trailing_zeros() + self.low));
            mask &= mask - 1;
        }
        result
    }

    /// Keeps the candidates of a segment that lead to one of the sums `wanted`. Returns true if a mask changed.
    fn keep(&self, piece: &Segment, wanted: &Sums, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut now = [0; LONGEST];
        let now = read(piece, masks, &mut now);
        let mut changed = false;
        if let Some(sets) = &piece.sets {
            let (possible, mut union) = (sets.possible(now), 0);
            for &(_, block, having) in sets.sums.iter().filter(|(sum, ..)| wanted.has(*sum)) {
                let mut fitting = possible[block] & having;
                while fitting != 0 {
                    union |= sets.list.sets()[64 * block + fitting.trailing_zeros() as usize];
                    fitting &= fitting - 1;
                }
            }
            for &cell in &piece.cells {
                changed |= masks.keep(cell, union)?;
            }
            return Ok(changed);
        }
        let mut before = [Sums::NONE; LONGEST + 1];
        // `before` has the reachable sums of each prefix of the segment. The loop below runs backward from the
        // wanted sums.
        before[0] = Sums::one(0);
        for (at, &mask) in now.iter().enumerate() {
            before[at + 1] = self.add(&before[at], mask);
        }
        let mut after = *wanted;
        for (at, &cell) in piece.cells.iter().enumerate().rev() {
            let (mut kept, mut earlier, mut rest) = (0, Sums::NONE, now[at]);
            while rest != 0 {
                let place = rest.trailing_zeros();
                rest &= rest - 1;
                // A value has support if a prefix sum, the value and a sum of the later cells add up to a
                // wanted sum.
                let sums = after.minus(place + self.low);
                if !sums.and(&before[at]).is_empty() {
                    kept |= 1 << place;
                    earlier = earlier.or(&sums);
                }
            }
            changed |= masks.keep(cell, kept)?;
            after = earlier;
        }
        Ok(changed)
    }
}

/// Copies the masks of a segment to a buffer, and returns the used part of the buffer.
fn read<'b>(piece: &Segment, masks: &Masks<'_>, buffer: &'b mut [u16; LONGEST]) -> &'b [u16] {
    let now = &mut buffer[..piece.cells.len()];
    for (mask, &cell) in now.iter_mut().zip(&piece.cells) {
        *mask = masks.get(cell);
    }
    now
}

impl Propagator for EqualSums {
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // The intersection starts with all sums.
        let mut common = Sums([u128::MAX; 2]);
        for piece in &self.pieces {
            common = common.and(&self.reachable(piece, masks));
            if common.is_empty() {
                return Err(Contradiction);
            }
        }
        let mut changed = false;
        for piece in &self.pieces {
            changed |= self.keep(piece, &common, masks)?;
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, compare_within, distinct};

    fn sum(values: &[u8], low: u8) -> u32 {
        values.iter().map(|value| u32::from(value + low)).sum()
    }

    #[test]
    fn pieces_with_repeats_are_filtered_exactly() {
        for low in [0, 1] {
            let propagator = EqualSums::new(&[vec![0, 1], vec![2], vec![3, 4, 5]], low, 5, |_| false);
            let holds =
                |v: &[u8]| sum(&v[..2], low) == sum(&v[2..3], low) && sum(&v[..2], low) == sum(&v[3..], low);
            compare(&propagator, 5, Strength::Exact, holds);
        }
    }

    #[test]
    fn pieces_of_different_cells_are_filtered() {
        let propagator = EqualSums::new(&[vec![0, 1, 2], vec![3, 4]], 1, 6, |_| true);
        let given = |v: &[u8]| distinct(&v[..3]) && distinct(&v[3..]);
        compare_within(&propagator, 6, Strength::Sound, given, |v| sum(&v[..3], 1) == sum(&v[3..], 1));
    }

    #[test]
    fn pieces_may_share_cells() {
        let propagator = EqualSums::new(&[vec![0, 1], vec![1, 2, 1]], 0, 5, |_| false);
        compare(&propagator, 5, Strength::Sound, |v| v[0] + v[1] == 2 * v[1] + v[2]);
    }

    #[test]
    fn sums_cross_the_words() {
        let sums = Sums::one(120).plus(16);
        assert!(sums.has(136) && sums.minus(16).has(120) && sums.plus(0).has(136));
    }
}
