//! A log of the search in words.

use super::print::constraint_text;
use farandole_puzzle::board::Line;
use farandole_puzzle::variant::Variant;
use farandole_solve::TraceSource;

/// What says that candidates go: a constraint as it stands in constraint text, `row 1`, `column 1`, `box 1`, or a sum that
/// follows from others.
///
/// ```
/// use farandole::variant::{TraceSource, read, source_text};
///
/// let variant = read(".Shape~4x4.Cage~5~R1C1~R1C2")?.variant;
/// assert_eq!(source_text(&variant, &TraceSource::Constraint(0)), ".Cage~5~R1C1~R1C2");
/// assert_eq!(source_text(&variant, &TraceSource::Box(2)), "box 3");
/// let sum = TraceSource::Sum(vec![(0, 1), (5, -1)], 2);
/// assert_eq!(source_text(&variant, &sum), "R1C1 - R2C2 = 2");
/// # Ok::<(), farandole::variant::VariantError>(())
/// ```
pub fn source_text(variant: &Variant, source: &TraceSource) -> String {
    match source {
        TraceSource::Constraint(at) => constraint_text(variant, &variant.constraints()[*at]),
        TraceSource::Line(Line::Row(row)) => format!("row {}", row + 1),
        TraceSource::Line(Line::Col(col)) => format!("column {}", col + 1),
        TraceSource::Box(number) => format!("box {}", number + 1),
        TraceSource::Sum(terms, total) => format!("{} = {total}", sum_text(variant, terms)),
        _ => "the rules".into(),
    }
}

fn sum_text(variant: &Variant, terms: &[(usize, i32)]) -> String {
    let mut text = String::new();
    for (at, &(cell, weight)) in terms.iter().enumerate() {
        text += match (at, weight < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        if weight.abs() != 1 {
            text += &format!("{} ", weight.abs());
        }
        text += &traced_cell(variant, cell);
    }
    text
}

/// The name of a cell of a [step](farandole_solve::TraceStep) by its number: `auxiliary 1` and so on for cells that only the
/// engine has.
pub fn traced_cell(variant: &Variant, cell: usize) -> String {
    let count = variant.cell_count();
    if cell < count {
        let board = variant.board();
        return board.cells().nth(cell).map_or_else(String::new, |cell| board.name(cell).to_string());
    }
    format!("auxiliary {}", cell - count + 1)
}
