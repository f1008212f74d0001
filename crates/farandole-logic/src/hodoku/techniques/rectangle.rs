//! Deadly rectangles: uniqueness tests 1 to 6, hidden and avoidable rectangles, BUG+1.
//!
//! # What it is
//! Four cells, none of them a given, lie at the intersections of two rows and two columns, in two
//! boxes. They would hold only two digits, x and y, if it were not for a few other candidates. Each
//! test describes where these candidates are.
//!
//! # How to spot it
//! Look for pairs of cells with the same two candidates in one line, and check the cells that complete a rectangle
//! in two boxes. In the avoidable form, look at rectangles in which you have placed two or three digits yourself.
//! For a hidden rectangle, look for strong links of one of the two digits in the row and the column of the corner
//! opposite to a bivalue cell.
//!
//! # Why it holds
//! If the four cells held only x and y, the two digits could change places without affecting any
//! other cell, and the puzzle would have a second solution. If the puzzle has exactly one solution,
//! something must prevent the pattern. A conclusion is true if it follows from each of the possible
//! ways to prevent the pattern. BUG+1 applies the same argument to the whole grid.
//!
//! # Nearest mistakes
//! All four cells must be in two boxes, and none of them may be a given. For avoidable rectangles, the placed
//! digits must be your own and not givens. The technique presumes exactly one solution.
//!
//! # Example
//! r1c1, r1c5 and r2c1 have only the candidates 1 and 2. Then r2c5 is neither 1 nor 2.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the numbers of the tests, rectangles with missing candidates, the
//! order of the search).

use crate::grammar::{
    self, cell, cell_list, core_cells, core_digits, digit_list, effect, eliminated_cells, eliminated_digit,
    house, houses, join, nth_house, of_cell,
};
use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::rectangles::Rectangle;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// The consequence of a deadly rectangle.
pub(super) const TWO_SOLUTIONS: &str =
    "the two digits could be swapped in the four cells, and the puzzle would have two solutions";

/// Names the corners without extra candidates, and their two digits.
fn plain_corners(deduction: &Deduction) -> String {
    let extra = grammar::cells(deduction, Role::Extra);
    let others = grammar::cells(deduction, Role::Core).into_iter().filter(|cell| !extra.contains(cell));
    format!("{} can only be {}", join(others.map(cell), "and"), core_digits(deduction, "or"))
}

/// States that one of the extra candidates is true: `So r1c4 is 9.`
fn one_extra(deduction: &Deduction) -> String {
    let extra = deduction.pattern.iter().filter(|(role, _)| *role == Role::Extra);
    let extra: Vec<Candidate> = extra.map(|(_, it)| *it).collect();
    if let [only] = extra[..] {
        return format!("So {} is {}.", of_cell(only), only.digit());
    }
    let all = extra.iter().map(|it| format!("{} in {}", it.digit(), of_cell(*it)));
    format!("So at least one of these holds: {}.", join(all, "or"))
}

/// Explains that one of these corners holds the digit, which cells outside see.
pub(super) fn same_extra(deduction: &Deduction, corners: &[u8]) -> String {
    let (digit, out) = (eliminated_digit(deduction), eliminated_cells(deduction));
    let none = match corners {
        [one, other] => format!("neither {} nor {}", cell(*one), cell(*other)),
        corners => format!("none of {}", cell_list(corners)),
    };
    format!(
        "If {none} were {digit}, {} would hold only {}: {TWO_SOLUTIONS}. So one of {} is {digit}, and {} {} {}.",
        core_cells(deduction),
        core_digits(deduction, "and"),
        cell_list(corners),
        cell_list(&out),
        if out.len() == 1 { "sees" } else { "see" },
        if corners.len() == 2 { "both" } else { "all of them" },
    )
}

/// Explains test 1.
pub(crate) fn why_first(deduction: &Deduction) -> String {
    let corner = grammar::cells(deduction, Role::Extra);
    let others = grammar::cells(deduction, Role::Core).into_iter().filter(|cell| !corner.contains(cell));
    let (others, corner, pair) =
        (join(others.map(cell), "and"), cell_list(&corner), core_digits(deduction, "or"));
    format!(
        "{others} can only be {pair}. If {corner} were {pair} too, {TWO_SOLUTIONS}. So {}.",
        effect(deduction)
    )
}

