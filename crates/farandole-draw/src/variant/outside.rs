//! Clues outside the grid.

use super::pen::Pen;
use farandole_puzzle::board::{End, Line, LineEnd};
use farandole_puzzle::constraint::{Constraint, LittleKiller, Rossini, Slope};

/// Draws a sum with an arrow along the diagonal.
pub(super) fn diagonal(it: &LittleKiller, pen: &mut Pen<'_>) {
    let cells = Constraint::from(it.clone()).cells(pen.board);
    pen.corner_clue(&cells, &it.sum.to_string());
}

/// Draws a sum at the first end of its line. The sum does not depend on the end.
pub(super) fn both_ends(line: Line, sum: u32, name: &'static str, pen: &mut Pen<'_>) {
    pen.clue(LineEnd { line, end: End::Start }, sum.to_string(), name);
}

/// Draws an arrowhead into or out of the grid, or a dash.
pub(super) fn rossini(it: &Rossini, pen: &mut Pen<'_>) {
    let forward = (it.place.end == End::Start) == (it.slope == Slope::Rises);
    let sign = match (it.slope, it.place.line, forward) {
        (Slope::Neither, ..) => "-",
        (_, Line::Row(_), true) => ">",
        (_, Line::Row(_), false) => "<",
        (_, Line::Col(_), true) => "v",
        (_, Line::Col(_), false) => "^",
    };
    pen.clue(it.place, sign.into(), "rossini");
}
