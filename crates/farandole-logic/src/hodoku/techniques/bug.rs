//! BUG + 1, the only form of the bivalue universal grave that HoDoKu uses.
//!
//! It is type 1 of Sudoku Explainer, whose file contains its name and explanation.

use crate::model::tables::{HOUSES, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Reports BUG + 1: one cell has three candidates, every other open cell has two, and one digit has
/// three candidates in its houses.
pub(crate) fn bug_plus_one(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let rest = view.open & !view.bivalue;
    let cell = rest.trailing_zeros() as usize;
    if rest.count_ones() != 1 || view.marks.cand[cell].count_ones() != 3 {
        return ControlFlow::Continue(());
    }
    let fits = |digit: usize| {
        (0..27).all(|house| {
            let expected =
                |other: usize| 2 + u32::from(other == digit && HOUSES[cell].contains(&(house as u8)));
            (0..9).all(|other| {
                let count = view.marks.pos[house][other].count_ones();
                count == 0 || count == expected(other)
            })
        })
    };
    let Some(digit) = bits(view.marks.cand[cell]).find(|digit| fits(*digit)) else {
        return ControlFlow::Continue(());
    };
    let mut deduction = Deduction::new(Technique::Bug1);
    for other in cells(view.bivalue) {
        deduction.mark(Role::Core, other, view.marks.cand[other]);
    }
    deduction.mark(Role::Core, cell, view.marks.cand[cell] & !(1 << digit));
    deduction.mark(Role::Extra, cell, 1 << digit);
    deduction.eliminate(cell, view.marks.cand[cell] & !(1 << digit));
    visit(deduction)
}
