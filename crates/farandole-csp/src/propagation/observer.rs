//! Observers of the steps of a search. The default observer `()` does nothing, and its calls are
//! optimized away.

/// The cause of eliminations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The propagator with this index.
    Propagator(u32),
    /// Hidden singles: values with one possible cell left in a house. Houses that hold every value are
    /// numbered in the order of their propagators.
    House(u16),
    /// This cell holds this value, a mask of one bit.
    Fixed(u16, u16),
    /// The search guesses this value of this cell.
    Guess(u16, u16),
    /// The search backtracks from this value of this cell.
    Back(u16, u16),
}

/// An observer of a search. Every method has an empty default.
pub(crate) trait Observer {
    /// Sets the cause of the following eliminations.
    fn cause(&mut self, _cause: Cause) {}

    /// Reports that a cell lost these values.
    fn removed(&mut self, _cell: u16, _values: u16) {}

    /// Reports a fixpoint with these masks.
    fn fixpoint(&mut self, _masks: &[u16]) {}

    /// Reports a contradiction.
    fn contradiction(&mut self) {}

    /// Reports a solution: the values of the cells that are part of it.
    fn solution(&mut self, _values: &[u8]) {}

    /// Returns true if the search should stop.
    fn should_stop(&self) -> bool {
        false
    }
}

/// The observer that ignores everything.
impl Observer for () {}

impl<O: Observer> Observer for &mut O {
    fn cause(&mut self, cause: Cause) {
        (**self).cause(cause);
    }

    fn removed(&mut self, cell: u16, values: u16) {
        (**self).removed(cell, values);
    }

    fn fixpoint(&mut self, masks: &[u16]) {
        (**self).fixpoint(masks);
    }

    fn contradiction(&mut self) {
        (**self).contradiction();
    }

    fn solution(&mut self, values: &[u8]) {
        (**self).solution(values);
    }

    fn should_stop(&self) -> bool {
        (**self).should_stop()
    }
}
