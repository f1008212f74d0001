//! Generalized arc consistency of one constraint. A search for supports with conflict-directed backjumping
//! finds the candidates that occur in no satisfying assignment.
//!
//! The search uses only the constraint's check of complete assignments. If the check attributes a violation to
//! two cells, the search jumps back to the later of the two. Constraints that relate pairs of cells, such as
//! thermometers, are therefore cheap. For a sum, every assignment is tried.

use super::candidate::Candidate;
use super::state::State;
use super::step::{Deduction, Technique};
use crate::model::Role;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use std::collections::BTreeSet;

/// Maximum number of cells without a value. Constraints with more such cells are skipped, because a set of these
/// cells must fit into one 64-bit mask.
const CELLS: usize = 64;
/// Maximum number of combinations of values that an explanation lists. If there are more, it lists none.
const COMBINATIONS: usize = 6;

/// Maximum number of choices when the combinations are enumerated.
const COMBINATION_CHOICES: u64 = 20_000;

/// The result of searching a subtree.
enum SearchEnd {
    /// All cells have values that satisfy the constraint.
    Found,
    /// No assignment exists, because of the values of these cells. The cells are given as a mask of indices in
    /// the search order.
    Failed(u64),
    /// The budget is spent.
    Spent,
}

/// A search for values of the cells of a constraint.
pub(super) struct Supports<'a> {
    state: &'a State,
    constraint: &'a Constraint,
    /// The cells of the constraint without a value.
    open: Vec<Cell>,
    /// A value for each cell of the board.
    values: Vec<u8>,
    /// The open cells in search order.
    order: Vec<Cell>,
    /// Number of choices that the search may still make.
    choices: u64,
    /// The cells involved in any conflict of the search, as a mask of indices in the search order.
    involved: u64,
}

impl<'a> Supports<'a> {
    /// Prepares a search in a constraint. Returns `None` if the constraint covers the whole board,
    /// has no open cell, or has more than [`CELLS`] open cells.
    pub(super) fn new(state: &'a State, constraint: &'a Constraint) -> Option<Self> {
        let board = state.variant().board();
        constraint.scope(board)?;
        let mut open: Vec<Cell> = Vec::new();
        for cell in constraint.cells(board).into_iter().filter(|cell| !state.is_placed(*cell)) {
            if !open.contains(&cell) {
                open.push(cell);
            }
        }
        if open.is_empty() || open.len() > CELLS {
            return None;
        }
        let low = state.variant().board().values().low();
        let values = state.cells().map(|cell| state.values(cell).next().unwrap_or(low)).collect();
        Some(Self { state, constraint, open, values, order: Vec::new(), choices: 0, involved: 0 })
    }

    /// Searches for values of the cells at `depth` and later in the search order.
    fn extend(&mut self, depth: usize) -> SearchEnd {
        let Some(cell) = self.order.get(depth).copied() else { return self.check_values() };
        let mut blame = 0;
        for value in self.state.values(cell) {
            if self.choices == 0 {
                return SearchEnd::Spent;
            }
            self.choices -= 1;
            let bit = self.state.bit(value);
            let clash = |at: &usize| {
                let other = self.order[*at];
                self.values[other.index()] == value && self.state.sees(cell, other) & bit != 0
            };
            if let Some(at) = (0..depth).find(clash) {
                blame |= 1 << at;
                self.involved |= 1 << at | 1 << depth;
                continue;
            }
            self.values[cell.index()] = value;
            match self.extend(depth + 1) {
                SearchEnd::Failed(others) if others >> depth & 1 == 1 => blame |= others & !(1 << depth),
                end => return end,
            }
        }
        SearchEnd::Failed(blame)
    }

    /// Checks the constraint on the values of all cells.
    fn check_values(&mut self) -> SearchEnd {
        let Err(fault) = self.constraint.check(self.state.variant().board(), &self.values) else {
            return SearchEnd::Found;
        };
        let index = |cell: Cell| self.order.iter().position(|other| *other == cell);
        let blame = match self.constraint.culprits(fault) {
            Some((one, two)) => [one, two].into_iter().filter_map(index).fold(0, |mask, at| mask | 1 << at),
            None => u64::MAX >> (64 - self.order.len()),
        };
        self.involved |= blame;
        SearchEnd::Failed(blame)
    }

    /// Searches for values of the other cells that are compatible with a candidate.
    fn with(&mut self, candidate: Candidate) -> SearchEnd {
        // Search nearby cells first, because cells listed close together interact most.
        let at = self.open.iter().position(|cell| *cell == candidate.cell).unwrap_or(0);
        let mut indices: Vec<usize> = (0..self.open.len()).filter(|index| *index != at).collect();
        indices.sort_by_key(|index| index.abs_diff(at));
        self.order = core::iter::once(at).chain(indices).map(|index| self.open[index]).collect();
        self.values[candidate.cell.index()] = candidate.value;
        self.involved = 0;
        self.extend(1)
    }

