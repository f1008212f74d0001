//! The difficulties and explanations of the kinds of chains.

use super::super::difficulty::{Tenths, surcharge};
use crate::grammar::{assumed, assumed_cell, cell_list, effect, nth_house, of_cell};
use crate::model::{Candidate, Deduction};

/// Returns the base difficulty of a kind plus the surcharges for nesting and length.
pub(crate) fn tenths(base: Tenths, deduction: &Deduction) -> Tenths {
    base + 5 * Tenths::from(deduction.extra) + surcharge(deduction.size)
}

pub(crate) fn why_cycle(deduction: &Deduction) -> String {
    let mut loop_cells: Vec<u8> = Vec::new();
    for inference in deduction.chains.first().into_iter().flatten() {
        let cell = inference.assertion.candidate.cell() as u8;
        if loop_cells.last() != Some(&cell) && !loop_cells.contains(&cell) {
            loop_cells.push(cell);
        }
    }
    format!(
        "The links between {} form a closed loop, which can be filled in two ways. In both, exactly one end of each \
         weak link is true, so {}.",
        cell_list(&loop_cells),
        effect(deduction)
    )
}

/// Returns no text, because the lines of the chain are the whole reason.
pub(crate) const fn why_contradiction(_: &Deduction) -> String {
    String::new()
}

pub(crate) fn why_double(deduction: &Deduction) -> String {
    assumed(deduction).map_or_else(String::new, |candidate| {
        format!("Whether {} is {} or not, {}.", of_cell(candidate), candidate.digit(), effect(deduction))
    })
}

pub(crate) fn why_cell(deduction: &Deduction) -> String {
    format!("Whichever digit {} holds, {}.", assumed_cell(deduction), effect(deduction))
}

pub(crate) fn why_region(deduction: &Deduction) -> String {
    let digit = assumed(deduction).map_or(0, Candidate::digit);
    format!("Wherever {digit} goes in {}, {}.", nth_house(deduction, 0), effect(deduction))
}
