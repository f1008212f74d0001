//! Deadly rectangles: uniqueness tests 1 to 6, hidden and avoidable rectangles, BUG+1.
//!
//! # What it is
//! Four cells without givens at the crossings of two rows and two columns, in two boxes, that could hold only two digits, x
//! and y, but for what the test names.
//!
//! # Why it holds
//! Four cells with x and y alternating could be swapped without touching any other cell, so a puzzle with one solution never
//! comes to that. Something in the pattern must prevent it, and what follows from every such thing is true. A grid
//! with two candidates in each cell and two places for each digit in each house could be swapped whole in the same way (BUG).
//!
//! # Example
//! If r1c1, r1c5 and r2c1 can only be 1 or 2, then r2c5 is neither.
//!
//! # Source
//! Numbers of the tests, missing candidates, order of the search: Bernhard Hobiger, HoDoKu 2.2.

use crate::model::tables::{CELLS, HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Two digits in four cells: `[a, b, c, d]` with a, b in one line of a box and c, d across from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rectangle {
    corners: [usize; 4],
    pair: u16,
}

impl Rectangle {
    fn set(&self) -> u128 {
        self.corners.iter().fold(0, |set, cell| set | 1 << cell)
    }

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

/// The rectangles with this corner, in two boxes: the corner, another one of its box, and those across from both. All but
/// the first must fit.
fn through(a: usize, fits: impl Fn(usize) -> bool + Copy) -> impl Iterator<Item = [usize; 4]> {
    let [row, col, box_idx] = HOUSES[a].map(usize::from);
    let neighbours = CELLS[box_idx].map(usize::from).into_iter().filter(move |b| *b != a && fits(*b));
    neighbours.flat_map(move |b| {
        let across = match (HOUSES[b][0] as usize == row, HOUSES[b][1] as usize == col) {
            (true, _) => Some([HOUSES[a][1], HOUSES[b][1]]),
            (_, true) => Some([HOUSES[a][0], HOUSES[b][0]]),
            _ => None,
        };
        let lines = across.map(|lines| lines.map(|line| CELLS[line as usize].map(usize::from)));
        let pairs = lines.into_iter().flat_map(|[third, fourth]| third.into_iter().zip(fourth));
        let fit = move |(c, d): &(usize, usize)| HOUSES[*c][2] as usize != box_idx && fits(*c) && fits(*d);
        pairs.filter(fit).map(move |(c, d)| [a, b, c, d])
    })
}

/// The rectangles that have a bivalue corner, in the order of that corner.
pub(crate) fn rectangles(view: &View<'_>) -> Vec<Rectangle> {
    let cand = &view.marks.cand;
    let mut found = Vec::new();
    let mut seen: Vec<(u128, u16)> = Vec::new();
    for a in cells(view.bivalue) {
        let pair = cand[a];
        let some = |cell: usize| cand[cell] & pair != 0;
        for corners in through(a, some) {
            let rectangle = Rectangle { corners, pair };
            let key = (rectangle.set(), pair);
            let both = corners.iter().fold(0, |mask, cell| mask | cand[*cell]) & pair == pair;
            if both && !seen.contains(&key) {
                seen.push(key);
                found.push(rectangle);
            }
        }
    }
    found
}

/// Reports rectangles of one test.
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

/// Three corners have no other digit: the fourth has neither of the two.
fn first(view: &View<'_>, rectangle: Rectangle, extra: u128, visit: Visitor<'_>) -> ControlFlow<()> {
    if extra.count_ones() != 1 {
        return ControlFlow::Continue(());
    }
    let mut deduction = rectangle.start(view, Technique::Uniqueness1);
    let cell = extra.trailing_zeros() as usize;
    deduction.eliminate(cell, view.marks.cand[cell] & rectangle.pair);
    visit(deduction)
}

/// Whether the cells share a row or a column.
fn in_line(set: u128) -> bool {
    let [row, col, _] = HOUSES[set.trailing_zeros() as usize].map(usize::from);
    set & !HOUSE_SETS[row] == 0 || set & !HOUSE_SETS[col] == 0
}

/// The corners with other digits all have the same one: it is in one of them.
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
    deduction.worthwhile().map_or(ControlFlow::Continue(()), visit)
}

/// The other digits of two corners of a house form a naked set with cells of that house.
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
        // Cells of the house that have neither digit of the rectangle.
        let fit = members & view.open & !rectangle.set();
        let fit: Vec<usize> = cells(fit).filter(|cell| cand[*cell] & rectangle.pair == 0).collect();
        subsets(&fit, cand, other, 0, &mut |set, digits| {
            let members = set | extra;
            let [row, col, box_idx] = HOUSES[members.trailing_zeros() as usize].map(usize::from);
            let mut gone = 0;
            for other in [row, col, box_idx] {
                if members & !HOUSE_SETS[other] == 0 {
                    gone |= HOUSE_SETS[other];
                }
            }
            let mut deduction = rectangle.start(view, Technique::Uniqueness3);
            cells(gone & !members & !rectangle.set() & view.open)
                .for_each(|cell| deduction.eliminate(cell, cand[cell] & digits));
            deduction.houses.push(house as u8);
            deduction.extra = set.count_ones() as u8 + 1;
            cells(set).for_each(|cell| deduction.mark(Role::Support, cell, cand[cell]));
            deduction.worthwhile().map_or(ControlFlow::Continue(()), &mut *visit)
        })?;
    }
    ControlFlow::Continue(())
}

