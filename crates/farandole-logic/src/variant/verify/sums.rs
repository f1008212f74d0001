//! Proofs by the rule of 45.

use super::conditions::Premises;
use super::flaw::Flaw;
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Semantics;

/// The coefficients of cells, and the total.
type Equation = (Vec<(Cell, i32)>, i32);

/// Proves a deduction from the total of the houses minus the sums of the constraints. A sum is added instead if this
/// leaves fewer cells.
pub(super) fn by_sums(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let variant = state.variant();
    let board = variant.board();
    let (mut factors, mut total) = (vec![0; variant.cell_count()], 0);
    for house in deduction.houses.iter().map(|house| &variant.houses()[*house]) {
        if !variant.is_full(house) {
            return Err(Flaw::Absent);
        }
        house.cells.iter().for_each(|cell| factors[cell.index()] += 1);
        total += board.values().iter().map(i32::from).sum::<i32>();
    }
    for number in &deduction.constraints {
        let (terms, sum) = equation(&variant.constraints()[*number].semantics(board)).ok_or(Flaw::Absent)?;
        let after = |by: i32| {
            let mut after = factors.clone();
            terms.iter().for_each(|(cell, factor)| after[cell.index()] += by * factor);
            after
        };
        let cells = |factors: &Vec<i32>| factors.iter().filter(|by| **by != 0).count();
        let (added, subtracted) = (after(1), after(-1));
        let is_added = cells(&added) < cells(&subtracted);
        total += if is_added { sum } else { -sum };
        factors = if is_added { added } else { subtracted };
    }
    let terms = board.cells().map(|cell| (cell, factors[cell.index()])).filter(|(_, by)| *by != 0);
    let sum = Semantics::Sum { terms: terms.collect(), total };
    Premises::of_meaning(sum).prove(state, deduction, work)
}

/// Returns the only sum of a meaning.
fn equation(meaning: &Semantics) -> Option<Equation> {
    let parts = meaning.parts();
    let mut found = parts.into_iter().filter_map(|part| match part {
        Semantics::Sum { terms, total } => Some((terms.clone(), *total)),
        Semantics::EqualSums(lists) => match &lists[..] {
            [one, two] => {
                let plus = one.iter().map(|cell| (*cell, 1));
                Some((plus.chain(two.iter().map(|cell| (*cell, -1))).collect(), 0))
            }
            _ => None,
        },
        _ => None,
    });
    let sum = found.next()?;
    found.next().is_none().then_some(sum)
}
