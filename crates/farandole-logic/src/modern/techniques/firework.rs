//! Triple firework.
//!
//! # What it is
//! A row and a column cross in a cell. A digit is a firework there if, outside the box of that cell,
//! it has at most one candidate in the row and at most one in the column. The cells of these two
//! candidates are its ends. In a triple firework, three digits are fireworks with the same crossing
//! cell and the same two ends.
//!
//! # How to spot it
//! Choose a crossing cell and look at its row outside its box: note the digits with at most one place there. Do the
//! same for its column. Three digits that are in both lists, with the same two cells at the ends, form the pattern.
//! Nearly filled lines are the best ones to start with.
//!
//! # Why it holds
//! If such a digit is in neither end, both the row and the column must have it inside the box. The
//! box holds the digit only once, so the digit is in the crossing cell. Each of the three digits is
//! therefore in one of the three cells, and no other digit has room there.
//!
//! # Nearest mistakes
//! The places inside the box do not count: the digits may have any number of places there. All three digits need
//! the same two ends.
//!
//! # Example
//! In row 1, the digits 1, 2 and 3 are candidates only in box 1 and in r1c7; in column 1, only in
//! box 1 and in r8c1. Then r1c1, r1c7 and r8c1 hold 1, 2 and 3, and lose all other candidates.
//!
//! # Source
//! shye, *Fireworks*, players' forum, 2021; Andrew Stuart, sudokuwiki.org, "Fireworks".

use crate::grammar::{cell, cells as cells_of, core_digits, house};
use crate::model::tables::{HOUSE_SETS, HOUSES, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::subsets;
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let [center, row_end, col_end] = cells_of(deduction, Role::Core)[..] else { return String::new() };
    let [row, col, box_idx] = HOUSES[usize::from(center)];
    let (center, row_end, col_end) = (cell(center), cell(row_end), cell(col_end));
    format!(
        "In {}, {} can be only in {} and {row_end}; in {}, only in {2} and {col_end}. A digit that is in neither \
         {row_end} nor {col_end} must be in {center}, where the row and the column cross. So {center}, {row_end} and \
         {col_end} hold {1}, one each.",
        house(row),
        core_digits(deduction, "and"),
        house(box_idx),
        house(col),
    )
}

/// Returns the candidates for a digit in a line outside a box, as a set of at most one cell.
/// Returns `None` if there are several, or if the line has no candidates for the digit.
fn end(view: &View<'_>, digit: usize, line: u8, box_idx: u8) -> Option<u128> {
    let all = view.places[digit] & HOUSE_SETS[line as usize];
    let outside = all & !HOUSE_SETS[box_idx as usize];
    (all != 0 && outside.count_ones() <= 1).then_some(outside)
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for center in cells(view.open) {
        let [row, col, box_idx] = HOUSES[center];
        let of = |digit| Some((digit, end(view, digit, row, box_idx)?, end(view, digit, col, box_idx)?));
        let fireworks: Vec<(usize, u128, u128)> = (0..9).filter_map(of).collect();
        for chosen in subsets(3, fireworks.len()) {
            let three = bits(chosen).map(|place| fireworks[place]);
            let (digits, row_end, col_end) = three
                .fold((0, 0, 0), |(digits, rows, cols), (digit, row, col)| {
                    (digits | 1_u16 << digit, rows | row, cols | col)
                });
            if row_end.count_ones() == 1 && col_end.count_ones() == 1 {
                report(view, (center, row_end, col_end), digits, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(
    view: &View<'_>,
    (center, row_end, col_end): (usize, u128, u128),
    digits: u16,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let [row, col, _] = HOUSES[center];
    let three = 1 << center | row_end | col_end;
    let mut deduction = Deduction::new(Technique::TripleFirework);
    deduction.houses = vec![row, col];
    for cell in [center, row_end.trailing_zeros() as usize, col_end.trailing_zeros() as usize] {
        deduction.mark(Role::Core, cell, view.marks.cand[cell] & digits);
        deduction.eliminate(cell, view.marks.cand[cell] & !digits);
    }
    for cell in cells((HOUSE_SETS[row as usize] | HOUSE_SETS[col as usize]) & view.open & !three) {
        deduction.mark(Role::Support, cell, view.marks.cand[cell] & digits);
    }
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
