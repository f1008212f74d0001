//! Proofs of chains: each link by itself.

use super::constraint::by_constraint;
use super::flaw::{Flaw, is_named};
use crate::model::Role;
use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use crate::variant::step::{Deduction, Technique};
use farandole_puzzle::Cell;

/// Proves a chain that starts with the eliminated candidate and ends with its opposite. Weak links
/// hold by sight or by a constraint of the deduction, strong links in a cell or a house of it.
pub(super) fn by_links(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let ([claim], []) = (&deduction.eliminations[..], &deduction.placements[..]) else {
        return Err(Flaw::Absent);
    };
    let is_node = |(role, _): &&(Role, Candidate)| matches!(role, Role::On | Role::Off);
    let nodes: Vec<&(Role, Candidate)> = deduction.pattern.iter().filter(is_node).collect();
    let ends = nodes.first().zip(nodes.last());
    if ends.is_none_or(|(first, last)| **first != (Role::On, *claim) || **last != (Role::Off, *claim)) {
        return Err(Flaw::Open(*claim));
    }
    let holds = |pair: &[&(Role, Candidate)]| match (pair[0], pair[1]) {
        ((Role::On, one), (Role::Off, two)) => is_weak(state, deduction, *one, *two, work),
        ((Role::Off, one), (Role::On, two)) => is_strong(state, deduction, *one, *two),
        _ => false,
    };
    if nodes.windows(2).all(holds) { Ok(()) } else { Err(Flaw::Open(*claim)) }
}

/// Returns true if the two candidates are not both true.
fn is_weak(state: &State, deduction: &Deduction, one: Candidate, two: Candidate, work: u64) -> bool {
    if one.cell == two.cell {
        return one.value != two.value;
    }
    if one.value == two.value && state.sees(one.cell, two.cell) & state.bit(one.value) != 0 {
        return true;
    }
    let mut assumed = state.clone();
    let others = state.candidates_of(one.cell).filter(|it| *it != one);
    others.for_each(|it| assumed.remove(it));
    let named = deduction.pattern.iter().filter(|(_, it)| assumed.has(*it));
    let named = named.filter(|(_, it)| it.cell == one.cell || is_named(state, deduction, it.cell));
    let pattern: Vec<(Role, Candidate)> = named.copied().collect();
    deduction.constraints.iter().any(|number| {
        let mut step = Deduction::new(Technique::Constraint);
        step.constraints.push(*number);
        step.pattern.clone_from(&pattern);
        step.eliminations.push(two);
        by_constraint(&assumed, &step, work).is_ok()
    })
}

/// Returns true if one of the two candidates is true.
fn is_strong(state: &State, deduction: &Deduction, one: Candidate, two: Candidate) -> bool {
    if one.cell == two.cell {
        return state.candidates(one.cell) == state.bit(one.value) | state.bit(two.value);
    }
    let variant = state.variant();
    let has_both = |house: &usize| {
        let house = &variant.houses()[*house];
        let has_value = |cell: &&Cell| state.has(Candidate { cell: **cell, value: one.value });
        variant.is_full(house)
            && house.cells.iter().filter(has_value).all(|cell| *cell == one.cell || *cell == two.cell)
    };
    one.value == two.value && deduction.houses.iter().any(has_both)
}
