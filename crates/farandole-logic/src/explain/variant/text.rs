//! Text drawings of a variant with its candidates, for a terminal.

use crate::explain::text::{Drawn, Marking, framed, legend_of, parenthesize, write};
use crate::explain::{Mark, marks};
use crate::variant::{Candidate, Deduction, State};
use std::collections::BTreeMap;

fn marks_of(step: &Deduction) -> BTreeMap<Candidate, Mark> {
    marks(&step.pattern, &step.eliminations, &step.placements)
}

/// Draws the grid as candidate groups with a frame and the names of rows and columns. Boxes are separated if they are rectangles, and
/// values of 10 or more are letters. The last candidate of a cell without a value is in
/// parentheses. A line for each extra cell follows.
pub fn grid(state: &State, deduction: Option<&Deduction>, marking: Marking) -> String {
    let marks = deduction.map(marks_of).unwrap_or_default();
    let variant = state.variant();
    let (rows, cols) = (variant.shape().rows(), variant.shape().cols());
    let drawn = |cell| -> Vec<Drawn> {
        if variant.board().is_hole(cell) {
            return Vec::new();
        }
        let mark = |value| marks.get(&Candidate { cell, value }).copied();
        let mut drawn: Vec<Drawn> = state.values(cell).map(|it| write(it, mark(it), marking)).collect();
        if state.candidates(cell).is_power_of_two() && !state.is_placed(cell) {
            parenthesize(&mut drawn);
        }
        drawn
    };
    let cells: Vec<Vec<Drawn>> = state.cells().take(rows * cols).map(drawn).collect();
    let boxes = variant.board().box_shape().filter(|_| !variant.board().boxes().is_empty());
    let mut out = framed(&cells, (rows, cols), boxes.map_or((rows, cols), |it| (it.box_rows, it.box_cols)));
    for cell in state.cells().skip(cells.len()) {
        let text: String = drawn(cell).into_iter().map(|(text, _)| text).collect();
        out += &format!("{} {text}\n", super::english::cell(state, cell));
    }
    out
}

/// Returns a line, with its newline, that explains the marks of this drawing. Returns an empty
/// string if it has no marks.
pub(crate) fn legend(deduction: &Deduction, marking: Marking) -> String {
    legend_of(marks_of(deduction).into_values(), marking)
}
