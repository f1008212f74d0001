//! Proofs from sets of equal values.

use super::flaw::{Flaw, is_last, is_named};
use crate::variant::equal::part;
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;

/// Proves a deduction from the cells in which two groups of houses differ. A cell whose other candidates it eliminates
/// may be placed.
pub(super) fn by_equal_sets(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let part = part(state, &deduction.houses).ok_or(Flaw::Absent)?;
    if let Some(claim) = deduction.placements.iter().find(|claim| !is_last(state, deduction, **claim)) {
        return Err(Flaw::Open(*claim));
    }
    let all = state.variant().board().values().all();
    for claim in &deduction.eliminations {
        let mask = |cell: &Cell| {
            if *cell == claim.cell {
                return state.bit(claim.value);
            }
            let left = if is_named(state, deduction, *cell) { state.candidates(*cell) } else { all };
            left & !(state.sees(*cell, claim.cell) & state.bit(claim.value))
        };
        let masks: Vec<u16> = part.cells().iter().map(mask).collect();
        match part.is_refuted(state, &masks, &mut { work }) {
            Some(true) => {}
            Some(false) => return Err(Flaw::Open(*claim)),
            None => return Err(Flaw::TooLong(*claim)),
        }
    }
    Ok(())
}
