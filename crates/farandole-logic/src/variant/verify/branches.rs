//! Proofs that one of the candidates from which a forcing step branches is true.

use super::conditions::Premises;
use super::flaw::is_named;
use crate::model::Role;
use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;

/// Returns the candidates of a deduction of which one is true, which have this role.
pub(super) fn branches_of(deduction: &Deduction, wanted: Role) -> Vec<Candidate> {
    deduction.pattern.iter().filter(|(role, _)| *role == wanted).map(|(_, it)| *it).collect()
}

/// Returns true if one of these candidates is true: they include the candidates of a cell, or all places for a value in
/// a house or a constraint of the deduction. The constraint must contain the value.
pub(super) fn is_exhaustive(state: &State, deduction: &Deduction, branches: &[Candidate], work: u64) -> bool {
    let [first, ..] = branches else { return false };
    let variant = state.variant();
    let in_house = |house: &usize| {
        let house = &variant.houses()[*house];
        let places = house.cells.iter().map(|cell| Candidate { cell: *cell, value: first.value });
        variant.is_full(house) && places.filter(|it| state.has(*it)).all(|it| branches.contains(&it))
    };
    let all = variant.board().values().all();
    let is_branch = |cell: Cell| branches.contains(&Candidate { cell, value: first.value });
    let mask = |cell: Cell| {
        let left = if is_named(state, deduction, cell) { state.candidates(cell) } else { all };
        if is_branch(cell) { left & !state.bit(first.value) } else { left }
    };
    let in_constraint = |number: &usize| {
        let is_named = |cell: Cell| is_branch(cell) || is_named(state, deduction, cell);
        let masks: Vec<u16> = state.cells().map(mask).collect();
        Premises::new(state, &[*number], &[], &is_named).refute(state, &masks, &is_named, work).is_ok()
    };
    state.candidates_of(first.cell).all(|it| branches.contains(&it))
        || deduction.houses.iter().any(in_house)
        || deduction.constraints.iter().any(in_constraint)
}
