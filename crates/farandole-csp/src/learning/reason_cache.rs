//! Reasons that were worked out before, and the buffers of those that are worked out.

use farandole_cdcl::Lit;

/// Reasons worked out before, while they fit.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// By variable: the propagator and the time of the reason, and where its literals are.
    pub(super) entries: Vec<(u32, u64, u32, u32)>,
    pub(super) lits: Vec<Lit>,
    /// What a widening works on.
    pub(super) wide: Vec<u16>,
    pub(super) groups: Vec<Group>,
}

/// Values of a cell that may be put back, and when the last of them was removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) stamp: u64,
    pub(super) cell: u16,
    pub(super) values: u16,
}
