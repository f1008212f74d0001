//! Compiles constraints on the whole grid: tables of classes for all 2x2 squares, and doppelgangers, whose extra
//! cells are branched on early.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::clause::DifferIf;
use crate::propagators::value_classes::{ClassTable, ValueClasses};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Doppelganger};
use std::sync::Arc;

/// Compiles kinds that apply to the whole grid or to a whole group of cells.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::GlobalEntropy(_) => squares(|value| (value - 1) / 3, board, builder),
        Constraint::GlobalMod(_) => squares(|value| value % 3, board, builder),
        Constraint::Doppelganger(_) => doppelganger(board, builder),
        _ => return false,
    }
    true
}

/// Requires that each 2x2 square has values of all three classes.
fn squares(class: impl Fn(i32) -> i32, board: &Board, builder: &mut Builder) {
    let classes: Vec<u16> = (0..3).map(|wanted| builder.mask(|value| class(value) == wanted)).collect();
    // All squares share one table of the lists that contain all three classes.
    let all = |list: &[usize]| (0..3).all(|class| list.contains(&class));
    let table = Arc::new(ClassTable::new(&classes, 4, all));
    for square in board.squares() {
        builder.post(ValueClasses::new(&numbers(&square), Arc::clone(&table)));
    }
}

// The missing digit of a house decides many cells, so it is branched on early.
/// Increase of the initial branching priority of the extra cells for missing digits.
const MISSING: u32 = 10;

/// Adds doppelgangers. Each house lacks one value, which an extra cell holds. This value is not 0, and
/// if a cell holds 0, the values that its houses lack differ. The variant already contains the houses
/// extended by these extra cells.
fn doppelganger(board: &Board, builder: &mut Builder) {
    let zero = builder.bit(0);
    let kinds = Doppelganger::houses_with_missing(board);
    for (_, missing) in kinds.iter().flatten() {
        builder.restrict(missing.index() as u16, !zero);
        builder.prefer(missing.index() as u16, MISSING);
    }
    for name in ["DGZ", "DGB"] {
        let unused = name == "DGZ" || kinds[2].is_empty();
        for cell in board.group_cells(name).filter(|_| unused).unwrap_or_default() {
            builder.restrict(cell.index() as u16, zero);
        }
    }
    for cell in board.grid() {
        let around = kinds.iter().flatten().filter(|(house, _)| house.contains(&cell));
        let missing: Vec<u16> = around.map(|(_, missing)| missing.index() as u16).collect();
        for (at, &a) in missing.iter().enumerate() {
            missing[at + 1..]
                .iter()
                .for_each(|&b| builder.post(DifferIf::new(cell.index() as u16, zero, [a, b])));
        }
    }
}
