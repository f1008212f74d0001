//! Proofs of deductions about variants, independent of technique code: the named pattern must
//! entail the effect.
//!
//! A proof may use the following facts:
//!
//! - the values of placed cells;
//! - a cell holds one value, and two cells that see each other hold different values;
//! - a cell holds one of its candidates, if the deduction names *all* its remaining candidates;
//! - a house that holds every value has a cell for each value, if the deduction names *all* remaining
//!   candidates of that value;
//! - the meanings of the constraints that the deduction names.
//!
//! A cell of a constraint that is not named may hold any value. The finders share no code with this module: it
//! interprets the meaning of each constraint by a search of its own.

mod branches;
mod chain;
mod conditions;
mod equal;
mod flaw;
mod ranks;
mod remains;
mod search;
mod sums;

use crate::model::Role;
use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use crate::variant::step::{Deduction, End, Technique};
use branches::{branches_of, is_exhaustive};
use chain::{by_forcing_chains, by_links};
use conditions::by_conditions;
use equal::by_equal_sets;
use flaw::{Gap, exists, is_last, is_named};
use sums::by_sums;

pub use flaw::{Flaw, WORK};

/// Proves that the named pattern entails the whole effect of the deduction in this state.
///
/// A proof usually takes microseconds to milliseconds.
///
/// # Errors
/// Returns the first gap in the proof.
pub fn prove(state: &State, deduction: &Deduction) -> Result<(), Flaw> {
    prove_within(state, deduction, WORK)
}

/// Proves a deduction as [`prove`] does, with at most `work` checks for each elimination or placement.
pub(in crate::variant) fn prove_within(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    if !deduction.has_effect() {
        return Err(Flaw::Empty);
    }
    if !exists(state, deduction) {
        return Err(Flaw::Absent);
    }
    match deduction.technique {
        Technique::Contradiction => contradiction(state, deduction, work),
        Technique::Forcing => forcing(state, deduction, work),
        Technique::Constraint
        | Technique::LockedInConstraint
        | Technique::CombinedConstraints
        | Technique::Exhaustion => by_conditions(state, deduction, work),
        Technique::RuleOf45 => by_sums(state, deduction, work),
        Technique::EqualSets => by_equal_sets(state, deduction, work),
        Technique::Chain => by_links(state, deduction, work),
        Technique::ForcingChains => by_forcing_chains(state, deduction, work),
        _ => by_houses(state, deduction, work),
    }
}

/// Returns the first claim of the deduction that a solution contradicts, or `None`. The solution has a value
/// for each cell of the board. Claims about cells that the solution lacks are skipped.
pub fn contradicts(deduction: &Deduction, solution: &[u8]) -> Option<Candidate> {
    let value = |it: &Candidate| solution.get(it.cell.index()).copied();
    let eliminated = deduction.eliminations.iter().find(|it| value(it) == Some(it.value));
    let placed = || deduction.placements.iter().find(|it| value(it).is_some_and(|value| value != it.value));
    eliminated.or_else(placed).copied()
}

/// Proves a deduction from cells and houses by exhaustion. A clause is a list of candidates of which one must
/// be true: those of a cell, or those of a value in a house. The search shows that the opposite of each claim
/// leaves no consistent choice of one candidate per clause.
fn by_houses(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let variant = state.variant();
    let names = |it: &Candidate| deduction.pattern.iter().any(|(_, named)| named == it);
    let cells = deduction.cells().into_iter().filter(|cell| is_named(state, deduction, *cell));
    let mut clauses: Vec<Vec<Candidate>> = cells.map(|cell| state.candidates_of(cell).collect()).collect();
    for house in deduction.houses.iter().map(|house| &variant.houses()[*house]) {
        for value in variant.board().values().iter().filter(|_| variant.is_full(house)) {
            let places = house.cells.iter().map(|cell| Candidate { cell: *cell, value });
            let places: Vec<Candidate> = places.filter(|it| state.has(*it)).collect();
            if places.iter().all(names) {
                clauses.push(places);
            }
        }
    }
    for claim in &deduction.eliminations {
        let mut work = work;
        exhaust(state, &clauses, &mut vec![*claim], &mut work).map_err(|end| end.flaw(*claim))?;
    }
    for claim in deduction.placements.iter().filter(|claim| !is_last(state, deduction, **claim)) {
        // The placement is assumed to be false, so it is removed from the clauses that contain it.
        let without: Vec<Vec<Candidate>> =
            clauses.iter().map(|clause| clause.iter().filter(|it| *it != claim).copied().collect()).collect();
        let mut work = work;
        exhaust(state, &without, &mut Vec::new(), &mut work).map_err(|end| end.flaw(*claim))?;
    }
    Ok(())
}

