//! Disjunctions: a variable for each branch, on which the rows of the branch depend.

use super::formula::{Formula, Literal};
use super::kinds::{self, Names};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{AnyOf, Constraint};

pub(super) fn add(any: &AnyOf<Constraint>, board: &Board, formula: &mut Formula, names: &mut Names) {
    let chosen: Vec<Literal> = any.branches.iter().map(|_| formula.auxiliary()).collect();
    formula.clause(&chosen);
    for (branch, selector) in any.branches.iter().zip(chosen) {
        formula.only_if(&[selector], |formula| {
            branch.iter().for_each(|constraint| kinds::add_all(constraint, board, formula, names));
        });
    }
}
