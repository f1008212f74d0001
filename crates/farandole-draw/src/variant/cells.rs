//! Shapes in cells, shaded regions, and diagonals.

use super::pen::Pen;
use crate::board::CELL;
use crate::scene::{Role, Shape};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Along, Constraint, Diagonal, Holes, Indexing, Windoku};

const HALF: f64 = CELL / 2.0;

/// Draws circles for odd cells.
pub(super) fn odd(cells: &[Cell], pen: &mut Pen<'_>) {
    for middle in pen.middles(cells) {
        pen.put(Shape::Circle(middle, 24.0), Role::Badge);
    }
}

/// Draws squares for even cells.
pub(super) fn even(cells: &[Cell], pen: &mut Pen<'_>) {
    for (x, y) in pen.middles(cells) {
        pen.put(Shape::Rect((x - 23.0, y - 23.0), 46.0, 46.0), Role::Badge);
    }
}

/// Draws circles whose values count the circles with that value.
pub(super) fn circles(cells: &[Cell], pen: &mut Pen<'_>) {
    for middle in pen.middles(cells) {
        pen.put(Shape::Circle(middle, 23.0), Role::Ring);
    }
}

/// Draws triangles at the edges of a cell. If `inwards` is 1, as for a minimum, they point to its
/// centre. If `inwards` is -1, they point away from it.
pub(super) fn extreme(cell: Cell, inwards: f64, pen: &mut Pen<'_>) {
    pen.shade(&[cell], Role::Badge);
    let Some((x, y)) = pen.middle(cell) else { return };
    for (dx, dy) in [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)] {
        let far = HALF - 6.0;
        let tip = far - 3.0 * inwards;
        let back = far + 3.0 * inwards;
        let at = |out: f64, side: f64| (x + dx * out + dy * side, y + dy * out + dx * side);
        pen.put_above(Shape::Path(vec![at(back, -7.0), at(tip, 0.0), at(back, 7.0)]), Role::Comparison);
    }
}

/// Draws black squares where the grid has no cells.
pub(super) fn holes(it: &Holes, pen: &mut Pen<'_>) {
    for (row, col) in it.cells.iter().filter_map(|cell| pen.board.place(*cell)) {
        pen.put(Shape::Rect((CELL * col as f64, CELL * row as f64), CELL, CELL), Role::FullDot);
    }
}

/// Draws the windows of the grid. A 9x9 grid has four.
pub(super) fn windows(it: &Windoku, pen: &mut Pen<'_>) {
    for cells in Constraint::from(it.clone()).houses(pen.board) {
        pen.shade(&cells, Role::Extra);
    }
}

/// Draws a line from corner to corner.
pub(super) fn diagonal(it: &Diagonal, pen: &mut Pen<'_>) {
    let cells = Constraint::from(it.clone()).houses(pen.board).concat();
    let points = pen.middles(&cells);
    let Some(left) = points.iter().copied().min_by(|one, two| one.0.total_cmp(&two.0)) else { return };
    let Some(right) = points.iter().copied().max_by(|one, two| one.0.total_cmp(&two.0)) else { return };
    let down = HALF * (right.1 - left.1).signum();
    pen.put(Shape::Line((left.0 - HALF, left.1 - down), (right.0 + HALF, right.1 + down)), Role::Diagonal);
}

/// Shades cells and marks their edges in the direction of the indexed rows or columns.
pub(super) fn indexing(it: &Indexing, pen: &mut Pen<'_>) {
    pen.shade(&it.cells, Role::Badge);
    for (x, y) in pen.middles(&it.cells) {
        for side in [-1.0, 1.0] {
            let far = side * (HALF - 3.5);
            let line = match it.along {
                Along::Column => Shape::Line((x - 18.0, y + far), (x + 18.0, y + far)),
                Along::Row => Shape::Line((x + far, y - 18.0), (x + far, y + 18.0)),
            };
            pen.put_above(line, Role::Comparison);
        }
    }
}

/// Shades cells and marks their edges as box indexers.
pub(super) fn box_indexing(cells: &[Cell], pen: &mut Pen<'_>) {
    pen.shade(cells, Role::Badge);
    for (x, y) in pen.middles(cells) {
        let far = HALF - 3.5;
        for side in [-far, far] {
            pen.put_above(Shape::Line((x - 18.0, y + side), (x + 18.0, y + side)), Role::Comparison);
            pen.put_above(Shape::Line((x + side, y - 18.0), (x + side, y + 18.0)), Role::Comparison);
        }
    }
}

/// Draws a circle for a cell whose value counts cells of its region.
pub(super) fn count(control: Cell, offset: u8, pen: &mut Pen<'_>) {
    circles(&[control], pen);
    if offset > 0 {
        pen.tag(&[control], &format!("+{offset}"));
    }
}
