//! Proofs of eliminations by several constraints and houses together.
//!
//! The search assigns values to the cells one by one. A constraint is checked as soon as all its cells have
//! values. The rest of the search depends only on the candidates of the later cells, and on the values in
//! constraints that are not checked yet. A refuted combination of these is not searched again.

use super::flaw::{Flaw, Gap, is_last, is_named};
use crate::variant::candidate::Candidate;
use crate::variant::facts::{Part, combine, compile};
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use std::collections::HashSet;

/// Maximum number of nodes of the search with the checks of the constraints. If they do not suffice, the runs
/// of the automata are searched.
const CHECKS: u64 = 5_000;

/// A search for values of the cells of several constraints and houses.
struct Search<'a> {
    state: &'a State,
    cells: Vec<Cell>,
    /// For each position, the constraints whose last cell is there.
    complete: Vec<Vec<&'a Constraint>>,
    /// For each position, the earlier cells of the constraints that are not complete there, one list after the other.
    open: Vec<Vec<Cell>>,
    /// A value for each cell of the board.
    values: Vec<u8>,
    /// The refuted combinations of candidates of later cells and values in unchecked constraints.
    refuted: HashSet<Vec<u16>>,
}

/// Proves a deduction from the constraints and houses that it lists. The deduction may place a cell if it
/// eliminates all other candidates of the cell.
pub(super) fn by_combination(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    if let Some(claim) = deduction.placements.iter().find(|claim| !is_last(state, deduction, **claim)) {
        return Err(Flaw::Open(*claim));
    }
    let variant = state.variant();
    let board = variant.board();
    let constraints: Vec<&Constraint> =
        deduction.constraints.iter().map(|number| &variant.constraints()[*number]).collect();
    if constraints.iter().any(|it| it.scope(board).is_none()) {
        return by_parts(state, deduction, &constraints, work);
    }
    let mut cells: Vec<Cell> = Vec::new();
    let houses = deduction.houses.iter().flat_map(|house| variant.houses()[*house].cells.iter().copied());
    for cell in constraints.iter().flat_map(|it| it.cells(board)).chain(houses) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let place = |cell: Cell| cells.iter().position(|it| *it == cell).unwrap_or(0);
    let scopes: Vec<Vec<usize>> =
        constraints.iter().map(|it| it.cells(board).into_iter().map(place).collect()).collect();
    let mut search = Search::new(state, &constraints, cells.clone(), &scopes);
    for claim in &deduction.eliminations {
        search.refuted.clear();
        let all = board.values().all();
        let mask = |cell: &Cell| {
            if *cell == claim.cell {
                return state.bit(claim.value);
            }
            let left = if is_named(state, deduction, *cell) { state.candidates(*cell) } else { all };
            left & !(state.sees(*cell, claim.cell) & state.bit(claim.value))
        };
        let masks: Vec<u16> = cells.iter().map(mask).collect();
        match search.finds(&masks, &mut work.min(CHECKS)) {
            Some(false) => {}
            Some(true) => return Err(Gap::Open.flaw(*claim)),
            None if by_known_runs(state, deduction, &constraints, &cells, (*claim, &masks), work) => {}
            None => return Err(Gap::Spent.flaw(*claim)),
        }
    }
    Ok(())
}

/// Returns the parts of all these constraints.
fn parts_of(state: &State, constraints: &[&Constraint]) -> Vec<Part> {
    constraints.iter().flat_map(|it| compile(state, it)).collect()
}

/// Returns true if the automata of the constraints accept no values from these masks of the cells. The automata of
/// which a cell is not named are used only if the others do not suffice.
fn by_known_runs(
    state: &State,
    deduction: &Deduction,
    constraints: &[&Constraint],
    cells: &[Cell],
    (claim, masks): (Candidate, &[u16]),
    work: u64,
) -> bool {
    let (cells, masks) = (cells.to_vec(), masks.to_vec());
    let parts = parts_of(state, constraints);
    let is_known = |it: &Cell| *it == claim.cell || is_named(state, deduction, *it);
    let known: Vec<Part> = parts.iter().filter(|it| it.cells().iter().all(is_known)).cloned().collect();
    let is_all = known.len() == parts.len();
    let listed = (cells.clone(), masks);
    by_runs(state, &known, &cells, &listed, work)
        || (!is_all && by_runs(state, &parts, &cells, &listed, work))
}

