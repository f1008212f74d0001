//! Explanations of steps, hints and deductions: English sentences and text drawings. For pictures,
//! see the crate `farandole-draw`.

mod branches;
pub mod english;
pub mod hints;
#[cfg(feature = "serde")]
pub mod json;
mod place;
pub mod text;
mod texts;
pub mod variant;
pub mod verdict;

use crate::State;
use crate::model::{Candidate, Role};
use std::collections::BTreeMap;

/// The mark of a candidate in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    Core,
    Extra,
    Support,
    /// A candidate of the set or color with this number.
    Set(u8),
    On,
    Off,
    Eliminated,
    Placed,
}

impl Mark {
    pub(crate) const fn of(role: Role) -> Self {
        match role {
            Role::Core | Role::Common => Self::Core,
            Role::Extra | Role::Fin => Self::Extra,
            Role::Support => Self::Support,
            Role::Set(number) => Self::Set(number),
            Role::On => Self::On,
            Role::Off => Self::Off,
        }
    }
}

/// Returns the mark of each candidate. The effect takes precedence over the pattern.
fn marks<C: Ord + Copy>(pattern: &[(Role, C)], eliminations: &[C], placements: &[C]) -> BTreeMap<C, Mark> {
    let pattern = pattern.iter().map(|(role, it)| (*it, Mark::of(*role)));
    let eliminated = eliminations.iter().map(|it| (*it, Mark::Eliminated));
    let placed = placements.iter().map(|it| (*it, Mark::Placed));
    let mut marks = BTreeMap::new();
    for (candidate, mark) in pattern.chain(eliminated).chain(placed) {
        let known = marks.entry(candidate).or_insert(mark);
        *known = mark.max(*known);
    }
    marks
}

/// Returns the candidates of an empty cell, in ascending order of their digits.
fn candidates(state: &State, cell: usize) -> impl Iterator<Item = Candidate> {
    let mask = state.candidates(cell);
    (1..=9)
        .filter(move |digit| mask >> (digit - 1) & 1 == 1)
        .filter_map(move |digit| Candidate::new(cell, digit))
}
