//! Disjunctions: at least one of several lists of constraints holds.

use super::Constraint;
use super::fault::{Checked, Fault, Misfit};
use super::kind::{About, Documented, OR, Origin};
use crate::board::Board;
use alloc::vec::Vec;

/// At least one of the branches holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyOf<C> {
    /// The branches, sorted; all constraints of a branch hold together. Without branches nothing satisfies it, and a
    /// branch without constraints always holds.
    pub branches: Vec<Vec<C>>,
}

impl<C> Documented for AnyOf<C> {
    const ABOUT: About = About {
        name: OR,
        arguments: "",
        doc: "At least one of the items up to `.End` holds.\n\n\
              An item that makes several constraints is one branch, and so are the items between `.And` and `.End`. \
              Without items nothing satisfies it.\n\n\
              A dot, a letter X or V, and the mark of a minimum or maximum inside count as marks for the rules outside \
              that spare marked cells, whichever branch holds.\n\n\
              ```text\n\
              .Or .~R1C1_5 .~R1C2_5 .End\n\
              ```",
        origin: Origin::Iss,
        nests: true,
    };
}

/// Whether all constraints of a branch hold.
pub(super) fn any_holds(branches: &[Vec<Constraint>], board: &Board, values: &[u8]) -> Checked {
    let all_hold = |branch: &Vec<Constraint>| branch.iter().all(|it| it.check(board, values).is_ok());
    if branches.iter().any(all_hold) { Ok(()) } else { Err(Fault::Not("a branch that holds")) }
}

/// Brings the constraints of each branch, and the branches, into the form that equal ones share.
pub(super) fn settle_branches(branches: &mut Vec<Vec<Constraint>>, board: &Board) -> Result<(), Misfit> {
    for branch in &mut *branches {
        branch.iter_mut().try_for_each(|it| it.settle(board))?;
        branch.sort_unstable();
        branch.dedup();
    }
    branches.sort_unstable();
    branches.dedup();
    Ok(())
}
