//! Text drawings of a variant with its candidates, for a terminal.

use crate::explain::text::{Marking, framed, legend_of, write};
use crate::explain::{Mark, marks};
use crate::variant::{Candidate, Deduction, State};
use std::collections::BTreeMap;

fn marks_of(step: &Deduction) -> BTreeMap<Candidate, Mark> {
    marks(&step.pattern, &step.eliminations, &step.placements)
}

/// Draws the grid as candidate groups with a frame. Boxes are separated if they are rectangles, and
/// values of 10 or more are letters. The last candidate of a cell without a value is in
/// parentheses. A line for each extra cell follows.
pub fn grid(state: &State, deduction: Option<&Deduction>, marking: Marking) -> String {
    let marks = deduction.map(marks_of).unwrap_or_default();
    let variant = state.variant();
    let (rows, cols) = (variant.shape().rows(), variant.shape().cols());
    let drawn = |cell| {
        let (mut text, mut width) = (String::new(), 0);
        if variant.board().is_hole(cell) {
            return (text, width);
        }
        for value in state.values(cell) {
            let mark = marks.get(&Candidate { cell, value }).copied();
            write(&mut text, &mut width, value, mark, marking);
        }
        if state.candidates(cell).is_power_of_two() && !state.is_placed(cell) {
            (text, width) = (format!("({text})"), width + 2);
        }
        (text, width)
    };
    let cells: Vec<(String, usize)> = state.cells().take(rows * cols).map(drawn).collect();
    let boxes = variant.board().box_shape().filter(|_| !variant.board().boxes().is_empty());
    let mut out = framed(&cells, (rows, cols), boxes.map_or((rows, cols), |it| (it.box_rows, it.box_cols)));
    for cell in state.cells().skip(cells.len()) {
        out += &format!("{} {}\n", super::english::cell(state, cell), drawn(cell).0);
    }
    out
}

/// Returns a line, with its newline, that explains the marks of this drawing. Returns an empty
/// string if it has no marks.
pub(crate) fn legend(deduction: &Deduction, marking: Marking) -> String {
    legend_of(marks_of(deduction).into_values(), marking)
}
