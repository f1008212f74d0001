//! Cages and sums.

use super::{numbers, repeats};
use crate::engine::variant::builder::Builder;
use crate::engine::variant::sums::Compare;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Kinds that are sums.
pub(super) fn lower(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Cage(cage) => {
            let cells = numbers(&cage.cells);
            if repeats(&cells) {
                builder.impossible();
            }
            if let Some(sum) = cage.sum {
                let terms: Vec<(u16, i32)> = cells.iter().map(|&cell| (cell, 1)).collect();
                builder.sum(&terms, Compare::Equal, i32::try_from(sum).unwrap_or(i32::MAX));
            }
        }
        Constraint::Sum(sum) => {
            let terms: Vec<(u16, i32)> =
                sum.terms.iter().map(|&(cell, weight)| (cell.index() as u16, weight)).collect();
            builder.sum(&terms, Compare::Equal, sum.sum);
        }
        _ => return false,
    }
    true
}
