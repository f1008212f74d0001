//! The engine that verifies readings, provided by the caller as a function.

use farandole_puzzle::variant::Variant;

/// An engine that counts the grids of a variant, up to two.
///
/// The second argument of the function limits the work in nodes. The engines belong to a higher
/// layer, so the caller passes one of them.
#[derive(Clone, Copy, Debug)]
pub struct Counter(pub fn(&Variant, u64) -> Counted);

impl PartialEq for Counter {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Counter {}

/// The result of a [`Counter`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counted {
    /// There is no solution.
    None,
    /// There is exactly one grid, given as the value of each cell in row-major order.
    One(Vec<u8>),
    /// There are at least two grids.
    Several,
    /// The work limit was reached before the answer was known.
    Undecided,
}
