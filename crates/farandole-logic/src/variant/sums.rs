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
            let terms = sum_of(&variant.constraints()[number], variant.board())?.terms;
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
            let mut used = Vec::new();
            for (number, sum) in &sums {
                let inside = sum.iter().filter(|cell| cells.contains(cell)).count();
                let is_used =
                    if outies { inside * 2 >= sum.len() && inside > 0 } else { inside == sum.len() };
                if is_used && !sum.iter().any(|cell| covered.contains(cell)) {
                    covered.extend(sum);
                    used.push(*number);
                }
            }
            if !used.is_empty()
                && let Some(step) = eliminate_by_sum(state, &houses, used)
            {
                visit(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Eliminates candidates with the sum of the remaining cells.
fn eliminate_by_sum(state: &State, houses: &[usize], constraints: Vec<usize>) -> Option<Deduction> {
    let mut step = Deduction::new(Technique::RuleOf45);
    step.houses = houses.to_vec();
    step.constraints = constraints;
    let Remainder { terms: open, rest: target, .. } = remainder(state, &step)?;
    if open.is_empty() || open.len() > CELLS {
        return None;
    }
    let mut supported = Vec::new();
    collect_supported(state, &open, target, &mut Vec::new(), &mut supported);
    let all = || open.iter().flat_map(|(cell, _)| state.candidates_of(*cell));
    step.eliminations = all().filter(|it| !supported.contains(it)).collect();
    step.name(Role::Core, all());
    step.has_effect().then_some(step)
}

/// The sum that remains when the rule of 45 is applied to a state.
pub(crate) struct Remainder {
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
pub(crate) fn remainder(state: &State, deduction: &Deduction) -> Option<Remainder> {
    let sum = balance(state.variant(), &deduction.houses, &deduction.constraints)?;
    let house: i64 = state.variant().board().values().iter().map(i64::from).sum();
    let (placed, terms): (Vec<_>, Vec<_>) =
        sum.terms.into_iter().partition(|(cell, _)| state.is_placed(*cell));
    let known = |(cell, by): &(Cell, i64)| by * i64::from(state.values(*cell).next().unwrap_or(0));
    Some(Remainder {
        all: house * deduction.houses.len() as i64,
        has_placed: !placed.is_empty(),
        terms,
        rest: sum.sum - placed.iter().map(known).sum::<i64>(),
    })
}

/// Collects the candidates of all assignments with the target sum.
fn collect_supported(
    state: &State,
    open: &[(Cell, i64)],
    target: i64,
    chosen: &mut Vec<Candidate>,
    supported: &mut Vec<Candidate>,
) {
    let Some(((cell, by), rest)) = open.split_first() else {
        if target == 0 {
            let new: Vec<Candidate> = chosen.iter().filter(|it| !supported.contains(it)).copied().collect();
            supported.extend(new);
        }
        return;
    };
    for candidate in state.candidates_of(*cell) {
        let bit = state.bit(candidate.value);
        let clash = |it: &Candidate| it.value == candidate.value && state.sees(it.cell, *cell) & bit != 0;
        if !chosen.iter().any(clash) {
            chosen.push(candidate);
            collect_supported(state, rest, target - by * i64::from(candidate.value), chosen, supported);
            chosen.pop();
        }
    }
}