/// Explains tests 2 and 5.
pub(crate) fn why_same(deduction: &Deduction) -> String {
    let corners = grammar::cells(deduction, Role::Extra);
    let mut all = grammar::digits(deduction, Role::Core);
    all.extend(grammar::digits(deduction, Role::Extra));
    all.sort_unstable();
    format!(
        "{}, and {} only {}. {}",
        plain_corners(deduction),
        cell_list(&corners),
        digit_list(&all, "or"),
        same_extra(deduction, &corners)
    )
}

/// Explains test 3.
pub(crate) fn why_set(deduction: &Deduction) -> String {
    let corners = cell_list(&grammar::cells(deduction, Role::Extra));
    let set = cell_list(&grammar::cells(deduction, Role::Support));
    format!(
        "{}. If {corners} were {} too, {TWO_SOLUTIONS}. {} So {corners} act as one cell with {} there, and together with {set} \
         they use up these digits in {}.",
        plain_corners(deduction),
        core_digits(deduction, "or"),
        one_extra(deduction),
        digit_list(&grammar::digits(deduction, Role::Extra), "or"),
        nth_house(deduction, 0)
    )
}

/// Explains test 4.
pub(crate) fn why_locked(deduction: &Deduction) -> String {
    let out = eliminated_digit(deduction);
    let (corners, pair) = (grammar::cells(deduction, Role::Extra), grammar::digits(deduction, Role::Core));
    let kept = pair.iter().find(|digit| **digit != out).copied().unwrap_or_default();
    format!(
        "{}, and in {}, {kept} can only go in {}. If the other of these two cells were {out}, {} would all be {}: \
         {TWO_SOLUTIONS}. So neither is {out}.",
        plain_corners(deduction),
        nth_house(deduction, 0),
        join(corners.iter().map(|it| cell(*it)), "or"),
        core_cells(deduction),
        digit_list(&pair, "or"),
    )
}

/// Explains test 6.
pub(crate) fn why_across(deduction: &Deduction) -> String {
    let digit = eliminated_digit(deduction);
    let corners = grammar::cells(deduction, Role::Extra);
    let core = grammar::cells(deduction, Role::Core);
    let others: Vec<u8> = core.into_iter().filter(|cell| !corners.contains(cell)).collect();
    let pair = grammar::digits(deduction, Role::Core);
    let other = pair.iter().find(|it| **it != digit).copied().unwrap_or_default();
    format!(
        "In {}, {digit} can only go in {}. If one of {corners} were {digit}, both would be, and {} would be \
         {other}: {TWO_SOLUTIONS}. So neither is {digit}.",
        houses(&deduction.houses),
        core_cells(deduction),
        cell_list(&others),
        corners = cell_list(&corners)
    )
}

pub(crate) fn why_hidden(deduction: &Deduction) -> String {
    let Some(out) = deduction.eliminations.first().copied() else { return String::new() };
    let target = out.cell() as u8;
    let (core, pair) = (grammar::cells(deduction, Role::Core), grammar::digits(deduction, Role::Core));
    let kept = pair.iter().find(|digit| **digit != out.digit()).copied().unwrap_or_default();
    let in_line = |it: &&u8| **it / 9 == target / 9 || **it % 9 == target % 9;
    // The other place of the kept digit in a line of the target.
    let side = |line: &u8| {
        let mut sides = core.iter().filter(in_line).filter(|it| **it != target);
        let place = sides.find(|it| HOUSES[usize::from(**it)].contains(line)).copied().unwrap_or_default();
        format!("the {kept} of {} would be in {}", house(*line), cell(place))
    };
    let corner = core.iter().find(|it| !in_line(it)).copied().unwrap_or_default();
    format!(
        "If {at} were {out}, {}, so {} ({}) would be {out}: {TWO_SOLUTIONS}. So {at} is not {out}.",
        join(deduction.houses.iter().map(side), "and"),
        cell(corner),
        digit_list(&pair, "or"),
        at = cell(target),
        out = out.digit(),
    )
}

impl Rectangle {
    fn start(&self, view: &View<'_>, technique: Technique) -> Deduction {
        let mut deduction = Deduction::new(technique);
        for cell in self.corners {
            let own = view.marks.cand[cell];
            deduction.mark(Role::Core, cell, own & self.pair);
            deduction.mark(Role::Extra, cell, own & !self.pair);
        }
        deduction
    }
}

