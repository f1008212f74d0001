//! Pruning rules: which branches of a backtracking search may be cut off.

use crate::backend::Backend;

/// A rule that cuts off branches in which no wanted solution can lie.
pub(crate) trait Prune {
    /// Whether the rule cuts nothing off.
    const IS_NONE: bool = false;
    /// Whether a wanted solution may lie below the state.
    fn allows(&mut self, backend: &impl Backend) -> bool;
    /// Whether the solution that was reached is wanted.
    fn accepts(&mut self, backend: &impl Backend) -> bool;
}

/// Cuts nothing off.
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
