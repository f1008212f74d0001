//! Sets of values by size and sum, and what cells that differ can take of them.

/// All sets of `size` values among `count` from `low` on whose sum is `sum`, as masks in ascending order.
pub(crate) fn sets_of_sum(count: u8, low: u8, size: u32, sum: u32) -> Vec<u16> {
    (0..1_u32 << count)
        .filter(|set| set.count_ones() == size && sum_of(*set as u16, low) == sum)
        .map(|set| set as u16)
        .collect()
}

/// The sum of a set of values.
pub(crate) fn sum_of(set: u16, low: u8) -> u32 {
    (0..16).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + u32::from(low)).sum()
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
