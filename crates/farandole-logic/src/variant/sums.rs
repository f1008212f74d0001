//! The rule of 45: subtracts the sums of cages, arrows and other constraints from the total of some houses, and
//! uses the sum of the remaining cells if at most eight of them have no value. Example: if cages with the sums
//! 10 and 27 cover all cells of a row but r1c9, then r1c9 is 45 - 10 - 27 = 8.

use super::balance::{Balance, Combination, balance, sum_of};
use super::fact::Fact;
use super::facts::linear;
use super::houses::choices;
use super::state::State;
use super::step::{Deduction, Technique, Visitor};
use crate::model::Role;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Line;
use farandole_puzzle::variant::HouseOrigin;
use std::collections::HashSet;

/// Maximum number of cells without a value in a remaining sum.
const CELLS: usize = 8;
/// Maximum number of nodes in a layer of the graph of a sum.
const NODES: usize = 3_000;
/// Maximum number of adjacent rows or columns in a group.
const LINES: usize = 4;
/// Maximum number of boxes in a group.
const BOXES: usize = 3;

/// Returns groups of houses that hold every value, as indices: adjacent rows, adjacent columns, any boxes, and
/// single houses of other kinds.
fn groups(state: &State) -> Vec<Vec<usize>> {
    let variant = state.variant();
    let (mut rows, mut cols, mut boxes, mut others) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, house) in variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house)) {
        match house.origin {
            HouseOrigin::Line(Line::Row(_)) => rows.push(number),
            HouseOrigin::Line(Line::Col(_)) => cols.push(number),
            HouseOrigin::Box(_) => boxes.push(number),
            HouseOrigin::Constraint(_) => others.push(vec![number]),
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for size in 1..=LINES {
        groups.extend(rows.windows(size).chain(cols.windows(size)).map(<[usize]>::to_vec));
        if size <= BOXES {
            let _ = choices(boxes.len(), size, &mut |chosen| {
                groups.push(chosen.iter().map(|at| boxes[*at]).collect());
                ControlFlow::Continue(())
            });
        }
    }
    groups.extend(others);
    groups
}

/// The sums that were tried. Each is a list of the cells, their coefficients and candidates, and the total.
pub(super) type Tried = HashSet<Vec<i64>>;

/// The index of a constraint, and the sum that it implies.
type Known = (usize, Balance);

/// Finds eliminations by the sums of a few cells, which follow from groups of houses and the sums of
/// constraints. Skips the sums in `tried`, and adds all others to it.
pub(super) fn rule_of_45(state: &State, tried: &mut Tried, visit: Visitor<'_>) -> ControlFlow<()> {
    for (houses, constraints) in chosen(state) {
        if let Some(step) = eliminate_by_sum(state, houses, constraints, tried) {
            visit(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the sums of a few cells that follow from groups of houses and the sums of constraints, as facts.
pub(super) fn known_sums(state: &State) -> Vec<Fact> {
    let mut known: HashSet<Vec<(Cell, i64)>> = HashSet::new();
    let mut found = Vec::new();
    for (houses, constraints) in chosen(state) {
        let mut step = Deduction::new(Technique::RuleOf45);
        (step.houses, step.constraints) = (houses, constraints);
        let Some(Remainder { terms, rest, .. }) = remainder(state, &step) else { continue };
        if terms.is_empty() || terms.len() > CELLS || !known.insert(terms.clone()) {
            continue;
        }
        found.extend(linear(state, &terms, rest).map(|part| Fact {
            technique: Technique::RuleOf45,
            constraints: step.constraints,
            houses: step.houses,
            cells: part.cells().to_vec(),
            part: Some(part),
        }));
    }
    found
}

/// Chooses constraints for each group of houses twice: among those inside the houses, and among all. Returns
/// the indices of the houses and of the constraints of each choice.
fn chosen(state: &State) -> Vec<(Vec<usize>, Vec<usize>)> {
    let variant = state.variant();
    let sums: Vec<Known> = (0..variant.constraints().len())
        .filter_map(|number| Some((number, sum_of(&variant.constraints()[number], variant.board())?)))
        .collect();
    let mut found = Vec::new();
    if sums.is_empty() {
        return found;
    }
    for houses in groups(state) {
        let Some(total) = Combination::of_houses(variant, &houses) else { continue };
        let contains = |cell: &Cell| houses.iter().any(|house| variant.houses()[*house].cells.contains(cell));
        let is_inside = |(_, sum): &&Known| sum.terms.iter().all(|(cell, by)| *by == 1 && contains(cell));
        let inside: Vec<&Known> = sums.iter().filter(is_inside).collect();
        for candidates in [inside, sums.iter().collect()] {
            let used = greedy(state, total.clone(), &candidates);
            if !used.is_empty() {
                found.push((houses.clone(), used));
            }
        }
    }
    found
}

/// Chooses sums one by one, each time the one that leaves the fewest cells without a value, until no sum
/// reduces their number. Returns the indices of the constraints.
fn greedy(state: &State, mut total: Combination, sums: &[&Known]) -> Vec<usize> {
    let mut used = Vec::new();
    loop {
        let growth = |(number, sum): &&&Known| {
            let sign = total.sign(sum);
            let open = total.growth(sum, sign, |cell| !state.is_placed(cell));
            (open < 0 && !used.contains(number)).then(|| (open, total.growth(sum, sign, |_| true)))
        };
        let best = sums.iter().filter_map(|it| Some((growth(&it)?, it))).min_by_key(|(growth, _)| *growth);
        let Some((_, (number, sum))) = best else { return used };
        total.combine(sum);
        used.push(*number);
    }
}

/// Returns the eliminations by the sum that remains for these houses and constraints. Returns `None` if there
/// are none, if the sum was tried before, or if it has too many cells.
fn eliminate_by_sum(
    state: &State,
    houses: Vec<usize>,
    constraints: Vec<usize>,
    tried: &mut Tried,
) -> Option<Deduction> {
    let mut step = Deduction::new(Technique::RuleOf45);
    step.houses = houses;
    step.constraints = constraints;
    let Remainder { terms: open, rest: target, .. } = remainder(state, &step)?;
    if open.is_empty() || open.len() > CELLS {
        return None;
    }
    let masks: Vec<u16> = open.iter().map(|(cell, _)| state.candidates(*cell)).collect();
    let known =
        open.iter().zip(&masks).flat_map(|((cell, by), mask)| [cell.index() as i64, *by, (*mask).into()]);
    if !tried.insert(known.chain([target]).collect()) {
        return None;
    }
    let supported = linear(state, &open, target)?.supported(state, &masks, NODES).masks()?;
    let cells = || open.iter().map(|(cell, _)| *cell).zip(&supported);
    let gone = cells()
        .flat_map(|(cell, mask)| state.candidates_of(cell).filter(move |it| state.bit(it.value) & mask == 0));
    step.eliminations = gone.collect();
    step.name(Role::Core, open.iter().flat_map(|(cell, _)| state.candidates_of(*cell)));
    step.has_effect().then_some(step)
}

/// The sum that remains when the rule of 45 is applied to a state.
pub(crate) struct Remainder {
    /// The total of the houses.
    pub(crate) all: i64,
    /// True if the values of placed cells were subtracted.
    pub(crate) has_placed: bool,
    /// The cells without a value, with their coefficients.
    pub(crate) terms: Vec<(Cell, i64)>,
    /// The sum of these terms.
    pub(crate) rest: i64,
}

/// Returns the sum that remains for the houses and constraints of a deduction by the rule of 45. Returns `None`
/// if a house does not hold every value or a constraint has no sum.
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
