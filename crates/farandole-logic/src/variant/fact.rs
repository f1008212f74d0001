//! A fact: a part of a constraint, or of several constraints, and the step that follows from it.

use super::candidate::Candidate;
use super::facts::Part;
use super::state::State;
use super::step::{Deduction, Technique};
use crate::model::Role;
use farandole_puzzle::Cell;

/// A part of a constraint, or of several constraints and houses together.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// The technique of steps that follow from the fact.
    pub(super) technique: Technique,
    /// The constraints, as indices in the variant. Only sets of equal values have none.
    pub(super) constraints: Vec<usize>,
    /// The houses that are combined with them, as indices in the variant.
    pub(super) houses: Vec<usize>,
    pub(super) cells: Vec<Cell>,
    /// The condition, or `None` for a constraint without an automaton.
    pub(super) part: Option<Part>,
}

/// Eliminates the candidates of the cells of a fact that are not in these masks.
pub(super) fn fact_step(state: &State, fact: &Fact, masks: &[u16]) -> Option<Deduction> {
    if fact.cells.iter().zip(masks).all(|(cell, mask)| state.candidates(*cell) & !mask == 0) {
        return None;
    }
    let range = state.variant().board().values();
    let mut step = Deduction::new(fact.technique);
    step.constraints.clone_from(&fact.constraints);
    step.houses.clone_from(&fact.houses);
    for (cell, mask) in fact.cells.iter().zip(masks) {
        let gone = range.values_of(state.candidates(*cell) & !mask);
        step.eliminations.extend(gone.map(|value| Candidate { cell: *cell, value }));
    }
    let open = fact.cells.iter().filter(|cell| !state.is_placed(**cell));
    step.name(Role::Core, open.flat_map(|cell| state.candidates_of(*cell)));
    Some(step)
}
