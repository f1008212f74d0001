//! Pruning rules, which cut off branches of a backtracking search.

use crate::backend::Backend;

/// A rule that cuts off branches without wanted solutions.
pub(crate) trait Prune {
    /// True if the rule never cuts anything off, which lets the search skip the calls.
    const IS_NONE: bool = false;
    /// Returns true if there may be a wanted solution in the branch below the current state of the backend.
    fn allows(&mut self, backend: &impl Backend) -> bool;
    /// Returns true if the current state of the backend, which is a solution, is wanted.
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
