//! Names in sentences about variants: cells, values, houses and constraints.

use crate::grammar::join;
use crate::variant::{Deduction, State, Technique};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Line;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::HouseOrigin;

/// Runs of at least this many consecutive values are written as a range.
const RUN: usize = 4;

/// Formats a cell as `r1c1`. Extra cells have the names used in constraint text.
pub fn cell(state: &State, cell: Cell) -> String {
    let board = state.variant().board();
    match board.place(cell) {
        Some((row, col)) => format!("r{}c{}", row + 1, col + 1),
        None => board.name(cell).to_string(),
    }
}

/// Lists cells: `r1c1, r1c2 and r1c3`.
pub(super) fn cells(state: &State, cells: &[Cell], last: &str) -> String {
    join(cells.iter().map(|it| cell(state, *it)), last)
}

/// Lists ascending values: `1`, `1 or 3`, `1, 2 or 5`, `2 to 7`.
pub(super) fn values(values: &[u8], last: &str) -> String {
    match values {
        [first, .., end] if values.len() >= RUN && usize::from(end - first) + 1 == values.len() => {
            format!("{first} to {end}")
        }
        _ => join(values.iter().map(u8::to_string), last),
    }
}

/// Formats a house as `row 1`, `column 1` or `box 1`. Houses of constraints are named after their
/// first cell and kind.
pub fn house(state: &State, house: usize) -> String {
    let house = &state.variant().houses()[house];
    match house.origin {
        HouseOrigin::Line(Line::Row(row)) => format!("row {}", row + 1),
        HouseOrigin::Line(Line::Col(col)) => format!("column {}", col + 1),
        HouseOrigin::Box(number) => format!("box {}", number + 1),
        HouseOrigin::Constraint(number) => {
            let first = house.cells.first().map_or_else(String::new, |first| cell(state, *first));
            format!("the house from {first} on ({})", kind(state, number as usize).to_lowercase())
        }
    }
}

/// Formats a constraint in constraint-text syntax, without the leading dot.
pub fn constraint(state: &State, number: usize) -> String {
    let variant = state.variant();
    let text = iss::write_constraint(variant.board(), &variant.constraints()[number]);
    text.strip_prefix('.').unwrap_or(&text).to_owned()
}

/// Names a constraint in a sentence, in constraint-text syntax without the parts that only programs
/// read. Sums are written as equations. Tables and alternatives are named by their cells.
pub(in crate::explain) fn rule(state: &State, number: usize) -> String {
    let variant = state.variant();
    let constraint = &variant.constraints()[number];
    let on = |name: &str| {
        let mut of = constraint.cells(variant.board());
        let mut met = std::collections::BTreeSet::new();
        of.retain(|cell| met.insert(*cell));
        let gap = if name.is_empty() { "" } else { " " };
        format!("{}{gap}{name} ({})", constraint.name(), cells(state, &of, "and"))
    };
    match constraint {
        Constraint::Given(given) => {
            let allowed: Vec<u8> = variant.board().values().values_of(given.mask).collect();
            format!("{} is {}", cell(state, given.cell), values(&allowed, "or"))
        }
        Constraint::Sum(sum) => {
            equation(state, sum.terms.iter().map(|(cell, by)| (*cell, (*by).into())), sum.sum.into())
        }
        Constraint::Pair(it) => on(&it.name),
        Constraint::PairX(it) => on(&it.name),
        Constraint::Nfa(it) => on(&it.name),
        Constraint::AnyOf(it) => on(&format!("with {} alternatives", it.branches.len())),
        _ => self::constraint(state, number),
    }
}

/// Formats an equation: `r1c1 + r1c2 - 10 r1c3 = 5`.
pub(super) fn equation(state: &State, terms: impl Iterator<Item = (Cell, i64)>, sum: i64) -> String {
    let mut text = String::new();
    for (of, by) in terms.filter(|(_, by)| *by != 0) {
        text += match (text.is_empty(), by < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        if by.abs() != 1 {
            text += &format!("{} ", by.abs());
        }
        text += &cell(state, of);
    }
    format!("{text} = {sum}")
}

/// Returns the name of a constraint's kind: the part of its description before the colon.
pub(super) fn kind(state: &State, number: usize) -> String {
    match &state.variant().constraints()[number] {
        Constraint::AnyOf(_) => "Or".to_owned(),
        other => {
            let meaning = other.about().meaning();
            meaning.split_once(':').map_or_else(|| other.name().to_owned(), |(name, _)| name.to_owned())
        }
    }
}

/// Returns the name and description of the constraint kind that a deduction is based on, or `None`
/// for other techniques.
pub fn meaning(state: &State, deduction: &Deduction) -> Option<String> {
    match deduction.constraints[..] {
        [number] if deduction.technique == Technique::Constraint => {
            Some(state.variant().constraints()[number].about().meaning())
        }
        _ => None,
    }
}
