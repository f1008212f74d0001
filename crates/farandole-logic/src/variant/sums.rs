//! The rule of 45: innies and outies of rows, columns and boxes, with at most four cells without a
//! value.

use super::balance::{balance, sum_of};
use super::candidate::Candidate;
use super::state::State;
use super::step::{Deduction, Technique, Visitor};
use crate::model::Role;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Line;
use farandole_puzzle::variant::HouseOrigin;

/// Maximum number of cells without a value in a sum.
const CELLS: usize = 4;
/// Maximum number of houses in a group.
const HOUSES: usize = 4;

/// Returns groups of disjoint houses: adjacent rows, adjacent columns, and one or two boxes.
fn groups(state: &State) -> Vec<Vec<usize>> {
    let variant = state.variant();
    let (mut rows, mut cols, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
    for (number, house) in variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house)) {
        match house.origin {
            HouseOrigin::Line(Line::Row(_)) => rows.push(number),
            HouseOrigin::Line(Line::Col(_)) => cols.push(number),
            HouseOrigin::Box(_) => boxes.push(number),
            HouseOrigin::Constraint(_) => {}
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for size in 1..=HOUSES {
        groups.extend(rows.windows(size).chain(cols.windows(size)).map(<[usize]>::to_vec));
        match size {
            1 => groups.extend(boxes.iter().map(|house| vec![*house])),
            2 => groups.extend(
                boxes
                    .iter()
                    .enumerate()
                    .flat_map(|(at, one)| boxes[at + 1..].iter().map(|two| vec![*one, *two])),
            ),
            _ => {}
        }
    }
    groups
}

/// Finds innies, then outies, of each group of houses.
pub(super) fn rule_of_45(state: &State, visit: Visitor<'_>) -> ControlFlow<()> {
    let variant = state.variant();
    let sums: Vec<(usize, Vec<Cell>)> = (0..variant.constraints().len())
        .filter_map(|number| {
            let terms = sum_of(&variant.constraints()[number])?.terms;
            // Sums with other coefficients do not cancel cells of a house.
            let is_plain = terms.iter().all(|(_, by)| *by == 1);
            is_plain.then(|| (number, terms.into_iter().map(|(cell, _)| cell).collect()))
        })
        .collect();
    if sums.is_empty() {
        return ControlFlow::Continue(());
    }
    for houses in groups(state) {
        let cells: Vec<Cell> =
            houses.iter().flat_map(|house| variant.houses()[*house].cells.iter().copied()).collect();
        for outies in [false, true] {
            let mut covered: Vec<Cell> = Vec::new();
            let mut taken = Vec::new();
            for (number, sum) in &sums {
                let inside = sum.iter().filter(|cell| cells.contains(cell)).count();
                let wanted = if outies { inside * 2 >= sum.len() && inside > 0 } else { inside == sum.len() };
                if wanted && !sum.iter().any(|cell| covered.contains(cell)) {
                    covered.extend(sum);
                    taken.push(*number);
                }
            }
            if !taken.is_empty()
                && let Some(step) = leftover(state, &houses, taken)
            {
                visit(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Eliminates candidates with the sum of the remaining cells.
fn leftover(state: &State, houses: &[usize], constraints: Vec<usize>) -> Option<Deduction> {
    let mut step = Deduction::new(Technique::RuleOf45);
    step.houses = houses.to_vec();
    step.constraints = constraints;
    let LeftOver { terms: open, rest: target, .. } = left_over(state, &step)?;
    if open.is_empty() || open.len() > CELLS {
        return None;
    }
    let mut kept = Vec::new();
    keep(state, &open, target, &mut Vec::new(), &mut kept);
    let all = || open.iter().flat_map(|(cell, _)| state.candidates_of(*cell));
    step.eliminations = all().filter(|it| !kept.contains(it)).collect();
    step.name(Role::Core, all());
    step.has_effect().then_some(step)
}

/// The sum that remains when the rule of 45 is applied to a state.
pub(crate) struct LeftOver {
    /// The total of the houses.
    pub(crate) all: i64,
    /// True if values in place were subtracted.
    pub(crate) has_placed: bool,
    /// The cells without a value, with their coefficients.
    pub(crate) terms: Vec<(Cell, i64)>,
    /// The sum of these terms.
    pub(crate) rest: i64,
}

/// Returns the sum on which a deduction by the rule of 45 is based, or `None` for other deductions.
pub(crate) fn left_over(state: &State, deduction: &Deduction) -> Option<LeftOver> {
    let sum = balance(state.variant(), &deduction.houses, &deduction.constraints)?;
    let house: i64 = state.variant().board().values().iter().map(i64::from).sum();
    let (placed, terms): (Vec<_>, Vec<_>) =
        sum.terms.into_iter().partition(|(cell, _)| state.is_placed(*cell));
    let known = |(cell, by): &(Cell, i64)| by * i64::from(state.values(*cell).next().unwrap_or(0));
    Some(LeftOver {
        all: house * deduction.houses.len() as i64,
        has_placed: !placed.is_empty(),
        terms,
        rest: sum.sum - placed.iter().map(known).sum::<i64>(),
    })
}

/// Collects the candidates of all assignments with the target sum.
fn keep(
    state: &State,
    open: &[(Cell, i64)],
    target: i64,
    chosen: &mut Vec<Candidate>,
    kept: &mut Vec<Candidate>,
) {
    let Some(((cell, by), rest)) = open.split_first() else {
        if target == 0 {
            let new: Vec<Candidate> = chosen.iter().filter(|it| !kept.contains(it)).copied().collect();
            kept.extend(new);
        }
        return;
    };
    for candidate in state.candidates_of(*cell) {
        let bit = state.bit(candidate.value);
        let clash = |it: &Candidate| it.value == candidate.value && state.sees(it.cell, *cell) & bit != 0;
        if !chosen.iter().any(clash) {
            chosen.push(candidate);
            keep(state, rest, target - by * i64::from(candidate.value), chosen, kept);
            chosen.pop();
        }
    }
}