/// Returns `Ok` if the chosen candidates cannot be extended to a consistent choice of one candidate from each
/// clause.
fn exhaust(
    state: &State,
    clauses: &[Vec<Candidate>],
    chosen: &mut Vec<Candidate>,
    work: &mut u64,
) -> Result<(), Gap> {
    let excludes = |one: &Candidate, two: &Candidate| {
        if one.cell == two.cell {
            one.value != two.value
        } else {
            one.value == two.value && state.sees(one.cell, two.cell) & state.bit(one.value) != 0
        }
    };
    let open = |clause: &Vec<Candidate>| -> Vec<Candidate> {
        clause.iter().filter(|it| !chosen.iter().any(|known| excludes(known, it))).copied().collect()
    };
    let is_met = |clause: &&Vec<Candidate>| clause.iter().any(|it| chosen.contains(it));
    let left = clauses.iter().filter(|clause| !is_met(clause)).map(open).min_by_key(Vec::len);
    let choices = left.ok_or(Gap::Open)?;
    for choice in choices {
        *work = work.checked_sub(1).ok_or(Gap::Spent)?;
        chosen.push(choice);
        let result = exhaust(state, clauses, chosen, work);
        chosen.pop();
        result?;
    }
    Ok(())
}

/// Proves a trial: each step in the grid that the earlier steps leave, then the contradiction.
fn contradiction(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let ([claim], []) = (&deduction.eliminations[..], &deduction.placements[..]) else {
        return Err(Flaw::Absent);
    };
    let grid = after_trial(state, *claim, &deduction.trial, work)?;
    let variant = state.variant();
    let ends = match deduction.end {
        Some(End::Cell(cell)) => cell.index() < variant.cell_count() && grid.candidates(cell) == 0,
        Some(End::House(house, value)) => variant.houses().get(house).is_some_and(|house| {
            variant.is_full(house)
                && house.cells.iter().all(|cell| !grid.has(Candidate { cell: *cell, value }))
        }),
        None => false,
    };
    if ends { Ok(()) } else { Err(Flaw::NoContradiction) }
}

/// Proves the steps of a trial that assumes `claim`, each in the grid that the earlier steps leave. Returns the
/// grid after the last step.
fn after_trial(state: &State, claim: Candidate, trial: &[Deduction], work: u64) -> Result<State, Flaw> {
    let mut grid = state.clone();
    grid.set(claim);
    for (place, step) in trial.iter().enumerate() {
        let is_trial = matches!(
            step.technique,
            Technique::Contradiction | Technique::Forcing | Technique::ForcingChains
        );
        let proof = if is_trial { Err(Flaw::Absent) } else { prove_within(&grid, step, work) };
        proof.map_err(|flaw| Flaw::Step(place, Box::new(flaw)))?;
        grid.apply(step);
    }
    Ok(grid)
}

/// Proves that every branch of a deduction by forcing leads to the same elimination. The branches must be all
/// candidates of a cell, or all places for a value in a house that the deduction lists.
fn forcing(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let ([claim], []) = (&deduction.eliminations[..], &deduction.placements[..]) else {
        return Err(Flaw::Absent);
    };
    let branches = branches_of(deduction, Role::On);
    if !is_exhaustive(state, deduction, &branches, work) || branches.len() != deduction.trial.len() {
        return Err(Flaw::Open(*claim));
    }
    for (place, (branch, inner)) in branches.iter().zip(&deduction.trial).enumerate() {
        let grid = after_trial(state, *branch, &inner.trial, work)
            .map_err(|flaw| Flaw::Step(place, Box::new(flaw)))?;
        if grid.has(*claim) {
            return Err(Flaw::Open(*claim));
        }
    }
    Ok(())
}