pub(crate) fn find(view: &View<'_>, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
    view.rectangles().iter().try_for_each(|rectangle| {
        let rectangle = *rectangle;
        let cand = &view.marks.cand;
        let pair = rectangle.pair;
        let extra = rectangle.corners.iter().filter(|cell| cand[**cell] & !pair != 0);
        let extra: u128 = extra.fold(0, |set, cell| set | 1 << cell);
        match technique {
            Technique::Uniqueness1 => first(view, rectangle, extra, visit),
            Technique::Uniqueness2 | Technique::Uniqueness5 => {
                same_digit(view, rectangle, extra, technique, visit)
            }
            Technique::Uniqueness3 => naked_set(view, rectangle, extra, visit),
            Technique::Uniqueness4 => locked(view, rectangle, extra, visit),
            Technique::Uniqueness6 => across(view, rectangle, extra, visit),
            _ => hidden(view, rectangle, extra, visit),
        }
    })
}

/// Test 1: three corners have no extra candidates, so the fourth is neither of the two digits.
fn first(view: &View<'_>, rectangle: Rectangle, extra: u128, visit: Visitor<'_>) -> ControlFlow<()> {
    if extra.count_ones() != 1 {
        return ControlFlow::Continue(());
    }
    let mut deduction = rectangle.start(view, Technique::Uniqueness1);
    let cell = extra.trailing_zeros() as usize;
    deduction.eliminate(cell, view.marks.cand[cell] & rectangle.pair);
    visit(deduction)
}

/// Returns true if the cells share a row or column.
fn in_line(set: u128) -> bool {
    let [row, col, _] = HOUSES[set.trailing_zeros() as usize].map(usize::from);
    set & !HOUSE_SETS[row] == 0 || set & !HOUSE_SETS[col] == 0
}

/// Finds corners that all have the same extra candidate. The extra candidate is true in one of
/// them.
fn same_digit(
    view: &View<'_>,
    rectangle: Rectangle,
    extra: u128,
    technique: Technique,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let other = cells(extra).fold(0, |mask, cell| mask | view.marks.cand[cell]) & !rectangle.pair;
    let side = extra.count_ones() == 2 && in_line(extra);
    if other.count_ones() != 1 || extra.count_ones() < 2 || side != (technique == Technique::Uniqueness2) {
        return ControlFlow::Continue(());
    }
    let seen = cells(extra).fold(!0, |seen, cell| seen & PEER_SETS[cell]);
    let mut deduction = rectangle.start(view, technique);
    cells(seen & view.places[other.trailing_zeros() as usize])
        .for_each(|cell| deduction.eliminate(cell, other));
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}

/// Test 3: the extra candidates of two corners of a house form a naked set with other cells of the
/// house.
fn naked_set(view: &View<'_>, rectangle: Rectangle, extra: u128, visit: Visitor<'_>) -> ControlFlow<()> {
    let cand = &view.marks.cand;
    if extra.count_ones() < 2 {
        return ControlFlow::Continue(());
    }
    let other = cells(extra).fold(0, |mask, cell| mask | cand[cell]) & !rectangle.pair;
    for (house, members) in HOUSE_SETS.iter().enumerate() {
        if extra & !members != 0 {
            continue;
        }
        // The cells of the house without the digits of the rectangle.
        let fit = members & view.open & !rectangle.set();
        let fit: Vec<usize> = cells(fit).filter(|cell| cand[*cell] & rectangle.pair == 0).collect();
        subsets(&fit, cand, other, 0, &mut |set, digits| {
            let members = set | extra;
            let [row, col, box_idx] = HOUSES[members.trailing_zeros() as usize].map(usize::from);
            let mut eliminated = 0;
            for other in [row, col, box_idx] {
                if members & !HOUSE_SETS[other] == 0 {
                    eliminated |= HOUSE_SETS[other];
                }
            }
            let mut deduction = rectangle.start(view, Technique::Uniqueness3);
            cells(eliminated & !members & !rectangle.set() & view.open)
                .for_each(|cell| deduction.eliminate(cell, cand[cell] & digits));
            deduction.houses.push(house as u8);
            deduction.extra = set.count_ones() as u8 + 1;
            cells(set).for_each(|cell| deduction.mark(Role::Support, cell, cand[cell]));
            deduction.if_effective().map_or(ControlFlow::Continue(()), &mut *visit)
        })?;
    }
    ControlFlow::Continue(())
}

