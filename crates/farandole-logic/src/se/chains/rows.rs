//! Sets of candidates as rows of 64-bit words.

/// A set of candidates by number, with at most `W * 64` members.
pub(super) type Row<const W: usize> = [u64; W];

#[inline]
pub(super) fn or<const W: usize>(into: &mut Row<W>, other: &Row<W>) {
    into.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// Removes the members of another set.
#[inline]
pub(super) fn and_not<const W: usize>(into: &mut Row<W>, other: &Row<W>) {
    into.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
}

#[inline]
pub(super) fn meet<const W: usize>(one: &Row<W>, other: &Row<W>) -> bool {
    one.iter().zip(other).fold(0, |any, (one, other)| any | one & other) != 0
}

#[inline]
pub(super) const fn has<const W: usize>(set: &Row<W>, number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

#[inline]
pub(super) fn put<const W: usize>(set: &mut Row<W>, number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

/// Calls `each` with the members, lowest first.
#[inline]
pub(super) fn for_each<const W: usize>(set: &Row<W>, mut each: impl FnMut(usize)) {
    for (word, bits) in set.iter().enumerate() {
        let mut left = *bits;
        while left != 0 {
            each(word * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Returns the lowest member of a set given word by word, or `None` if it is empty.
#[inline]
pub(super) fn lowest<const W: usize>(select: impl Fn(usize) -> u64) -> Option<usize> {
    (0..W).find_map(|word| {
        let left = select(word);
        (left != 0).then(|| word * 64 + left.trailing_zeros() as usize)
    })
}
