//! Candidates of which one is true: those of a cell, the places for a value in a house, and the places for a value that
//! a constraint must contain.

use super::candidate::Candidate;
use super::houses::places;
use super::network::{Memory, Network};
use super::state::State;
use super::step::{Deduction, Technique};
use crate::model::Role;
use farandole_puzzle::Cell;

/// Maximum number of places for a value in a constraint.
const PLACES: usize = 5;

/// Candidates of which one is true.
pub(super) struct Branches {
    pub(super) candidates: Vec<Candidate>,
    /// The house in which they are the places for a value.
    house: Option<usize>,
    /// The fact that must contain their value: its constraint, and the other candidates of its cells.
    constraint: Option<(usize, Vec<Candidate>)>,
}

impl Branches {
    /// Creates a deduction that names the candidates, and the house or constraint.
    pub(super) fn deduction(&self, technique: Technique) -> Deduction {
        let mut step = Deduction::new(technique);
        step.houses.extend(self.house);
        step.name(Role::On, self.candidates.iter().copied());
        if let Some((number, others)) = &self.constraint {
            step.constraints.push(*number);
            step.name(Role::Support, others.iter().copied());
        }
        step
    }
}

/// Returns the candidates of each cell, the places for each value in each full house, and those for each value that a
/// constraint must contain, if there are at least two and at most `most`.
pub(super) fn branches(
    state: &State,
    network: &Network,
    memory: &mut Memory,
    nodes: usize,
    most: usize,
) -> Vec<Branches> {
    let variant = state.variant();
    let mut found = Vec::new();
    for cell in state.cells() {
        let candidates = state.candidates_of(cell).collect();
        found.push(Branches { candidates, house: None, constraint: None });
    }
    for house in (0..variant.houses().len()).filter(|at| variant.is_full(&variant.houses()[*at])) {
        for value in variant.board().values().iter() {
            let places = places(state, house, value).into_iter();
            let candidates = places.map(|cell| Candidate { cell, value }).collect();
            found.push(Branches { candidates, house: Some(house), constraint: None });
        }
    }
    found.retain(|it| (2..=most).contains(&it.candidates.len()));
    for at in network.single.clone() {
        for value in variant.board().values().iter() {
            let places = in_fact(state, network, memory, (at, nodes), value, most.min(PLACES));
            let is_known = |it: &Branches| places.as_ref().is_some_and(|new| new.candidates == it.candidates);
            if !found.iter().any(is_known) {
                found.extend(places);
            }
        }
    }
    // Extra cells, such as the labels of regions, are not on the board, so a person would not start from them.
    let is_on_board = |it: &Candidate| it.cell.index() < variant.board().grid_count();
    found.retain(|it| it.candidates.iter().all(is_on_board));
    found.sort_by_key(|it| it.candidates.len());
    found
}

/// Returns the places for a value in the cells of a fact, if it must contain the value.
fn in_fact(
    state: &State,
    network: &Network,
    memory: &mut Memory,
    (at, nodes): (usize, usize),
    value: u8,
    most: usize,
) -> Option<Branches> {
    let (fact, bit) = (&network.facts[at], state.bit(value));
    let has = |cell: &&Cell| state.candidates(**cell) & bit != 0;
    let mut places: Vec<Cell> = fact.cells.iter().filter(has).copied().collect();
    places.sort_unstable();
    if !(2..=most).contains(&places.len()) || fact.part.is_none() {
        return None;
    }
    let masks: Vec<u16> = fact.cells.iter().map(|cell| state.candidates(*cell) & !bit).collect();
    let is_needed =
        masks.contains(&0) || memory.supported_in(network, state, (at, masks), nodes)?.0.contains(&0);
    let open = fact.cells.iter().filter(|cell| !state.is_placed(**cell));
    let others = open.flat_map(|cell| state.candidates_of(*cell)).filter(|it| it.value != value).collect();
    is_needed.then(|| Branches {
        candidates: places.into_iter().map(|cell| Candidate { cell, value }).collect(),
        house: None,
        constraint: Some((fact.constraints[0], others)),
    })
}
