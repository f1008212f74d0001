//! Item lengths in vector lanes, and how they follow from sets of options.

use alloc::vec::Vec;
use core::ops::{AddAssign, Sub};

use fearless_simd::{Simd, SimdBase, SimdInt, SimdIntElement, u8x32, u16x32};

use crate::simd::sets::Sets;

/// An unsigned integer for item lengths. The highest value marks an item that is covered.
pub(crate) trait Length: Copy + Ord + Default + SimdIntElement {
    /// A group of lengths.
    type Vector<S: Simd>: SimdInt<S, Element = Self> + AddAssign + Sub<Output = Self::Vector<S>>;
    /// Loads a group.
    fn load<S: Simd>(simd: S, group: &[Self; GROUP]) -> Self::Vector<S>;
    /// The mark of covered items.
    const COVERED: Self;
    /// A length of 1.
    const ONE: Self;
    /// The greatest length.
    const MOST: Self;
    /// A length; `None` if it does not fit below the mark.
    fn new(len: usize) -> Option<Self>;
    /// One less, wrapping.
    fn less(self) -> Self;
    /// The number.
    fn get(self) -> u32;
}

macro_rules! length {
    ($type:ty, $vector:ident) => {
        impl Length for $type {
            type Vector<S: Simd> = $vector<S>;
            #[inline(always)]
            fn load<S: Simd>(simd: S, group: &[Self; GROUP]) -> $vector<S> {
                $vector::load_array_ref(simd, group)
            }
            const COVERED: Self = Self::MAX;
            const ONE: Self = 1;
            const MOST: Self = Self::MAX - 1;
            fn new(len: usize) -> Option<Self> {
                Self::try_from(len).ok().filter(|&len| len < Self::MAX)
            }
            #[inline(always)]
            fn less(self) -> Self {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn get(self) -> u32 {
                self.into()
            }
        }
    };
}
length!(u8, u8x32);
length!(u16, u16x32);

/// Lengths are compared in groups of this many.
pub(crate) const GROUP: usize = 32;

/// Lowering the length of one item takes as long as this many vector operations of 16 bytes.
const VECTORS_PER_ITEM: usize = 4;

/// Vectors are used for up to this many groups, so that all lengths stay in registers.
pub(crate) const MOST_GROUPS: usize = 4;

/// This many bits are taken out of a word at a time, even if there are fewer. A loop of one bit at a time ends
/// differently for each word, and its mispredictions cost more than the superfluous bits.
pub(crate) const BATCH: usize = 4;

/// Writes the numbers of the options whose bits are set, and returns how many. `out` must have room for
/// `BATCH - 1` more.
#[inline(always)]
pub(crate) fn spread(mut bits: u64, word: usize, out: &mut [u16]) -> usize {
    let base = (word * 64) as u16;
    let count = bits.count_ones() as usize;
    let mut done = 0;
    while done < count {
        if let Some(out) = out[done..].first_chunk_mut::<BATCH>() {
            for place in out {
                *place = base.wrapping_add(bits.trailing_zeros() as u16);
                bits &= bits.wrapping_sub(1);
            }
        }
        done += BATCH;
    }
    count
}

/// For each option its items as ones and zeros, group by group; empty if it is faster to lower lengths item by item.
pub(crate) fn incidence<T: Length>(sets: &Sets, lanes: usize) -> Vec<[T; GROUP]> {
    let (options, groups) = (sets.starts.len() - 1, lanes / GROUP);
    // The cost of lowering all lengths by vectors of 16 bytes, two per cycle, against item by item.
    let vectors = lanes * size_of::<T>() / 16;
    let mut incidence = Vec::new();
    if options <= usize::from(u16::MAX)
        && groups <= MOST_GROUPS
        && vectors * options < VECTORS_PER_ITEM * sets.entries.len()
    {
        incidence.resize(groups * options, [T::default(); GROUP]);
        for option in 0..options {
            for &item in sets.items(option) {
                let group = &mut incidence[option * groups + usize::from(item) / GROUP];
                group[usize::from(item) % GROUP] = T::ONE;
            }
        }
    }
    incidence
}

/// For each item how many of these options have it.
#[inline(always)]
pub(crate) fn sum<S: Simd, T: Length, const GROUPS: usize>(
    simd: S,
    incidence: &[[[T; GROUP]; GROUPS]],
    options: &[u16],
) -> [T::Vector<S>; GROUPS] {
    let mut sums = [T::Vector::splat(simd, T::default()); GROUPS];
    for &option in options {
        let items = &incidence[usize::from(option)];
        for group in 0..GROUPS {
            sums[group] += T::load(simd, &items[group]);
        }
    }
    sums
}
