//! Cages and sets of cells: outlines with a small text in their first cell.

use super::pen::Pen;
use crate::board::CELL;
use crate::scene::{Hue, Role, Shape};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Clones, Sum};

/// Distances between outlines and the edges of their cells, for cages and for other sets.
const CAGE: f64 = 4.5;
const SET: f64 = 8.0;

/// Draws a dashed outline with a text.
pub(super) fn cage(cells: &[Cell], text: &str, pen: &mut Pen<'_>) {
    pen.tagged(cells, CAGE, Role::Cage, text);
}

/// Draws an outline with the values that the cells contain.
pub(super) fn holding(cells: &[Cell], text: &str, pen: &mut Pen<'_>) {
    pen.tagged(cells, SET, Role::Set(Hue::Teal), text);
}

/// Draws an outline with the sum. Coefficients are written in their cells.
pub(super) fn sum(it: &Sum, pen: &mut Pen<'_>) {
    let cells: Vec<Cell> = it.terms.iter().map(|(cell, _)| *cell).collect();
    pen.tagged(&cells, SET, Role::Set(Hue::Grey), &format!("= {}", it.sum));
    for (cell, times) in it.terms.iter().filter(|(_, times)| *times != 1) {
        if let Some((x, y)) = pen.corner(*cell) {
            pen.text((x + CELL - 13.0, y + CELL - 10.0), 11.0, &format!("\u{d7}{times}"), Role::Tag);
        }
    }
}

/// Draws sets in one colour.
pub(super) fn sets(sets: &[Vec<Cell>], text: &str, pen: &mut Pen<'_>) {
    let hue = hue_of(sets.first().and_then(|set| set.first()));
    for set in sets {
        pen.tagged(set, SET, Role::Set(hue), text);
    }
}

/// Draws parts in one colour. Corresponding cells have the same letter.
pub(super) fn clones(it: &Clones, pen: &mut Pen<'_>) {
    let length = it.cells.len() / usize::from(it.parts).max(1);
    let hue = hue_of(it.cells.first());
    for part in it.cells.chunks(length.max(1)) {
        pen.outline(part, SET, Role::Set(hue));
        for (cell, letter) in part.iter().zip('a'..='z') {
            pen.tag(&[*cell], &letter.to_string());
        }
    }
}

/// Draws two parts in one colour. Corresponding cells have the same letter.
pub(super) fn renamed(pairs: &[(Cell, Cell)], pen: &mut Pen<'_>) {
    let (one, two): (Vec<Cell>, Vec<Cell>) = pairs.iter().copied().unzip();
    let hue = hue_of(one.first());
    for part in [one, two] {
        pen.outline(&part, SET, Role::Set(hue));
        for (cell, letter) in part.iter().zip('A'..='Z') {
            pen.tag(&[*cell], &letter.to_string());
        }
    }
}

/// Draws a circle in the counting cell and an outline around the counted cells.
pub(super) fn count_distinct(cells: &[Cell], pen: &mut Pen<'_>) {
    let [first, others @ ..] = cells else { return };
    let hue = hue_of(Some(first));
    pen.outline(others, SET, Role::Set(hue));
    if let Some(middle) = pen.middle(*first) {
        pen.put_above(Shape::Circle(middle, 22.0), Role::Set(hue));
    }
    pen.tag(&[*first], "count");
}

/// Joins values with a separator.
pub(super) fn joined(values: &[impl ToString], between: &str) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// Returns a colour for sets that belong together, determined by their first cell.
fn hue_of(cell: Option<&Cell>) -> Hue {
    let hues = [Hue::Green, Hue::Purple, Hue::Blue, Hue::Orange, Hue::Pink, Hue::Red, Hue::Brown];
    cell.map_or(Hue::Grey, |cell| hues[cell.index() % hues.len()])
}
