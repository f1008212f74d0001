//! Item lengths in vector lanes, and their computation from sets of options.

use alloc::vec::Vec;
use core::ops::{AddAssign, Sub};

use fearless_simd::{Simd, SimdBase, SimdInt, SimdIntElement, u8x32, u16x32};

use crate::simd::sets::Sets;

/// An unsigned integer for item lengths, that is, numbers of options. The greatest value marks a covered item.
pub(crate) trait Length: Copy + Ord + Default + SimdIntElement {
    /// A vector of the lengths of a group.
    type Vector<S: Simd>: SimdInt<S, Element = Self> + AddAssign + Sub<Output = Self::Vector<S>>;
    /// Loads the lengths of a group.
    fn load<S: Simd>(simd: S, group: &[Self; GROUP]) -> Self::Vector<S>;
    /// The mark of covered items.
    const COVERED: Self;
    /// A length of 1.
    const ONE: Self;
    /// The greatest length.
    const MOST: Self;
    /// Returns a number as a length; `None` if it is greater than [`MOST`](Self::MOST).
    fn new(len: usize) -> Option<Self>;
    /// Returns the length minus 1, wrapping.
    fn less(self) -> Self;
    /// Returns the length as a number.
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

/// Number of lengths in a group. Vector operations process one group at a time.
// 32 bytes fill an AVX2 register, so a group of bytes is one vector.
pub(crate) const GROUP: usize = 32;

/// The cost of updating the length of one item, in vector operations of 16 bytes.
// The value only affects the choice between two methods with equal results.
const VECTORS_PER_ITEM: usize = 4;

/// Maximum number of groups for which vectors are used, so that all lengths stay in registers.
pub(crate) const MOST_GROUPS: usize = 4;

/// Number of bits that are extracted from a word at a time, even if fewer bits are set. The number of
/// iterations of a loop over single bits varies from word to word. Its mispredicted branches would cost more
/// than the superfluous bits.
pub(crate) const BATCH: usize = 4;

/// Writes the options in a word of a set to `out`, and returns their number. `bits` is the word, and `word` is
/// its index in the set. `out` must have room for `BATCH - 1` further options.
#[inline(always)]
pub(crate) fn spread(mut bits: u64, word: usize, out: &mut [u16]) -> usize {
    let base = (word * 64) as u16;
    let count = bits.count_ones() as usize;
    let mut done = 0;
    // Most words have at most `BATCH` bits, so the loop usually runs once.
    while done < count {
        if let Some(out) = out[done..].first_chunk_mut::<BATCH>() {
            for slot in out {
                // A superfluous bit results in a meaningless option, which is overwritten later or is after
                // the last of the returned options.
                *slot = base.wrapping_add(bits.trailing_zeros() as u16);
                bits &= bits.wrapping_sub(1);
            }
        }
        done += BATCH;
    }
    count
}

/// Returns, for each option, `lanes` numbers in groups: 1 for each item of the option, and 0 for the other
/// items. The result is empty if it is faster to update lengths one by one.
pub(crate) fn incidence<T: Length>(sets: &Sets, lanes: usize) -> Vec<[T; GROUP]> {
    let (options, groups) = (sets.starts.len() - 1, lanes / GROUP);
    // The number of vector operations of 16 bytes that subtract from all lengths. Vectors are faster if
    // options are long compared with the number of items.
    let vectors = lanes * size_of::<T>() / 16;
    let mut incidence = Vec::new();
    if options <= usize::from(u16::MAX)
        // With more groups, the sums would not fit in the registers.
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

/// Returns, for each item, the number of the given options that contain it.
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
