//! Extended rectangle.
//!
//! # What it is
//! Two parallel lines and three lines that cross them have six cells with the same three digits, apart
//! from extra candidates. Either the two lines run through the same three boxes, or the three cells of
//! each line are in one box.
//!
//! # How to spot it
//! Look for three cells of a box in one column whose candidates are mostly the same three digits. Then look for a
//! second column in which the cells of the same rows have these digits too. Do the same with rows. Nearly filled
//! lines are the best ones to start with, because what remains in two of them is often the same three digits.
//!
//! # Why it holds
//! Without the extra candidates, each of the two lines holds the three digits in its three cells.
//! Exchanging the contents of the two lines keeps the digits of every row, column and box, so the
//! puzzle would have a second solution. If it has only one, an extra candidate is true. If all of them
//! are in one cell, that cell is none of the three digits (type 1). If all extra candidates have the
//! same digit, it can be eliminated from cells that see all of them (type 2).
//!
//! # Nearest mistakes
//! The six cells must be in two or three boxes as described, and none of them may be a given. The technique
//! presumes exactly one solution.
//!
//! # Example
//! The cells r1c1, r2c1, r3c1, r1c5, r2c5 and r3c5 have the candidates 1, 2 and 3, and r3c5 also has
//! 8. Then r3c5 is not 1, 2 or 3.
//!
//! # Source
//! The players' forums; Andrew Stuart, sudokuwiki.org, "Extended Unique Rectangles".

use crate::grammar::{cell, cell_list, cells as cells_of, core_digits, digits, extra_candidates};
use crate::model::tables::{bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::grid::common_peers;
use crate::patterns::subsets::subsets;
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let extra = cells_of(deduction, Role::Extra);
    let start = format!(
        "Without {}, the six cells {} would hold only {}. The two lines of three could then swap their digits, and the \
         puzzle would have a second solution.",
        extra_candidates(deduction),
        cell_list(&cells_of(deduction, Role::Core)),
        core_digits(deduction, "and")
    );
    match (&extra[..], &digits(deduction, Role::Extra)[..]) {
        ([one], _) if deduction.eliminations.iter().any(|it| it.cell() == usize::from(*one)) => {
            format!("{start} So {} is not {}.", cell(*one), core_digits(deduction, "or"))
        }
        (_, [digit, ..]) => {
            format!(
                "{start} So one of {} is {digit}. A cell that sees all of them cannot be {digit}.",
                cell_list(&extra)
            )
        }
        _ => start,
    }
}

/// Returns the cells of two lines of one direction in three crossing lines, if swapping the lines
/// keeps the contents of the boxes.
fn six(by_row: bool, lines: [usize; 2], crossing: u16) -> Option<Vec<usize>> {
    let chute = |line: usize| line / 3;
    let in_one_chute = [0b111, 0b111_000, 0b111_000_000].contains(&crossing);
    // In one chute, the lines must not have all their cells in one box.
    if (chute(lines[0]) == chute(lines[1])) == in_one_chute {
        return None;
    }
    let at = |line: usize, place: usize| if by_row { 9 * line + place } else { 9 * place + line };
    Some(
        lines
            .iter()
            .flat_map(|line| bits(crossing).map(|place| at(*line, place)).collect::<Vec<_>>())
            .collect(),
    )
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for by_row in [true, false] {
        for first in 0..9 {
            for second in first + 1..9 {
                for crossing in subsets(3, 9) {
                    let Some(six) = six(by_row, [first, second], crossing) else { continue };
                    if six.iter().all(|cell| view.open >> cell & 1 == 1) {
                        check(view, &six, visit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn check(view: &View<'_>, six: &[usize], visit: Visitor<'_>) -> ControlFlow<()> {
    let all = six.iter().fold(0, |mask, cell| mask | view.marks.cand[*cell]);
    for chosen in subsets(3, 9).filter(|digits| digits & !all == 0) {
        if six.iter().any(|cell| view.marks.cand[*cell] & chosen == 0) {
            continue;
        }
        let with_extra = six.iter().filter(|cell| view.marks.cand[**cell] & !chosen != 0);
        let set = with_extra.fold(0_u128, |set, cell| set | 1 << cell);
        let extra = cells(set).fold(0, |mask, cell| mask | view.marks.cand[cell] & !chosen);
        let mut deduction = Deduction::new(Technique::ExtendedRectangle);
        if set.count_ones() == 1 {
            let cell = set.trailing_zeros() as usize;
            deduction.eliminate(cell, view.marks.cand[cell] & chosen);
        } else if count(extra) == 1 {
            let digit = extra.trailing_zeros() as usize;
            let seen = common_peers(set) & view.places[digit];
            cells(seen).for_each(|cell| deduction.eliminate(cell, extra));
        }
        for cell in six {
            deduction.mark(Role::Core, *cell, view.marks.cand[*cell] & chosen);
            deduction.mark(Role::Extra, *cell, view.marks.cand[*cell] & !chosen);
        }
        deduction.if_effective().map_or(ControlFlow::Continue(()), &mut *visit)?;
    }
    ControlFlow::Continue(())
}
