//! Compiles relations between pairs of cells: tables, dots, letters, and strict rules for pairs
//! without a mark.

use super::cells::{numbers, repeats};
use crate::compile::builder::Builder;
use crate::propagators::relation::Pairs;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{BlackDot, Constraint, GreaterThan, Relation, V, WhiteDot, X};
use std::sync::Arc;

/// Compiles kinds that are relations.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Pair(pair) => builder.relate(&numbers(&pair.cells), &table(&pair.relation)),
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
        Constraint::WhiteDot(it) => each(&it.pairs(board), builder, WhiteDot::holds),
        Constraint::BlackDot(it) => each(&it.pairs(board), builder, BlackDot::holds),
        Constraint::GreaterThan(it) => each(&it.pairs(board), builder, GreaterThan::holds),
        Constraint::X(it) => each(&it.pairs(board), builder, X::holds),
        Constraint::V(it) => each(&it.pairs(board), builder, V::holds),
        Constraint::AntiConsecutive(_) => {
            each(&board.neighbour_pairs(), builder, |a, b| a.abs_diff(b) != 1);
        }
        Constraint::StrictKropki(_) => {
            let mut pairs = board.neighbour_pairs();
            pairs.retain(|pair| !board.has_dot(*pair));
            each(&pairs, builder, |a, b| !WhiteDot::holds(a, b) && !BlackDot::holds(a, b));
        }
        Constraint::StrictXV(_) => {
            let mut pairs = board.neighbour_pairs();
            pairs.retain(|pair| !board.has_letter(*pair));
            each(&pairs, builder, |a, b| !X::holds(a, b) && !V::holds(a, b));
        }
        Constraint::SearchPriority(it) => {
            let weight = u32::try_from(it.priority).unwrap_or(0);
            numbers(&it.cells).into_iter().for_each(|cell| builder.prefer(cell, weight));
        }
        _ => return false,
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

/// Adds a relation of real values to each pair.
fn each(pairs: &[(Cell, Cell)], builder: &mut Builder, holds: impl Fn(u8, u8) -> bool) {
    let low = builder.low();
    let table = Arc::new(Pairs::new(builder.count(), |a, b| holds(low + a, low + b)));
    for (one, other) in pairs {
        builder.relate(&[one.index() as u16, other.index() as u16], &table);
    }
}

fn table(relation: &Relation) -> Arc<Pairs> {
    Arc::new(Pairs::new(relation.count(), |a, b| relation.holds(a, b)))
}
