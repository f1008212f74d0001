//! Cell sets of `W` words.

use core::array;

/// Largest supported size N. A set of digits must fit into a `u16`, and a set of cells into four
/// 64-bit words.
pub(super) const LARGEST: usize = 16;
/// Maximum number of houses, since a set of houses is one `u64`.
pub(super) const MOST_HOUSES: usize = 64;

/// A set of cells. Cell `c` is bit `c % 64` of word `c / 64`.
pub(super) type Cells<const W: usize> = [u64; W];

#[inline(always)]
pub(super) fn and<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    array::from_fn(|word| one[word] & other[word])
}

#[inline(always)]
pub(super) fn and_not<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    array::from_fn(|word| one[word] & !other[word])
}

#[inline(always)]
pub(super) fn or<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    array::from_fn(|word| one[word] | other[word])
}

#[inline(always)]
pub(super) fn is_empty<const W: usize>(cells: &Cells<W>) -> bool {
    cells.iter().fold(0, |all, word| all | word) == 0
}

/// Returns true if the set contains two or more cells.
#[inline(always)]
pub(super) fn is_several<const W: usize>(cells: &Cells<W>) -> bool {
    let (mut any, mut several) = (0, 0);
    for word in cells {
        several |= any & word;
        any |= word;
    }
    several | any & any.wrapping_sub(1) != 0
}

#[inline(always)]
pub(super) fn first<const W: usize>(cells: &Cells<W>) -> Option<usize> {
    let word = cells.iter().position(|word| *word != 0)?;
    Some(64 * word + cells[word].trailing_zeros() as usize)
}

/// Removes the first cell from the set and returns it.
#[inline(always)]
pub(super) fn pop<const W: usize>(cells: &mut Cells<W>) -> Option<usize> {
    let cell = first(cells)?;
    cells[cell / 64] &= cells[cell / 64] - 1;
    Some(cell)
}

/// Returns the indices of the set bits in ascending order.
#[inline(always)]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}
