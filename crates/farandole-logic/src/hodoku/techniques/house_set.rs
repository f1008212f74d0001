//! Naked, hidden and locked sets and locked candidates, in the order in which HoDoKu finds them.
//!
//! # What it is
//! A naked set consists of n cells of a house with n candidates in total. A hidden set consists of
//! n digits that are confined to n cells of a house. A naked pair or triplet is locked if its cells
//! lie in both a box and a line: it eliminates candidates from both. If all candidates for a digit
//! in a box lie in one line, the digit can be eliminated from the rest of that line (pointing). If
//! all its candidates in a line lie in one box, the digit can be eliminated from the rest of that
//! box (claiming).
//!
//! # How to spot it
//! Look at the three cells that a box shares with a row or column. Two of them with the same two candidates are a
//! locked pair, and it can be used twice: in the line and in the box. Three of them with three candidates in total
//! are a locked triplet.
//!
//! # Why it holds
//! The cells of a naked set use up its digits in every house that contains all of these cells. Of
//! the candidates for a locked digit, one is true. It lies in both houses, so the digit cannot be
//! anywhere else in either of them.
//!
//! # Nearest mistakes
//! A locked pair eliminates from the rest of both houses, so do not stop after the first one. A pair that is only
//! in a box, in different rows and columns, is an ordinary naked pair.
//!
//! # Example
//! If r1c1 and r1c2 can only be 1 or 2, then 1 and 2 can be eliminated from the other cells of row
//! 1 and of box 1.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (locked pairs and triplets as separate techniques, and the order of the
//! search).

use crate::grammar::{core_cells, core_digits, houses};
use crate::model::tables::{CELLS, HOUSE_SETS, HOUSES, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::{choose_tight, fitting};
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (core, houses, digits) =
        (core_cells(deduction), houses(&deduction.houses), core_digits(deduction, "or"));
    format!(
        "{core} can only be {digits}. They use up these digits in {houses}, so no other cell there can hold one."
    )
}

/// The naked sets to report.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naked {
    /// Sets with eliminations in both a box and a line.
    Locked,
    /// All other sets.
    Plain,
}

const BOXES_ROWS_COLS: [usize; 27] = {
    let mut order = [0; 27];
    let mut i = 0;
    while i < 27 {
        order[i] = (i + 18) % 27;
        i += 1;
    }
    order
};

/// Reports naked sets in the order boxes, rows, columns.
pub(crate) fn naked(view: &View<'_>, size: usize, form: Naked, visit: Visitor<'_>) -> ControlFlow<()> {
    for house in BOXES_ROWS_COLS {
        if view.houses >> house & 1 == 0
            || view.marks.empty[house] as usize <= size
            || (form == Naked::Locked && house < 18)
        {
            continue;
        }
        let of = CELLS[house].map(|cell| view.marks.cand[cell as usize]);
        choose_tight(&of, fitting(&of, size), size, (0, 0), &mut |places, digits| {
            let members = bits(places).fold(0_u128, |set, position| set | 1 << CELLS[house][position]);
            let second = (size < 4).then(|| second_house(house, members)).flatten();
            let victims = |house: usize| HOUSE_SETS[house] & !members;
            let bare = |set: u128| bits(digits).all(|digit| view.places[digit] & set == 0);
            let locked = second.is_some_and(|second| {
                // A locked set has eliminations in the box, and in the line outside the box.
                let (line, box_idx) = (house.min(second), house.max(second));
                !bare(victims(box_idx)) && !bare(victims(line) & !HOUSE_SETS[box_idx])
            });
            if locked != (form == Naked::Locked) {
                return ControlFlow::Continue(());
            }
            let mut deduction = Deduction::new(match (size, locked) {
                (2, true) => Technique::LockedPair,
                (3, true) => Technique::LockedTriplet,
                (2, _) => Technique::NakedPair,
                (3, _) => Technique::NakedTriplet,
                _ => Technique::NakedQuad,
            });
            deduction.houses.push(house as u8);
            cells(members).for_each(|cell| deduction.mark(Role::Core, cell, view.marks.cand[cell]));
            let mut eliminated = victims(house);
            if let Some(second) = second {
                if !bare(victims(second)) {
                    deduction.houses.push(second as u8);
                }
                eliminated |= victims(second);
            }
            cells(eliminated).for_each(|cell| deduction.eliminate(cell, view.marks.cand[cell] & digits));
            deduction.if_effective().map_or(ControlFlow::Continue(()), &mut *visit)
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns another house that contains all the cells.
fn second_house(house: usize, members: u128) -> Option<usize> {
    let first = members.trailing_zeros() as usize;
    HOUSES[first]
        .map(usize::from)
        .into_iter()
        .find(|other| *other != house && members & !HOUSE_SETS[*other] == 0)
}

/// Reports hidden sets in the order boxes, rows, columns.
pub(crate) fn hidden(view: &View<'_>, size: usize, visit: Visitor<'_>) -> ControlFlow<()> {
    for house in BOXES_ROWS_COLS {
        if view.houses >> house & 1 == 0 || view.marks.empty[house] as usize <= size {
            continue;
        }
        let pos = &view.marks.pos[house];
        choose_tight(pos, fitting(pos, size), size, (0, 0), &mut |digits, places| {
            let mut deduction = Deduction::new(match size {
                2 => Technique::HiddenPair,
                3 => Technique::HiddenTriplet,
                _ => Technique::HiddenQuad,
            });
            deduction.houses.push(house as u8);
            for position in bits(places) {
                let cell = CELLS[house][position] as usize;
                deduction.mark(Role::Core, cell, view.marks.cand[cell] & digits);
                deduction.eliminate(cell, view.marks.cand[cell] & !digits);
            }
            deduction.if_effective().map_or(ControlFlow::Continue(()), &mut *visit)
        })?;
    }
    ControlFlow::Continue(())
}

/// Reports locked candidates by house and digit: pointing from boxes, claiming from rows, then columns.
pub(crate) fn locked(
    view: &View<'_>,
    houses: core::ops::Range<usize>,
    technique: Technique,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    for house in houses.filter(|house| view.houses >> house & 1 == 1) {
        for digit in 0..9 {
            if !(2..=3).contains(&count(view.marks.pos[house][digit])) {
                continue;
            }
            let members = view.places[digit] & HOUSE_SETS[house];
            let Some(second) = second_house(house, members) else { continue };
            let eliminated = view.places[digit] & HOUSE_SETS[second] & !members;
            if eliminated != 0 {
                let mut deduction = Deduction::new(technique);
                deduction.houses.extend([house as u8, second as u8]);
                cells(members).for_each(|cell| deduction.mark(Role::Core, cell, 1 << digit));
                cells(eliminated).for_each(|cell| deduction.eliminate(cell, 1 << digit));
                visit(deduction)?;
            }
        }
    }
    ControlFlow::Continue(())
}
