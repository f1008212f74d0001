//! Clues of diagonals.

use super::pen::Pen;
use farandole_puzzle::constraint::Constraint;

/// Draws a sum with an arrow along the diagonal.
pub(super) fn diagonal(clue: &Constraint, pen: &mut Pen<'_>) {
    pen.corner_clue(&clue.cells(pen.board), &clue.label());
}
