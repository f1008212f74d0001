//! Relations between pairs of cells.

use super::numbers;
use crate::engine::variant::builder::Builder;
use crate::engine::variant::rules::relation::Pairs;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Relation};
use std::sync::Arc;

/// Kinds that are relations.
pub(super) fn lower(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Pair(pair) => builder.relate(&numbers(&pair.cells), &table(&pair.relation)),
        Constraint::PairX(pair) => {
            let (cells, table) = (numbers(&pair.cells), table(&pair.relation));
            for (at, &a) in cells.iter().enumerate() {
                cells[at + 1..].iter().for_each(|&b| builder.relate(&[a, b], &table));
            }
        }
        _ => return false,
    }
    true
}

fn table(relation: &Relation) -> Arc<Pairs> {
    Arc::new(Pairs::new(relation.count(), |a, b| relation.holds(a, b)))
}
