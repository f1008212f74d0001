//! Proof of deductions without technique code.
//!
//! Two questions, answered apart from each other:
//!
//! - [`contradicts`]: does a deduction deny a solution that the caller knows?
//! - [`prove`]: does what the deduction *names* entail its effect? Nothing but the grid's candidates and the names in
//!   the deduction is looked at; tables and code of the techniques are not used, not even those of houses and peers.
//!
//! What a pattern may use: that a digit stands once in a house and a cell holds one digit; that some candidate of
//! a cell, or of a digit in a house, holds, where the deduction names *all* of them that the grid still has (and the
//! house, where it names houses at all); that not every extra candidate of a deadly pattern is false, after the exchange
//! that makes it deadly was carried out. From these the effect must follow by exhaustion: the opposite is assumed and
//! every way to go on ends in a contradiction. Chains are followed inference by inference instead, and their
//! assumptions must leave out no case.
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

/// The first claim of the deduction that a solution (81 digits, row-major) denies; `None` when it denies none.
///
/// Techniques that presuppose one solution hold only where that is the one.
pub fn contradicts(deduction: &Deduction, solution: &[u8; 81]) -> Option<Candidate> {
    let holds = |candidate: &&Candidate| solution[candidate.cell()] == candidate.digit();
    let eliminated = deduction.eliminations.iter().find(holds);
    eliminated.or_else(|| deduction.placements.iter().find(|candidate| !holds(candidate))).copied()
}

/// Whether what the deduction names entails its whole effect in this state.
///
/// Costs some microseconds for most deductions; nested chains up to some milliseconds.
///
/// # Errors
/// The first thing that is missing.
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
