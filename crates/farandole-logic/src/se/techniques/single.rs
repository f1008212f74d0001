//! Singles: full house, hidden single, naked single.
//!
//! # What it is
//! A house in which a digit has one place left, or a cell with one digit left. The last empty cell of a house is both.
//!
//! # Why it holds
//! Every house holds every digit, and every cell holds one.
//!
//! # Example
//! In `12345678.` the last cell of the row must be 9.
//!
//! # Source
//! Order of the search (last cells first; boxes, columns, rows): Nicolas Juillerat, Sudoku Explainer 1.2.1.

use crate::model::Marks;
use crate::model::tables::{BOXES_COLS_ROWS, CELLS};
use crate::model::visit::Visit;
use crate::model::{Candidate, Deduction, Role, Technique};
use core::ops::ControlFlow;

/// Reports hidden singles: the last empty cells of houses first.
pub(crate) fn hidden(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    for alone in [true, false] {
        for house in BOXES_COLS_ROWS {
            if marks.empty[house] == 0 || (marks.empty[house] == 1) != alone {
                continue;
            }
            for digit in 0..9 {
                if marks.pos[house][digit].is_power_of_two() {
                    let cell = CELLS[house][marks.pos[house][digit].trailing_zeros() as usize] as usize;
                    let technique = match (alone, house >= 18) {
                        (true, _) => Technique::FullHouse,
                        (_, true) => Technique::HiddenSingleBox,
                        _ => Technique::HiddenSingleLine,
                    };
                    visit(placement(technique, cell, digit, Some(house)))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports naked singles, row-major.
pub(crate) fn naked(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    for cell in 0..81 {
        if marks.cand[cell].is_power_of_two() {
            let digit = marks.cand[cell].trailing_zeros() as usize;
            visit(placement(Technique::NakedSingle, cell, digit, None))?;
        }
    }
    ControlFlow::Continue(())
}

fn placement(technique: Technique, cell: usize, digit: usize, house: Option<usize>) -> Deduction {
    let mut deduction = Deduction::new(technique);
    deduction.pattern.push((Role::Core, Candidate::at(cell, digit)));
    deduction.houses.extend(house.map(|house| house as u8));
    deduction.placements.push(Candidate::at(cell, digit));
    deduction
}
