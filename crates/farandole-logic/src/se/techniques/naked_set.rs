//! Naked pair, triplet and quad.
//!
//! # What it is
//! Two (three, four) cells of a house that have as many digits between them.
//!
//! # Why it holds
//! Those cells use up those digits, so no other cell of the house holds one of them.
//!
//! # Example
//! If r1c1 and r1c2 can only be 1 or 2, no other cell of row 1 is 1 or 2.
//!
//! # Source
//! Order of the search: Nicolas Juillerat, Sudoku Explainer 1.2.1.

use crate::model::Marks;
use crate::model::tables::{BOXES_COLS_ROWS, CELLS, bits, count, tight_sets};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use core::ops::ControlFlow;

/// Cells of a house with as many digits.
#[derive(Clone, Copy)]
pub(crate) struct NakedSet {
    pub(crate) house: usize,
    pub(crate) digits: u16,
    pub(crate) places: u16,
}

/// Calls `visit` with every naked set of this size that eliminates something.
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
        let fit =
            (0..9).fold(0_u16, |fit, place| fit | u16::from((2..=size).contains(&count(of[place]))) << place);
        if count(fit) < size {
            continue;
        }
        tight_sets(&of, fit, size, &mut |places, digits| {
            if bits(digits).any(|digit| marks.pos[house][digit] & !places != 0) {
                visit(NakedSet { house, digits, places })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Reports naked sets: boxes, columns, rows; places in rising order of their masks.
pub(crate) fn find(marks: &Marks, size: usize, visit: &mut impl Visit) -> ControlFlow<()> {
    scan(marks, size, &mut |set| {
        let mut deduction = Deduction::new(match size {
            2 => Technique::NakedPair,
            3 => Technique::NakedTriplet,
            _ => Technique::NakedQuad,
        });
        deduction.houses.push(set.house as u8);
        for (place, cell) in CELLS[set.house].iter().enumerate() {
            let common = marks.cand[*cell as usize] & set.digits;
            if set.places >> place & 1 == 1 {
                deduction.mark(Role::Core, *cell as usize, common);
            } else {
                deduction.eliminate(*cell as usize, common);
            }
        }
        visit(deduction)
    })
}
