//! Sets of cells as a few words.

use core::array;

/// The largest size.
pub(super) const LARGEST: usize = 16;
/// The bits of a set of houses.
pub(super) const MOST_HOUSES: usize = 64;

/// A set of cells.
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

/// Whether there are two cells or more.
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

/// Takes the first cell out.
#[inline(always)]
pub(super) fn pop<const W: usize>(cells: &mut Cells<W>) -> Option<usize> {
    let cell = first(cells)?;
    cells[cell / 64] &= cells[cell / 64] - 1;
    Some(cell)
}

/// The numbers of the bits that are set, from the lowest.
#[inline(always)]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}
