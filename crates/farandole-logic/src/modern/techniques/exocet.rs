//! Junior exocet.
//!
//! # What it is
//! The base consists of two cells of a box in one line, which together have three or four candidates.
//! The two targets are in the other two boxes of the same band, one in each, outside the base line. The
//! cross lines are the lines through the targets and through the third cell of the base line in the
//! base box. In the band, the cross lines have base digits only in the targets and in the base box.
//! Outside the band, each base digit's candidates in the three cross lines can be covered by two lines.
//!
//! # How to spot it
//! Look in a band for two cells of a box in one line with three or four candidates in total: the base. In the other
//! two boxes, look for cells outside the base line that have these candidates, while the other cells of their
//! columns in this band have none of them. Check the cross lines last, because this takes the longest.
//!
//! # Why it holds
//! A digit that is true in the base is in none of the other cells of its box and line. Each of the
//! three cross lines contains the digit. Outside the band, two lines cover its candidates, so at most
//! two of the cross lines can contain it there. The third one contains it inside the band, so it is in
//! a target. The two true base digits therefore fill the two targets, and every other candidate there
//! is false. A base digit that is in neither target is false in the base.
//!
//! # Nearest mistakes
//! Every base digit must be covered by two lines outside the band. If a digit needs three, the targets need not
//! hold the base digits. A target may have other candidates, and these are the first ones to be eliminated.
//!
//! # Example
//! The base is r1c1 and r1c2, with the candidates 1, 2 and 3; the targets are r2c5 and r3c8. The cross
//! lines are columns 3, 5 and 8. In rows 4 to 9 of these columns, 1 is only in rows 4 and 7, 2 only in
//! rows 5 and 7, and 3 only in rows 6 and 8. Then r2c5 and r3c8 are each 1, 2 or 3.
//!
//! # Source
//! Champagne and David P. Bird, *JExocet compendium*, players' forum, 2013.

use crate::grammar::{cell, cell_list, cells as cells_of, digit_list, digits, houses};
use crate::model::tables::{HOUSE_SETS, HOUSES, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let targets = cells_of(deduction, Role::Set(1));
    let base = cells_of(deduction, Role::Set(0));
    let all = digits(deduction, Role::Set(0));
    let [one, other] = targets[..] else { return String::new() };
    format!(
        "The base cells {} hold two of {}. A digit that is in the base is nowhere else in the box and the line of the \
         base. In {}, at most two cells outside the band can hold it. So it is in {} or {}, and these two cells hold the \
         two digits of the base.",
        cell_list(&base),
        digit_list(&all, "and"),
        houses(&deduction.houses),
        cell(one),
        cell(other),
    )
}

/// An exocet, with its cross lines as house numbers.
struct Exocet {
    base: [usize; 2],
    targets: [usize; 2],
    cross: [usize; 3],
    digits: u16,
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for base_line in 0..18 {
        for box_place in 0..3 {
            let by_row = base_line < 9;
            let line = base_line % 9;
            let at =
                move |line: usize, place: usize| if by_row { 9 * line + place } else { 9 * place + line };
            for third in 0..3 {
                let pair = [(third + 1) % 3, (third + 2) % 3].map(|place| at(line, 3 * box_place + place));
                let digits = pair.iter().fold(0, |mask, cell| mask | view.marks.cand[*cell]);
                if pair.iter().any(|cell| view.open >> cell & 1 == 0) || !(3..=4).contains(&count(digits)) {
                    continue;
                }
                let cross_base = if by_row { 9 } else { 0 };
                let first = cross_base + 3 * box_place + third;
                let of_box = |other: usize| {
                    let lines = (3 * (line / 3)..3 * (line / 3) + 3).filter(move |it| *it != line);
                    let places = 3 * ((box_place + other) % 3)..3 * ((box_place + other) % 3) + 3;
                    places.flat_map(move |place| lines.clone().map(move |line| (place, at(line, place))))
                };
                for (place_1, target_1) in of_box(1) {
                    for (place_2, target_2) in of_box(2) {
                        let cross = [first, cross_base + place_1, cross_base + place_2];
                        let exocet = Exocet { base: pair, targets: [target_1, target_2], cross, digits };
                        report(view, &exocet, base_line, visit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cells of the band, or stack, of a line.
fn band_of(line: usize) -> u128 {
    let first = line / 3 * 3;
    (first..first + 3).fold(0, |set, line| set | HOUSE_SETS[line])
}

/// Returns true if two lines contain all these cells.
fn is_covered(places: u128) -> bool {
    let mut rest = places;
    // One of the lines contains the first cell.
    if rest == 0 {
        return true;
    }
    let first = rest.trailing_zeros() as usize;
    HOUSES[first][..2].iter().any(|house| {
        rest = places & !HOUSE_SETS[*house as usize];
        rest == 0
            || HOUSES[rest.trailing_zeros() as usize][..2]
                .iter()
                .any(|other| rest & !HOUSE_SETS[*other as usize] == 0)
    })
}

fn report(view: &View<'_>, exocet: &Exocet, base_line: usize, visit: Visitor<'_>) -> ControlFlow<()> {
    let Exocet { base, targets, cross, digits } = *exocet;
    let cand = &view.marks.cand;
    let band = band_of(base_line);
    let lines = cross.iter().fold(0_u128, |set, line| set | HOUSE_SETS[*line]);
    let target_set = targets.iter().fold(0_u128, |set, cell| set | 1 << cell);
    let base_box = HOUSE_SETS[HOUSES[base[0]][2] as usize];
    let closed = band & lines & !target_set & !HOUSE_SETS[base_line] & !base_box;
    let fits = targets.iter().all(|cell| cand[*cell] & digits != 0)
        && bits(digits)
            .all(|digit| view.places[digit] & closed == 0 && is_covered(view.places[digit] & lines & !band));
    // Base digits already placed in a cross line are not candidates there.
    let is_placed = |digit: usize| cross.iter().any(|line| view.places[digit] & HOUSE_SETS[*line] == 0);
    if !fits || bits(digits).any(is_placed) {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(Technique::JuniorExocet);
    base.iter().for_each(|cell| deduction.mark(Role::Set(0), *cell, cand[*cell]));
    for cell in targets {
        deduction.mark(Role::Set(1), cell, cand[cell] & digits);
        deduction.eliminate(cell, cand[cell] & !digits);
    }
    let in_targets = targets.iter().fold(0, |mask, cell| mask | cand[*cell]);
    base.iter().for_each(|cell| deduction.eliminate(*cell, cand[*cell] & !in_targets));
    for cell in cells(lines & view.open & !target_set) {
        deduction.mark(Role::Support, cell, cand[cell] & digits);
    }
    deduction.houses = cross.iter().map(|house| *house as u8).collect();
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
