//! Rewrites conditions into other kinds of constraints: givens, relations, sums, sets of different
//! cells, automata, and disjunctions of these.

use super::Expression;
use super::convert::node;
use super::machine::automaton;
use super::normal::{Formula, Linear};
use super::simplify::{not, zero};
use crate::Cell;
use crate::board::ValueRange;
use crate::constraint::{AllDifferent, AnyOf, Condition, Constraint, Given, Nfa, Pair, Relation, Sum};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

// cycle: in_other_kinds: conditions are restated as other kinds, themselves among them.

/// Returns constraints that together are equivalent to the condition. If no other kind can express
/// a part within its limits, the part remains a condition. Automata read the cells in the given
/// order, followed by all other cells.
pub(crate) fn in_other_kinds(formula: &Formula, order: &[Cell], values: ValueRange) -> Vec<Constraint> {
    let mut cells = Vec::new();
    match formula {
        Formula::Constant(true) => return Vec::new(),
        Formula::Constant(false) => return alloc::vec![never()],
        Formula::All(parts) => {
            return parts.iter().flat_map(|part| in_other_kinds(part, order, values)).collect();
        }
        _ => formula.collect_cells(&mut cells),
    }
    let mut seen = alloc::collections::BTreeSet::new();
    cells.retain(|cell| seen.insert(*cell));
    cells.sort_by_key(|cell| order.iter().position(|it| it == cell).unwrap_or(usize::MAX));
    let holds = |of: &[(Cell, u8)]| {
        let assigned =
            of.iter().fold(formula.clone(), |it, (cell, value)| it.assign(*cell, i64::from(*value), values));
        assigned == Formula::Constant(true)
    };
    match cells[..] {
        [cell] => {
            let mask = values.mask_where(|value| holds(&[(cell, value)]));
            return alloc::vec![Given { cell, mask }.into()];
        }
        [one, two] => {
            let relation = Relation::from_fn(values, |a, b| holds(&[(one, a), (two, b)]));
            return alloc::vec![Pair { relation, name: String::new(), cells }.into()];
        }
        _ => {}
    }
    if let Some(known) = sum(formula).or_else(|| different(formula, values)) {
        return known;
    }
    if let Some(automaton) = automaton(formula, &cells, values) {
        let segments = alloc::vec![cells];
        return alloc::vec![Nfa { automaton: Arc::new(automaton), name: String::new(), segments }.into()];
    }
    match formula {
        Formula::Different(all, taken) if all.len() <= MAX_PAIRWISE => {
            pairwise(all, taken, values).iter().flat_map(|part| in_other_kinds(part, order, values)).collect()
        }
        Formula::Any(parts) => {
            let branches = parts.iter().map(|part| in_other_kinds(part, order, values)).collect();
            alloc::vec![Constraint::AnyOf(AnyOf { branches })]
        }
        _ => alloc::vec![Condition { expression: Expression::of(node(formula)) }.into()],
    }
}

/// Maximum number of numbers that are compared pairwise.
const MAX_PAIRWISE: usize = 20;

/// Returns the conditions that every two numbers differ, and that each differs from the listed ones.
fn pairwise(all: &[Linear], taken: &[i64], values: ValueRange) -> Vec<Formula> {
    let mut parts = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let differs = |other: &Linear| not(zero(one.clone().plus(other, -1), values), values);
        parts.extend(all[at + 1..].iter().map(differs));
        parts.extend(taken.iter().map(|number| differs(&Linear::number(*number))));
    }
    parts
}

/// Returns a constraint that never holds.
fn never() -> Constraint {
    Constraint::AnyOf(AnyOf { branches: Vec::new() })
}

/// Returns the equivalent weighted sum of cells. Returns `None` if there is none within the limits of the kind
/// `Sum`.
fn sum(formula: &Formula) -> Option<Vec<Constraint>> {
    let Formula::Zero(linear) = formula else { return None };
    let fits = |by: i64| (-100..=100).contains(&by);
    let terms = linear.cell_terms()?;
    if !terms.iter().all(|(_, by)| fits(*by)) || linear.constant.abs() > 1_000_000 {
        return None;
    }
    let terms = terms.into_iter().map(|(cell, by)| (cell, by as i32)).collect();
    Some(alloc::vec![Sum { sum: -linear.constant as i32, terms }.into()])
}

/// Returns the equivalent constraint that some cells differ, if there is one.
fn different(formula: &Formula, values: ValueRange) -> Option<Vec<Constraint>> {
    let Formula::Different(all, taken) = formula else { return None };
    let mut cells: Vec<Cell> = all.iter().map(Linear::as_cell).collect::<Option<_>>()?;
    cells.sort_unstable();
    let mask = values.mask_where(|value| !taken.contains(&value.into()));
    let givens = cells.iter().filter(|_| !taken.is_empty()).map(|cell| Given { cell: *cell, mask }.into());
    let mut parts: Vec<Constraint> = givens.collect();
    parts.push(AllDifferent { cells }.into());
    Some(parts)
}
