//! Proofs of deductions, independent of technique code.
//!
//! The module answers two separate questions:
//!
//! - [`contradicts`]: does a deduction contradict a solution that the caller knows?
//! - [`prove`]: does the pattern that the deduction *names* entail its effect? The proof uses only
//!   the grid's candidates and the names in the deduction. It does not use tables or code of the
//!   techniques, not even those of houses and peers.
//!
//! A proof may use the following facts:
//!
//! - A digit occurs once in a house, and a cell has one digit.
//! - Some candidate of a cell, or of a digit in a house, is true. The deduction must name *all*
//!   remaining candidates of this cell or digit. If the deduction names any houses, it must name
//!   this house.
//! - Some extra candidate of a deadly pattern is true. The proof first performs the exchange that
//!   makes the pattern deadly.
//!
//! The effect must follow from these facts by exhaustion: the opposite is assumed, and every branch
//! ends in a contradiction. Chains are checked inference by inference instead, and their
//! assumptions must cover every case.
//!
//! ```
//! use farandole_logic::{State, se, verify};
//!
//! let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut state = State::from_line(line).expect("81 bytes without a clash");
//! for (_, deduction) in se::explain(&state, se::Budget::NONE).1 {
//!     assert_eq!(verify::prove(&state, &deduction), Ok(verify::Basis::Rules));
//!     state.apply(&deduction);
//! }
//! ```

mod chains;
mod clauses;
mod deadly;
mod flaw;
mod grid;

pub use flaw::{Basis, Flaw, WORK};

use crate::State;
use crate::model::{Candidate, Deduction, Role};
use grid::{Grid, with_role};

/// Returns the first claim of the deduction that a solution (81 digits, row-major) contradicts, or
/// `None`.
///
/// Techniques that assume a single solution are sound only if this is the only solution.
pub fn contradicts(deduction: &Deduction, solution: &[u8; 81]) -> Option<Candidate> {
    let holds = |candidate: &&Candidate| solution[candidate.cell()] == candidate.digit();
    let eliminated = deduction.eliminations.iter().find(holds);
    eliminated.or_else(|| deduction.placements.iter().find(|candidate| !holds(candidate))).copied()
}

/// Proves that the named pattern entails the whole effect of the deduction in this state.
///
/// Cost: a few microseconds for most deductions, and up to a few milliseconds for nested chains.
///
/// # Errors
/// Returns the first gap in the proof.
pub fn prove(state: &State, deduction: &Deduction) -> Result<Basis, Flaw> {
    Grid::new(state).prove(deduction)
}

impl Grid {
    fn prove(&self, deduction: &Deduction) -> Result<Basis, Flaw> {
        let named = deduction.pattern.iter().map(|(_, candidate)| candidate);
        let effect = deduction.eliminations.iter().chain(&deduction.placements);
        if effect.clone().next().is_none() {
            return Err(Flaw::Empty);
        }
        if let Some(absent) = named.chain(effect).find(|candidate| !self.has(**candidate)) {
            return Err(Flaw::Absent(*absent));
        }
        if !deduction.chains.is_empty() {
            return self.prove_chains(deduction).map(|()| Basis::Rules);
        }
        let mut clauses = self.named_clauses(deduction);
        let mut basis = Basis::Rules;
        let extra = with_role(deduction, Role::Extra);
        if deduction.technique.presumes_one_solution() && !extra.is_empty() {
            self.check_deadly(deduction)?;
            clauses.push(extra);
            basis = Basis::OneSolution;
        }
        clauses::exhaust(&clauses, deduction).map(|()| basis)
    }
}
