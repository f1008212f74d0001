//! Lines and arrows: their constraints, and their cells in order.

use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::regions::Regions;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Arrow, PillArrow, Sum, Whisper, style_of};

/// Adds the constraint of a line of the kind with this name. `number` is the number of the line, if the
/// entry has one.
pub(crate) fn add(
    place: Place<'_>,
    kind: &str,
    mut cells: Vec<Cell>,
    number: Option<u8>,
    regions: &Regions,
    builder: &mut ImportBuilder<'_>,
) {
    let style = style_of(kind);
    // A closed line lists its first cell twice but contains it once.
    if style.and_then(|style| style.look()).is_some_and(|look| look.is_unordered) {
        cells = each_once(cells);
    }
    match kind {
        "Whisper" => {
            let half = builder.board.values().count().div_ceil(2);
            builder.add(place, Whisper { difference: number.unwrap_or(half), cells });
        }
        "RegionSumLine" if cells.iter().any(|cell| regions.of(*cell).is_none()) => {
            builder.fail(place, What::Missing { expected: "cells that are in a region" });
        }
        _ => {
            builder.add_kind(place, kind, style.and_then(|style| style.usual), &cells);
        }
    }
}

/// Adds an arrow: the digit or decimal number in the circle is the sum of the shaft.
pub(crate) fn arrow(place: Place<'_>, circle: &[Cell], shaft: &[Cell], builder: &mut ImportBuilder<'_>) {
    let cells = [circle, shaft].concat();
    if circle.len() == 1 {
        return builder.add(place, Arrow { cells });
    }
    if builder.board.values().count() > 9 {
        return builder
            .fail(place, What::Missing { expected: "a circle of one cell, since values have two digits" });
    }
    let steps = |rows, cols| {
        circle.windows(2).all(|pair| builder.board.shifted(pair[0], rows, cols) == Some(pair[1]))
    };
    if matches!(circle.len(), 2 | 3) && (steps(0, 1) || steps(1, 0)) {
        return builder.add(place, PillArrow { pill: circle.len() as u8, cells });
    }
    let weight = |number: usize| 10_i32.saturating_pow((circle.len() - 1 - number) as u32);
    let head = circle.iter().enumerate().map(|(number, cell)| (*cell, weight(number)));
    let terms = head.chain(shaft.iter().map(|cell| (*cell, -1))).collect();
    builder.add(place, Sum { sum: 0, terms });
}

/// Returns the cells without repetitions, in order.
fn each_once(mut cells: Vec<Cell>) -> Vec<Cell> {
    let mut met = Vec::with_capacity(cells.len());
    cells.retain(|cell| {
        let is_new = !met.contains(cell);
        met.push(*cell);
        is_new
    });
    cells
}

/// Returns true if two cells are a king's move apart.
pub(crate) fn touches(board: &Board, one: Cell, two: Cell) -> bool {
    let places = board.place(one).zip(board.place(two));
    places.is_some_and(|(one, two)| one.0.abs_diff(two.0).max(one.1.abs_diff(two.1)) == 1)
}

/// Maximum number of steps of the search for a path. Lines of editors have paths that take a few
/// dozen.
const PATH_STEPS: u32 = 20_000;

/// Returns the cells of a line without a stored order in an order in which each cell touches the
/// next one, or in the given order if no such order is found.
pub(crate) fn path_of(board: &Board, cells: &[Cell]) -> Vec<Cell> {
    fn extend(path: &mut Vec<Cell>, rest: &mut Vec<Cell>, board: &Board, steps: &mut u32) -> bool {
        for index in 0..rest.len() {
            let is_next = path.last().is_none_or(|last| touches(board, *last, rest[index]));
            if !is_next || *steps == 0 {
                continue;
            }
            *steps -= 1;
            path.push(rest.remove(index));
            if extend(path, rest, board, steps) {
                return true;
            }
            rest.extend(path.pop());
            rest[index..].rotate_right(1);
        }
        rest.is_empty()
    }
    let (mut path, mut steps) = (Vec::new(), PATH_STEPS);
    if extend(&mut path, &mut cells.to_vec(), board, &mut steps) { path } else { cells.to_vec() }
}
