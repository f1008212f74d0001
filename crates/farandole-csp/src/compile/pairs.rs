//! Compiles relations between every two cells of a list, with a table of the sets of values that are allowed.
//!
//! The sets find conflicts that no pair shows: three cells of which every two differ by 4 or more do not exist among
//! nine values. Also adds search priorities, which have no meaning for solutions.

use super::cells::{numbers, repeats};
use super::semantics::table;
use crate::compile::builder::Builder;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Relation};

/// Compiles `PairX` and search priorities.
pub(super) fn compile(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
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
