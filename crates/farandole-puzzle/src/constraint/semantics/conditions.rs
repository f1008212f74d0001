//! States conditions in terms of givens, relations, sums, sets of different cells, automata, and disjunctions of these,
//! and converts such meanings back into conditions.

use super::super::expression::{
    Expression, Formula, Linear, PreparedCondition, all, all_different, any, automaton, not, one_of, related,
    sum_is, zero,
};
use super::{Machine, Semantics};
use crate::Cell;
use crate::board::ValueRange;
use crate::constraint::relation::{Related, Relation};
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Returns the meaning of an expression, in terms of givens, relations, sums and automata where these express it within
/// their limits.
pub(crate) fn semantics_of_expression(expression: &Expression, values: ValueRange) -> Semantics {
    // Scopes yield conditions that differ only in their cells, so they share their automata.
    let mut known: BTreeMap<Expression, Semantics> = BTreeMap::new();
    let of_part = |part: Expression| {
        let (renamed, cells) = part.renamed();
        let meaning = known.entry(renamed).or_insert_with_key(|renamed| of_one(renamed, values));
        let own = |of: &[Cell]| of.iter().filter_map(|cell| cells.get(cell.index()).copied()).collect();
        match (meaning, part.formula(values)) {
            (Semantics::Regular { cells: of, machine }, _) => {
                Semantics::Regular { cells: own(of), machine: machine.clone() }
            }
            (Semantics::Condition { cells: of, .. }, Some(formula)) => Semantics::Condition {
                cells: own(of),
                condition: PreparedCondition::new(formula, values.low()),
            },
            _ => of_one(&part, values),
        }
    };
    match expression.parts() {
        Some(parts) => Semantics::All(parts.into_iter().map(of_part).collect()),
        None => of_one(expression, values),
    }
}

fn of_one(expression: &Expression, values: ValueRange) -> Semantics {
    match expression.formula(values) {
        Some(formula) => semantics_of(&formula, &expression.cells(), values),
        None => Semantics::Opaque("`prime` or `square` of a large number"),
    }
}

/// Returns the meaning of a condition. A part that exceeds the limits of automata remains a condition. Automata read
/// the cells in the given order, followed by all other cells.
pub(crate) fn semantics_of(formula: &Formula, order: &[Cell], values: ValueRange) -> Semantics {
    let mut cells = Vec::new();
    match formula {
        Formula::Constant(true) => return Semantics::TRUE,
        Formula::Constant(false) => return Semantics::FALSE,
        Formula::All(parts) => {
            return Semantics::All(parts.iter().map(|part| semantics_of(part, order, values)).collect());
        }
        _ => formula.collect_cells(&mut cells),
    }
    let mut seen = alloc::collections::BTreeSet::new();
    cells.retain(|cell| seen.insert(*cell));
    cells.sort_by_cached_key(|cell| order.iter().position(|listed| listed == cell).unwrap_or(usize::MAX));
    let holds = |of: &[(Cell, u8)]| {
        let assigned = of
            .iter()
            .fold(formula.clone(), |rest, (cell, value)| rest.assign(*cell, (*value).into(), values));
        assigned == Formula::Constant(true)
    };
    match cells[..] {
        [cell] => {
            return Semantics::Domain { cell, mask: values.mask_where(|value| holds(&[(cell, value)])) };
        }
        [one, two] => {
            let relation = Relation::from_fn(values, |a, b| holds(&[(one, a), (two, b)]));
            return Semantics::related(Related::line(&cells), relation);
        }
        _ => {}
    }
    if let Some(known) = sum(formula).or_else(|| different(formula, values)) {
        return known;
    }
    if let Some(automaton) = automaton(formula, &cells, values) {
        let machine = Machine::stored(Arc::new(automaton), cells.len());
        return Semantics::Regular { cells, machine };
    }
    match formula {
        Formula::Different(numbers, taken) if numbers.len() <= MAX_PAIRWISE => {
            let parts = pairwise(numbers, taken, values);
            Semantics::All(parts.iter().map(|part| semantics_of(part, order, values)).collect())
        }
        Formula::Any(parts) => {
            Semantics::Any(parts.iter().map(|part| semantics_of(part, order, values)).collect())
        }
        _ => {
            let condition = PreparedCondition::new(formula.clone(), values.low());
            Semantics::Condition { cells, condition }
        }
    }
}

/// Maximum number of numbers that are compared pairwise.
const MAX_PAIRWISE: usize = 20;