    /// Returns the candidates without support, each with the cells that the refutation depends on.
    /// If the search for a candidate exceeds its limit, the candidate is kept.
    fn refuted(&mut self, work: &mut Work) -> Vec<(Candidate, Vec<Cell>)> {
        let mut found = Vec::new();
        let mut supported: BTreeSet<Candidate> = BTreeSet::new();
        for cell in self.open.clone() {
            for candidate in self.state.candidates_of(cell) {
                if supported.contains(&candidate) {
                    continue;
                }
                let choices = work.candidate.min(work.all);
                self.choices = choices;
                let end = self.with(candidate);
                work.all -= choices - self.choices;
                match end {
                    SearchEnd::Found => supported.extend(
                        self.open
                            .iter()
                            .map(|cell| Candidate { cell: *cell, value: self.values[cell.index()] }),
                    ),
                    SearchEnd::Failed(_) => {
                        let named = |at: &usize| *at == 0 || self.involved >> at & 1 == 1;
                        found.push((
                            candidate,
                            (0..self.order.len()).filter(named).map(|at| self.order[at]).collect(),
                        ));
                    }
                    SearchEnd::Spent => {}
                }
            }
        }
        found
    }

    /// Returns the combinations of values that remain for the cells after these eliminations, each in ascending
    /// order. Example: a cage of two cells with the sum 5 has the combinations 1+4 and 2+3. Returns an empty
    /// list if there are more than [`COMBINATIONS`], or if the search needs more than `choices` choices.
    fn combinations(&mut self, eliminated: &[Candidate], choices: u64) -> Vec<Vec<u8>> {
        let scope = self.constraint.scope(self.state.variant().board()).unwrap_or_default();
        let mut rest = self.state.clone();
        eliminated.iter().for_each(|candidate| rest.remove(*candidate));
        let (open, values) = (self.open.clone(), self.values.clone());
        let mut search = Supports {
            state: &rest,
            constraint: self.constraint,
            order: open.clone(),
            open,
            values,
            choices,
            involved: 0,
        };
        let mut found = BTreeSet::new();
        search.collect(0, &scope, &mut found);
        let is_all = search.choices > 0 && found.len() <= COMBINATIONS;
        if is_all { found.into_iter().collect() } else { Vec::new() }
    }

    /// Collects the combinations of values of all satisfying assignments. Stops early if there are more than
    /// [`COMBINATIONS`].
    fn collect(&mut self, depth: usize, scope: &[Cell], found: &mut BTreeSet<Vec<u8>>) {
        let Some(cell) = self.order.get(depth).copied() else {
            if matches!(self.check_values(), SearchEnd::Found) {
                let mut set: Vec<u8> = scope.iter().map(|cell| self.values[cell.index()]).collect();
                set.sort_unstable();
                found.insert(set);
            }
            return;
        };
        for value in self.state.values(cell) {
            if self.choices == 0 || found.len() > COMBINATIONS {
                return;
            }
            self.choices -= 1;
            let bit = self.state.bit(value);
            let clash = |other: &Cell| {
                self.values[other.index()] == value && self.state.sees(cell, *other) & bit != 0
            };
            if !self.order[..depth].iter().any(clash) {
                self.values[cell.index()] = value;
                self.collect(depth + 1, scope, found);
            }
        }
    }
}

/// Limits on the number of values that a search may try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// The limit for one candidate.
    pub(super) candidate: u64,
    /// The limit for all candidates together.
    pub(super) all: u64,
}

/// Returns the eliminations by the constraint with this index. Returns `None` if it eliminates nothing, or if
/// the work limit is too low to detect an elimination.
pub(super) fn constraint(state: &State, number: usize, work: &mut Work) -> Option<Deduction> {
    let constraint = &state.variant().constraints()[number];
    let mut supports = Supports::new(state, constraint)?;
    let refuted = supports.refuted(work);
    if refuted.is_empty() {
        return None;
    }
    let mut step = Deduction::new(Technique::Constraint);
    step.constraints.push(number);
    let mut named: Vec<Cell> = refuted.iter().flat_map(|(_, cells)| cells.iter().copied()).collect();
    named.sort_unstable();
    named.dedup();
    step.name(Role::Core, named.iter().flat_map(|cell| state.candidates_of(*cell)));
    step.eliminations = refuted.into_iter().map(|(candidate, _)| candidate).collect();
    if constraint.about().combines_sets() {
        step.combinations = supports.combinations(&step.eliminations, COMBINATION_CHOICES);
    }
    Some(step)
}

/// Adds the combinations of values that remain for the constraint of a step. Does nothing unless the step has
/// exactly one constraint, for which the order of the values does not matter.
pub(super) fn add_combinations(state: &State, step: &mut Deduction) {
    let [number] = step.constraints[..] else { return };
    let constraint = &state.variant().constraints()[number];
    if constraint.about().combines_sets()
        && let Some(mut supports) = Supports::new(state, constraint)
    {
        step.combinations = supports.combinations(&step.eliminations, COMBINATION_CHOICES);
    }
}
