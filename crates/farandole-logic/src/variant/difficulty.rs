//! The difficulty of each step of a variant.
//!
//! `docs/guide/variants.md` defines the numbers, so that other programs can compute them.

use super::state::State;
use super::step::{Deduction, Technique};
use super::sums::remainder;
use crate::model::Role;

/// Returns the difficulty of a step in tenths: a base value for its technique, plus an amount for each cell
/// without a value, each house and constraint, each node of a chain, and each step of a trial. `before` is the
/// state before the step.
pub fn difficulty(before: &State, step: &Deduction) -> u32 {
    let open = |cells: usize| cells.saturating_sub(1) as u32;
    match step.technique {
        Technique::HiddenSingle => 10,
        Technique::NakedSingle => 12,
        Technique::LockedCandidates => 17,
        Technique::Constraint => 14 + 2 * open(open_cells(before, step)).min(15),
        Technique::LockedInConstraint => 20 + 2 * open(open_cells(before, step)).min(15),
        Technique::RuleOf45 => {
            let cells = remainder(before, step).map_or(0, |sum| sum.terms.len());
            20 + 3 * open(cells) + 3 * open(step.houses.len()) + open(step.constraints.len())
        }
        Technique::CombinedConstraints => {
            26 + 2 * open(open_cells(before, step)).min(15) + 2 * open(step.constraints.len())
        }
        Technique::NakedPair => 20,
        Technique::HiddenPair => 24,
        Technique::NakedTriplet => 26,
        Technique::HiddenTriplet => 32,
        Technique::NakedQuad => 36,
        Technique::HiddenQuad => 42,
        Technique::XWing => 32,
        Technique::Swordfish => 38,
        Technique::Jellyfish => 48,
        Technique::Chain => 40 + 3 * nodes(step) + 2 * step.constraints.len() as u32,
        Technique::EqualSets => 30 + 2 * open(open_cells(before, step)).min(15) + 2 * open(step.houses.len()),
        Technique::ForcingChains => {
            let of_chain = |it: &Deduction| 3 * nodes(it) + 2 * it.constraints.len() as u32;
            44 + step.trial.iter().map(of_chain).sum::<u32>()
        }
        Technique::Exhaustion => {
            80 + 2 * open(open_cells(before, step)).min(15) + 2 * open(step.constraints.len())
        }
        Technique::Forcing | Technique::Contradiction => {
            let inside: u32 = step.trial.iter().map(|it| rules(it).max(1)).sum();
            50 + 6 * trial_steps(step) + 2 * inside
        }
    }
}

/// Returns a lower bound of the difficulty of a technique's steps, in tenths. It is greater than 0 only for the
/// techniques whose search takes long.
pub(super) const fn least(technique: Technique) -> u32 {
    match technique {
        Technique::Chain => 40,
        // Forcing chains are at least two chains of at least one node.
        Technique::ForcingChains | Technique::Forcing | Technique::Contradiction => 50,
        _ => 0,
    }
}

/// Returns the number of cells of the pattern that have no value yet.
fn open_cells(before: &State, step: &Deduction) -> usize {
    step.cells().into_iter().filter(|cell| !before.is_placed(*cell)).count()
}

/// Returns the number of steps of a trial, in all branches.
fn trial_steps(step: &Deduction) -> u32 {
    let of_branch = |it: &Deduction| if it.technique == Technique::Forcing { it.trial.len() } else { 1 };
    step.trial.iter().map(of_branch).sum::<usize>() as u32
}

/// Returns the number of nodes of a chain.
fn nodes(step: &Deduction) -> u32 {
    step.pattern.iter().filter(|(role, _)| matches!(role, Role::On | Role::Off)).count() as u32
}

/// Returns the number of different houses and constraints that a step combines, including those of its trial.
pub(super) fn rules(step: &Deduction) -> u32 {
    let mut constraints = step.constraints.clone();
    let mut houses = step.houses.clone();
    for inside in &step.trial {
        constraints.extend(&inside.constraints);
        houses.extend(&inside.houses);
    }
    for list in [&mut constraints, &mut houses] {
        list.sort_unstable();
        list.dedup();
    }
    (constraints.len() + houses.len()) as u32
}
