//! Compiles relations between pairs of cells: thermometers, dots, tables, and all other kinds that
//! state their relation.

use super::cells::{numbers, repeats};
use crate::compile::builder::Builder;
use crate::propagators::relation::Pairs;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Related, Relation};
use std::sync::Arc;

/// Compiles kinds that are relations.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::PairX(pair) => {
            let (cells, table) = (numbers(&pair.cells), table(&pair.relation));
            for (at, &a) in cells.iter().enumerate() {
                cells[at + 1..].iter().for_each(|&b| builder.relate(&[a, b], &table));
            }
            let relation = &pair.relation;
            let differ = (0..relation.count()).all(|value| !relation.holds(value, value));
            if differ && (3..=usize::from(builder.count())).contains(&cells.len()) && !repeats(&cells) {
                builder.one_of(&cells, &cliques(relation, cells.len()));
            }
        }
        Constraint::SearchPriority(it) => {
            let weight = u32::try_from(it.priority).unwrap_or(0);
            numbers(&it.cells).into_iter().for_each(|cell| builder.prefer(cell, weight));
        }
        _ => return related(constraint, board, builder),
    }
    true
}

/// Compiles kinds that are a relation of cells. Returns false for other kinds.
fn related(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    let Some((related, relation)) = constraint.related(board) else { return false };
    let table = table(&relation);
    match related {
        Related::List { cells, distance: 1 } => builder.relate(&numbers(cells), &table),
        _ => related.pairs().iter().for_each(|&(one, two)| builder.relate(&numbers(&[one, two]), &table)),
    }
    true
}

/// Returns the sets of `size` values in which every two values are an allowed pair in at least one
/// order.
fn cliques(relation: &Relation, size: usize) -> Vec<u16> {
    let near: Vec<u32> = (0..relation.count())
        .map(|a| {
            let fits = (0..relation.count()).filter(|&b| relation.holds(a, b) || relation.holds(b, a));
            fits.fold(0, |row, b| row | 1 << b)
        })
        .collect();
    let is_clique =
        |set: &u32| (0..32).filter(|a| set >> a & 1 == 1).all(|a| set & !(1 << a) & !near[a] == 0);
    (0..1_u32 << relation.count())
        .filter(|set| set.count_ones() as usize == size && is_clique(set))
        .map(|set| set as u16)
        .collect()
}

fn table(relation: &Relation) -> Arc<Pairs> {
    Arc::new(Pairs::new(relation.count(), |a, b| relation.holds(a, b)))
}
