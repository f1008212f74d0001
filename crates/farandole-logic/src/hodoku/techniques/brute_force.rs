//! Brute force: takes a digit from the solution if no technique is left.

use crate::model::{Candidate, Deduction, State, Technique};

pub(crate) fn why(_: &Deduction) -> String {
    "No technique is left; the digit is taken from the solution.".to_owned()
}

/// Returns the digit of the solution in the middle empty cell.
pub(crate) fn guess(state: &State, solution: &[u8; 81]) -> Option<Deduction> {
    let open: Vec<usize> = (0..81).filter(|cell| state.digits[*cell] == 0).collect();
    let cell = *open.get(open.len().saturating_sub(1) / 2)?;
    let digit = (solution[cell] as usize).checked_sub(1).filter(|digit| state.marks.has(cell, *digit))?;
    let mut deduction = Deduction::new(Technique::BruteForce);
    deduction.placements.push(Candidate::at(cell, digit));
    Some(deduction)
}
