//! Proofs of chains. Each link is proved separately.

use super::branches::{branches_of, is_exhaustive};
use super::conditions::by_conditions;
use super::flaw::{Flaw, exists, is_named};
use crate::model::Role;
use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use crate::variant::step::{Deduction, Technique};
use farandole_puzzle::Cell;

/// Proves a chain from "the eliminated candidate is true" to "the eliminated candidate is false". Each node
/// must follow from the node before it: because their cells see each other, in a cell, in a house of the
/// deduction, or by a constraint of the deduction.
pub(super) fn by_links(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let ([claim], []) = (&deduction.eliminations[..], &deduction.placements[..]) else {
        return Err(Flaw::Absent);
    };
    leads(state, deduction, *claim, *claim, work)
}

/// Proves that each of some candidates excludes another one by a chain: the candidates of a cell, or the places for a
/// value in a house or a constraint that the deduction lists. If the deduction names them as false, proves that the other
/// one excludes each of them.
pub(super) fn by_forcing_chains(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let ([claim], []) = (&deduction.eliminations[..], &deduction.placements[..]) else {
        return Err(Flaw::Absent);
    };
    let is_reverse = !deduction.pattern.iter().any(|(role, _)| *role == Role::On);
    let branches = branches_of(deduction, if is_reverse { Role::Off } else { Role::On });
    if !is_exhaustive(state, deduction, &branches, work) || branches.len() != deduction.trial.len() {
        return Err(Flaw::Open(*claim));
    }
    for (place, (branch, chain)) in branches.iter().zip(&deduction.trial).enumerate() {
        let (from, to) = if is_reverse { (*claim, *branch) } else { (*branch, *claim) };
        let proof =
            if exists(state, chain) { leads(state, chain, from, to, work) } else { Err(Flaw::Absent) };
        proof.map_err(|flaw| Flaw::Step(place, Box::new(flaw)))?;
    }
    Ok(())
}

/// Proves that a chain leads from a true candidate to the opposite of a claim.
fn leads(
    state: &State,
    chain: &Deduction,
    start: Candidate,
    claim: Candidate,
    work: u64,
) -> Result<(), Flaw> {
    let is_node = |(role, _): &&(Role, Candidate)| matches!(role, Role::On | Role::Off);
    let nodes: Vec<&(Role, Candidate)> = chain.pattern.iter().filter(is_node).collect();
    let ends = nodes.first().zip(nodes.last());
    if ends.is_none_or(|(first, last)| **first != (Role::On, start) || **last != (Role::Off, claim)) {
        return Err(Flaw::Open(claim));
    }
    let holds = |pair: &[&(Role, Candidate)]| follows(state, chain, *pair[0], *pair[1], work);
    if nodes.windows(2).all(holds) { Ok(()) } else { Err(Flaw::Open(claim)) }
}

/// Returns true if the second node follows from the first alone.
fn follows(
    state: &State,
    deduction: &Deduction,
    (role, first): (Role, Candidate),
    (then, second): (Role, Candidate),
    work: u64,
) -> bool {
    let mut assumed = state.clone();
    if role == Role::On {
        assumed.set(first);
    } else {
        assumed.remove(first);
    }
    // Anything follows from a contradiction, but it does not explain why the second candidate is true.
    if then == Role::On && !assumed.has(second) {
        return false;
    }
    let mut others: Vec<Candidate> = assumed.candidates_of(second.cell).filter(|it| *it != second).collect();
    if then == Role::Off {
        others = assumed.has(second).then_some(second).into_iter().collect();
    }
    others.is_empty()
        || deduction.houses.iter().any(|house| in_house(&assumed, *house, second, then))
        || by_constraints(state, &assumed, deduction, others, work)
}

/// Returns true if the second node follows in a house: it is true because its value has no other place in the
/// house, or false because its cell sees all places for its value.
fn in_house(assumed: &State, house: usize, second: Candidate, then: Role) -> bool {
    let variant = assumed.variant();
    let house = &variant.houses()[house];
    let places = house.cells.iter().copied();
    let mut places = places.filter(|cell| assumed.has(Candidate { cell: *cell, value: second.value }));
    let excludes =
        |cell: Cell| cell != second.cell && assumed.sees(cell, second.cell) & assumed.bit(second.value) != 0;
    variant.is_full(house)
        && if then == Role::On { places.all(|cell| cell == second.cell) } else { places.all(excludes) }
}

/// Returns true if one of the constraints refutes all these candidates.
fn by_constraints(
    state: &State,
    assumed: &State,
    deduction: &Deduction,
    claims: Vec<Candidate>,
    work: u64,
) -> bool {
    let named = deduction.pattern.iter().filter(|(_, it)| assumed.has(*it));
    let named = named.filter(|(_, it)| is_named(state, deduction, it.cell));
    let mut step = Deduction::new(Technique::Constraint);
    step.pattern = named.copied().collect();
    step.eliminations = claims;
    deduction.constraints.iter().any(|number| {
        step.constraints = vec![*number];
        by_conditions(assumed, &step, work).is_ok()
    })
}
