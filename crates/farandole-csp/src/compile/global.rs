//! Compiles constraints for the whole grid.

use super::cells::{numbers, repeats};
use super::sets::same_values;
use crate::compile::builder::Builder;
use crate::propagators::clause::{Clause, DifferIf};
use crate::propagators::connected::Connected;
use crate::propagators::value_classes::{ClassTable, ValueClasses};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Doppelganger, RegionSameValues, Segment};
use std::sync::Arc;

/// Compiles kinds that apply to the whole grid or to a whole group of cells.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::GlobalEntropy(_) => squares(|value| (value - 1) / 3, board, builder),
        Constraint::GlobalMod(_) => squares(|value| value % 3, board, builder),
        Constraint::DutchFlatmates(_) => flatmates(board, builder),
        Constraint::RegionSameValues(_) => {
            let regions: Vec<Vec<u16>> =
                RegionSameValues::regions(board).iter().map(|region| numbers(region)).collect();
            if regions.iter().any(|region| region.len() < usize::from(builder.count())) {
                same_values(&regions, builder);
            }
        }
        Constraint::Doppelganger(_) => doppelganger(board, builder),
        Constraint::ConnectedSegments(it) => {
            let segments = it.segments(board);
            if segments.len() > 256 {
                return false;
            }
            let meets = |one: &Segment, two: &Segment| {
                one != two && one.ends.iter().any(|end| two.ends.contains(end))
            };
            let near = |one: &Segment| {
                (0..).zip(&segments).filter(|(_, two)| meets(one, two)).map(|(at, _)| at).collect()
            };
            let edges: Vec<u16> = segments.iter().map(|it| it.edge.index() as u16).collect();
            builder.post(Connected::new(&edges, segments.iter().map(near).collect(), 0b10, None));
        }
        Constraint::ConnectedValues(it) => {
            let area = constraint.cells(board);
            let cells = numbers(&area);
            if repeats(&cells) || cells.len() > 256 {
                return false;
            }
            let places = |cell| {
                let near = board.neighbours(cell);
                near.iter()
                    .filter_map(|near| area.iter().position(|cell| cell == near))
                    .map(|at| at as u16)
                    .collect()
            };
            let neighbours = area.iter().map(|&cell| places(cell)).collect();
            // The sets of the flood fill hold at most 256 cells, so larger areas were rejected above.
            builder.post(Connected::new(&cells, neighbours, it.mask, it.count));
        }
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

/// Requires that each 5 has a 1 directly above it or a 9 directly below it.
fn flatmates(board: &Board, builder: &mut Builder) {
    let [one, five, nine] = [1, 5, 9].map(|value| builder.bit(value));
    for cell in board.grid() {
        let mut literals = vec![(cell.index() as u16, builder.full_mask() & !five)];
        for (rows, value) in [(-1, one), (1, nine)] {
            literals.extend(board.shifted(cell, rows, 0).map(|other| (other.index() as u16, value)));
        }
        builder.post(Clause::new(&literals));
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
