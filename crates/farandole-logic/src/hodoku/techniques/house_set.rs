//! Naked, hidden and locked sets and locked candidates, in the order in which HoDoKu finds them.
//!
//! # What it is
//! Naked set: n cells of a house with n digits between them. Hidden set: n digits with n places in a house. A naked
//! pair or triplet is locked when its cells share a box and a line and it excludes digits in both. Locked candidates: all places of a
//! digit in a box lie in one line (pointing), or all in a line lie in one box (claiming).
//!
//! # Why it holds
//! The cells of the set use up its digits, in every house that holds all of these cells. Of the places of a locked
//! digit one holds it, so no other cell of the second house does.
//!
//! # Example
//! If r1c1 and r1c2 can only be 1 or 2, no other cell of row 1 and none of box 1 is 1 or 2.
//!
//! # Source
//! Locked pairs and triplets as techniques of their own, order of the search: Bernhard Hobiger, HoDoKu 2.2.

use crate::model::tables::{CELLS, HOUSE_SETS, HOUSES, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Which naked sets to report.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naked {
    /// Those that exclude digits in a box and in a line.
    Locked,
    /// All others.
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

/// All sets of `size` of the given places, in lexicographic order; `visit` gets their mask.
pub(crate) fn choose(
    places: u16,
    size: usize,
    from: u16,
    visit: &mut impl FnMut(u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if size == 0 {
        return visit(from);
    }
    let mut rest = places;
    while rest.count_ones() as usize >= size {
        let low = rest & rest.wrapping_neg();
        rest &= !low;
        choose(rest, size - 1, from | low, visit)?;
    }
    ControlFlow::Continue(())
}

/// Those of the masks that have one to `most` ones.
fn fitting(of: &[u16; 9], most: usize) -> u16 {
    let fits = |number: &usize| (1..=most).contains(&count(of[*number]));
    (0..9).filter(fits).fold(0, |fit, number| fit | 1 << number)
}

/// All sets of `size` members of `fit` whose masks have exactly `size` ones between them, in lexicographic order; `visit`
/// gets the members and the ones.
fn choose_tight(
    of: &[u16; 9],
    fit: u16,
    size: usize,
    (from, ones): (u16, u16),
    visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let left = size - count(from);
    if left == 0 {
        return if count(ones) == size { visit(from, ones) } else { ControlFlow::Continue(()) };
    }
    let mut rest = fit;
    while count(rest) >= left {
        let member = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let together = ones | of[member];
        if count(together) <= size {
            choose_tight(of, rest, size, (from | 1 << member, together), visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Reports naked sets: boxes, rows, columns.
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
            let members = bits(places).fold(0_u128, |set, place| set | 1 << CELLS[house][place]);
            let second = (size < 4).then(|| second_house(house, members)).flatten();
            let victims = |house: usize| HOUSE_SETS[house] & !members;
            let bare = |set: u128| bits(digits).all(|digit| view.places[digit] & set == 0);
            let locked = second.is_some_and(|second| {
                // Something goes in the box, and something in the line outside the box.
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
            let mut gone = victims(house);
            if let Some(second) = second {
                if !bare(victims(second)) {
                    deduction.houses.push(second as u8);
                }
                gone |= victims(second);
            }
            cells(gone).for_each(|cell| deduction.eliminate(cell, view.marks.cand[cell] & digits));
            deduction.worthwhile().map_or(ControlFlow::Continue(()), &mut *visit)
        })?;
    }
    ControlFlow::Continue(())
}

/// Another house that holds all the cells.
fn second_house(house: usize, members: u128) -> Option<usize> {
    let first = members.trailing_zeros() as usize;
    HOUSES[first]
        .map(usize::from)
        .into_iter()
        .find(|other| *other != house && members & !HOUSE_SETS[*other] == 0)
}

/// Reports hidden sets: boxes, rows, columns.
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
            for place in bits(places) {
                let cell = CELLS[house][place] as usize;
                deduction.mark(Role::Core, cell, view.marks.cand[cell] & digits);
                deduction.eliminate(cell, view.marks.cand[cell] & !digits);
            }
            deduction.worthwhile().map_or(ControlFlow::Continue(()), &mut *visit)
        })?;
    }
    ControlFlow::Continue(())
}

/// Reports pointing, by box and digit.
pub(crate) fn pointing(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    locked(view, 18..27, Technique::Pointing, visit)
}

/// Reports claiming, by row, then column, and digit.
pub(crate) fn claiming(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    locked(view, 0..18, Technique::Claiming, visit)
}

fn locked(
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
            let gone = view.places[digit] & HOUSE_SETS[second] & !members;
            if gone != 0 {
                let mut deduction = Deduction::new(technique);
                deduction.houses.extend([house as u8, second as u8]);
                cells(members).for_each(|cell| deduction.mark(Role::Core, cell, 1 << digit));
                cells(gone).for_each(|cell| deduction.eliminate(cell, 1 << digit));
                visit(deduction)?;
            }
        }
    }
    ControlFlow::Continue(())
}
