//! Explanations of deductions: English sentences and text drawings. For pictures, see the crate
//! `farandole-draw`.

pub mod english;
#[cfg(feature = "serde")]
pub mod json;
pub mod text;
pub mod variant;

use crate::State;
use crate::model::{Candidate, Deduction, Role};

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
