//! Clues outside the grid.

use super::pen::Pen;
use farandole_puzzle::board::{End, LineEnd};
use farandole_puzzle::constraint::{Constraint, LittleKiller, Sandwich};

/// A sum with an arrow along the diagonal.
pub(super) fn diagonal(it: &LittleKiller, pen: &mut Pen<'_>) {
    let cells = Constraint::from(it.clone()).cells(pen.board);
    pen.corner_clue(&cells, &it.sum.to_string());
}

/// A sum, which belongs to both ends and stands at the first.
pub(super) fn sandwich(it: &Sandwich, pen: &mut Pen<'_>) {
    pen.clue(LineEnd { line: it.line, end: End::Start }, it.sum.to_string(), "sandwich");
}
