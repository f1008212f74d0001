//! Marks between cells: dots, letters, comparison signs, and quadruples.

use super::cages::joined;
use super::pen::Pen;
use crate::scene::{Point, Role, Shape};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Quad;

const DOT: f64 = 7.5;
const SIGN: f64 = 17.0;

/// Returns the midpoint between two cells.
fn between(one: Cell, two: Cell, pen: &Pen<'_>) -> Option<Point> {
    let ((x, y), (other_x, other_y)) = (pen.middle(one)?, pen.middle(two)?);
    Some(((x + other_x) / 2.0, (y + other_y) / 2.0))
}

/// Draws dots, each with the number unless `number` is empty.
pub(super) fn dots(pairs: &[(Cell, Cell)], role: Role, number: &str, pen: &mut Pen<'_>) {
    for (one, two) in pairs {
        let Some(at) = between(*one, *two, pen) else { continue };
        pen.put_above(Shape::Circle(at, if number.is_empty() { DOT } else { 10.0 }), role);
        if !number.is_empty() {
            pen.text(at, 12.0, number, if role == Role::Dot { Role::OnDot } else { Role::OnFullDot });
        }
    }
}

/// Draws letters.
pub(super) fn signs(pairs: &[(Cell, Cell)], sign: &str, pen: &mut Pen<'_>) {
    for (one, two) in pairs {
        let Some(at) = between(*one, *two, pen) else { continue };
        pen.put_above(Shape::Circle(at, 8.5), Role::Ground);
        pen.text(at, SIGN, sign, Role::Sign);
    }
}

/// Draws signs that open towards the greater value, which is in the first cell of each pair.
pub(super) fn greater(pairs: &[(Cell, Cell)], pen: &mut Pen<'_>) {
    for (one, two) in pairs {
        let (Some(from), Some(at)) = (pen.middle(*one), between(*one, *two, pen)) else { continue };
        let (dx, dy) = ((at.0 - from.0).signum(), (at.1 - from.1).signum());
        let (dx, dy) = if (at.0 - from.0).abs() < 1e-9 { (0.0, dy) } else { (dx, 0.0) };
        let (far, wide) = (5.0, 6.5);
        let back = (at.0 - dx * far, at.1 - dy * far);
        let points = vec![
            (back.0 - dy * wide, back.1 - dx * wide),
            (at.0 + dx * far, at.1 + dy * far),
            (back.0 + dy * wide, back.1 + dx * wide),
        ];
        pen.put_above(Shape::Path(points), Role::Comparison);
    }
}

/// Draws a circle with values on the corner that four cells share.
pub(super) fn quad(it: &Quad, pen: &mut Pen<'_>) {
    let Some(at) = inner_corner(it.top_left, pen) else { return };
    pen.put_above(Shape::Circle(at, 16.0), Role::Dot);
    let half = it.values.len().div_ceil(2);
    if it.values.len() <= 2 {
        return pen.text(at, 13.0, &joined(&it.values, " "), Role::OnDot);
    }
    for (values, off) in it.values.chunks(half).zip([-6.5, 6.5]) {
        pen.text((at.0, at.1 + off), 12.0, &joined(values, " "), Role::OnDot);
    }
}

/// Draws a circle with a result and an operator on the corner that four cells share.
pub(super) fn mathrax(top_left: Cell, text: &str, pen: &mut Pen<'_>) {
    let Some(at) = inner_corner(top_left, pen) else { return };
    pen.put_above(Shape::Circle(at, 15.0), Role::Dot);
    pen.text(at, 13.0, text, Role::OnDot);
}

/// Draws a board of four small squares on the corner that four cells share.
pub(super) fn battenburg(top_left: Cell, pen: &mut Pen<'_>) {
    let Some((x, y)) = inner_corner(top_left, pen) else { return };
    let side = 9.0;
    pen.put_above(Shape::Rect((x - side, y - side), 2.0 * side, 2.0 * side), Role::Dot);
    pen.put_above(Shape::Rect((x - side, y - side), side, side), Role::FullDot);
    pen.put_above(Shape::Rect((x, y), side, side), Role::FullDot);
}

/// Returns the lower right corner of a cell.
fn inner_corner(cell: Cell, pen: &Pen<'_>) -> Option<Point> {
    let ((x, y), (left, top)) = (pen.middle(cell)?, pen.corner(cell)?);
    Some((2.0 * x - left, 2.0 * y - top))
}
