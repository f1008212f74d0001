//! A cache of computed reasons, and buffers for their computation.

use farandole_cdcl::Lit;

/// Computed reasons, and buffers for widening. Conflict analysis may request the same reason
/// several times.
#[derive(Debug, Default)]
pub(super) struct Explained {
    // The list is indexed by variable, so that a reason is looked up without hashing.
    /// For each variable: the propagator and the time of its reason, and the start and end of the reason
    /// in `lits`. The time is the number of literals assigned before the propagator ran.
    pub(super) entries: Vec<(u32, u64, u32, u32)>,
    pub(super) lits: Vec<Lit>,
    /// The masks on which widening works.
    pub(super) wide: Vec<u16>,
    pub(super) groups: Vec<Group>,
}

/// Lost values of a cell that widening may restore, and the time at which the last of them was lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) stamp: u64,
    pub(super) cell: u16,
    pub(super) values: u16,
}
