//! Subsets of up to nine members, in the orders in which the finders enumerate them.
//!
//! Sudoku Explainer enumerates subsets as ascending numbers, HoDoKu in lexicographic order. The
//! order determines which deduction comes first, and thus the rating.

use crate::model::tables::{bits, count};
use core::ops::ControlFlow;

/// Calls `visit` with each set of `size` members of `fit` whose combined mask has exactly `size`
/// bits, and with this mask. The sets are enumerated as ascending numbers.
pub(crate) fn tight_sets(
    of: &[u16; 9],
    fit: u16,
    size: usize,
    visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    /// Chooses from the highest member down, which gives ascending numbers.
    fn choose(
        of: &[u16; 9],
        (fit, left, size): (u16, usize, usize),
        (chosen, ones): (u16, u16),
        visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return if count(ones) == size { visit(chosen, ones) } else { ControlFlow::Continue(()) };
        }
        for member in bits(fit) {
            let below = fit & ((1 << member) - 1);
            let together = ones | of[member];
            if count(together) <= size && count(below) + 1 >= left {
                choose(of, (below, left - 1, size), (chosen | 1 << member, together), visit)?;
            }
        }
        ControlFlow::Continue(())
    }
    match size {
        2 => {
            for high in bits(fit) {
                for low in bits(fit & ((1 << high) - 1)) {
                    let together = of[high] | of[low];
                    if count(together) == 2 {
                        visit(1 << high | 1 << low, together)?;
                    }
                }
            }
            ControlFlow::Continue(())
        }
        3 => {
            for high in bits(fit) {
                for middle in bits(fit & ((1 << high) - 1)) {
                    let two = of[high] | of[middle];
                    if count(two) > 3 {
                        continue;
                    }
                    for low in bits(fit & ((1 << middle) - 1)) {
                        let together = two | of[low];
                        if count(together) == 3 {
                            visit(1 << high | 1 << middle | 1 << low, together)?;
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        }
        _ => choose(of, (fit, size, size), (0, 0), visit),
    }
}

/// Enumerates the masks with `count` of the lowest `width` bits set, as ascending numbers.
pub(crate) fn subsets(count: usize, width: usize) -> impl Iterator<Item = u16> {
    let end = 1_u32 << width;
    let mut next = (count <= width).then_some((1_u32 << count) - 1);
    core::iter::from_fn(move || {
        let mask = next?;
        next = if mask == 0 {
            None
        } else {
            let low = mask & mask.wrapping_neg();
            let ripple = mask + low;
            let following = ripple | (((mask ^ ripple) >> 2) / low);
            (following < end).then_some(following)
        };
        Some(mask as u16)
    })
}

/// Calls `visit` with the mask of each set of `size` given positions, in lexicographic order.
pub(crate) fn choose(
    places: u16,
    size: usize,
    from: u16,
    visit: &mut impl FnMut(u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if size == 0 {
        return visit(from);
    }
    let mut rest = places;
    while rest.count_ones() as usize >= size {
        let low = rest & rest.wrapping_neg();
        rest &= !low;
        choose(rest, size - 1, from | low, visit)?;
    }
    ControlFlow::Continue(())
}

/// Returns the set of indices of the masks with one to `most` bits.
pub(crate) fn fitting(of: &[u16; 9], most: usize) -> u16 {
    let fits = |number: &usize| (1..=most).contains(&count(of[*number]));
    (0..9).filter(fits).fold(0, |fit, number| fit | 1 << number)
}

/// Calls `visit` with each set of `size` members of `fit` whose combined mask has exactly `size`
/// bits, and with this mask. The sets are enumerated in lexicographic order.
pub(crate) fn choose_tight(
    of: &[u16; 9],
    fit: u16,
    size: usize,
    (from, ones): (u16, u16),
    visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let left = size - count(from);
    if left == 0 {
        return if count(ones) == size { visit(from, ones) } else { ControlFlow::Continue(()) };
    }
    let mut rest = fit;
    while count(rest) >= left {
        let member = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let together = ones | of[member];
        if count(together) <= size {
            choose_tight(of, rest, size, (from | 1 << member, together), visit)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tight_sets_match_an_enumeration_of_all_subsets() {
        let mut seed = 7_u32;
        for _ in 0..500 {
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 16) as u16 & 0x1ff
            };
            let (of, fit): ([u16; 9], u16) = (core::array::from_fn(|_| next() & next()), next());
            for size in 2..=4 {
                let mut found = Vec::new();
                let _ = tight_sets(&of, fit, size, &mut |set, ones| {
                    found.push((set, ones));
                    ControlFlow::Continue(())
                });
                let expected: Vec<(u16, u16)> = subsets(size, 9)
                    .filter(|set| set & !fit == 0)
                    .map(|set| (set, bits(set).fold(0, |ones, member| ones | of[member])))
                    .filter(|(_, ones)| ones.count_ones() as usize == size)
                    .collect();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn subsets_are_complete_and_ascending() {
        for width in 0..10 {
            for count in 0..=width {
                let all: Vec<u16> =
                    (0..1 << width).filter(|mask: &u16| mask.count_ones() as usize == count).collect();
                assert_eq!(subsets(count, width).collect::<Vec<_>>(), all);
            }
        }
        assert_eq!(subsets(3, 2).count(), 0);
    }
}
