//! Compiles arrows, diagonals with a sum, and sets of cells with equal sums.

use super::cells::{UNREACHABLE, numbers};
use crate::compile::builder::Builder;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Compiles kinds that are weighted sums.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Arrow(arrow) => {
            let cells = numbers(&arrow.cells);
            let (circle, shaft) = cells.split_at(cells.len().min(1));
            equal(circle, shaft, builder);
        }
        Constraint::DoubleArrow(arrow) => {
            let cells = numbers(&arrow.cells);
            if let [first, inner @ .., last] = cells.as_slice() {
                equal(&[*first, *last], inner, builder);
            }
        }
        Constraint::PillArrow(arrow) => {
            let cells = numbers(&arrow.cells);
            let (pill, shaft) = cells.split_at(usize::from(arrow.pill).min(cells.len()));
            let single_digits = builder.mask(|value| value <= 9);
            pill.iter().skip(1).for_each(|&cell| builder.restrict(cell, single_digits));
            // The pill holds a decimal number: its last cell has the weight 1, the cell before it 10.
            let weights = core::iter::successors(Some(1), |weight| Some(weight * 10));
            let mut terms: Vec<(u16, i32)> = pill.iter().rev().copied().zip(weights).collect();
            terms.extend(shaft.iter().map(|&cell| (cell, -1)));
            builder.sum(&terms, 0);
        }
        Constraint::EqualSum(sums) => {
            let sets: Vec<Vec<u16>> = sums.sets.iter().map(|set| numbers(set)).collect();
            for (at, one) in sets.iter().enumerate() {
                sets[at + 1..].iter().for_each(|other| equal(one, other, builder));
            }
        }
        Constraint::LittleKiller(killer) => {
            let terms: Vec<(u16, i32)> =
                numbers(&constraint.cells(board)).into_iter().map(|cell| (cell, 1)).collect();
            // A clue may exceed every possible sum. It is reduced, so that later arithmetic does not
            // overflow.
            builder.sum(&terms, killer.sum.min(UNREACHABLE) as i32);
        }
        _ => return false,
    }
    true
}

/// Requires that both lists have the same sum.
fn equal(left: &[u16], right: &[u16], builder: &mut Builder) {
    let left = left.iter().map(|&cell| (cell, 1));
    let terms: Vec<(u16, i32)> = left.chain(right.iter().map(|&cell| (cell, -1))).collect();
    builder.sum(&terms, 0);
}
