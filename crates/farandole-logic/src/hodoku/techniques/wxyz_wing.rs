//! WXYZ-wing.
//!
//! # What it is
//! The pattern consists of a cell, the hinge, and three cells that it sees. Together they have only
//! four candidates. For three of these digits, all cells of the pattern that have the digit as a
//! candidate see each other. For the fourth digit, z, they do not.
//!
//! # How to spot it
//! Start with a cell of three or four candidates, and collect bivalue cells that it sees and that use only its
//! digits and at most one more. Four cells with four digits in total are enough. Then check which of the digits has
//! places that do not all see each other. There must be exactly one.
//!
//! # Why it holds
//! Each of the three digits can be in only one cell of the pattern. There are four cells, so at
//! least one of them holds z.
//!
//! # Nearest mistakes
//! Only the digit whose places do not all see each other can be eliminated. If the places of all four digits see
//! each other, each digit is in exactly one of the cells. The eliminated candidate must see every z of the pattern.
//!
//! # Example
//! The hinge r1c1 has the candidates 1, 2 and 3. The other cells are r1c2 with 1 and 4, r1c3 with 2
//! and 4, and r5c1 with 3 and 4. Then 4 can be eliminated from any cell that sees r1c2, r1c3 and
//! r5c1.
//!
//! # Source
//! The players' forums named the technique after the XYZ-wing. It is on neither scale. It is an
//! ALS-XZ of a bivalue cell and a set of three cells, or of two sets of two cells.

use crate::grammar::{cell_list, cells as cells_of, eliminated_cells, eliminated_digit};
use crate::model::tables::{HOUSE_SETS, PEER_SETS, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::grid::common_peers;
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (digit, out) = (eliminated_digit(deduction), eliminated_cells(deduction));
    let all = [Role::Core, Role::Support].map(|role| cells_of(deduction, role)).concat();
    format!(
        "{} have four digits between them. The places there of each digit but {digit} see each other, so it can come only \
         once. So one of these cells is {digit}, and {} {} all their {digit}s.",
        cell_list(&all),
        cell_list(&out),
        if out.len() == 1 { "sees" } else { "see" }
    )
}

/// Reports wings by hinge, then by the other cells, in row-major order. Each pattern is reported
/// once.
pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut known: Vec<(u128, usize)> = Vec::new();
    for hinge in cells(view.open) {
        let near = PEER_SETS[hinge] & view.open;
        grow(view, near, 1 << hinge, view.marks.cand[hinge], &mut |set, digits| {
            for z in bits(digits) {
                if !known.contains(&(set, z)) {
                    known.push((set, z));
                    report(view, hinge, set, (digits, z), visit)?;
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with the sets of four cells that extend this set and have four digits.
fn grow(
    view: &View<'_>,
    mut from: u128,
    set: u128,
    digits: u16,
    visit: &mut dyn FnMut(u128, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if count(digits) > 4 {
        return ControlFlow::Continue(());
    }
    if set.count_ones() == 4 {
        return if count(digits) == 4 { visit(set, digits) } else { ControlFlow::Continue(()) };
    }
    while from != 0 {
        let cell = from.trailing_zeros() as usize;
        from &= from - 1;
        grow(view, from, set | 1 << cell, digits | view.marks.cand[cell], visit)?;
    }
    ControlFlow::Continue(())
}

fn report(
    view: &View<'_>,
    hinge: usize,
    set: u128,
    (digits, z): (u16, usize),
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let restricted = |digit: usize| {
        let places = view.places[digit] & set;
        cells(places).all(|cell| places & !PEER_SETS[cell] & !(1 << cell) == 0)
    };
    // Four cells of a house with four digits are a naked quad.
    let in_house = HOUSE_SETS.iter().any(|house| set & !house == 0);
    if in_house || restricted(z) || !bits(digits & !(1 << z)).all(restricted) {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(Technique::WxyzWing);
    deduction.mark(Role::Core, hinge, view.marks.cand[hinge]);
    for cell in cells(set & !(1 << hinge)) {
        deduction.mark(Role::Support, cell, view.marks.cand[cell]);
    }
    let eliminated = common_peers(view.places[z] & set) & view.places[z] & !set;
    cells(eliminated).for_each(|cell| deduction.eliminate(cell, 1 << z));
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
