//! A fact: a condition on a few cells that follows from one or more constraints, possibly together with houses.
//! The step of a fact eliminates the candidates that violate the condition.

use super::candidate::Candidate;
use super::facts::Part;
use super::state::State;
use super::step::{Deduction, Technique};
use crate::model::Role;
use farandole_puzzle::Cell;

/// A condition on some cells that follows from one or more constraints, possibly together with houses. Example:
/// the sum of a cage, or this sum combined with the row in which the cage lies.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// The technique of steps that follow from the fact.
    pub(super) technique: Technique,
    /// The constraints, as indices in the variant. Only sets of equal values have none.
    pub(super) constraints: Vec<usize>,
    /// The houses that are combined with the constraints, as indices in the variant.
    pub(super) houses: Vec<usize>,
    /// The cells of the condition. If there is a part, they are in the order of its cells.
    pub(super) cells: Vec<Cell>,
    /// The condition in a form that can be propagated, or `None` for a constraint without an automaton.
    pub(super) part: Option<Part>,
}

/// Returns the elimination of all candidates of the fact's cells that are not in `masks`, or `None` if there
/// are none. `masks` holds one mask per cell of the fact, in the same order.
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
