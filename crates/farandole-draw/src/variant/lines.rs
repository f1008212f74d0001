//! Lines: thermometers, and lines with a colour for each kind.

use super::pen::Pen;
use super::trace::trace;
use crate::scene::{Hue, Point, Role, Shape};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Ends, Nfa, SumLine};

/// Radius of bulbs.
const BULB: f64 = 20.0;
/// Radius of the shapes at the ends of lines.
const END: f64 = 19.0;

/// Draws a wide line with a bulb.
pub(super) fn thermo(cells: &[Cell], bulb: Role, pen: &mut Pen<'_>) {
    pen.line(cells, Role::Thermo);
    if let Some(middle) = cells.first().and_then(|cell| pen.middle(*cell)) {
        pen.put(Shape::Circle(middle, BULB), bulb);
    }
}

/// Draws a line through the cells in their order, with a small text.
pub(super) fn numbered(cells: &[Cell], hue: Hue, text: String, pen: &mut Pen<'_>) {
    pen.line(cells, Role::Path(hue));
    pen.tag(&cells[..cells.len().min(1)], &text);
}

/// Draws a line through the cells of a constraint that does not store their order.
pub(super) fn traced(cells: &[Cell], hue: Hue, text: &str, pen: &mut Pen<'_>) {
    for line in trace(pen.board, None, cells) {
        pen.line(&line, Role::Path(hue));
    }
    pen.tag(cells, text);
}

/// Draws a line with a mark at its middle. Pairs of cells at equal distances from the middle have
/// the same sum.
pub(super) fn zipper(cells: &[Cell], hue: Hue, pen: &mut Pen<'_>) {
    pen.line(cells, Role::Path(hue));
    let points = pen.middles(cells);
    let (Some(one), Some(two)) = (points.get((points.len().max(1) - 1) / 2), points.get(points.len() / 2))
    else {
        return;
    };
    let middle = ((one.0 + two.0) / 2.0, (one.1 + two.1) / 2.0);
    pen.put(Shape::Polygon(diamond(middle, 11.0)), Role::Ring);
}

pub(super) fn sum_line(it: &SumLine, hue: Hue, pen: &mut Pen<'_>) {
    let mut cells = it.cells.clone();
    if it.ends == Ends::Ring {
        cells.extend(it.cells.first());
    }
    numbered(&cells, hue, it.sum.to_string(), pen);
}

/// Draws a line from one end through the tip to the other end, with a circle around the tip.
pub(super) fn vudoku(cells: &[Cell], pen: &mut Pen<'_>) {
    let &[tip, one, two] = cells else { return };
    pen.line(&[one, tip, two], Role::Path(Hue::Brown));
    if let Some(middle) = pen.middle(tip) {
        pen.put(Shape::Circle(middle, END), Role::Ring);
    }
}

/// Draws a line between two circles.
pub(super) fn between(cells: &[Cell], hue: Hue, pen: &mut Pen<'_>) {
    pen.line(cells, Role::Path(hue));
    for middle in ends(cells, pen) {
        pen.put(Shape::Circle(middle, END), Role::Ring);
    }
}

/// Draws a line between two diamonds.
pub(super) fn lockout(cells: &[Cell], hue: Hue, text: String, pen: &mut Pen<'_>) {
    numbered(cells, hue, text, pen);
    for middle in ends(cells, pen) {
        pen.put(Shape::Polygon(diamond(middle, 24.0)), Role::Ring);
    }
}

pub(super) fn automaton(it: &Nfa, pen: &mut Pen<'_>) {
    for cells in it.segments.iter().filter(|cells| !cells.is_empty()) {
        numbered(cells, Hue::Pink, it.name.clone(), pen);
    }
}

fn ends(cells: &[Cell], pen: &Pen<'_>) -> Vec<Point> {
    [cells.first(), cells.last()].into_iter().flatten().filter_map(|cell| pen.middle(*cell)).collect()
}

fn diamond((x, y): Point, half: f64) -> Vec<Point> {
    vec![(x - half, y), (x, y - half), (x + half, y), (x, y + half)]
}
