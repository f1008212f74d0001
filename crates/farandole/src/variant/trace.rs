//! Renders the log of a search as text.

use super::print::{constraint_text, grid_text};
use farandole_puzzle::board::Line;
use farandole_puzzle::variant::Variant;
use farandole_solve::{TraceKind, TraceSource, TraceStep};

/// Describes the source of an elimination: a constraint as constraint text, `row 1`, `column 1`,
/// `box 1`, or a sum derived from other constraints.
///
/// ```
/// use farandole::variant::{TraceSource, read, source_text};
///
/// let variant = read(".Shape~4x4.Cage~5~R1C1~R1C2")?.puzzle;
/// assert_eq!(source_text(&variant, &TraceSource::Constraint(0)), ".Cage~5~R1C1~R1C2");
/// assert_eq!(source_text(&variant, &TraceSource::Box(2)), "box 3");
/// let sum = TraceSource::Sum(vec![(0, 1), (5, -1)], 2);
/// assert_eq!(source_text(&variant, &sum), "R1C1 - R2C2 = 2");
/// # Ok::<(), farandole::Error>(())
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

/// Returns the name of a cell of a [step](farandole_solve::TraceStep). Auxiliary cells of the
/// engine are named `auxiliary 1` and so on.
pub fn traced_cell(variant: &Variant, cell: usize) -> String {
    let count = variant.cell_count();
    if cell < count {
        let board = variant.board();
        return board.cells().nth(cell).map_or_else(String::new, |cell| board.name(cell).to_string());
    }
    format!("auxiliary {}", cell - count + 1)
}

/// Describes a step in words: the eliminated candidates and the constraint responsible.
///
/// ```
/// use core::ops::ControlFlow;
/// use farandole::engines::Config;
/// use farandole::variant::{VariantTracer, read, step_text};
///
/// let variant = read(".Shape~4x4.Cage~3~R1C1~R1C2.~R1C1_1")?.puzzle;
/// let mut words = Vec::new();
/// VariantTracer::new(&variant)?.run(&Config::default(), &mut |step| {
///     words.push(step_text(&variant, step));
///     ControlFlow::Continue(())
/// });
/// assert!(words[0].starts_with("R1C1 = 1; ") && words[0].ends_with(": 1 is eliminated from R1C2 R1C3 R1C4 R2C1 R2C2 R3C1 R4C1"));
/// # Ok::<(), farandole::Error>(())
/// ```
pub fn step_text(variant: &Variant, step: &TraceStep<'_>) -> String {
    let name = |cell| traced_cell(variant, cell);
    let sources: Vec<String> = step.sources().iter().map(|source| source_text(variant, source)).collect();
    let sources = if sources.is_empty() { "the rules".into() } else { sources.join(", ") };
    match step.kind {
        TraceKind::Guess { cell, value } => format!("guess: {} = {value}", name(cell)),
        TraceKind::Backtrack { cell, value } => format!("back: {} is not {value}", name(cell)),
        TraceKind::Placed { cell, value } if step.removed.is_empty() => format!("{} = {value}", name(cell)),
        TraceKind::Placed { cell, value } => {
            let others: Vec<String> = step.removed.iter().map(|(other, _)| name(*other)).collect();
            format!("{} = {value}; {sources}: {value} is eliminated from {}", name(cell), others.join(" "))
        }
        TraceKind::Contradiction { value: Some(value) } => {
            format!("contradiction: {sources}: no cell for {value}")
        }
        TraceKind::Contradiction { value: None } => format!("contradiction: {sources}"),
        TraceKind::Solution => {
            let low = variant.board().values().low();
            let values: Vec<u8> = step.masks.iter().map(|mask| mask.trailing_zeros() as u8 + low).collect();
            format!("solution: {}", grid_text(variant, &values).trim_end())
        }
        _ => format!("{sources}: {}", removals(variant, step.removed)),
    }
}

/// Describes the eliminated values and their cells. Cells that lose the same values are listed
/// together.
fn removals(variant: &Variant, removed: &[(usize, u16)]) -> String {
    let mut groups: Vec<(u16, Vec<String>)> = Vec::new();
    for &(cell, mask) in removed {
        let name = traced_cell(variant, cell);
        match groups.iter_mut().find(|(known, _)| *known == mask) {
            Some((_, cells)) => cells.push(name),
            None => groups.push((mask, vec![name])),
        }
    }
    let text = |(mask, cells): &(u16, Vec<String>)| {
        let values: Vec<String> =
            variant.board().values().values_of(*mask).map(|value| value.to_string()).collect();
        let verb = if values.len() == 1 { "is eliminated" } else { "are eliminated" };
        format!("{} {verb} from {}", values.join(" "), cells.join(" "))
    };
    groups.iter().map(text).collect::<Vec<_>>().join("; ")
}
