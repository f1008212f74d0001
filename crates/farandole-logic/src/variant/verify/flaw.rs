//! Reasons why a deduction is not proved, and the test whether it names a cell.

use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use crate::variant::step::Deduction;
use core::fmt;
use farandole_puzzle::Cell;

/// Maximum number of checks of constraints, or of choices, in the proof of one claim.
pub const WORK: u64 = 2_000_000;

/// The reason why a deduction is not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// The deduction has no effect.
    Empty,
    /// The deduction names a candidate, house or constraint that does not exist in the grid.
    Absent,
    /// The named pattern does not entail this claim.
    Open(Candidate),
    /// The proof of this claim was stopped after [`WORK`] checks.
    TooLong(Candidate),
    /// A step of the trial is not proved. Holds its index and the reason.
    Step(usize, Box<Self>),
    /// The trial does not end in the stated contradiction.
    NoContradiction,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |it: &Candidate| it.cell.index();
        match self {
            Self::Empty => f.write_str("the deduction has no effect"),
            Self::Absent => {
                f.write_str("the deduction names a candidate, house or constraint that does not exist")
            }
            Self::Open(claim) => {
                write!(f, "the named pattern does not entail {} in cell {}", claim.value, place(claim))
            }
            Self::TooLong(claim) => {
                write!(f, "the proof of {} in cell {} exceeded {WORK} checks", claim.value, place(claim))
            }
            Self::Step(step, flaw) => write!(f, "step {step} of the trial: {flaw}"),
            Self::NoContradiction => f.write_str("the trial does not end in the stated contradiction"),
        }
    }
}

impl core::error::Error for Flaw {}

/// Returns true if the deduction names all candidates of a cell, or if the cell is placed.
pub(super) fn is_named(state: &State, deduction: &Deduction, cell: Cell) -> bool {
    let names = |it: Candidate| deduction.pattern.iter().any(|(_, named)| *named == it);
    state.is_placed(cell) || state.candidates_of(cell).all(names)
}

/// Returns true if the deduction eliminates every other candidate of the cell of `claim`, and at least one.
pub(super) fn is_last(state: &State, deduction: &Deduction, claim: Candidate) -> bool {
    let is_out = |it: Candidate| it == claim || deduction.eliminations.contains(&it);
    deduction.eliminations.iter().any(|it| it.cell == claim.cell)
        && state.candidates_of(claim.cell).all(is_out)
}

/// Returns true if the candidates, houses and constraints of a deduction exist in the grid.
pub(super) fn exists(state: &State, deduction: &Deduction) -> bool {
    let claims = deduction.eliminations.iter().chain(&deduction.placements);
    let variant = state.variant();
    let mut named = deduction.pattern.iter().map(|(_, candidate)| candidate).chain(claims);
    named.all(|it| it.cell.index() < variant.cell_count() && state.has(*it))
        && deduction.houses.iter().all(|house| *house < variant.houses().len())
        && deduction.constraints.iter().all(|number| *number < variant.constraints().len())
}

/// The reason why a proof is incomplete.
pub(super) enum Gap {
    Open,
    Spent,
}

impl Gap {
    /// Converts the gap to the flaw of a deduction.
    pub(super) const fn flaw(&self, claim: Candidate) -> Flaw {
        match self {
            Self::Open => Flaw::Open(claim),
            Self::Spent => Flaw::TooLong(claim),
        }
    }
}
