//! Templates of one digit.
//!
//! # What it is
//! A template is a way to place a digit nine times, once in every house, on cells that hold it or may hold it.
//!
//! # Why it holds
//! The solution uses one of the templates. A cell that all have holds the digit; a candidate that none has is false.
//!
//! # Example
//! If every way to place the sixes that are left uses r4c5, then r4c5 is 6.
//!
//! # Source
//! Template set and delete as techniques: Bernhard Hobiger, HoDoKu 2.2.

use super::Visitor;
use super::view::View;
use crate::step::{Candidate, Deduction, Role, Technique};
use crate::tables::{HOUSE_SETS, cells};
use core::ops::ControlFlow;

/// Reports by digit: all cells to set, or all candidates to delete, at once.
pub(crate) fn find(view: &View<'_>, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in 0..9 {
        let (mut all, mut any) = (!0, 0);
        grow(view.places[digit], digit_rows(view, digit), 0, &mut all, &mut any);
        if any == 0 {
            continue;
        }
        let mut deduction = Deduction::new(technique);
        cells(view.places[digit]).for_each(|cell| deduction.mark(Role::Core, cell, 1 << digit));
        if technique == Technique::TemplateSet {
            deduction.placements.extend(cells(all).map(|cell| Candidate::at(cell, digit)));
        } else {
            cells(view.places[digit] & !any).for_each(|cell| deduction.eliminate(cell, 1 << digit));
        }
        if let Some(deduction) = deduction.worthwhile() {
            visit(deduction)?;
        }
    }
    ControlFlow::Continue(())
}

/// The rows in which the digit is not placed yet.
fn digit_rows(view: &View<'_>, digit: usize) -> u16 {
    (0..9).filter(|row| view.marks.pos[*row][digit] != 0).fold(0, |rows, row| rows | 1 << row)
}

/// Goes through the templates row by row; `all` and `any` gather the cells that all and any of them use.
fn grow(places: u128, rows: u16, chosen: u128, all: &mut u128, any: &mut u128) {
    if rows == 0 {
        *all &= chosen;
        *any |= chosen;
        return;
    }
    let row = rows.trailing_zeros() as usize;
    for cell in cells(places & HOUSE_SETS[row]) {
        grow(places & !crate::tables::PEER_SETS[cell], rows & (rows - 1), chosen | 1 << cell, all, any);
    }
}
