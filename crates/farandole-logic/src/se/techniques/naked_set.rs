//! Naked pair, triplet and quad.
//!
//! # What it is
//! Two cells of a house have only two candidates between them: this is a naked pair. A naked
//! triplet has three cells with three candidates in total, and a naked quad has four of each. A
//! cell does not need to contain all of the candidates.
//!
//! # How to spot it
//! Look for cells with two candidates, and for a second cell with the same two in the same house. For a triplet,
//! start with a cell with two or three candidates and add cells whose candidates add at most one new digit. Cells
//! with three different pairs, such as 12, 23 and 13, are easy to miss.
//!
//! # Why it holds
//! The cells need all of these digits, so no other cell of the house can hold one of them.
//!
//! # Nearest mistakes
//! All cells of the set must lie in one house. Two cells with 12 and 13 are no pair, because they have three
//! candidates. If the cells lie in a box and a line, the digits can be eliminated from both.
//!
//! # Example
//! If r1c1 and r1c2 can only be 1 or 2, then 1 and 2 can be eliminated from the other cells of row
//! 1.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the order of the search).

use crate::grammar::{core_cells, core_digits, nth_house};
use crate::model::Marks;
use crate::model::tables::{BOXES_COLS_ROWS, CELLS, bits, count};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::tight_sets;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (house, core, digits) =
        (nth_house(deduction, 0), core_cells(deduction), core_digits(deduction, "or"));
    format!(
        "{core} can only be {digits}. They use up these digits in {house}, so no other cell there can hold one."
    )
}

/// Cells of a house that have as many digits as there are cells, in total.
#[derive(Clone, Copy)]
pub(crate) struct NakedSet {
    pub(crate) house: usize,
    pub(crate) digits: u16,
    pub(crate) positions: u16,
}

/// Calls `visit` with every naked set of this size that has an elimination.
pub(crate) fn scan(
    marks: &Marks,
    size: usize,
    visit: &mut impl FnMut(NakedSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in BOXES_COLS_ROWS {
        if (marks.empty[house] as usize) < 2 * size {
            continue;
        }
        let of = CELLS[house].map(|cell| marks.cand[cell as usize]);
        let fit = (0..9).fold(0_u16, |fit, position| {
            fit | u16::from((2..=size).contains(&count(of[position]))) << position
        });
        if count(fit) < size {
            continue;
        }
        tight_sets(&of, fit, size, &mut |positions, digits| {
            if bits(digits).any(|digit| marks.pos[house][digit] & !positions != 0) {
                visit(NakedSet { house, digits, positions })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Reports naked sets by house (boxes, columns, rows), then by ascending mask of their positions.
pub(crate) fn find(marks: &Marks, size: usize, visit: &mut impl Visit) -> ControlFlow<()> {
    scan(marks, size, &mut |set| {
        let mut deduction = Deduction::new(match size {
            2 => Technique::NakedPair,
            3 => Technique::NakedTriplet,
            _ => Technique::NakedQuad,
        });
        deduction.houses.push(set.house as u8);
        for (position, cell) in CELLS[set.house].iter().enumerate() {
            let common = marks.cand[*cell as usize] & set.digits;
            if set.positions >> position & 1 == 1 {
                deduction.mark(Role::Core, *cell as usize, common);
            } else {
                deduction.eliminate(*cell as usize, common);
            }
        }
        visit(deduction)
    })
}
