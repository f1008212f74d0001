//! Arrows: thin lines from circles and pills.

use super::pen::Pen;
use super::trace::trace;
use crate::board::CELL;
use crate::scene::{Role, Shape};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::ChaosArrow;

/// Radius of the circle with the sum.
const CIRCLE: f64 = 23.0;

/// Draws a circle with an arrow. The cells of the shaft may be in any order.
pub(super) fn arrow(cells: &[Cell], pen: &mut Pen<'_>) {
    let [circle, shaft @ ..] = cells else { return };
    shafts(*circle, shaft, pen);
    ring(*circle, pen);
}

fn shafts(from: Cell, shaft: &[Cell], pen: &mut Pen<'_>) {
    if shaft.is_empty() {
        return;
    }
    for line in trace(pen.board, Some(from), shaft) {
        let cut = if line.first() == Some(&from) { CIRCLE } else { 0.0 };
        let points = pen.middles(&line);
        pen.arrow(&points, cut);
    }
}

fn ring(cell: Cell, pen: &mut Pen<'_>) {
    if let Some(middle) = pen.middle(cell) {
        pen.put(Shape::Circle(middle, CIRCLE), Role::Ring);
    }
}

/// Draws a line between two circles.
pub(super) fn double(cells: &[Cell], pen: &mut Pen<'_>) {
    pen.line(cells, Role::Shaft);
    for cell in [cells.first(), cells.last()].into_iter().flatten() {
        ring(*cell, pen);
    }
}

/// Draws an outline around the cells of the number, and an arrow along the shaft. The arrow begins
/// at the first of these cells from which the shaft needs the fewest lines.
pub(super) fn pill(count: usize, cells: &[Cell], pen: &mut Pen<'_>) {
    let (pill, shaft) = cells.split_at(count.min(cells.len()));
    let lines = |from: &Cell| trace(pen.board, Some(*from), shaft).len();
    if let Some(from) = pill.iter().min_by_key(|from| lines(from)).copied() {
        shafts(from, shaft, pen);
    }
    pen.line(pill, Role::Pill);
    pen.line(pill, Role::PillInside);
}

/// Draws a circle with arrows along which the cells of its region are counted.
pub(super) fn chaos(it: &ChaosArrow, pen: &mut Pen<'_>) {
    super::cells::count(it.control, it.offset, pen);
    for arm in &it.arms {
        let points = pen.middles(arm);
        // Long arms would cover the grid, and a short one already shows the direction.
        let short: Vec<_> = points.iter().take(2).copied().collect();
        if let [from, to] = short[..] {
            let part = |from: f64, to: f64, share: f64| from + (to - from) * share;
            let at = |share: f64| (part(from.0, to.0, share), part(from.1, to.1, share));
            let cut = CIRCLE / CELL;
            pen.arrow(&[at(cut), at(cut + 0.25)], 0.0);
        }
    }
}

/// Draws an arrow through the cells. The value of the second cell is an index into the rest.
pub(super) fn indexing(cells: &[Cell], pen: &mut Pen<'_>) {
    let points = pen.middles(cells);
    pen.arrow(&points, 0.0);
    pen.tag(&cells[..cells.len().min(1)], "value");
    pen.tag(cells.get(1..2).unwrap_or_default(), "index");
}
