//! Compiles conditions and negations that are too large to be rewritten into other kinds.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::condition::Condition;
use crate::propagators::refuted::Refuted;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;
use std::sync::Arc;

/// Compiles conditions and negations.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Condition(it) => {
            let condition = Arc::new(it.expression.prepared(board));
            builder.post(Condition::new(&numbers(&it.expression.cells()), condition));
        }
        Constraint::Not(it) => {
            let cells = constraint.scope(board).unwrap_or_else(|| board.cells().collect());
            builder.post(Refuted::new(numbers(&cells), it, board));
        }
        _ => return false,
    }
    true
}
