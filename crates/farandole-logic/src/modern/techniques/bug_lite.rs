//! BUG-lite.
//!
//! # What it is
//! Each cell of a group has two candidates, except one cell that also has extra candidates. In every house,
//! each digit occurs in exactly two cells of the group or in none.
//!
//! # How to spot it
//! Look for a group of bivalue cells in a few lines in which each digit occurs exactly twice in each house. Start
//! with two cells with the same pair in one box, and follow each of the digits to another pair of cells. The group
//! closes when every digit has its second place.
//!
//! # Why it holds
//! Without the extra candidates, a solution of the group uses each digit once in each house in which it
//! occurs. If every cell of the group switched to its other digit, each house would still contain the same
//! digits, so the puzzle would have a second solution. If it has only one, the cell with the extra
//! candidates holds neither of its two digits.
//!
//! # Nearest mistakes
//! Every house must have each digit of the group twice or not at all. This includes the boxes, which are easy to
//! forget. The technique presumes exactly one solution.
//!
//! # Example
//! The cells r1c1 and r2c1 have the candidates 1 and 2, r1c4 and r2c4 have 2 and 3, and r1c7 and r2c7
//! have 3 and 1. If r2c7 also has 8, it is not 1 or 3.
//!
//! # Source
//! The players' forums, as "BUG-lite" and "multivalue universal grave"; it is a bivalue universal
//! grave (BUG) within a part of the grid. With only two digits, it is a unique rectangle or loop.

use crate::grammar::{cell, cell_list, cells as cells_of, digit_list, extra_candidates};
use crate::model::tables::{HOUSE_BITS, HOUSE_SETS, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;
use std::collections::HashSet;

/// Maximum number of cells. Larger groups are rare, and the search for them is slow.
const LARGEST: usize = 8;

pub(crate) fn why(deduction: &Deduction) -> String {
    let Some(with_extra) = cells_of(deduction, Role::Extra).first().copied() else { return String::new() };
    let own: Vec<u8> = deduction.eliminations.iter().map(|it| it.digit()).collect();
    format!(
        "Without {}, each of the cells {} would have two candidates, and each of their digits would be in two of them in \
         every row, column and box. All these cells could switch to their other digit, and the puzzle would have a second \
         solution. So {} is not {}.",
        extra_candidates(deduction),
        cell_list(&cells_of(deduction, Role::Core)),
        cell(with_extra),
        digit_list(&own, "or")
    )
}

/// The cells of a group so far, each with its pair of digits.
struct Group {
    pairs: Vec<(usize, u16)>,
    set: u128,
    /// For each house, the digits that occur once (`once`), and those that occur twice (`twice`).
    once: [u16; 27],
    twice: [u16; 27],
}

impl Group {
    /// Adds a cell. Returns false if a digit would occur three times in a house.
    fn add(&mut self, cell: usize, pair: u16) -> bool {
        let mut fits = true;
        for house in (0..27).filter(|house| HOUSE_BITS[cell] >> house & 1 == 1) {
            fits &= self.twice[house] & pair == 0;
            self.twice[house] |= self.once[house] & pair;
            self.once[house] ^= pair;
        }
        self.pairs.push((cell, pair));
        self.set |= 1 << cell;
        fits
    }

    /// Returns a house and a digit that occurs only once in it.
    fn single(&self) -> Option<(usize, usize)> {
        let house = (0..27).find(|house| self.once[*house] & !self.twice[*house] != 0)?;
        Some((house, (self.once[house] & !self.twice[house]).trailing_zeros() as usize))
    }
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut known = HashSet::new();
    for start in cells(view.open & !view.bivalue) {
        let cand = view.marks.cand[start];
        for one in bits(cand) {
            for other in bits(cand).filter(|other| *other > one) {
                let pair = 1 << one | 1 << other;
                let mut group = Group { pairs: Vec::new(), set: 0, once: [0; 27], twice: [0; 27] };
                group.add(start, pair);
                grow(view, &group, &mut known, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Adds bivalue cells until every digit occurs twice or not at all in each house.
fn grow(
    view: &View<'_>,
    group: &Group,
    known: &mut HashSet<(usize, u128)>,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let Some((house, digit)) = group.single() else { return report(view, group, known, visit) };
    if group.pairs.len() == LARGEST {
        return ControlFlow::Continue(());
    }
    for cell in cells(HOUSE_SETS[house] & view.bivalue & view.places[digit] & !group.set) {
        let mut larger =
            Group { pairs: group.pairs.clone(), set: group.set, once: group.once, twice: group.twice };
        if larger.add(cell, view.marks.cand[cell]) {
            grow(view, &larger, known, visit)?;
        }
    }
    ControlFlow::Continue(())
}

fn report(
    view: &View<'_>,
    group: &Group,
    known: &mut HashSet<(usize, u128)>,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let (start, pair) = group.pairs[0];
    let digits = group.pairs.iter().fold(0, |mask, (_, pair)| mask | pair);
    if count(digits) < 3 || !known.insert((start, group.set)) {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(Technique::BugLite);
    for (cell, pair) in &group.pairs {
        deduction.mark(Role::Core, *cell, *pair);
    }
    deduction.mark(Role::Extra, start, view.marks.cand[start] & !pair);
    deduction.eliminate(start, pair);
    deduction.size = group.pairs.len() as u32;
    visit(deduction)
}
