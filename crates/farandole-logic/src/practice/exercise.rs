//! One exercise: its position, its steps and the assessment of an answer.

use crate::catalogue;
use crate::claim::Claim;
use crate::explain::english::{self, Depth};
use crate::hint;
use crate::model::{Candidate, Deduction, State, Technique};
use crate::user_grid::UserGrid;

/// Positions by technique: lines of id and grid. Written by `cargo xtask exercises`.
const POSITIONS: &str = include_str!("positions.tsv");

/// A position in which a technique can be applied, with all its uses there.
#[derive(Clone, Debug)]
pub struct Exercise {
    state: State,
    steps: Vec<Deduction>,
}

/// The assessment of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The claims are the whole effect of this step.
    Complete(Box<Deduction>),
    /// All claims are part of the effect of a step. Contains the rest of the effect.
    Partial(Vec<Claim>),
    /// The claim is about a candidate that the grid does not have.
    Absent(Claim),
    /// The claim contradicts the solution.
    Wrong(Claim),
    /// The claim agrees with the solution, but the technique does not prove it here.
    Unproved(Claim),
}

impl Exercise {
    /// Creates an exercise from a position. Returns `None` if the technique does not apply there.
    pub fn new(state: State, technique: Technique) -> Option<Self> {
        let steps = hint::every(&state, technique, 0);
        (!steps.is_empty()).then_some(Self { state, steps })
    }

    /// Returns the positions of a technique as text: the example of the catalogue, then those of the
    /// bundled table.
    pub fn positions(technique: Technique) -> Vec<String> {
        let example = catalogue::example(technique).map(|(state, _)| UserGrid::of(&state).to_string());
        let lines = POSITIONS.lines().filter_map(|line| line.split_once('\t'));
        let of_table = lines.filter(|(id, _)| *id == technique.id()).map(|(_, grid)| grid.to_owned());
        example.into_iter().chain(of_table).collect()
    }

    /// Returns the exercise of a technique with this 0-based number, modulo the number of
    /// exercises.
    pub fn number(technique: Technique, number: usize) -> Option<Self> {
        let positions = Self::positions(technique);
        let text = positions.get(number.checked_rem(positions.len())?)?;
        Self::new(UserGrid::parse(text).ok()?.state()?, technique)
    }

    /// Returns the position.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the steps of the technique, each with the position.
    pub fn steps(&self) -> impl Iterator<Item = (&State, &Deduction)> {
        self.steps.iter().map(|step| (&self.state, step))
    }

    /// Returns a hint at a level of detail: the area to look at, the effect, or the whole
    /// explanation.
    pub fn hint(&self, depth: Depth) -> String {
        self.steps.first().map_or_else(String::new, |step| english::step(&self.state, step, depth))
    }

    /// Assesses an answer. The first claim that is not part of a step determines the verdict, if
    /// there is one.
    ///
    /// Without the solution, a false claim is [`Verdict::Unproved`]; see [`Exercise::assess_with`].
    pub fn assess(&self, claims: &[Claim]) -> Verdict {
        self.assess_with(claims, None)
    }

    /// Assesses an answer, given the solution (81 digits, row-major).
    pub fn assess_with(&self, claims: &[Claim], solution: Option<&[u8; 81]>) -> Verdict {
        let has = |candidate: Candidate| {
            self.state.candidates(candidate.cell()) >> (candidate.digit() - 1) & 1 == 1
        };
        if let Some(claim) = claims.iter().find(|claim| !has(claim.candidate())) {
            return Verdict::Absent(*claim);
        }
        let is_wrong = |claim: &&Claim| {
            solution.is_some_and(|solution| {
                let is_true = solution[claim.candidate().cell()] == claim.candidate().digit();
                matches!(claim, Claim::Is(_)) != is_true
            })
        };
        if let Some(claim) = claims.iter().find(is_wrong) {
            return Verdict::Wrong(*claim);
        }
        let effects: Vec<Vec<Claim>> = self.steps.iter().map(effect).collect();
        let is_shown = |claim: &Claim| effects.iter().any(|effect| effect.contains(claim));
        if let Some(claim) = claims.iter().find(|claim| !is_shown(claim)) {
            return Verdict::Unproved(*claim);
        }
        let missing = |effect: &[Claim]| {
            effect.iter().filter(|claim| !claims.contains(claim)).copied().collect::<Vec<_>>()
        };
        let touched = |effect: &[Claim]| effect.iter().any(|claim| claims.contains(claim));
        let best = self.steps.iter().zip(&effects).filter(|(_, effect)| touched(effect));
        match best.map(|(step, effect)| (step, missing(effect))).min_by_key(|(_, missing)| missing.len()) {
            Some((step, missing)) if missing.is_empty() => Verdict::Complete(Box::new(step.clone())),
            Some((_, missing)) => Verdict::Partial(missing),
            None => Verdict::Partial(effects.first().cloned().unwrap_or_default()),
        }
    }
}

fn effect(deduction: &Deduction) -> Vec<Claim> {
    let placed = deduction.placements.iter().map(|it| Claim::Is(*it));
    placed.chain(deduction.eliminations.iter().map(|it| Claim::Not(*it))).collect()
}
