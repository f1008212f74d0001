//! VWXYZ-wing.
//!
//! # What it is
//! Five cells of a box and a line that crosses it have only five candidates between them. For four of
//! these digits, all cells of the pattern that have the digit as a candidate see each other. For the
//! fifth digit, z, they do not.
//!
//! # How to spot it
//! Look at a box and a line that crosses it. Collect cells of the two that have few candidates, and count the
//! digits: five cells with five digits form the pattern. Then find the digit whose places lie in both parts and do
//! not all see each other. Search for WXYZ-wings first, because they are smaller.
//!
//! # Why it holds
//! Each of the four digits can be in only one cell of the pattern. There are five cells, so at least
//! one of them holds z. A cell that sees every z of the pattern cannot be z.
//!
//! # Nearest mistakes
//! Exactly one digit may have places that do not see each other. The cell that loses z must see all places of z in
//! the pattern.
//!
//! # Example
//! In row 1, r1c1 has the candidates 1 and 2, and r1c2 has 2 and 3. In box 3, r1c7 has 1 and 3, r2c8
//! has 4 and 5, and r3c9 has 3, 4 and 5. Only 3 has places that do not see each other, so one of
//! r1c2, r1c7 and r3c9 is 3. Then r1c8 and r1c9, which see all three, cannot be 3.
//!
//! # Source
//! The players' forums, after the WXYZ-wing; Andrew Stuart, sudokuwiki.org, "WXYZ-Wing" (the extension to
//! more cells). The technique is on neither scale. The cells of the line and of the box form two almost
//! locked sets, so ALS-XZ covers most of these wings.

use crate::grammar::{core_cells, core_digits, eliminated_digit};
use crate::model::tables::{HOUSE_SETS, PEER_SETS, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::grid::common_peers;
use crate::patterns::view::View;
use core::ops::ControlFlow;
use std::collections::HashSet;

/// Number of cells, and of digits.
const SIZE: usize = 5;

pub(crate) fn why(deduction: &Deduction) -> String {
    let digit = eliminated_digit(deduction);
    format!(
        "{} have only the five candidates {}. All of these except {digit} can occur only once there, so one of the five \
         cells is {digit}. A cell that sees every {digit} of the wing cannot be {digit}.",
        core_cells(deduction),
        core_digits(deduction, "and"),
    )
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut known: HashSet<u128> = HashSet::new();
    for box_set in &HOUSE_SETS[18..] {
        for line in HOUSE_SETS[..18].iter().filter(|line| **line & box_set != 0) {
            let from = (box_set | line) & view.open;
            grow(view, from, (0, 0), &mut |set, digits| {
                let is_bent = set & !box_set != 0 && set & !line != 0;
                if is_bent && known.insert(set) {
                    report(view, set, digits, visit)
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with every set of [`SIZE`] cells that extends this one by cells in `from` and has as many
/// digits.
fn grow(
    view: &View<'_>,
    mut from: u128,
    (set, digits): (u128, u16),
    visit: &mut dyn FnMut(u128, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let size = set.count_ones() as usize;
    if size == SIZE {
        return if count(digits) == SIZE { visit(set, digits) } else { ControlFlow::Continue(()) };
    }
    while from.count_ones() as usize >= SIZE - size {
        let cell = from.trailing_zeros() as usize;
        from &= from - 1;
        let more = digits | view.marks.cand[cell];
        if count(more) <= SIZE {
            grow(view, from, (set | 1 << cell, more), visit)?;
        }
    }
    ControlFlow::Continue(())
}

fn report(view: &View<'_>, set: u128, digits: u16, visit: Visitor<'_>) -> ControlFlow<()> {
    let is_free = |digit: &usize| {
        let places = view.places[*digit] & set;
        cells(places).any(|cell| places & !PEER_SETS[cell] & !(1 << cell) != 0)
    };
    let mut free = bits(digits).filter(is_free);
    let (Some(z), None) = (free.next(), free.next()) else { return ControlFlow::Continue(()) };
    let mut deduction = Deduction::new(Technique::VwxyzWing);
    cells(set).for_each(|cell| deduction.mark(Role::Core, cell, view.marks.cand[cell]));
    let eliminated = common_peers(view.places[z] & set) & view.places[z] & !set;
    cells(eliminated).for_each(|cell| deduction.eliminate(cell, 1 << z));
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