/// Enumerates sets of n cells that have n + 1 digits together with `digits`.
fn subsets(
    fit: &[usize],
    cand: &[u16; 81],
    digits: u16,
    set: u128,
    visit: &mut dyn FnMut(u128, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (number, cell) in fit.iter().enumerate() {
        let (set, digits) = (set | 1 << cell, digits | cand[*cell]);
        if digits.count_ones() == set.count_ones() + 1 {
            visit(set, digits)?;
        }
        subsets(&fit[number + 1..], cand, digits, set, visit)?;
    }
    ControlFlow::Continue(())
}

/// Test 4: one of the two digits is confined to the two corners with extra candidates in a house,
/// so the other digit is in neither corner.
fn locked(view: &View<'_>, rectangle: Rectangle, extra: u128, visit: Visitor<'_>) -> ControlFlow<()> {
    if extra.count_ones() != 2 || !in_line(extra) {
        return ControlFlow::Continue(());
    }
    for kept in bits(rectangle.pair) {
        let eliminated = rectangle.pair & !(1 << kept);
        for (house, members) in HOUSE_SETS.iter().enumerate() {
            let only = view.places[kept] & members;
            if extra & !members == 0 && only & !extra == 0 && only != 0 {
                let mut deduction = rectangle.start(view, Technique::Uniqueness4);
                deduction.houses.push(house as u8);
                cells(extra).for_each(|cell| deduction.eliminate(cell, view.marks.cand[cell] & eliminated));
                if let Some(deduction) = deduction.if_effective() {
                    visit(deduction)?;
                    break;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Test 6: two opposite corners have extra candidates, and one of the two digits is confined to the
/// rectangle in both rows or both columns.
fn across(view: &View<'_>, rectangle: Rectangle, extra: u128, visit: Visitor<'_>) -> ControlFlow<()> {
    if extra.count_ones() != 2 || in_line(extra) {
        return ControlFlow::Continue(());
    }
    let set = rectangle.set();
    for digit in bits(rectangle.pair) {
        for kind in 0..2 {
            let lines = cells(set).fold(0, |lines, cell| lines | HOUSE_SETS[HOUSES[cell][kind] as usize]);
            let mut houses: Vec<u8> = rectangle.corners.iter().map(|cell| HOUSES[*cell][kind]).collect();
            houses.sort_unstable();
            houses.dedup();
            let open = houses.iter().all(|house| view.marks.pos[*house as usize][digit] != 0);
            if open && view.places[digit] & lines & !set == 0 {
                let mut deduction = rectangle.start(view, Technique::Uniqueness6);
                deduction.houses = houses;
                cells(extra & view.places[digit]).for_each(|cell| deduction.eliminate(cell, 1 << digit));
                if let Some(deduction) = deduction.if_effective() {
                    visit(deduction)?;
                    break;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hidden rectangle: one of the two digits is confined to the rectangle in the row and column of a
/// corner, and the opposite corner has no extra candidates.
fn hidden(view: &View<'_>, rectangle: Rectangle, extra: u128, visit: Visitor<'_>) -> ControlFlow<()> {
    let set = rectangle.set();
    let plain = set & !extra;
    if !(1..=2).contains(&plain.count_ones()) {
        return ControlFlow::Continue(());
    }
    for corner in cells(plain) {
        let [row, col, _] = HOUSES[corner].map(usize::from);
        let opposite = set & !HOUSE_SETS[row] & !HOUSE_SETS[col];
        let cell = opposite.trailing_zeros() as usize;
        let [row, col, _] = HOUSES[cell].map(usize::from);
        let lines = HOUSE_SETS[row] | HOUSE_SETS[col];
        for digit in bits(rectangle.pair) {
            let other = rectangle.pair & !(1 << digit);
            let twice = |line: usize| view.marks.pos[line][digit].count_ones() == 2;
            if twice(row)
                && twice(col)
                && view.places[digit] & lines & !set == 0
                && view.marks.cand[cell] & other != 0
            {
                let mut deduction = rectangle.start(view, Technique::HiddenRectangle);
                deduction.houses.extend([row as u8, col as u8]);
                deduction.eliminate(cell, other);
                visit(deduction)?;
            }
        }
    }
    ControlFlow::Continue(())
}
