//! Disjunctions: at least one of several lists of constraints must hold.

use super::Constraint;
use super::fault::{ArgumentError, Checked, Fault};
use super::kind::{Documented, KindInfo, OR, Origin};
use crate::board::Board;
use alloc::vec::Vec;

/// A disjunction of lists of constraints. At least one of its branches must hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyOf<C> {
    /// The branches, sorted. A branch holds if all its constraints hold, so an empty branch always
    /// holds. A disjunction without branches never holds.
    pub branches: Vec<Vec<C>>,
}

impl<C> Documented for AnyOf<C> {
    const ABOUT: KindInfo = KindInfo {
        name: OR,
        arguments: "",
        doc: "At least one of the items up to `.End` holds.\n\n\
              An item that defines several constraints is one branch, and so are the items between `.And` and `.End`. \
              Without items, it never holds.\n\n\
              Dots, the letters X and V, and the marks of minima and maxima inside also exempt cells from constraints \
              outside that do not apply to marked cells, regardless of which branch holds.\n\n\
              ```text\n\
              .Or .~R1C1_5 .~R1C2_5 .End\n\
              ```",
        origin: Origin::Iss,
        nests: true,
    };
}

/// Succeeds if all constraints of at least one branch hold.
pub(super) fn any_holds(branches: &[Vec<Constraint>], board: &Board, values: &[u8]) -> Checked {
    let all_hold = |branch: &Vec<Constraint>| branch.iter().all(|it| it.check(board, values).is_ok());
    if branches.iter().any(all_hold) { Ok(()) } else { Err(Fault::Not("a branch that holds")) }
}

/// Normalizes the constraints of each branch, then sorts the branches.
pub(super) fn normalize_branches(
    branches: &mut Vec<Vec<Constraint>>,
    board: &Board,
) -> Result<(), ArgumentError> {
    for branch in &mut *branches {
        branch.iter_mut().try_for_each(|it| it.settle(board))?;
        branch.sort_unstable();
        branch.dedup();
    }
    branches.sort_unstable();
    branches.dedup();
    Ok(())
}
