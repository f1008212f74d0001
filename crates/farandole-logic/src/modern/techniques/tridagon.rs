//! Tridagon (Thor's hammer).
//!
//! # What it is
//! Four boxes form a rectangle: two bands by two stacks. In each box, three cells lie in different rows
//! and different columns. They form a diagonal of the box, which runs downwards or upwards and may wrap
//! around at the edge of the box. The diagonals of three of the boxes run in one direction, and that of
//! the fourth box in the other. Apart from a few extra candidates, all twelve cells have only the same
//! three digits.
//!
//! # How to spot it
//! Look for three digits that are missing in four boxes which form a rectangle. In each of the boxes, the three
//! digits must be left in three cells in different rows and columns. If nearly all twelve cells have only these
//! candidates, check the directions of the four diagonals. The pattern occurs in puzzles that were found by a
//! search for it, and hardly anywhere else.
//!
//! # Why it holds
//! In each box, the three cells hold the three digits in some order. Two boxes share rows or columns,
//! which link the orders in the two boxes. Around the rectangle, the parities of the four orders
//! contradict each other. So the twelve cells cannot hold only the three digits, and one of the extra
//! candidates is true.
//!
//! # Nearest mistakes
//! Three diagonals must have one direction and the fourth one the other. With two and two, or four equal ones, the
//! pattern is possible and proves nothing. With several extra candidates, only what all of them imply is true.
//!
//! # Example
//! Boxes 1, 2, 4 and 5 each have three such cells with the candidates 1, 2 and 3, except that r5c5
//! also has 7. Then r5c5 is 7, and loses 1, 2 and 3.
//!
//! # Source
//! mith and the players' forum (the puzzle Loki, and the proof that the pattern is impossible); Denis
//! Berthier, CSP-Rules (tridagon rules), 2022.

use crate::grammar::{cell_list, cells as cells_of, core_digits, extra_candidates};
use crate::model::tables::{bits, count};
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::grid::common_peers;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// The six choices of three cells of a box in different rows and columns, as the column for each
/// row. The first three are even permutations, and the others are odd ones.
const DIAGONALS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// Maximum number of extra candidates. More of them rarely have a common consequence.
const MOST_EXTRA: usize = 4;

pub(crate) fn why(deduction: &Deduction) -> String {
    let extra = extra_candidates(deduction);
    let all = format!(
        "Without {extra}, the twelve cells {} would hold only {}, three in each of four boxes. There is no way to fill \
         them: the orders of the digits in the four boxes do not fit together.",
        cell_list(&cells_of(deduction, Role::Core)),
        core_digits(deduction, "and")
    );
    if deduction.pattern.iter().filter(|(role, _)| *role == Role::Extra).count() == 1 {
        format!("{all} So {extra} is true.")
    } else {
        format!("{all} So one of these is true.")
    }
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for bands in [[0, 1], [0, 2], [1, 2]] {
        for stacks in [[0, 1], [0, 2], [1, 2]] {
            let boxes = bands.map(|band| stacks.map(|stack| 3 * band + stack));
            for digits in crate::patterns::subsets::subsets(3, 9) {
                fill(view, boxes.as_flattened(), digits, &mut Vec::new(), visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn diagonal(box_idx: usize, kind: usize) -> [usize; 3] {
    let corner = 27 * (box_idx / 3) + 3 * (box_idx % 3);
    core::array::from_fn(|row| corner + 9 * row + DIAGONALS[kind][row])
}

/// Chooses a diagonal in each of the remaining boxes, and reports the choices in which an odd number of
/// diagonals run in the other direction.
fn fill(
    view: &View<'_>,
    boxes: &[usize],
    digits: u16,
    kinds: &mut Vec<(usize, [usize; 3])>,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let Some((box_idx, rest)) = boxes.split_first() else {
        let backward = kinds.iter().filter(|(kind, _)| *kind >= 3).count();
        return if backward % 2 == 1 {
            report(view, digits, kinds, visit)
        } else {
            ControlFlow::Continue(())
        };
    };
    for kind in 0..6 {
        let cells = diagonal(*box_idx, kind);
        let fits = |cell: &usize| {
            view.marks.cand[*cell] & digits != 0 && count(view.marks.cand[*cell] & digits) >= 2
        };
        if !cells.iter().all(fits) {
            continue;
        }
        kinds.push((kind, cells));
        let all = kinds.iter().flat_map(|(_, cells)| cells);
        let extra: usize = all.map(|cell| count(view.marks.cand[*cell] & !digits)).sum();
        if extra <= MOST_EXTRA {
            fill(view, rest, digits, kinds, visit)?;
        }
        kinds.pop();
    }
    ControlFlow::Continue(())
}

fn report(
    view: &View<'_>,
    digits: u16,
    kinds: &[(usize, [usize; 3])],
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let mut deduction = Deduction::new(Technique::Tridagon);
    let mut extra: Vec<Candidate> = Vec::new();
    for cell in kinds.iter().flat_map(|(_, cells)| *cells) {
        let cand = view.marks.cand[cell];
        deduction.mark(Role::Core, cell, cand & digits);
        deduction.mark(Role::Extra, cell, cand & !digits);
        extra.extend(bits(cand & !digits).map(|digit| Candidate::at(cell, digit)));
    }
    let Some(first) = extra.first() else { return ControlFlow::Continue(()) };
    if extra.iter().all(|it| it.cell() == first.cell()) {
        deduction.eliminate(first.cell(), view.marks.cand[first.cell()] & digits);
    }
    if extra.iter().all(|it| it.digit() == first.digit()) {
        let digit = usize::from(first.digit()) - 1;
        let set = extra.iter().fold(0_u128, |set, it| set | 1 << it.cell());
        let seen = common_peers(set) & view.places[digit];
        crate::model::tables::cells(seen).for_each(|cell| deduction.eliminate(cell, 1 << digit));
    }
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