/// Proves a deduction by several constraints, of which one is on the whole board. Uses only the parts whose
/// cells are all placed, named by the deduction, or the cell of the claim.
fn by_parts(
    state: &State,
    deduction: &Deduction,
    constraints: &[&Constraint],
    work: u64,
) -> Result<(), Flaw> {
    let variant = state.variant();
    let all = variant.board().values().all();
    let houses = deduction.houses.iter().flat_map(|house| variant.houses()[*house].cells.iter().copied());
    let cells: Vec<Cell> = houses.collect();
    for claim in &deduction.eliminations {
        let is_known =
            |it: &Cell| *it == claim.cell || state.is_placed(*it) || is_named(state, deduction, *it);
        let mut parts = parts_of(state, constraints);
        parts.retain(|part| {
            let is_open = |it: &Cell| !state.is_placed(*it);
            part.cells().iter().all(is_known) && part.cells().iter().any(is_open)
        });
        let mask = |cell: &Cell| {
            if *cell == claim.cell {
                return state.bit(claim.value);
            }
            let left = if is_named(state, deduction, *cell) { state.candidates(*cell) } else { all };
            left & !(state.sees(*cell, claim.cell) & state.bit(claim.value))
        };
        let listed = parts.iter().flat_map(|part| part.cells().iter()).chain(&cells).copied();
        let listed: Vec<Cell> = listed.collect();
        let masks: Vec<u16> = listed.iter().map(mask).collect();
        if !by_runs(state, &parts, &cells, &(listed, masks), work) {
            return Err(Gap::Open.flaw(*claim));
        }
    }
    Ok(())
}

/// Returns true if the automata of these parts, read together, accept no values from the masks of the listed
/// cells. The masks belong to the cells in `listed`. The cells in `houses` are read, too.
fn by_runs(
    state: &State,
    parts: &[Part],
    houses: &[Cell],
    (listed, masks): &(Vec<Cell>, Vec<u16>),
    mut work: u64,
) -> bool {
    // Without parts whose states do not fit, the condition is weaker.
    let mut used: Vec<&Part> = parts.iter().collect();
    let mut found = combine(state, &used, houses);
    if found.is_none() {
        used.clear();
        for part in parts {
            used.push(part);
            match combine(state, &used, houses) {
                Some(part) => found = Some(part),
                None => _ = used.pop(),
            }
        }
    }
    let Some(part) = found else { return false };
    let mask = |cell: &Cell| listed.iter().position(|it| it == cell).map_or(0, |at| masks[at]);
    let masks: Vec<u16> = part.cells().iter().map(mask).collect();
    part.is_refuted(state, &masks, &mut work) == Some(true)
}

impl<'a> Search<'a> {
    /// Prepares a search. `scopes` holds the positions of the cells of each constraint.
    fn new(
        state: &'a State,
        constraints: &[&'a Constraint],
        cells: Vec<Cell>,
        scopes: &[Vec<usize>],
    ) -> Self {
        let (mut complete, mut open) = (vec![Vec::new(); cells.len()], vec![Vec::new(); cells.len()]);
        for (scope, constraint) in scopes.iter().zip(constraints) {
            let Some(last) = scope.iter().copied().max() else { continue };
            complete[last].push(*constraint);
            for (at, open) in open.iter_mut().enumerate().take(last + 1) {
                open.extend(scope.iter().filter(|it| **it < at).map(|it| cells[*it]));
            }
        }
        let values = vec![state.variant().board().values().low(); state.variant().cell_count()];
        Self { state, cells, complete, open, values, refuted: HashSet::new() }
    }

    /// Returns true if the remaining cells can get values from these masks. Returns `None` if the work is
    /// spent.
    fn finds(&mut self, masks: &[u16], work: &mut u64) -> Option<bool> {
        let at = self.cells.len() - masks.len();
        let Some((mask, later)) = masks.split_first() else { return Some(true) };
        let mut key = Vec::with_capacity(masks.len() + self.open[at].len());
        key.extend_from_slice(masks);
        key.extend(self.open[at].iter().map(|it| u16::from(self.values[it.index()])));
        if self.refuted.contains(&key) {
            return Some(false);
        }
        *work = work.checked_sub(1)?;
        let board = self.state.variant().board();
        let range = board.values();
        let cell = self.cells[at];
        let mut left = later.to_vec();
        for value in range.values_of(*mask) {
            self.values[cell.index()] = value;
            let bit = range.mask(value);
            left.copy_from_slice(later);
            for (mask, other) in left.iter_mut().zip(&self.cells[at + 1..]) {
                *mask &= !(bit & self.state.sees(cell, *other));
            }
            if !left.contains(&0)
                && self.complete[at].iter().all(|it| it.check(board, &self.values).is_ok())
                && self.finds(&left, work)?
            {
                return Some(true);
            }
        }
        self.refuted.insert(key);
        Some(false)
    }
}