/// Returns the conditions that every two numbers differ, and that each differs from the listed ones.
fn pairwise(numbers: &[Linear], taken: &[i64], values: ValueRange) -> Vec<Formula> {
    let mut parts = Vec::new();
    for (at, one) in numbers.iter().enumerate() {
        let differs = |other: &Linear| not(zero(one.clone().plus(other, -1), values), values);
        parts.extend(numbers[at + 1..].iter().map(differs));
        parts.extend(taken.iter().map(|number| differs(&Linear::number(*number))));
    }
    parts
}

/// Returns the equivalent weighted sum of cells, if there is one with small coefficients.
fn sum(formula: &Formula) -> Option<Semantics> {
    let Formula::Zero(linear) = formula else { return None };
    let terms = linear.cell_terms()?;
    let is_small = |by: i64| (-100..=100).contains(&by);
    if !terms.iter().all(|(_, by)| is_small(*by)) || linear.constant.abs() > 1_000_000 {
        return None;
    }
    let terms = terms.into_iter().map(|(cell, by)| (cell, by as i32)).collect();
    Some(Semantics::Sum { terms, total: -linear.constant as i32 })
}

/// Returns the equivalent condition that some cells differ, if there is one.
fn different(formula: &Formula, values: ValueRange) -> Option<Semantics> {
    let Formula::Different(numbers, taken) = formula else { return None };
    let mut cells: Vec<Cell> = numbers.iter().map(Linear::as_cell).collect::<Option<_>>()?;
    cells.sort_unstable();
    let mask = values.mask_where(|value| !taken.contains(&value.into()));
    let domains =
        cells.iter().filter(|_| !taken.is_empty()).map(|cell| Semantics::Domain { cell: *cell, mask });
    let mut parts: Vec<Semantics> = domains.collect();
    parts.push(Semantics::AllDifferent(cells));
    Some(Semantics::All(parts))
}

/// Returns a meaning as a condition, or `None` if that is not simple.
pub(crate) fn formula_of(meaning: &Semantics, values: ValueRange) -> Option<Formula> {
    let each = |parts: &[Semantics]| {
        parts.iter().map(|part| formula_of(part, values)).collect::<Option<Vec<Formula>>>()
    };
    Some(match meaning {
        Semantics::All(parts) => all(each(parts)?),
        Semantics::Any(parts) => any(each(parts)?),
        Semantics::Domain { cell, mask } => {
            one_of(*cell, values.values_of(*mask).map(i64::from).collect(), values)
        }
        Semantics::AllDifferent(cells) => {
            let mut cells = cells.clone();
            cells.sort_unstable();
            cells.dedup();
            all_different(&cells, values)
        }
        Semantics::Sum { terms, total } => {
            let terms: Vec<(Cell, i64)> = terms.iter().map(|(cell, by)| (*cell, i64::from(*by))).collect();
            sum_is(&terms, (*total).into(), values)
        }
        Semantics::Related(pairs, relation) => {
            let holds = |one: u8, two: u8| relation.holds(one - values.low(), two - values.low());
            let pair = |(one, two)| related(one, two, &holds, values);
            all(pairs.pairs().into_iter().map(pair).collect())
        }
        Semantics::Condition { condition, .. } => condition.formula().clone(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Shape};
    use crate::constraint::expression::Scopes;
    use alloc::string::String;

    #[test]
    fn conditions_become_the_simplest_constraints() {
        let board = Board::new(Shape::square(4).unwrap(), Vec::new()).unwrap();
        let meaning = |text: &str| {
            let scopes = Scopes { board: &board, line: &[], group: &[], number: None };
            semantics_of_expression(&Expression::parse(text, scopes).unwrap().0, board.values())
        };
        let product: Vec<String> =
            board.grid().map(|cell| alloc::format!("({}+1)", board.name(cell))).collect();
        let product = product[..9].join("*");
        assert!(matches!(meaning("R1C1+R1C2=2*R2C1+1"), Semantics::Sum { .. }));
        assert!(matches!(meaning("R1C1<R1C2<R1C3&R4C4>2"), Semantics::All(parts) if parts.len() == 3));
        assert!(matches!(meaning("different(R1C1,R2C2,R3C3)").parts()[..], [Semantics::AllDifferent(_)]));
        assert!(matches!(meaning("count(R1C1>2,R1C2>2,R1C3>2)=2"), Semantics::Regular { .. }));
        assert!(matches!(meaning("R1C1>0"), Semantics::All(parts) if parts.is_empty()));
        assert!(matches!(meaning("R1C1>4|R1C2+R1C3>9"), Semantics::Any(parts) if parts.is_empty()));
        assert!(matches!(meaning(&alloc::format!("{product}=1")), Semantics::Any(parts) if parts.is_empty()));
        assert!(!matches!(meaning(&alloc::format!("{product}>70000")), Semantics::All(_)));
    }
}
