//! Bivalue universal grave (BUG), types 1 to 4.
//!
//! # What it is
//! A grid is a bivalue universal grave (BUG) if every empty cell has exactly two candidates, and
//! every digit has exactly two candidates in each house in which it is missing. The technique
//! applies if the grid would be a BUG without a few extra candidates.
//!
//! # How to spot it
//! Late in a puzzle, check whether nearly every empty cell has exactly two candidates. If a single cell has three,
//! count each of its digits in its row: the digit that occurs three times is the solution of the cell (type 1).
//!
//! # Why it holds
//! A BUG has no solution or more than one. If the puzzle has exactly one solution, at least one of
//! the extra candidates is therefore true.
//!
//! # Nearest mistakes
//! All other cells must have exactly two candidates. A single cell with three elsewhere makes the conclusion
//! invalid. The digit to place is the one with three occurrences, not the one that looks like an addition to a
//! pair.
//!
//! # Example
//! Every empty cell has two candidates except one, which has three. That cell holds the digit that
//! occurs three times in its row, column and box (type 1).
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the types, and the order of the search).

use crate::grammar::{cell_list, core_cells, core_digits, extra_candidates, join, nth_house, of_cell};
use crate::model::Marks;
use crate::model::tables::{CELLS, HOUSES, PEER_SETS, bits, cells};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::subsets;
use crate::se::difficulty::Tenths;
use core::ops::ControlFlow;

/// Explains type 1, and HoDoKu's BUG + 1.
pub(crate) fn why_1(deduction: &Deduction) -> String {
    let with_extra = deduction.pattern.iter().filter(|(role, _)| *role == Role::Extra);
    let extra: Vec<_> = with_extra.map(|(_, it)| *it).collect();
    let at = extra.first().map_or_else(String::new, |it| of_cell(*it));
    let eliminated = join(deduction.eliminations.iter().map(|it| it.digit().to_string()), "or");
    let left = join(extra.iter().map(|it| it.digit().to_string()), "or");
    format!(
        "If {at} were {eliminated}, every empty cell would have two digits left and every digit two places in each house: a deadly \
         pattern, with no solution or two. So {at} is {left}."
    )
}

pub(crate) fn why_2(deduction: &Deduction) -> String {
    why(deduction, "So one of these holds, and no cell that sees all of them can be that digit.")
}

/// Returns the difficulty of type 3 in tenths, by the number of cells of the naked set, which are two or more.
pub(crate) fn tenths(least: Tenths, deduction: &Deduction) -> Tenths {
    least - 2 + Tenths::from(deduction.extra)
}

/// Explains why the grave is deadly, followed by `rest`.
fn why(deduction: &Deduction, rest: &str) -> String {
    let extra = extra_candidates(deduction);
    format!(
        "Without {extra}, every empty cell would have two digits and every digit two places in each house: there would be \
         no solution or two. {rest}"
    )
}

pub(crate) fn why_3(deduction: &Deduction) -> String {
    let set = cell_list(&crate::grammar::cells(deduction, Role::Support));
    let house = nth_house(deduction, 0);
    why(
        deduction,
        &format!(
            "So one of these is true. Together they act as one cell, which forms a naked set with {set} in {house}."
        ),
    )
}

pub(crate) fn why_4(deduction: &Deduction) -> String {
    let (house, digit, core) =
        (nth_house(deduction, 0), core_digits(deduction, "and"), core_cells(deduction));
    why(
        deduction,
        &format!(
            "So one of these is true. In {house}, {digit} can only go in {core}, so it takes the other of these two cells."
        ),
    )
}

/// The order in which houses are examined: boxes, rows, columns.
const KINDS: [usize; 3] = [2, 0, 1];

