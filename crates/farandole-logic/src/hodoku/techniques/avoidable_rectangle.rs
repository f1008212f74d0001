//! Avoidable rectangles: deadly rectangles with two or three solved corners.
//!
//! The page of [`rectangle`](super::rectangle) describes them and explains why they hold.

use super::rectangle::{TWO_SOLUTIONS, same_extra};
use crate::grammar::{self, cell, cell_list, effect, join};
use crate::model::tables::{PEER_SETS, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, State, Technique};
use crate::patterns::rectangles::through;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Explains an avoidable rectangle by its solved corners and its open ones.
pub(crate) fn why(state: &State, deduction: &Deduction) -> String {
    let digit = |cell: u8| state.digits[usize::from(cell)];
    let corners = grammar::cells(deduction, Role::Core);
    let (open, solved): (Vec<u8>, Vec<u8>) = corners.into_iter().partition(|it| digit(*it) == 0);
    let found = join(solved.iter().map(|it| format!("{} is {}", cell(*it), digit(*it))), "and");
    let none = if solved.len() == 2 { "neither" } else { "none of them" };
    if let [only] = open[..] {
        let out = grammar::eliminated_digit(deduction);
        return format!(
            "{found}, and {none} is given. If {} were {out}, {TWO_SOLUTIONS}. So {}.",
            cell(only),
            effect(deduction)
        );
    }
    let (own, digits) = (cell_list(&open), grammar::digits(deduction, Role::Core));
    let mut all = [digits, grammar::digits(deduction, Role::Extra)].concat();
    all.sort_unstable();
    let all = grammar::digit_list(&all, "or");
    format!("{found}, and {none} is given; {own} can only be {all}. {}", same_extra(deduction, &open))
}

/// Reports avoidable rectangles: the solved corners are not givens.
pub(crate) fn avoidable(view: &View<'_>, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
    let digits = &view.state.digits;
    let found = |cell: usize| digits[cell] != 0 && !view.state.is_given(cell);
    for a in (0..81).filter(|cell| found(*cell)) {
        let fits = |cell: usize| digits[cell] == 0 || found(cell);
        for corners in through(a, fits) {
            let open: Vec<usize> = corners.into_iter().filter(|cell| digits[*cell] == 0).collect();
            let deduction = match (technique, &open[..]) {
                (Technique::AvoidableRectangle1, [only]) => one_open(view, corners, *only),
                (Technique::AvoidableRectangle2, [first, second]) => {
                    two_open(view, corners, [*first, *second])
                }
                _ => None,
            };
            if let Some(deduction) = deduction.and_then(Deduction::if_effective) {
                visit(deduction)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds rectangles with three solved corners. The open corner is any but the first.
fn one_open(view: &View<'_>, corners @ [a, b, c, d]: [usize; 4], only: usize) -> Option<Deduction> {
    let digits = &view.state.digits;
    let (same, others) = if only == d {
        (a, [b, c])
    } else if only == b {
        (c, [a, d])
    } else {
        (b, [a, d])
    };
    if digits[others[0]] != digits[others[1]] || !view.marks.has(only, digits[same] as usize - 1) {
        return None;
    }
    let mut deduction = marked(view, Technique::AvoidableRectangle1, corners);
    deduction.eliminate(only, 1 << (digits[same] - 1));
    Some(deduction)
}

/// Finds rectangles with two solved corners in one box, whose open corners share one extra
/// candidate.
fn two_open(view: &View<'_>, corners @ [a, b, c, d]: [usize; 4], open: [usize; 2]) -> Option<Deduction> {
    let (digits, cand) = (&view.state.digits, &view.marks.cand);
    if open != [c, d] || digits[b] == 0 {
        return None;
    }
    let (x, y) = (digits[a] as usize - 1, digits[b] as usize - 1);
    let (rest, other) = (cand[c] & !(1 << y), cand[d] & !(1 << x));
    if cand[c].count_ones() != 2 || cand[d].count_ones() != 2 || rest != other || rest.count_ones() != 1 {
        return None;
    }
    let mut deduction = marked(view, Technique::AvoidableRectangle2, corners);
    let seen = PEER_SETS[c] & PEER_SETS[d] & view.places[rest.trailing_zeros() as usize];
    cells(seen).for_each(|cell| deduction.eliminate(cell, rest));
    Some(deduction)
}

/// Creates a deduction with the two digits as its core, and the other candidates of the open
/// corners as extra candidates.
fn marked(view: &View<'_>, technique: Technique, corners: [usize; 4]) -> Deduction {
    let (digits, cand) = (&view.state.digits, &view.marks.cand);
    let mut deduction = Deduction::new(technique);
    let placed = |cell: usize| if digits[cell] != 0 { 1 << (digits[cell] - 1) } else { 0 };
    let pair = corners.iter().fold(0, |pair, cell| pair | placed(*cell));
    for cell in corners {
        deduction.mark(Role::Core, cell, placed(cell) | (cand[cell] & pair));
        deduction.mark(Role::Extra, cell, cand[cell] & !pair);
    }
    deduction
}
