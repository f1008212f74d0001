//! Sets of values by size and sum, and what cells that differ can take of them.

use super::set_list::Subsets;

/// All sets of `size` values among `count` from `low` on whose sum is `sum`, as masks in ascending order.
pub(crate) fn sets_of_sum(count: u8, low: u8, size: u32, sum: u32) -> &'static [u16] {
    let from_zero = i64::from(sum) - i64::from(low) * i64::from(size);
    Subsets::of(count).with_sum(size as usize, i32::try_from(from_zero).unwrap_or(-1)).sets()
}

/// All sets of `size` values among `count` from `low` on, with their sums.
pub(crate) fn sets_with_sums(count: u8, low: u8, size: u32) -> impl Iterator<Item = (u16, u32)> {
    let sums = u32::from(low) * size..=(u32::from(count) + u32::from(low)) * size;
    sums.flat_map(move |sum| sets_of_sum(count, low, size, sum).iter().map(move |&set| (set, sum)))
}

/// Whether cells with these masks can hold exactly the values of a set of their number, as far as single cells and single
/// values show it.
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
