//! Constraints on the whole board that relate pairs of cells: finds the values of two cells that
//! violate the constraint whatever the other cells hold.
//!
//! The search uses only the constraint's check of complete grids. All cells other than the two get the same
//! filler value. If the check reports a violation that involves one of these cells, the cell gets the next
//! value, and the check is repeated. A violation between the two cells alone shows that their values are
//! incompatible.

use super::candidate::Candidate;
use super::state::{Related, State};
use super::step::{Deduction, Technique};
use crate::model::Role;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Relation};
use std::sync::Arc;

/// Maximum number of changes of other cells for each filler value.
const REPAIRS: usize = 16;

/// Returns true if two candidates alone are shown to violate a constraint. Returns false if they do not, or if
/// the limit on changes is too low to show it.
pub(super) fn forbids(constraint: &Constraint, board: &Board, one: Candidate, two: Candidate) -> bool {
    let range = board.values();
    let is_named = |cell: Cell| cell == one.cell || cell == two.cell;
    for filler in range.iter() {
        let mut values = vec![filler; board.cell_count()];
        values[one.cell.index()] = one.value;
        values[two.cell.index()] = two.value;
        for _ in 0..REPAIRS {
            let Err(fault) = constraint.check(board, &values) else { return false };
            let Some((first, second)) = constraint.culprits(fault) else { break };
            let Some(other) = [second, first].into_iter().find(|cell| !is_named(*cell)) else { return true };
            let value = &mut values[other.index()];
            *value = if *value == range.high() { range.low() } else { *value + 1 };
        }
    }
    false
}

/// Two cells and, for each value of the first cell in ascending order, the mask of the values of the second
/// cell that are compatible with it.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    one: Cell,
    two: Cell,
    allowed: Vec<u16>,
}

impl Pair {
    /// Returns the two cells.
    pub(super) const fn cells(&self) -> [Cell; 2] {
        [self.one, self.two]
    }

    /// Returns true if two candidates in the two cells, in either order, are compatible.
    pub(super) fn allows(&self, state: &State, one: Candidate, two: Candidate) -> bool {
        let (first, second) = if one.cell == self.one { (one, two) } else { (two, one) };
        let low = state.variant().board().values().low();
        self.allowed[usize::from(first.value - low)] & state.bit(second.value) != 0
    }
}

/// Returns the pairs of cells that a constraint on the whole board relates, or an empty list if it relates more
/// cells at once. The list is incomplete if `is_stopped` returns true before the end.
pub(super) fn pairs_of(state: &State, constraint: &Constraint, is_stopped: &dyn Fn() -> bool) -> Vec<Pair> {
    let pair = |(one, two, allowed): &Related| Pair { one: *one, two: *two, allowed: allowed.clone() };
    known(state, constraint, is_stopped).iter().map(pair).collect()
}

/// Returns the related pairs of a constraint, from the cache if they are known.
fn known(state: &State, constraint: &Constraint, is_stopped: &dyn Fn() -> bool) -> Arc<[Related]> {
    state.remembered_pairs(constraint, || find_pairs(state, constraint, is_stopped))
}

/// Finds the pairs of cells that a constraint relates. Returns `Err` with the pairs found so far if
/// `is_stopped` returns true.
fn find_pairs(
    state: &State,
    constraint: &Constraint,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Vec<Related>, Vec<Related>> {
    let board = state.variant().board();
    let offsets = |offsets: &[(isize, isize)]| -> Vec<(Cell, Cell)> {
        let shifted = |cell: Cell| {
            let from = offsets.iter().filter_map(move |(rows, cols)| board.shifted(cell, *rows, *cols));
            from.map(move |other| (cell, other))
        };
        board.grid().flat_map(shifted).collect()
    };
    let cells = match constraint {
        Constraint::AntiConsecutive(_)
        | Constraint::StrictConsecutive(_)
        | Constraint::StrictKropki(_)
        | Constraint::StrictPairRule(_)
        | Constraint::StrictXV(_) => offsets(&[(0, 1), (1, 0)]),
        Constraint::Knightmare(_) => offsets(&[(1, 2), (2, 1), (1, -2), (2, -1)]),
        Constraint::Indexing(_) => {
            let in_line = |one: Cell, two: Cell| {
                let (one, two) = (board.place(one), board.place(two));
                one.zip(two).is_some_and(|(one, two)| one != two && (one.0 == two.0 || one.1 == two.1))
            };
            let listed = constraint.cells(board);
            let with =
                |cell: Cell| board.grid().filter(move |it| in_line(cell, *it)).map(move |it| (cell, it));
            listed.into_iter().flat_map(with).collect()
        }
        _ => Vec::new(),
    };
    let range = board.values();
    let related = |(one, two): (Cell, Cell)| {
        let allowed_with = |value: u8| {
            let first = Candidate { cell: one, value };
            range.mask_where(|value| !forbids(constraint, board, first, Candidate { cell: two, value }))
        };
        (one, two, range.iter().map(allowed_with).collect::<Vec<u16>>())
    };
    let has_effect = |(_, _, allowed): &Related| allowed.iter().any(|mask| *mask != range.all());
    let mut pairs = Vec::new();
    for cells in cells {
        if is_stopped() {
            return Err(pairs);
        }
        pairs.extend(Some(related(cells)).filter(has_effect));
    }
    Ok(pairs)
}

/// Returns the cells of each house that holds every value, with the pairs of these cells that a constraint on
/// the whole board relates. Leaves out houses with fewer than two such pairs.
pub(super) fn pairs_in_houses(state: &State, constraint: &Constraint) -> Vec<(Vec<Cell>, Vec<Link>)> {
    let variant = state.variant();
    let range = variant.board().values();
    let pairs = known(state, constraint, &|| false);
    let mut found = Vec::new();
    for house in variant.houses().iter().filter(|house| variant.is_full(house)) {
        let is_inside = |(one, two, _): &&Related| house.cells.contains(one) && house.cells.contains(two);
        let link = |(one, two, allowed): &Related| {
            let holds = |one: u8, two: u8| allowed[usize::from(one - range.low())] & range.mask(two) != 0;
            (*one, *two, Relation::from_fn(range, holds))
        };
        let links: Vec<Link> = pairs.iter().filter(is_inside).map(link).collect();
        if links.len() > 1 {
            found.push((house.cells.clone(), links));
        }
    }
    found
}

/// Two cells and the relation of their values.
pub(super) type Link = (Cell, Cell, Relation);

/// Returns the elimination of the candidates that have no compatible value in the other cell of a pair, or
/// `None` if there are none. `number` is the index of the constraint.
pub(super) fn pair(state: &State, number: usize, pair: &Pair) -> Option<Deduction> {
    let low = state.variant().board().values().low();
    let is_compatible = |one: u8, two: u8| pair.allowed[usize::from(one - low)] & state.bit(two) != 0;
    let first = state
        .candidates_of(pair.one)
        .filter(|it| !state.values(pair.two).any(|two| is_compatible(it.value, two)));
    let second = state
        .candidates_of(pair.two)
        .filter(|it| !state.values(pair.one).any(|one| is_compatible(one, it.value)));
    let mut step = Deduction::new(Technique::Constraint);
    step.constraints.push(number);
    step.eliminations = first.chain(second).collect();
    step.name(Role::Core, state.candidates_of(pair.one).chain(state.candidates_of(pair.two)));
    step.has_effect().then_some(step)
}
