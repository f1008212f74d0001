//! A cache of computed reasons, and buffers for their computation.

use farandole_cdcl::Lit;

/// Computed reasons, and buffers for widening. Conflict analysis may request the same reason
/// several times.
#[derive(Debug, Default)]
pub(super) struct Explained {
    // Indexed by variable: the reason of a literal at a given time is looked up without hashing.
    /// For each variable: the propagator and the time of its reason, and the start and end of the
    /// literals.
    pub(super) entries: Vec<(u32, u64, u32, u32)>,
    pub(super) lits: Vec<Lit>,
    /// The masks on which widening works.
    pub(super) wide: Vec<u16>,
    pub(super) groups: Vec<Group>,
}

/// Values of a cell that may be restored, and the time when the last of them was removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) stamp: u64,
    pub(super) cell: u16,
    pub(super) values: u16,
}
