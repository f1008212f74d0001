//! The propagator trait: a pure function that shrinks candidate masks.

use crate::model::masks::{Contradiction, Masks};

/// The priority class of a propagator. A class runs only when no propagator of a cheaper class is
/// queued.
// The order of the variants is the order in which propagators run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cost {
    /// A few table lookups.
    Cheap,
    /// One pass over the cells.
    Medium,
    /// Several passes, lists of value sets, automata.
    Expensive,
    /// Flood fills, trial runs of other propagators.
    Heavy,
}

/// Number of propagator runs, and their estimated cost.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Effort {
    /// Number of runs.
    pub(crate) runs: u64,
    /// Number of runs, weighted by the size of the propagator; roughly proportional to time.
    pub(crate) work: u64,
}

impl Effort {
    /// Adds a number of runs of a propagator of this size.
    #[inline]
    pub(crate) fn add(&mut self, cells: usize, times: u64) {
        self.runs += times;
        // The 1 keeps even the smallest run at one unit of work.
        // Work is counted by size rather than by time, so that a budget stops at the same node on every
        // machine.
        self.work += times * (1 + cells as u64 / CELLS);
    }
}

/// A propagator of this size takes about twice as long as a very small one. Without this term, a partition of
/// 300 cells would count as much as one sum, although it takes as long as 40 sums.
const CELLS: u64 = 6;

/// A propagator over some cells. It has no state: the same masks always give the same result.
pub(crate) trait Propagator {
    /// Returns the cells that the propagator reads, each once.
    fn cells(&self) -> &[u16];

    /// Removes candidates that occur in no solution of the propagator within the masks. Masks of
    /// single values are accepted if and only if they satisfy the propagator. The engine does not
    /// run a propagator again for its own changes, so an implementation repeats its passes until
    /// they change nothing.
    ///
    /// # Errors
    /// If the propagator has no solution within the masks.
    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction>;

    /// Returns true if the propagator runs only after the least or greatest value of one of its
    /// cells changed.
    // The default wakes the propagator after every change of its cells, which is always sound.
    fn reads_bounds(&self) -> bool {
        false
    }

    /// Returns the cost of a run, as the number of cells of a sum that takes as long.
    fn size(&self) -> usize {
        self.cells().len()
    }

    /// Returns the priority class.
    fn cost(&self) -> Cost;
}
