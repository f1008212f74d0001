//! Candidates as literals, and the reasons and conflicts of lazy clause generation.

use farandole_cdcl::Lit;

/// Number of variables per cell. It is 16 for every board, so that variables can be converted by
/// shifts.
pub(crate) const STRIDE: u32 = 16;

/// Returns the literal "the cell has the value with this 0-based index".
#[inline]
pub(crate) fn is(cell: u16, place: u32) -> Lit {
    Lit::positive(u32::from(cell) * STRIDE + place)
}

/// Returns the cell of a variable and the mask of its value.
#[inline]
pub(crate) fn candidate(lit: Lit) -> (u16, u16) {
    ((lit.var() / STRIDE) as u16, 1 << (lit.var() % STRIDE))
}

/// Returns the indices of the bits of a mask, in ascending order.
#[inline]
pub(crate) fn places(mut mask: u16) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros();
            mask &= mask - 1;
            place
        })
    })
}

/// The reason for an assigned literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// This true literal excludes the candidate.
    Peer(Lit),
    /// All other values of the cell are false.
    Cell,
    /// No other cell of this hidden-single propagator can have the value.
    Place(u32),
    /// This propagator removed the candidate when this number of literals had been assigned.
    Propagator(u32, u64),
}

/// The cause of a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conflict {
    /// Both literals are true and exclude each other.
    Pair(Lit, Lit),
    /// The cell has no candidate left.
    Cell(u16),
    /// This propagator has no cell left for the value with this index.
    Place(u32, u32),
    /// This propagator failed.
    Propagator(u32),
    /// This propagator removes this candidate, which is true.
    Removed(u32, Lit),
}
