//! What a search tells of its steps (the observer pattern). By default nobody listens, and nothing
//! of it is compiled.

/// Why candidates go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The propagator with this number.
    Propagator(u32),
    /// Values have one place left in a house. The houses that hold every value are numbered in the
    /// order of their propagators.
    House(u16),
    /// This cell holds this value, a mask of one bit.
    Fixed(u16, u16),
    /// The search tries this value of this cell.
    Guess(u16, u16),
    /// The search has tried this value of this cell.
    Back(u16, u16),
}

/// Whoever follows a search. Every method has an empty body.
pub(crate) trait Observer {
    /// From here on candidates go for this reason.
    fn cause(&mut self, _cause: Cause) {}

    /// A cell lost these values.
    fn removed(&mut self, _cell: u16, _values: u16) {}

    /// Nothing more follows, and these are the masks.
    fn fixpoint(&mut self, _masks: &[u16]) {}

    /// There is a contradiction.
    fn contradiction(&mut self) {}

    /// The values of the cells that are part of a solution.
    fn solution(&mut self, _values: &[u8]) {}

    /// Whether the search should stop.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Nobody.
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
