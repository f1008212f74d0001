//! Candidates as literals, and what the propagator notes of a literal.

use farandole_cdcl::Lit;

/// Variables of a cell.
pub(crate) const STRIDE: u32 = 16;

/// The cell has the value at this place.
#[inline]
pub(crate) fn is(cell: u16, place: u32) -> Lit {
    Lit::positive(u32::from(cell) * STRIDE + place)
}

/// The cell and the mask of the one value of a variable.
#[inline]
pub(crate) fn candidate(lit: Lit) -> (u16, u16) {
    ((lit.var() / STRIDE) as u16, 1 << (lit.var() % STRIDE))
}

/// The places of the bits of a mask.
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

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// This true literal excludes the opposite.
    Peer(Lit),
    /// All other values of the cell are false.
    Cell,
    /// The value has no other place in the cells of this propagator.
    Place(u32),
    /// This propagator removed it, when so many literals had been told.
    Propagator(u32, u64),
}

/// Why the rules are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conflict {
    /// Both literals are true and exclude each other.
    Pair(Lit, Lit),
    /// The cell has no value left.
    Cell(u16),
    /// This propagator has no place left for the value at this place.
    Place(u32, u32),
    /// This propagator found a contradiction.
    Propagator(u32),
    /// This propagator removes this candidate, which is true.
    Removed(u32, Lit),
}
