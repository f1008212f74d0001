//! Selects the encoding of each kind of constraint.

use super::formula::{Formula, numbers};
use crate::proof::{any_of, automata, pairs, places, sets, sums};
use farandole_puzzle::board::{Board, Ties};
use farandole_puzzle::constraint::Constraint;

/// The names of kinds without an encoding.
pub(super) type Names = Vec<&'static str>;

/// Adds the part of a constraint that its houses, pairs and candidates do not express; the formula
/// already contains these. Appends the name of a kind that has no encoding to `names`.
pub(super) fn add(constraint: &Constraint, board: &Board, formula: &mut Formula, names: &mut Names) {
    let parts = constraint.in_core_kinds(board).or_else(|| constraint.marks_in_other_kinds(board));
    if let Some(parts) = parts {
        parts.iter().for_each(|part| add_all(part, board, formula, names));
        return;
    }
    match constraint {
        // These kinds consist of houses and pairs, or do not restrict values.
        _ if constraint.about().only_houses() || matches!(constraint, Constraint::SearchPriority(_)) => {}
        Constraint::FullRankTies(it) if it.ties != Ties::None => {}
        Constraint::AnyOf(it) => {
            any_of::add(it, formula, |constraint, formula| add_all(constraint, board, formula, names))
        }
        _ => {
            // Each family returns false for the kinds of other families, so the order does not matter.
            const FAMILIES: [fn(&Constraint, &Board, &mut Formula) -> bool; 5] =
                [sums::add, pairs::add, places::add, sets::add, automata::add];
            if !FAMILIES.iter().any(|family| family(constraint, board, formula)) {
                names.push(constraint.name());
            }
        }
    }
}

/// Adds a complete constraint, including its houses, pairs and candidates.
pub(super) fn add_all(constraint: &Constraint, board: &Board, formula: &mut Formula, names: &mut Names) {
    if let Constraint::Given(given) = constraint {
        formula.restrict(given.cell.index() as u16, given.mask);
    }
    // `distinct` requires each cell once.
    for mut house in constraint.houses(board) {
        house.sort_unstable();
        house.dedup();
        formula.distinct(&numbers(&house));
    }
    for (one, two, mask) in constraint.unequal_pairs(board) {
        formula.differ(one.index() as u16, two.index() as u16, mask);
    }
    add(constraint, board, formula, names);
}
