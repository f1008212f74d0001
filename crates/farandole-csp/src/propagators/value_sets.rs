//! Value sets by size and sum, and a test whether distinct cells can hold a set.

use super::set_list::Subsets;

/// Returns all sets of `size` values with this sum, as masks in ascending order. The `count` values start at
/// `low`.
pub(crate) fn sets_of_sum(count: u8, low: u8, size: u32, sum: u32) -> &'static [u16] {
    let from_zero = i64::from(sum) - i64::from(low) * i64::from(size);
    // The table uses value indices, so `low` is subtracted once per value.
    Subsets::of(count).with_sum(size as usize, i32::try_from(from_zero).unwrap_or(-1)).sets()
}

/// Returns all sets of `size` values, each with its sum. The `count` values start at `low`.
pub(crate) fn sets_with_sums(count: u8, low: u8, size: u32) -> impl Iterator<Item = (u16, u32)> {
    // The range covers every possible sum of this size. Sums without sets yield nothing.
    let sums = u32::from(low) * size..=(u32::from(count) + u32::from(low)) * size;
    sums.flat_map(move |sum| sets_of_sum(count, low, size, sum).iter().map(move |&set| (set, sum)))
}

/// Returns true if distinct cells with these masks may hold exactly the values of a set, which has as many
/// values as there are cells. The test is incomplete: it only checks that each cell has a value of the set, and
/// that each value of the set has a cell.
// Each cell and each value is tested alone, since a matching per set costs more time than it saves.
#[inline]
pub(crate) fn fills(masks: &[u16], set: u16) -> bool {
    let mut union = 0;
    for mask in masks {
        if mask & set == 0 {
            return false;
        }
        union |= mask;
    }
    set & !union == 0
}
