//! Helpers that rewrite extension constraints into the core ISS constraint kinds.

use super::relation::{Related, Relation};
use super::{AnyOf, Constraint, Given, Pair, PairX};
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

/// An upper bound on all sums of cells: 1,000 cells with values up to 16 sum to at most 16,000.
pub(super) const UNREACHABLE: u32 = 1 << 20;

/// Rewrites the branches of a disjunction into core ISS kinds. Returns `None` if they already
/// contain only such kinds.
pub(super) fn any_of(it: &AnyOf<Constraint>, board: &Board) -> Option<Vec<Constraint>> {
    let mut has_others = false;
    let mut rewrite = |one: &Constraint| {
        let rewritten = one.in_core_kinds(board);
        has_others |= rewritten.is_some();
        rewritten.unwrap_or_else(|| alloc::vec![one.clone()])
    };
    let branches = it.branches.iter().map(|branch| branch.iter().flat_map(&mut rewrite).collect()).collect();
    has_others.then(|| alloc::vec![Constraint::AnyOf(AnyOf { branches })])
}

// Kinds are restated here as the few kinds that solvers have propagators for, themselves among them.
// cycle: givens: see above.
// cycle: pair: see above.
// cycle: relation: see above.

/// Restricts the cells to the values for which `holds` is true.
pub(super) fn givens(board: &Board, cells: &[Cell], holds: fn(u8) -> bool) -> Vec<Constraint> {
    let mask = board.values().mask_where(holds);
    cells.iter().map(|cell| Given { cell: *cell, mask }.into()).collect()
}

/// Relates every two consecutive cells.
pub(super) fn pair(board: &Board, cells: &[Cell], holds: impl Fn(u8, u8) -> bool) -> Constraint {
    line(cells.to_vec(), Relation::from_fn(board.values(), holds))
}

fn line(cells: Vec<Cell>, relation: Relation) -> Constraint {
    Pair { relation, name: String::new(), cells }.into()
}

/// Rewrites a relation of cells.
pub(super) fn relation(related: &Related<'_>, relation: Relation) -> Vec<Constraint> {
    match related {
        Related::List { cells, distance: 1 } => alloc::vec![line(cells.to_vec(), relation)],
        Related::List { cells, distance } if *distance >= cells.len() => {
            alloc::vec![PairX { relation, name: String::new(), cells: cells.to_vec() }.into()]
        }
        _ => related.pairs().into_iter().map(|(one, two)| line(alloc::vec![one, two], relation)).collect(),
    }
}
