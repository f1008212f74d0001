//! Guardians (broken wing).
//!
//! # What it is
//! An odd number of cells, five or more, form a loop for one digit. Each cell has the digit as a
//! candidate and shares a house with the next one. All other candidates for the digit in these houses
//! are the guardians.
//!
//! # How to spot it
//! Take one digit that has two places in many houses and three in a few. Try to close a loop of five cells, each in
//! a house with the next. Count the other places of the digit in the houses of the loop: if there is one, it is
//! true, and if there are a few near each other, look at what they all see.
//!
//! # Why it holds
//! Without the guardians, each house of the loop would have exactly two places for the digit, the
//! two cells of the loop. The cells would have to alternate between true and false around the loop,
//! which an odd number of cells cannot do. So one of the guardians is true, and a candidate that sees
//! all of them is false.
//!
//! # Nearest mistakes
//! The number of cells in the loop must be odd. Every candidate in the houses of the loop that is not in the loop
//! itself is a guardian, including those in a box.
//!
//! # Example
//! The cells r1c1, r1c5, r5c5, r5c2 and r3c2 form a loop for 4. Its houses are row 1, column 5, row 5,
//! column 2 and box 1. The only other candidate for 4 in these houses is in r1c8. Then r1c8 is 4.
//!
//! # Source
//! The players' forums, as "broken wing" and "guardians"; Andrew Stuart, sudokuwiki.org, "Guardians".

use crate::grammar::{cell_list, cells as cells_of, digits, houses, number};
use crate::model::tables::{HOUSE_BITS, HOUSE_SETS, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::grid::common_peers;
use crate::patterns::view::View;
use core::ops::ControlFlow;
use std::collections::HashSet;

/// Maximum number of cells. Longer loops are rare, and the search for them is slow.
const LONGEST: usize = 7;

/// Maximum number of guardians. More guardians hardly ever have a common peer.
const MOST_GUARDIANS: u32 = 4;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (core, guardians) = (cells_of(deduction, Role::Core), cells_of(deduction, Role::Fin));
    let digit = digits(deduction, Role::Core).first().copied().unwrap_or_default();
    let loop_ = format!(
        "{} form a loop of {} cells: each shares a house with the next ({}).",
        cell_list(&core),
        number(core.len()),
        houses(&deduction.houses)
    );
    let others = cell_list(&guardians);
    match guardians.len() {
        1 => format!(
            "{loop_} If {digit} were only in these cells, it would have to be in every second one, but their number is \
             odd. The only other place for {digit} in these houses is {others}, so it is there."
        ),
        _ => format!(
            "{loop_} If {digit} were only in these cells, it would have to be in every second one, but their number is \
             odd. So one of the other places in these houses, {others}, is {digit}. A cell that sees all of them \
             cannot be {digit}."
        ),
    }
}

/// A path of cells that may become a loop.
struct Loop {
    path: Vec<usize>,
    houses: Vec<usize>,
    guardians: u128,
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in crate::model::tables::bits(view.digits) {
        let mut known = HashSet::new();
        for start in cells(view.places[digit]) {
            let mut path = Loop { path: vec![start], houses: Vec::new(), guardians: 0 };
            extend(view, digit, &mut path, &mut known, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Extends the path through each house of its last cell that it has not used. The first cell is the
/// lowest of the loop.
fn extend(
    view: &View<'_>,
    digit: usize,
    path: &mut Loop,
    known: &mut HashSet<(u128, u128)>,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let (start, last) = (path.path[0], path.path[path.path.len() - 1]);
    let on_path = path.path.iter().fold(0_u128, |set, cell| set | 1 << cell);
    for house in (0..27).filter(|house| HOUSE_BITS[last] >> house & 1 == 1) {
        if path.houses.contains(&house) {
            continue;
        }
        let all = view.places[digit] & HOUSE_SETS[house];
        for next in cells(all & !(1 << last)).filter(|next| *next >= start) {
            let closes = next == start && path.path.len() >= 5 && path.path.len() % 2 == 1;
            if !closes && (on_path >> next & 1 == 1 || path.path.len() == LONGEST) {
                continue;
            }
            let guardians = path.guardians | all & !(1 << last) & !(1 << next);
            if guardians.count_ones() > MOST_GUARDIANS
                || guardians.count_ones() > 1 && common_peers(guardians) & view.places[digit] == 0
            {
                continue;
            }
            let before = core::mem::replace(&mut path.guardians, guardians);
            path.houses.push(house);
            if closes {
                report(view, digit, path, known, visit)?;
            } else {
                path.path.push(next);
                extend(view, digit, path, known, visit)?;
                path.path.pop();
            }
            path.houses.pop();
            path.guardians = before;
        }
    }
    ControlFlow::Continue(())
}

fn report(
    view: &View<'_>,
    digit: usize,
    path: &Loop,
    known: &mut HashSet<(u128, u128)>,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let on_path = path.path.iter().fold(0_u128, |set, cell| set | 1 << cell);
    // If a cell of the loop is also a guardian of another house, the loop could be shortened.
    if path.guardians == 0 || path.guardians & on_path != 0 || !known.insert((on_path, path.guardians)) {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(Technique::Guardian);
    path.path.iter().for_each(|cell| deduction.mark(Role::Core, *cell, 1 << digit));
    cells(path.guardians).for_each(|cell| deduction.mark(Role::Fin, cell, 1 << digit));
    deduction.houses = path.houses.iter().map(|house| *house as u8).collect();
    deduction.size = path.path.len() as u32;
    if path.guardians.count_ones() == 1 {
        let cell = path.guardians.trailing_zeros() as usize;
        deduction.placements.push(crate::model::Candidate::at(cell, digit));
    } else {
        let seen = common_peers(path.guardians) & view.places[digit];
        cells(seen).for_each(|cell| deduction.eliminate(cell, 1 << digit));
    }
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
