//! Sue de Coq.
//!
//! # What it is
//! Two or three cells in the intersection of a box and a line have at least two more candidates
//! than cells. Add some cells from the rest of the line and some cells from the rest of the box, so
//! that no candidate of the intersection occurs in both of these groups, and so that all the cells
//! together have as many candidates as cells. A digit that occurs in both groups, but not in the
//! intersection, counts twice.
//!
//! # How to spot it
//! Look at the intersection of a box and a line with two or three empty cells that have four or five candidates. In
//! the rest of the line, look for a bivalue cell whose digits are among these candidates. In the rest of the box,
//! look for another one with different digits.
//!
//! # Why it holds
//! The cells of the intersection and of the line are in one house, so a digit that occurs only in these
//! cells can be in at most one of them. The same is true of the intersection and the box. As there are only
//! as many digits as cells, each digit occurs as often as it is counted. A digit of the line group can
//! therefore be eliminated from the rest of the line, and a digit of the box group from the rest of the box.
//!
//! # Nearest mistakes
//! The two additional cells must not share a digit of the intersection. Digits are eliminated from the line if they
//! belong to the line group, and from the box if they belong to the box group. Digits that occur only in the
//! intersection can be eliminated from both.
//!
//! # Example
//! If r1c1 and r1c2 have 1234, r1c5 has 12 and r2c3 has 34, then 1 and 2 can be eliminated from the
//! rest of row 1, and 3 and 4 from the rest of box 1.
//!
//! # Source
//! "Sue de Coq", *Two-Sector Disjoint Subsets*, players' forum, 2005; Bernhard Hobiger, HoDoKu 2.2 (the
//! order of the search).

use crate::grammar::houses;
use crate::model::tables::{HOUSE_SETS, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::notation::named_sets;
use crate::patterns::links::CROSSINGS;
use crate::patterns::parts::Part;
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (houses, sets) = (houses(&deduction.houses), named_sets(deduction));
    format!(
        "In {houses}, {sets} together have as many digits as cells, and each digit is confined to the line or to the box, \
         so the cells use up all of these digits."
    )
}

/// Reports patterns by line (rows, then columns) and box, then by intersection cells, line cells
/// and box cells.
pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut alongs: Vec<(Part, i8)> = Vec::new();
    // The groups in the box, indexed by the number of digits that they take from the intersection.
    let mut acrosses: [Vec<Part>; 8] = Default::default();
    for (line, box_idx) in CROSSINGS {
        if view.houses >> line & 1 == 0 && view.houses >> box_idx & 1 == 0 {
            continue;
        }
        let [line, box_idx] = [line as usize, box_idx as usize];
        let mut open = cells(HOUSE_SETS[line] & HOUSE_SETS[box_idx] & view.open);
        let (Some(first), Some(second)) = (open.next(), open.next()) else { continue };
        let third = open.next();
        let pair = |first, second| Some(Part::NONE.with(view.marks, first).with(view.marks, second));
        let crossings = [
            pair(first, second),
            third.and_then(|third| Some(pair(first, second)?.with(view.marks, third))),
            third.and_then(|third| pair(first, third)),
            third.and_then(|third| pair(second, third)),
        ];
        for crossing in crossings.into_iter().flatten() {
            if crossing.surplus < 2 {
                continue;
            }
            alongs.clear();
            beside(view, crossing, line, |part, taken| alongs.push((part, taken)));
            if alongs.is_empty() {
                continue;
            }
            acrosses.iter_mut().for_each(Vec::clear);
            beside(view, crossing, box_idx, |part, taken| acrosses[taken as usize].push(part));
            for (along, taken) in &alongs {
                for across in &acrosses[(crossing.surplus - taken) as usize] {
                    if across.set & along.set == 0 && across.digits & along.digits & crossing.digits == 0 {
                        report(view, [line, box_idx], crossing, *along, *across, visit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports the groups of cells in the rest of a house, with the number of digits that each takes from the
/// intersection. This is the number of its cells minus its digits outside the intersection. It must be
/// positive and less than the surplus of the intersection. A group is reported before the larger groups that
/// extend it by later cells.
fn beside(view: &View<'_>, crossing: Part, house: usize, mut visit: impl FnMut(Part, i8)) {
    let mut open = [(0, 0); 9];
    let mut count_open = 0;
    for cell in cells(HOUSE_SETS[house] & view.open & !crossing.set) {
        open[count_open] = (cell as u8, view.marks.cand[cell]);
        count_open += 1;
    }
    // A stack of the group's cells, as indices in `open`, each with the digits of the group up to
    // it.
    let (mut part, mut depth, mut next) = ([(0, 0); 9], 0, 0);
    loop {
        if next == count_open {
            // Replace the last cell of the group by the next one.
            if depth == 0 {
                return;
            }
            depth -= 1;
            next = part[depth].0 + 1;
            continue;
        }
        let digits = open[next].1 | if depth == 0 { 0 } else { part[depth - 1].1 };
        part[depth] = (next, digits);
        depth += 1;
        next += 1;
        let taken = depth as i8 - count(digits & !crossing.digits) as i8;
        if 0 < taken && taken < crossing.surplus && digits & crossing.digits != 0 {
            let members = part[..depth].iter().map(|(place, _)| open[*place].0.into());
            let whole = members.fold(Part::NONE, |whole, cell| whole.with(view.marks, cell));
            visit(whole, taken);
        }
    }
}

fn report(
    view: &View<'_>,
    [line, box_idx]: [usize; 2],
    crossing: Part,
    along: Part,
    across: Part,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let mut deduction = Deduction::new(Technique::SueDeCoq);
    deduction.houses.extend([line as u8, box_idx as u8]);
    for (number, part) in [crossing, along, across].into_iter().enumerate() {
        cells(part.set).for_each(|cell| deduction.mark(Role::Set(number as u8), cell, view.marks.cand[cell]));
    }
    let in_line = along.digits | crossing.digits & !across.digits;
    let in_box = across.digits | crossing.digits & !along.digits;
    for cell in cells((HOUSE_SETS[line] | HOUSE_SETS[box_idx]) & view.open & !crossing.set) {
        let mut eliminated = 0;
        if (HOUSE_SETS[line] & !along.set) >> cell & 1 == 1 {
            eliminated |= in_line;
        }
        if (HOUSE_SETS[box_idx] & !across.set) >> cell & 1 == 1 {
            eliminated |= in_box;
        }
        deduction.eliminate(cell, view.marks.cand[cell] & eliminated);
    }
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
