//! Observers of the steps of a search. The default observer `()` does nothing, and the compiler removes its
//! calls.

/// The cause of some eliminations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// A run of the propagator with this index in the network.
    Propagator(u32),
    /// Hidden singles in the house with this number: values with only one possible cell. The houses that hold
    /// every value are numbered in the order of their propagators.
    House(u16),
    /// A fixed cell. The fields are the cell and its value, as a mask of one bit.
    Fixed(u16, u16),
    /// A guess of the search. The fields are the cell and the guessed value, as a mask of one bit.
    Guess(u16, u16),
    /// A backtrack of the search, which removes the guessed value. The fields are those of a guess.
    Back(u16, u16),
}

/// An observer of a search. Every method has a default, which does nothing.
pub(crate) trait Observer {
    /// Sets the cause of the following eliminations.
    fn cause(&mut self, _cause: Cause) {}

    /// Reports that a cell lost the values of a mask.
    fn removed(&mut self, _cell: u16, _values: u16) {}

    /// Reports a fixpoint of propagation with the masks of all cells.
    fn fixpoint(&mut self, _masks: &[u16]) {}

    /// Reports a contradiction.
    fn contradiction(&mut self) {}

    /// Reports a solution with the values of the cells that are part of solutions.
    fn solution(&mut self, _values: &[u8]) {}

    /// Returns true if the search should stop.
    fn should_stop(&self) -> bool {
        false
    }
}

/// An observer that ignores all events.
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
