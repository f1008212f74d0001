//! Compiles lines whose end cells restrict the cells between them.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::between::{Between, Side};
use crate::propagators::sandwich_sum::SandwichSum;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Compiles kinds of lines with ends.
pub(super) fn compile(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Between(it) => ends(&numbers(&it.cells), Side::Between, builder),
        Constraint::Lockout(it) => ends(&numbers(&it.cells), Side::Outside(it.difference), builder),
        Constraint::Lunchbox(it) => filling(&numbers(&it.cells), it.sum, builder),
        _ => return false,
    }
    true
}

fn ends(cells: &[u16], side: Side, builder: &mut Builder) {
    if let [first, inner @ .., last] = cells {
        builder.post(Between::new([*first, *last], inner, side));
    }
}

/// Requires that the cells between the least and the greatest value have the given sum. The cells
/// differ.
pub(super) fn filling(cells: &[u16], sum: u32, builder: &mut Builder) {
    match cells.len() {
        len if len > usize::from(builder.count()) => builder.impossible(),
        0 | 1 if sum == 0 => {}
        0 | 1 => builder.impossible(),
        _ => builder.post(SandwichSum::new(cells, sum, builder.low(), builder.count())),
    }
}
