//! The trait of propagators. A propagator is a pure function that removes candidates from masks.

use crate::model::masks::{Contradiction, Masks};

/// The priority class of a propagator. A propagator runs only when no propagator of a cheaper class is queued.
// Classes run in the order of the variants, so the derived `Ord` compares priorities.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cost {
    /// A few table lookups.
    Cheap,
    /// One pass over the cells.
    Medium,
    /// Several passes over the cells, lists of value sets, or automata.
    Expensive,
    /// Flood fills, or trial runs of other propagators.
    Heavy,
}

/// The number of propagator runs, and an estimate of the time that they take.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Effort {
    /// The number of runs.
    pub(crate) runs: u64,
    /// The number of runs, weighted by the sizes of the propagators. It is roughly proportional to time.
    pub(crate) work: u64,
}

impl Effort {
    /// Adds `times` runs of a propagator whose size is `cells`; see [`Propagator::size`].
    #[inline]
    pub(crate) fn add(&mut self, cells: usize, times: u64) {
        self.runs += times;
        // Work is derived from the size instead of measured time, so that a budget stops at the same node on
        // every machine. The 1 ensures that even the smallest run counts.
        self.work += times * (1 + cells as u64 / CELLS);
    }
}

/// The size at which a run takes about twice as long as a very small run. Without this term, a partition of 300
/// cells would count as much as one sum, although it takes as long as 40 sums.
const CELLS: u64 = 6;

/// A propagator of a constraint over some cells. It has no state: the same masks always give the same result.
pub(crate) trait Propagator {
    /// The priority class, unless [`cost`](Self::cost) depends on the constraint.
    const COST: Cost = Cost::Expensive;

    /// Returns the indices of the cells that the propagator reads, without duplicates.
    fn cells(&self) -> &[u16];

    /// Removes candidates that are in no assignment that satisfies the constraint. An implementation may remove
    /// only some of them. If each mask has a single value, it returns `Ok` if and only if these values satisfy
    /// the constraint.
    ///
    /// The engine does not run a propagator again because of its own changes, so the default repeats its
    /// [passes](Self::pass) until they change nothing. An implementation defines `pass` or `propagate`.
    ///
    /// # Errors
    ///
    /// Returns [`Contradiction`] if it detects that no assignment within the masks satisfies the constraint.
    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        while self.pass(masks)? {}
        Ok(())
    }

    /// Runs the algorithm once. Returns true if a mask changed, so that another pass may remove more.
    ///
    /// # Errors
    ///
    /// As for [`propagate`](Self::propagate).
    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        self.propagate(masks).map(|()| false)
    }

    /// Returns true if the engine queues the propagator only after the least or greatest value of one of its
    /// cells has changed.
    // The default queues the propagator after every change of its cells, which is always sound.
    fn reads_bounds(&self) -> bool {
        false
    }

    /// Returns the size: the number of cells of a sum propagator whose run takes as long.
    fn size(&self) -> usize {
        self.cells().len()
    }

    /// Returns the priority class.
    fn cost(&self) -> Cost {
        Self::COST
    }
}
