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

/// The sums that the constraints of a variant imply, and the groups of houses from whose totals they are subtracted.
pub(super) struct Sums {
    /// The constraints, as indices, with their sums.
    known: Vec<(usize, Balance)>,
    /// For each cell, the indices in `known` of its sums.
    at_cell: Vec<Vec<usize>>,
    groups: Vec<Vec<usize>>,
}

/// Houses and constraints whose sums are combined, as indices, and the combination.
struct Choice {
    houses: Vec<usize>,
    constraints: Vec<usize>,
    sum: Balance,
}

impl Sums {
    pub(super) fn new(state: &State) -> Self {
        let variant = state.variant();
        let known: Vec<(usize, Balance)> = (0..variant.constraints().len())
            .filter_map(|number| Some((number, sum_of(&variant.constraints()[number], variant.board())?)))
            .collect();
        let groups = if known.is_empty() { Vec::new() } else { groups(state) };
        let mut at_cell = vec![Vec::new(); variant.cell_count()];
        for (at, (_, sum)) in known.iter().enumerate() {
            sum.terms.iter().for_each(|(cell, _)| at_cell[cell.index()].push(at));
        }
        Self { known, at_cell, groups }
    }

    /// Finds eliminations by the sums of a few cells, which follow from groups of houses and the sums of
    /// constraints. Skips the sums in `tried`, and adds all others to it.
    pub(super) fn rule_of_45(&self, state: &State, tried: &mut Tried, visit: Visitor<'_>) -> ControlFlow<()> {
        for choice in self.choices(state) {
            if let Some(step) = eliminate_by_sum(state, choice, tried) {
                visit(step)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the sums of a few cells that follow from groups of houses and the sums of constraints, as facts.
    pub(super) fn facts(&self, state: &State) -> Vec<Fact> {
        let mut known: HashSet<Vec<(Cell, i64)>> = HashSet::new();
        let mut found = Vec::new();
        for Choice { houses, constraints, sum } in self.choices(state) {
            let Remainder { terms, rest, .. } = Remainder::new(state, houses.len(), sum);
            if terms.is_empty() || terms.len() > CELLS || !known.insert(terms.clone()) {
                continue;
            }
            found.extend(linear(state, &terms, rest).map(|part| Fact {
                technique: Technique::RuleOf45,
                constraints,
                houses,
                cells: part.cells().to_vec(),
                part: Some(part),
            }));
        }
        found
    }

    /// Chooses constraints for each group of houses twice: among those inside the houses, and among all.
    fn choices<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Choice> + 'a {
        let variant = state.variant();
        let ways = self.groups.iter().flat_map(|houses| [(houses, true), (houses, false)]);
        ways.filter_map(move |(houses, is_inside)| {
            let total = Combination::of_houses(variant, houses)?;
            let usable = self.known.iter().map(|(_, sum)| !is_inside || total.contains(sum)).collect();
            let (constraints, sum) = self.greedy(state, total, usable);
            let sum = sum.balance(variant.board().cells());
            (!constraints.is_empty()).then(|| Choice { houses: houses.clone(), constraints, sum })
        })
    }

    /// Chooses usable sums one by one, each time the one that leaves the fewest cells without a value, until no sum
    /// reduces their number. Returns the indices of the constraints, and the combination.
    fn greedy(
        &self,
        state: &State,
        mut total: Combination,
        mut usable: Vec<bool>,
    ) -> (Vec<usize>, Combination) {
        let growth = |total: &Combination, at: usize| {
            let growth = total.growth(&self.known[at].1, |cell| !state.is_placed(cell));
            (growth.open < 0).then_some((growth.open, growth.all, at))
        };
        let mut growths: Vec<_> = usable
            .iter()
            .enumerate()
            .map(|(at, is_usable)| growth(&total, at).filter(|_| *is_usable))
            .collect();
        let mut used = Vec::new();
        while let Some((.., best)) = growths.iter().flatten().min().copied() {
            let (number, sum) = &self.known[best];
            total.combine(sum);
            used.push(*number);
            usable[best] = false;
            // The growths of sums without any of its cells stay the same.
            for at in sum.terms.iter().flat_map(|(cell, _)| &self.at_cell[cell.index()]) {
                growths[*at] = growth(&total, *at).filter(|_| usable[*at]);
            }
        }
        (used, total)
    }
}

/// Returns the eliminations by a sum. Returns `None` if there are none, if the sum was tried before, or if it has too
/// many cells.
fn eliminate_by_sum(state: &State, choice: Choice, tried: &mut Tried) -> Option<Deduction> {
    let Choice { houses, constraints, sum } = choice;
    let Remainder { terms: open, rest: target, .. } = Remainder::new(state, houses.len(), sum);
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
    let mut step = Deduction::new(Technique::RuleOf45);
    (step.houses, step.constraints) = (houses, constraints);
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

impl Remainder {
    /// Subtracts the values of placed cells from a sum, which is that of this number of houses and some constraints.
    fn new(state: &State, houses: usize, sum: Balance) -> Self {
        let house: i64 = state.variant().board().values().iter().map(i64::from).sum();
        let (placed, terms): (Vec<_>, Vec<_>) =
            sum.terms.into_iter().partition(|(cell, _)| state.is_placed(*cell));
        let known = |(cell, by): &(Cell, i64)| by * i64::from(state.values(*cell).next().unwrap_or(0));
        Self {
            all: house * houses as i64,
            has_placed: !placed.is_empty(),
            terms,
            rest: sum.sum - placed.iter().map(known).sum::<i64>(),
        }
    }
}

/// Returns the sum that remains for the houses and constraints of a deduction by the rule of 45. Returns `None`
/// if a house does not hold every value or a constraint has no sum.
pub(crate) fn remainder(state: &State, deduction: &Deduction) -> Option<Remainder> {
    let sum = balance(state.variant(), &deduction.houses, &deduction.constraints)?;
    Some(Remainder::new(state, deduction.houses.len(), sum))
}
