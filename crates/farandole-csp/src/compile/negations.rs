//! Compiles negations that are too large for a table: their assignments are checked when few cells are open.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::refuted::Refuted;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Compiles a negation. Returns false for other kinds.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    let Constraint::Not(not) = constraint else { return false };
    let cells = constraint.scope(board).unwrap_or_else(|| board.cells().collect());
    builder.post(Refuted::new(numbers(&cells), not, board));
    true
}