/// Reports the deductions from a grave, if the grid is one: type 1; or types 2 and 4; or types 4
/// and 3, in this order.
pub(crate) fn find(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    // A grave with more cells with extra candidates than this is never usable.
    if marks.cand.iter().filter(|digits| digits.count_ones() > 2).count() > 20 {
        return ControlFlow::Continue(());
    }
    let Some(grave) = Grave::of(marks) else { return ControlFlow::Continue(()) };
    let start = |technique| {
        let mut deduction = Deduction::new(technique);
        for (cell, extra) in &grave.extras {
            deduction.mark(Role::Extra, *cell, *extra);
        }
        deduction
    };
    let single = grave.all_extra.is_power_of_two();
    if let [(cell, _)] = grave.extras[..] {
        let mut deduction = start(Technique::Bug1);
        deduction.eliminate(cell, marks.cand[cell] & !grave.all_extra);
        return visit(deduction);
    }
    if single {
        let mut deduction = start(Technique::Bug2);
        for cell in cells(grave.common) {
            deduction.eliminate(cell, marks.cand[cell] & grave.all_extra);
        }
        if let Some(deduction) = deduction.if_effective() {
            visit(deduction)?;
        }
    }
    if single || grave.common != 0 {
        if let [first, second] = grave.extras[..] {
            type_4(marks, &grave, [first, second], &start, visit)?;
        }
        if !single {
            type_3(marks, &grave, &start, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// A grid that would be a bivalue universal grave without some extra candidates.
struct Grave {
    /// The cells with extra candidates in the order of discovery, each with a mask of these
    /// candidates.
    extras: Vec<(usize, u16)>,
    all_extra: u16,
    /// The cells that see all cells with extra candidates.
    common: u128,
}

impl Grave {
    /// Returns the grave that a grid forms, or `None` if it forms none.
    fn of(marks: &Marks) -> Option<Self> {
        let mut rest = *marks;
        let mut grave = Self { extras: Vec::new(), all_extra: 0, common: u128::MAX };
        let wide =
            (0..81).fold(0_u128, |set, cell| set | u128::from(marks.cand[cell].count_ones() >= 3) << cell);
        for house in KINDS.into_iter().flat_map(|kind| 9 * kind..9 * kind + 9) {
            for digit in 0..9 {
                let positions = marks.pos[house][digit];
                if matches!(positions.count_ones(), 0 | 2) {
                    continue;
                }
                let mut candidates = bits(positions).map(|position| CELLS[house][position] as usize);
                let mut of_three = candidates.by_ref().filter(|cell| wide >> cell & 1 == 1);
                let cell = of_three.next()?;
                if of_three.next().is_some() {
                    continue;
                }
                match grave.extras.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, extra)) => *extra |= 1 << digit,
                    None => grave.extras.push((cell, 1 << digit)),
                }
                grave.all_extra |= 1 << digit;
                rest.remove(cell, digit);
                grave.common &= PEER_SETS[cell];
                grave.extras.iter().for_each(|(cell, _)| grave.common &= !(1 << cell));
                if grave.extras.len() > 1 && !grave.all_extra.is_power_of_two() && grave.common == 0 {
                    return None;
                }
            }
        }
        let bivalue = rest.cand.iter().all(|digits| matches!(digits.count_ones(), 0 | 2));
        let sound = rest.pos.iter().flatten().all(|positions| matches!(positions.count_ones(), 0 | 2));
        (bivalue && sound && !grave.extras.is_empty()).then_some(grave)
    }

    /// Returns the houses that contain all cells with extra candidates.
    fn houses(&self) -> impl Iterator<Item = usize> {
        KINDS.into_iter().filter_map(|kind| {
            let house = HOUSES[self.extras[0].0][kind];
            self.extras.iter().all(|(cell, _)| HOUSES[*cell][kind] == house).then_some(house as usize)
        })
    }
}

fn type_3(
    marks: &Marks,
    grave: &Grave,
    start: &impl Fn(Technique) -> Deduction,
    visit: &mut impl Visit,
) -> ControlFlow<()> {
    for house in grave.houses() {
        let inside: Vec<usize> = CELLS[house]
            .map(usize::from)
            .into_iter()
            .filter(|cell| grave.common >> cell & 1 == 1 && marks.cand[*cell] != 0)
            .collect();
        for size in 2..=6_usize.min(inside.len()) {
            for chosen in subsets(size - 1, inside.len()) {
                let of = |i: usize| marks.cand[inside[i]];
                let digits = bits(chosen).fold(0, |digits, i| digits | of(i));
                if digits.count_ones() as usize != size
                    || grave.all_extra & !digits != 0
                    || bits(chosen).any(|i| of(i).count_ones() < 2)
                {
                    continue;
                }
                let mut deduction = start(Technique::Bug3);
                deduction.extra = size as u8;
                deduction.houses.push(house as u8);
                for (i, cell) in inside.iter().enumerate() {
                    if chosen >> i & 1 == 1 {
                        deduction.mark(Role::Support, *cell, of(i));
                    } else {
                        deduction.eliminate(*cell, of(i) & digits);
                    }
                }
                if let Some(deduction) = deduction.if_effective() {
                    visit(deduction)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn type_4(
    marks: &Marks,
    grave: &Grave,
    [(first, first_extra), (second, second_extra)]: [(usize, u16); 2],
    start: &impl Fn(Technique) -> Deduction,
    visit: &mut impl Visit,
) -> ControlFlow<()> {
    let common = marks.cand[first] & marks.cand[second] & !grave.all_extra;
    if !common.is_power_of_two() {
        return ControlFlow::Continue(());
    }
    for house in grave.houses() {
        let mut deduction = start(Technique::Bug4);
        deduction.houses.push(house as u8);
        deduction.mark(Role::Core, first, common);
        deduction.mark(Role::Core, second, common);
        deduction.eliminate(first, marks.cand[first] & !first_extra & !common);
        deduction.eliminate(second, marks.cand[second] & !second_extra & !common);
        visit(deduction)?;
    }
    ControlFlow::Continue(())
}
