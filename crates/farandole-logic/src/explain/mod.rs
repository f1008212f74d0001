//! Deductions for people: sentences, drawings for a terminal. Pictures: the crate `farandole-draw`.

pub mod english;
#[cfg(feature = "serde")]
pub mod json;
pub mod text;
pub mod variant;

use crate::State;
use crate::model::{Candidate, Deduction, Role};

/// What a drawing shows of a candidate.
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
    /// What is shown of a candidate with this role.
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

/// What the deduction makes of each candidate; its effect comes before its pattern.
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

/// The candidates of an empty cell, in rising order of their digits.
fn candidates(state: &State, cell: usize) -> impl Iterator<Item = Candidate> {
    let mask = state.candidates(cell);
    (1..=9)
        .filter(move |digit| mask >> (digit - 1) & 1 == 1)
        .filter_map(move |digit| Candidate::new(cell, digit))
}
