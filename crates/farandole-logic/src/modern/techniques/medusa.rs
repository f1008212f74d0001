//! 3D Medusa.
//!
//! # What it is
//! Candidates are colored with two colors, A and B, along strong links of all digits: a cell with two
//! candidates, or a digit with two places in a house. Linked candidates get opposite colors.
//!
//! # How to spot it
//! Start as with simple colors, at a candidate with a strong link. At each bivalue cell, continue with its other
//! candidate in the other colour. When no more links are found, check for cells with two candidates of one colour,
//! for houses with a digit twice in one colour, and for candidates that see both colours.
//!
//! # Why it holds
//! In a cluster of linked candidates, either all of color A are true and all of B are false, or the
//! other way around. A candidate that sees a candidate of each color, in its cell or with its digit,
//! is false in both cases (trap). If two candidates of one color see each other, or if they leave a
//! cell without candidates, that color is false (wrap).
//!
//! # Nearest mistakes
//! Colours continue only through bivalue cells and houses with two places. A candidate sees the colours in its own
//! cell as well as those of its digit. If a colour is false, all its candidates are false, not only the two that
//! clash.
//!
//! # Example
//! The cells r1c1 and r1c9 are the only places for 5 in row 1, and r1c1 has the candidates 5 and 8. So
//! 5 in r1c1 is A, 8 in r1c1 is B, and 5 in r1c9 is B. If r1c9 also has the candidate 8, that candidate
//! sees 5 in its own cell, which is B. If it also sees a candidate of color A, for example 8 in another
//! cell of column 9, then r1c9 is not 8.
//!
//! # Source
//! The players' forums, as "3D Medusa"; Andrew Stuart, sudokuwiki.org, "3D Medusa", whose rules 1, 2
//! and 6 are the wrap, and 3 to 5 the trap.

use crate::grammar::{cells as cells_of, join, of_cell};
use crate::model::tables::{PEER_SETS, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Lists the candidates of a color: `5 in r1c1`.
fn color(deduction: &Deduction, number: u8) -> String {
    let of_color = deduction.pattern.iter().filter(|(role, _)| *role == Role::Set(number));
    join(of_color.map(|(_, it)| format!("{} in {}", it.digit(), of_cell(*it))), "and")
}

pub(crate) fn why_trap(deduction: &Deduction) -> String {
    format!(
        "Either all of color A are true ({}) or all of color B ({}). Each eliminated candidate sees a candidate of both \
         colors, in its cell or with its digit, so it is false either way.",
        color(deduction, 0),
        color(deduction, 1)
    )
}

pub(crate) fn why_wrap(deduction: &Deduction) -> String {
    let reason = match cells_of(deduction, Role::Support)[..] {
        [empty, ..] => format!("would leave no candidate in {}", crate::grammar::cell(empty)),
        _ => "can't all be true, because two of them see each other".to_owned(),
    };
    format!(
        "Either all of color A are true ({}) or all of color B ({}). The candidates of A {reason}. So A is false.",
        color(deduction, 0),
        color(deduction, 1)
    )
}

/// The candidates of one color, as one set of cells for each digit.
type Color = [u128; 9];

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut seen: Color = [0; 9];
    for cell in cells(view.open) {
        for digit in bits(view.marks.cand[cell]) {
            if seen[digit] >> cell & 1 == 0 {
                let colors = cluster(view, cell, digit);
                (0..9).for_each(|digit| seen[digit] |= colors[0][digit] | colors[1][digit]);
                let of_digits = (0..9).filter(|digit| colors[0][*digit] | colors[1][*digit] != 0).count();
                // With a single digit, this is simple coloring.
                if of_digits >= 2 {
                    report(view, colors, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Colors the cluster of a candidate, which gets the first color.
fn cluster(view: &View<'_>, cell: usize, digit: usize) -> [Color; 2] {
    let mut colors = [[0_u128; 9]; 2];
    let mut open = vec![(cell, digit, 0)];
    while let Some((cell, digit, number)) = open.pop() {
        if (colors[0][digit] | colors[1][digit]) >> cell & 1 == 1 {
            continue;
        }
        colors[number][digit] |= 1 << cell;
        let rest = view.marks.cand[cell] & !(1 << digit);
        if count(rest) == 1 {
            open.push((cell, rest.trailing_zeros() as usize, 1 - number));
        }
        for house in crate::model::tables::HOUSES[cell] {
            let others = view.places[digit] & crate::model::tables::HOUSE_SETS[house as usize] & !(1 << cell);
            if others.count_ones() == 1 {
                open.push((others.trailing_zeros() as usize, digit, 1 - number));
            }
        }
    }
    colors
}

/// Returns true if a candidate sees another candidate of the color.
fn sees(view: &View<'_>, cell: usize, digit: usize, color: &Color) -> bool {
    let in_cell = bits(view.marks.cand[cell]).any(|other| other != digit && color[other] >> cell & 1 == 1);
    in_cell || PEER_SETS[cell] & color[digit] != 0
}

/// Returns true if two candidates of the color see each other.
fn clashes(view: &View<'_>, color: &Color) -> bool {
    (0..9).any(|digit| cells(color[digit]).any(|cell| sees(view, cell, digit, color)))
}

/// Returns a cell that would have no candidates if the color were true.
fn emptied(view: &View<'_>, color: &Color) -> Option<usize> {
    cells(view.open).find(|cell| {
        bits(view.marks.cand[*cell])
            .all(|digit| color[digit] >> cell & 1 == 0 && sees(view, *cell, digit, color))
    })
}

fn report(view: &View<'_>, colors: [Color; 2], visit: Visitor<'_>) -> ControlFlow<()> {
    let mark = |deduction: &mut Deduction, number: u8, color: &Color| {
        for (digit, places) in color.iter().enumerate() {
            cells(*places).for_each(|cell| deduction.mark(Role::Set(number), cell, 1 << digit));
        }
    };
    for (wrong, right) in [(0, 1), (1, 0)] {
        let clash = clashes(view, &colors[wrong]);
        let empty = if clash { None } else { emptied(view, &colors[wrong]) };
        if clash || empty.is_some() {
            let mut deduction = Deduction::new(Technique::MedusaWrap);
            mark(&mut deduction, 0, &colors[wrong]);
            mark(&mut deduction, 1, &colors[right]);
            if let Some(cell) = empty {
                deduction.mark(Role::Support, cell, view.marks.cand[cell]);
            }
            let of_digit =
                |digit: usize| cells(colors[wrong][digit]).map(move |cell| Candidate::at(cell, digit));
            deduction.eliminations = (0..9).flat_map(of_digit).collect();
            return visit(deduction);
        }
    }
    let mut deduction = Deduction::new(Technique::MedusaTrap);
    mark(&mut deduction, 0, &colors[0]);
    mark(&mut deduction, 1, &colors[1]);
    for cell in cells(view.open) {
        for digit in bits(view.marks.cand[cell]) {
            let is_colored = (colors[0][digit] | colors[1][digit]) >> cell & 1 == 1;
            if !is_colored && sees(view, cell, digit, &colors[0]) && sees(view, cell, digit, &colors[1]) {
                deduction.eliminate(cell, 1 << digit);
            }
        }
    }
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
