//! Proof of deductions without technique code.
//!
//! [`contradicts`] compares a deduction with solutions that the caller knows: the strongest test there is, since every
//! elimination must be false and every placement true in each of them.

use crate::step::{Candidate, Deduction};

/// The first claim of the deduction that a solution (81 digits, row-major) denies; `None` when it denies none.
///
/// Techniques that presuppose one solution hold only where that is the one.
pub fn contradicts(deduction: &Deduction, solution: &[u8; 81]) -> Option<Candidate> {
    let holds = |candidate: &&Candidate| solution[candidate.cell()] == candidate.digit();
    let eliminated = deduction.eliminations.iter().find(holds);
    eliminated.or_else(|| deduction.placements.iter().find(|candidate| !holds(candidate))).copied()
}
