//! What every propagator does: a pure function from candidate masks to smaller masks.

use crate::model::masks::{Contradiction, Masks};

/// When a propagator's turn comes: all propagators of a class wait until the classes before are quiet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cost {
    /// A few table look-ups.
    Cheap,
    /// A pass over the cells.
    Medium,
    /// Several passes, lists of combinations, automata.
    Expensive,
    /// Flood fills, trial runs of other propagators.
    Heavy,
}

/// How often propagators ran, and what that took.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Effort {
    /// Runs.
    pub(crate) runs: u64,
    /// Runs, those of propagators with many cells several times: about proportional to time.
    pub(crate) work: u64,
}

impl Effort {
    /// A propagator over so many cells ran so often.
    #[inline]
    pub(crate) fn add(&mut self, cells: usize, times: u64) {
        self.runs += times;
        self.work += times * (1 + cells as u64 / CELLS);
    }
}

/// Over so many cells a propagator takes about twice as long as over few.
const CELLS: u64 = 6;

/// A propagator over some cells. It has no state: the same masks always give the same result.
pub(crate) trait Propagator {
    /// The cells it reads, each once.
    fn cells(&self) -> &[u16];

    /// Removes candidates that no solution of the propagator within the masks has, and accepts
    /// masks of single values exactly if they satisfy the propagator. It is not called again for
    /// what it changed itself: it goes to its own fixpoint as far as its strength is promised.
    ///
    /// # Errors
    /// If no solution of the propagator is left.
    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction>;

    /// Whether it waits until the least or the greatest value of one of its cells changes.
    fn reads_bounds(&self) -> bool {
        false
    }

    /// What a run takes, as the number of cells over which a sum takes as long.
    fn size(&self) -> usize {
        self.cells().len()
    }

    /// The class of the queue.
    fn cost(&self) -> Cost;
}
