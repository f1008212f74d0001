//! Hidden pair, triplet and quad, and their direct forms.
//!
//! # What it is
//! Two (three, four) digits whose places in a house lie in as many cells. The direct form leaves another digit of the
//! house a single place at once.
//!
//! # Why it holds
//! Those digits fill those cells, so nothing else can stand there.
//!
//! # Example
//! If 1 and 2 can stand in row 1 only at r1c1 and r1c2, every other candidate of these two cells goes.
//!
//! # Source
//! Direct forms and order of the search: Nicolas Juillerat, Sudoku Explainer 1.2.1.

use super::Visit;
use super::locked::Form;
use crate::state::{ALL, Marks};
use crate::step::{Candidate, Deduction, Role, Technique};
use crate::tables::{BOXES_COLS_ROWS, CELLS, bits, count, tight_sets};
use core::ops::ControlFlow;

/// Digits of a house that fill as many places.
#[derive(Clone, Copy)]
pub(crate) struct HiddenSet {
    pub(crate) house: usize,
    pub(crate) digits: u16,
    pub(crate) places: u16,
}

/// Calls `visit` with every hidden set of this size that eliminates something.
pub(crate) fn scan(
    marks: &Marks,
    size: usize,
    form: Form,
    visit: &mut impl FnMut(HiddenSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in BOXES_COLS_ROWS {
        let empty = marks.empty[house] as usize;
        if empty <= size || (form == Form::Plain && empty <= 2 * size) {
            continue;
        }
        // Digits with two up to `size` places.
        let fit = (0..9).fold(0_u16, |fit, digit| {
            fit | u16::from((2..=size).contains(&count(marks.pos[house][digit]))) << digit
        });
        if count(fit) < size {
            continue;
        }
        tight_sets(&marks.pos[house], fit, size, &mut |digits, places| {
            if bits(places).any(|place| marks.cand[CELLS[house][place] as usize] & !digits != 0) {
                visit(HiddenSet { house, digits, places })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Reports hidden sets: boxes, columns, rows; digits in rising order of their masks.
pub(crate) fn find(marks: &Marks, size: usize, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
    scan(marks, size, form, &mut |set| {
        let single = bits(ALL & !set.digits).find_map(|digit| {
            let places = marks.pos[set.house][digit];
            let left = places & !set.places;
            (places.count_ones() > 1 && left.is_power_of_two())
                .then(|| Candidate::at(CELLS[set.house][left.trailing_zeros() as usize] as usize, digit))
        });
        if form == Form::Direct && single.is_none() {
            return ControlFlow::Continue(());
        }
        let mut deduction = Deduction::new(match (size, form) {
            (2, Form::Direct) => Technique::DirectHiddenPair,
            (_, Form::Direct) => Technique::DirectHiddenTriplet,
            (2, Form::Plain) => Technique::HiddenPair,
            (3, Form::Plain) => Technique::HiddenTriplet,
            (_, Form::Plain) => Technique::HiddenQuad,
        });
        deduction.houses.push(set.house as u8);
        for place in bits(set.places) {
            let cell = CELLS[set.house][place] as usize;
            deduction.mark(Role::Core, cell, marks.cand[cell] & set.digits);
            let others = marks.cand[cell] & !set.digits;
            match form {
                Form::Plain => deduction.eliminate(cell, others),
                // The direct form only places: the scale leaves the candidates it passes over where they are.
                Form::Direct => deduction.mark(Role::Off, cell, others),
            }
        }
        if form == Form::Direct {
            deduction.placements.extend(single);
        }
        visit(deduction)
    })
}
