//! Disjunctions: a variable for each branch, on which the rows of the branch depend.

use super::formula::{Formula, Literal};
use farandole_puzzle::constraint::{AnyOf, Constraint};

/// `Or`. `say` adds all that a constraint says.
pub(super) fn add(
    any: &AnyOf<Constraint>,
    formula: &mut Formula,
    mut say: impl FnMut(&Constraint, &mut Formula),
) {
    let chosen: Vec<Literal> = any.branches.iter().map(|_| formula.auxiliary()).collect();
    formula.clause(&chosen);
    for (branch, selector) in any.branches.iter().zip(chosen) {
        formula.only_if(&[selector], |formula| {
            branch.iter().for_each(|constraint| say(constraint, formula));
        });
    }
}
