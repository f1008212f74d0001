//! Encodes disjunctions. Each branch has a variable, and the rows of a branch depend on its
//! variable.

use super::formula::{Formula, Literal};
use farandole_puzzle::constraint::{AnyOf, Constraint};

/// Encodes the kind `Or`. The callback `say` adds a complete constraint to the formula.
pub(super) fn add(
    any: &AnyOf<Constraint>,
    formula: &mut Formula,
    mut say: impl FnMut(&Constraint, &mut Formula),
) {
    let chosen: Vec<Literal> = any.branches.iter().map(|_| formula.auxiliary()).collect();
    // Several branches may hold, so the selectors need not be exclusive.
    formula.clause(&chosen);
    for (branch, selector) in any.branches.iter().zip(chosen) {
        formula.only_if(&[selector], |formula| {
            branch.iter().for_each(|constraint| say(constraint, formula));
        });
    }
}
