//! Explanations of steps, hints and deductions: English sentences and text drawings. For pictures,
//! see the crate `farandole-draw`.

pub mod english;
#[cfg(feature = "serde")]
pub mod json;
pub mod text;
pub mod variant;

use crate::State;
use crate::hint::{Found, Hint, Position, Step};
use crate::model::{Candidate, Deduction, Role};
use crate::variant::unused_constraints;
use core::fmt;
use english::Depth;
use farandole_puzzle::format::iss;
use text::Marking;

impl fmt::Display for Position {
    /// Writes a classic grid as [`UserGrid`](crate::UserGrid) does, and a variant as constraint text
    /// with its candidates as givens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(grid) => grid.fmt(f),
            Self::Variant(position) => f.write_str(&iss::write(&position.state.to_variant())),
        }
    }
}

impl Step {
    /// Renders the step at this level of detail: one line for `Where` and `What`, several for
    /// `Why`. Each line ends with a newline.
    pub fn text(&self, depth: Depth) -> String {
        match self {
            Self::Classic(step) => english::step(&step.state, &step.deduction, depth),
            Self::Variant(step) => variant::english::step(&step.state, &step.deduction, depth),
        }
    }

    /// Draws the state before the step with its pattern and effect marked, followed by a legend.
    pub fn drawing(&self, marking: Marking) -> String {
        match self {
            Self::Classic(step) => {
                text::grid(&step.state, Some(&step.deduction), marking)
                    + &text::legend(&step.deduction, marking)
            }
            Self::Variant(step) => {
                let (state, deduction) = (&step.state, &step.deduction);
                variant::text::grid(state, Some(deduction), marking)
                    + &variant::text::legend(deduction, marking)
            }
        }
    }

    /// Returns the candidates that it places, as `r1c1=5`.
    pub fn placements(&self) -> Vec<String> {
        match self {
            Self::Classic(step) => step.deduction.placements.iter().map(Candidate::to_string).collect(),
            Self::Variant(step) => {
                let name = |it| variant::english::candidate(&step.state, it);
                step.deduction.placements.iter().copied().map(name).collect()
            }
        }
    }

    /// Returns the name and description of the constraint kind that it is based on, or `None` for
    /// other steps.
    pub fn meaning(&self) -> Option<String> {
        match self {
            Self::Classic(_) => None,
            Self::Variant(step) => variant::english::meaning(&step.state, &step.deduction),
        }
    }
}

impl Position {
    /// Explains why no technique applies, as a sentence that a space precedes. Returns an empty
    /// string for a classic puzzle.
    pub fn why_stuck(&self) -> String {
        let Self::Variant(position) = self else { return String::new() };
        let constraints = position.state.variant().constraints();
        let unused = unused_constraints(&position.state).into_iter();
        let mut unused: Vec<&str> = unused.map(|index| constraints[index].name()).collect();
        unused.dedup();
        match &unused[..] {
            [] => " The puzzle needs longer reasoning.".to_owned(),
            names => format!(" No technique uses {}.", names.join(", ")),
        }
    }
}

impl Hint {
    /// Renders the hint at this level of detail. Each line ends with a newline.
    pub fn text(&self, depth: Depth) -> String {
        match &self.found {
            Found::Problems(problems) => {
                let variant = self.position.variant_state();
                problems.iter().map(|it| english::problem(variant, it, depth) + "\n").collect()
            }
            Found::Solved => "The grid is complete and correct.\n".to_owned(),
            Found::Steps { stale, steps } => {
                let stale = stale.iter().map(|mark| english::stale(*mark) + "\n");
                stale.chain(steps.iter().map(|step| step.text(depth))).collect()
            }
            Found::Stuck { .. } => format!("No technique applies here.{}\n", self.position.why_stuck()),
        }
    }
}

impl fmt::Display for Hint {
    /// Writes the whole hint, with the reasons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(Depth::Why).trim_end())
    }
}

/// The mark of a candidate in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    Core,
    Extra,
    Support,
    On,
    Off,
    Eliminated,
    Placed,
}

impl Mark {
    /// Returns the mark of candidates with this role.
    pub(crate) const fn of(role: Role) -> Self {
        match role {
            Role::Core | Role::Common => Self::Core,
            Role::Extra | Role::Fin => Self::Extra,
            Role::Support | Role::Set(_) => Self::Support,
            Role::On => Self::On,
            Role::Off => Self::Off,
        }
    }
}

/// Returns the mark of each candidate. The effect takes precedence over the pattern.
fn marks(deduction: Option<&Deduction>) -> [Option<Mark>; 729] {
    let mut marks = [None; 729];
    let Some(deduction) = deduction else { return marks };
    let mut set = |candidate: &Candidate, mark| {
        let known = &mut marks[candidate.index()];
        *known = (*known).max(Some(mark));
    };
    for (role, candidate) in &deduction.pattern {
        set(candidate, Mark::of(*role));
    }
    deduction.eliminations.iter().for_each(|candidate| set(candidate, Mark::Eliminated));
    deduction.placements.iter().for_each(|candidate| set(candidate, Mark::Placed));
    marks
}

/// Returns the candidates of an empty cell, in ascending order of their digits.
fn candidates(state: &State, cell: usize) -> impl Iterator<Item = Candidate> {
    let mask = state.candidates(cell);
    (1..=9)
        .filter(move |digit| mask >> (digit - 1) & 1 == 1)
        .filter_map(move |digit| Candidate::new(cell, digit))
}
