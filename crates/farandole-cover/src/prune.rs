//! Pruning rules, which cut off branches of a backtracking search.

use crate::backend::Backend;

/// A rule that cuts off branches without wanted solutions.
pub(crate) trait Prune {
    /// True if the rule never cuts anything off, which lets the search skip the calls.
    const IS_NONE: bool = false;
    /// Returns true if a wanted solution may lie below the state.
    fn allows(&mut self, backend: &impl Backend) -> bool;
    /// Returns true if the solution in the state is wanted.
    fn accepts(&mut self, backend: &impl Backend) -> bool;
}

/// A rule that cuts nothing off.
pub(crate) struct Unpruned;

impl Prune for Unpruned {
    const IS_NONE: bool = true;

    fn allows(&mut self, _: &impl Backend) -> bool {
        true
    }

    fn accepts(&mut self, _: &impl Backend) -> bool {
        true
    }
}
