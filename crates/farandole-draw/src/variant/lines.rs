//! Lines: thermometers, and lines with a colour for each kind.

use super::arrows;
use super::pen::Pen;
use super::trace::trace;
use crate::scene::{Hue, Point, Role, Shape};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{LineEnds, LineLook, Nfa};

/// Radius of bulbs.
const BULB: f64 = 20.0;
/// Radius of the shapes at the ends of lines.
const END: f64 = 19.0;

/// Draws a line through cells, with the shapes at its ends and a small text.
pub(super) fn line(cells: &[Cell], look: LineLook, text: &str, pen: &mut Pen<'_>) {
    match look.ends {
        LineEnds::Bulb => thermo(cells, Role::Bulb, pen),
        LineEnds::Ring => thermo(cells, Role::Ring, pen),
        LineEnds::Shaft => arrows::double(cells, pen),
        _ if look.is_unordered => traced(cells, look.hue, text, pen),
        _ => numbered(cells, look.hue, text, pen),
    }
    let ends = [cells.first(), cells.last()].into_iter().flatten();
    let ends: Vec<Point> = ends.filter_map(|cell| pen.middle(*cell)).collect();
    match look.ends {
        LineEnds::Start | LineEnds::Circles => {
            let ends = ends.into_iter().take(if look.ends == LineEnds::Start { 1 } else { 2 });
            ends.for_each(|end| pen.put(Shape::Circle(end, END), Role::Ring));
        }
        LineEnds::Diamonds => {
            ends.into_iter().for_each(|end| pen.put(Shape::Polygon(diamond(end, 24.0)), Role::Ring));
        }
        LineEnds::Middle => {
            let points = pen.middles(cells);
            let Some(last) = points.len().checked_sub(1) else { return };
            let (one, two) = (points[last / 2], points[last.div_ceil(2)]);
            let middle = ((one.0 + two.0) / 2.0, (one.1 + two.1) / 2.0);
            pen.put(Shape::Polygon(diamond(middle, 11.0)), Role::Ring);
        }
        _ => {}
    }
}

/// Draws a wide line with a bulb.
fn thermo(cells: &[Cell], bulb: Role, pen: &mut Pen<'_>) {
    pen.line(cells, Role::Thermo);
    if let Some(middle) = cells.first().and_then(|cell| pen.middle(*cell)) {
        pen.put(Shape::Circle(middle, BULB), bulb);
    }
}

/// Draws a line through the cells in their order, with a small text.
fn numbered(cells: &[Cell], hue: Hue, text: &str, pen: &mut Pen<'_>) {
    pen.line(cells, Role::Path(hue));
    pen.tag(&cells[..cells.len().min(1)], text);
}

/// Draws a line through the cells of a constraint that does not store their order.
fn traced(cells: &[Cell], hue: Hue, text: &str, pen: &mut Pen<'_>) {
    for line in trace(pen.board, None, cells) {
        pen.line(&line, Role::Path(hue));
    }
    pen.tag(cells, text);
}

/// Draws a line from one end through the tip to the other end, with a circle around the tip.
pub(super) fn vudoku(cells: &[Cell], pen: &mut Pen<'_>) {
    let &[tip, one, two] = cells else { return };
    pen.line(&[one, tip, two], Role::Path(Hue::Brown));
    if let Some(middle) = pen.middle(tip) {
        pen.put(Shape::Circle(middle, END), Role::Ring);
    }
}

pub(super) fn automaton(it: &Nfa, pen: &mut Pen<'_>) {
    for cells in it.segments.iter().filter(|cells| !cells.is_empty()) {
        numbered(cells, Hue::Pink, &it.name, pen);
    }
}

fn diamond((x, y): Point, half: f64) -> Vec<Point> {
    vec![(x - half, y), (x, y - half), (x + half, y), (x, y + half)]
}
