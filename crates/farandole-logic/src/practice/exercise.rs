//! One exercise: its position, its steps and the assessment of an answer.

use super::topic::Topic;
use crate::catalogue;
use crate::claim::Claim;
use crate::explain::english::Depth;
use crate::hint::{self, Position, Step};
use crate::model::{Candidate, State, Technique};
use crate::user_grid::UserGrid;
use crate::variant;
use farandole_puzzle::format::iss;

/// Positions by technique: lines of id and grid. Written by `cargo xtask exercises`.
const POSITIONS: &str = include_str!("positions.tsv");

/// Positions by topic: lines of id and constraint text. Written by `cargo xtask exercises`.
const TOPIC_POSITIONS: &str = include_str!("topics.tsv");

/// A position in which a technique can be applied, with all its uses there.
#[derive(Clone, Debug)]
pub struct Exercise {
    position: Position,
    steps: Vec<Step>,
}

/// The assessment of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The claims are the whole effect of the step with this index.
    Complete(usize),
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
        let steps: Vec<Step> = steps.into_iter().map(|step| Step::classic(state.clone(), step)).collect();
        (!steps.is_empty()).then(|| Self { position: UserGrid::of(&state).into(), steps })
    }

    /// Creates an exercise from a position of a 9x9 variant. Returns `None` unless the topic is the reason of a next
    /// step.
    pub fn of_variant(state: variant::State, topic: Topic) -> Option<Self> {
        let found = variant::Walk::new(state.clone(), super::SEARCHES).all();
        let steps = found.into_iter().filter(|step| topic.explains(&state, step));
        let steps: Vec<Step> = steps.map(|step| Step::variant(state.clone(), step)).collect();
        (!steps.is_empty()).then(|| Self { position: state.into(), steps })
    }

    /// Returns the positions of a technique as text: the example of the catalogue, then those of the
    /// bundled table.
    pub fn positions(technique: Technique) -> Vec<String> {
        let example = catalogue::example(technique).map(|(state, _)| UserGrid::of(&state).to_string());
        let lines = POSITIONS.lines().filter_map(|line| line.split_once('\t'));
        let of_table = lines.filter(|(id, _)| *id == technique.id()).map(|(_, grid)| grid.to_owned());
        example.into_iter().chain(of_table).collect()
    }

    /// Returns the bundled exercise of a technique with this 0-based number.
    pub fn number(technique: Technique, number: usize) -> Option<Self> {
        let positions = Self::positions(technique);
        Self::new(UserGrid::parse(positions.get(number)?).ok()?.state()?, technique)
    }

    /// Returns the bundled positions of a topic, as constraint text.
    pub fn topic_positions(topic: Topic) -> Vec<&'static str> {
        let lines = TOPIC_POSITIONS.lines().filter_map(|line| line.split_once('\t'));
        lines.filter(|(id, _)| *id == topic.id()).map(|(_, text)| text).collect()
    }

    /// Returns the bundled exercise of a topic with this 0-based number. The first one is the example of its page.
    pub fn of_topic(topic: Topic, number: usize) -> Option<Self> {
        let variant = iss::read(Self::topic_positions(topic).get(number)?).ok()?;
        Self::of_variant(variant::State::new(&variant), topic)
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the steps of the technique; at least one.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns all effects of the technique in the position, without duplicates, in ascending order.
    pub fn effects(&self) -> Vec<Claim> {
        let mut effects: Vec<Claim> = self.steps.iter().flat_map(effect).collect();
        effects.sort_unstable();
        effects.dedup();
        effects
    }

    /// Returns a hint at a level of detail: the area to look at, the effect, or the whole
    /// explanation.
    pub fn hint(&self, depth: Depth) -> String {
        self.steps.first().map_or_else(String::new, |step| step.text(depth))
    }

    /// Returns the candidates of a cell as a mask. Bit 0 is the digit 1.
    fn candidates(&self, cell: usize) -> u16 {
        match self.steps.first() {
            Some(Step::Classic(step)) => step.state.candidates(cell),
            Some(Step::Variant(step)) => {
                let cell = step.state.cells().nth(cell).filter(|cell| !step.state.is_placed(*cell));
                cell.map_or(0, |cell| step.state.candidates(cell))
            }
            None => 0,
        }
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
        let has =
            |candidate: Candidate| self.candidates(candidate.cell()) >> (candidate.digit() - 1) & 1 == 1;
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
        let touched = effects.iter().enumerate().filter(|(_, effect)| touched(effect));
        match touched.map(|(at, effect)| (at, missing(effect))).min_by_key(|(_, missing)| missing.len()) {
            Some((at, missing)) if missing.is_empty() => Verdict::Complete(at),
            Some((_, missing)) => Verdict::Partial(missing),
            None => Verdict::Partial(effects.first().cloned().unwrap_or_default()),
        }
    }
}

/// Returns the effect of a step in a 9x9 grid: the placements, then the eliminations.
pub fn effect(step: &Step) -> Vec<Claim> {
    match step {
        Step::Classic(step) => {
            let placed = step.deduction.placements.iter().map(|it| Claim::Is(*it));
            placed.chain(step.deduction.eliminations.iter().map(|it| Claim::Not(*it))).collect()
        }
        Step::Variant(step) => {
            let classic = |it: &variant::Candidate| Candidate::new(it.cell.index(), it.value);
            let placed = step.deduction.placements.iter().filter_map(classic).map(Claim::Is);
            placed.chain(step.deduction.eliminations.iter().filter_map(classic).map(Claim::Not)).collect()
        }
    }
}