/// Sets of n of the cells that have, with `digits`, n + 1 digits.
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

/// A digit of the two has no place in a house of the two extra corners but them: the other is in neither.
fn locked(view: &View<'_>, rectangle: Rectangle, extra: u128, visit: Visitor<'_>) -> ControlFlow<()> {
    if extra.count_ones() != 2 || !in_line(extra) {
        return ControlFlow::Continue(());
    }
    for kept in bits(rectangle.pair) {
        let gone = rectangle.pair & !(1 << kept);
        for (house, members) in HOUSE_SETS.iter().enumerate() {
            let only = view.places[kept] & members;
            if extra & !members == 0 && only & !extra == 0 && only != 0 {
                let mut deduction = rectangle.start(view, Technique::Uniqueness4);
                deduction.houses.push(house as u8);
                cells(extra).for_each(|cell| deduction.eliminate(cell, view.marks.cand[cell] & gone));
                if let Some(deduction) = deduction.worthwhile() {
                    visit(deduction)?;
                    break;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two opposite corners have extra digits, and a digit of the two has no other place in both rows, or both columns.
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
                if let Some(deduction) = deduction.worthwhile() {
                    visit(deduction)?;
                    break;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// From a corner without other digits: the corner across has one digit of the two in its row and column only here.
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

/// Reports avoidable rectangles: corners with digits that are not givens.
pub(crate) fn avoidable(view: &View<'_>, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
    let (digits, cand) = (&view.state.digits, &view.marks.cand);
    let found = |cell: usize| digits[cell] != 0 && !view.state.is_given(cell);
    for a in (0..81).filter(|cell| found(*cell)) {
        let fits = |cell: usize| digits[cell] == 0 || found(cell);
        for corners @ [_, b, c, d] in through(a, fits) {
            let x = digits[a] as usize - 1;
            let open: Vec<usize> = corners.into_iter().filter(|cell| digits[*cell] == 0).collect();
            let mut deduction = Deduction::new(technique);
            let mark_all = |deduction: &mut Deduction| {
                let placed = |cell: usize| if digits[cell] != 0 { 1 << (digits[cell] - 1) } else { 0 };
                let pair = corners.iter().fold(0, |pair, cell| pair | placed(*cell));
                for cell in corners {
                    deduction.mark(Role::Core, cell, placed(cell) | (cand[cell] & pair));
                    deduction.mark(Role::Extra, cell, cand[cell] & !pair);
                }
            };
            match technique {
                Technique::AvoidableRectangle1 => {
                    // Three digits; the open corner is any but `a`.
                    let [only] = open[..] else { continue };
                    let (same, others) = if only == d {
                        (a, [b, c])
                    } else if only == b {
                        (c, [a, d])
                    } else {
                        (b, [a, d])
                    };
                    if digits[others[0]] != digits[others[1]]
                        || !view.marks.has(only, digits[same] as usize - 1)
                    {
                        continue;
                    }
                    mark_all(&mut deduction);
                    deduction.eliminate(only, 1 << (digits[same] - 1));
                }
                _ => {
                    let [first, second] = open[..] else { continue };
                    if first != c || second != d || digits[b] == 0 {
                        continue;
                    }
                    let y = digits[b] as usize - 1;
                    let (rest, other) = (cand[c] & !(1 << y), cand[d] & !(1 << x));
                    if cand[c].count_ones() != 2
                        || cand[d].count_ones() != 2
                        || rest != other
                        || rest.count_ones() != 1
                    {
                        continue;
                    }
                    mark_all(&mut deduction);
                    let seen = PEER_SETS[c] & PEER_SETS[d] & view.places[rest.trailing_zeros() as usize];
                    cells(seen).for_each(|cell| deduction.eliminate(cell, rest));
                }
            }
            if let Some(deduction) = deduction.worthwhile() {
                visit(deduction)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports BUG+1: one cell has three candidates, every other open cell two, and one digit three places in its houses.
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
