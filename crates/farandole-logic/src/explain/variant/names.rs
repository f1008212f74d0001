//! Names in sentences about variants: cells, values, houses and constraints.

use super::background::background;
use super::relations::relation_words;
use crate::grammar::join;
use crate::variant::{Deduction, State, Technique};
use farandole_puzzle::Cell;
use farandole_puzzle::board::{End, Line, LineEnd};
use farandole_puzzle::constraint::{Cage, Constraint, LineEnds, Nfa, Pair, PairX};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::HouseOrigin;

/// Minimum length of a run of consecutive values that is written as a range.
const RUN: usize = 4;
/// Maximum number of alternatives that are named.
const NAMED: usize = 3;

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

/// Formats a set of values: `{1, 2, 5}`.
pub(super) fn set_text(set: &[u8]) -> String {
    format!("{{{}}}", set.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
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
            format!("the house that starts at {first} ({})", kind(state, number as usize).to_lowercase())
        }
    }
}

/// Formats a constraint in constraint-text syntax, without the leading dot.
pub fn constraint(state: &State, number: usize) -> String {
    let variant = state.variant();
    let text = iss::write_constraint(variant.board(), &variant.constraints()[number]);
    text.strip_prefix('.').unwrap_or(&text).to_owned()
}

/// Names a constraint in a sentence by its kind, clue, label and position. Sums are written as
/// equations.
pub(in crate::explain) fn rule(state: &State, number: usize) -> String {
    name(state, &state.variant().constraints()[number])
}

/// Names the branches of a disjunction. Returns `None` if there are many, and unless each is a single constraint whose
/// name is a noun.
fn alternatives(state: &State, branches: &[Vec<Constraint>]) -> Option<Vec<String>> {
    if !(2..=NAMED).contains(&branches.len()) {
        return None;
    }
    let of_branch = |branch: &Vec<Constraint>| match &branch[..] {
        [Constraint::Given(_)] | [_, _, ..] | [] => None,
        [only] => Some(name(state, only)),
    };
    branches.iter().map(of_branch).collect()
}

/// Names a constraint as [`rule`] does.
fn name(state: &State, constraint: &Constraint) -> String {
    let board = state.variant().board();
    let title = decapitalized(constraint.style().title);
    let listed = constraint.cells(board);
    let is_line = constraint
        .style()
        .look()
        .is_some_and(|look| !look.code.is_empty() && matches!(look.ends, LineEnds::Plain | LineEnds::Middle));
    let clue = |clue: i64, place: LineEnd| {
        let side = match (place.line, place.end) {
            (Line::Row(_), End::Start) => "left of",
            (Line::Row(_), End::Finish) => "right of",
            (Line::Col(_), End::Start) => "above",
            (Line::Col(_), End::Finish) => "below",
        };
        format!("the {title} {clue} {side} {}", line(place.line))
    };
    match constraint {
        Constraint::Given(given) => {
            let allowed: Vec<u8> = board.values().values_of(given.mask).collect();
            format!("{} is {}", cell(state, given.cell), values(&allowed, "or"))
        }
        Constraint::Sum(sum) => {
            equation(state, sum.terms.iter().map(|(cell, by)| (*cell, (*by).into())), sum.sum.into())
        }
        Constraint::Arrow(it) if shares_start(state, constraint, &it.cells) => {
            let last = it.cells.last().map_or_else(String::new, |last| cell(state, *last));
            format!("the {title} {} to {last}", at(state, &listed))
        }
        Constraint::Cage(Cage { sum: Some(sum), cells }) => format!("the cage {sum} {}", at(state, cells)),
        Constraint::Whisper(it) => {
            let name = match (it.difference, board.values().count()) {
                (5, 9) => "German whispers line".to_owned(),
                (4, 9) => "Dutch whispers line".to_owned(),
                (difference, _) => format!("whispers line with difference {difference}"),
            };
            format!("the {name} {}", at(state, &listed))
        }
        _ if is_line && !title.ends_with("line") => {
            format!("the {title} line {}", at(state, &listed))
        }
        Constraint::Sandwich(it) => format!("the {title} {} of {}", it.sum, line(it.line)),
        Constraint::LittleKiller(it) => format!("the {title} {} from {}", it.sum, cell(state, it.start)),
        Constraint::Pair(_) | Constraint::PairX(_) | Constraint::Nfa(_) => {
            format!("the {} {}", custom(state, constraint).unwrap_or(title), at(state, &listed))
        }
        Constraint::AnyOf(it) => match alternatives(state, &it.branches) {
            Some(names) => format!("the choice between {}", join(names, "and")),
            None => format!("the choice of {} alternatives {}", it.branches.len(), at(state, &listed)),
        },
        _ if listed.is_empty() => format!("the {title} rule"),
        _ => match (constraint.number(), constraint.place()) {
            (Some(number), Some(place)) => clue(number, place),
            _ => format!("the {title} {}", at(state, &listed)),
        },
    }
}

/// Returns true if another arrow has its circle in the first of these cells.
fn shares_start(state: &State, constraint: &Constraint, of: &[Cell]) -> bool {
    let others = state.variant().constraints().iter().filter(|it| !core::ptr::eq(*it, constraint));
    { others }.any(|it| matches!(it, Constraint::Arrow(other) if other.cells.first() == of.first()))
}

/// Describes the relation of the cells of a constraint, if it has words.
fn related_words(state: &State, constraint: &Constraint) -> Option<String> {
    let (_, relation) = constraint.related(state.variant().board())?;
    relation_words(state.variant().board().values(), &relation)
}

/// Returns the noun for a constraint with its own relation or automaton: its name, or the words of the relation.
fn custom(state: &State, constraint: &Constraint) -> Option<String> {
    let (name, noun) = match constraint {
        Constraint::Pair(Pair { name, .. }) => (name, "sequence of digits"),
        Constraint::PairX(PairX { name, .. }) => (name, "group of digits"),
        Constraint::Nfa(Nfa { name, .. }) => (name, ""),
        _ => return None,
    };
    if !name.is_empty() {
        return Some(format!("constraint \"{name}\""));
    }
    let words = related_words(state, constraint).filter(|_| !noun.is_empty())?;
    Some(format!("{noun} that {words}"))
}

/// Describes the position of a constraint by its cells: both if there are two, otherwise the first
/// one.
fn at(state: &State, listed: &[Cell]) -> String {
    match listed {
        [one] => format!("at {}", cell(state, *one)),
        [one, two] => format!("of {} and {}", cell(state, *one), cell(state, *two)),
        [one, ..] => format!("from {}", cell(state, *one)),
        [] => String::new(),
    }
}

fn line(line: Line) -> String {
    match line {
        Line::Row(row) => format!("row {}", row + 1),
        Line::Col(col) => format!("column {}", col + 1),
    }
}

/// Returns a text whose first letter is a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a title in lower case, except for words with capitals such as `X-sum` or `Kropki`.
fn decapitalized(title: &str) -> String {
    let mut letters = title.chars();
    let is_word = title.chars().nth(1).is_some_and(char::is_lowercase);
    match letters.next() {
        Some(first) if is_word => first.to_lowercase().chain(letters).collect(),
        _ => title.to_owned(),
    }
}

/// Formats an equation with positive terms on the left and negative ones on the right:
/// `r1c1 + 2 r1c2 = r1c3 + 5`.
pub(super) fn equation(state: &State, terms: impl Iterator<Item = (Cell, i64)>, sum: i64) -> String {
    let (mut left, mut right): (Vec<_>, Vec<_>) =
        terms.filter(|(_, by)| *by != 0).partition(|(_, by)| *by > 0);
    let mut sum = sum;
    if left.is_empty() {
        (left, right, sum) = (right, left, -sum);
    }
    let side = |terms: &[(Cell, i64)]| -> Vec<String> {
        let term = |(of, by): &(Cell, i64)| match by.abs() {
            1 => cell(state, *of),
            by => format!("{by} {}", cell(state, *of)),
        };
        terms.iter().map(term).collect()
    };
    let (mut left, mut right) = (side(&left), side(&right));
    // A negative sum is moved to the other side, unless a side would be empty.
    if sum < 0 && !right.is_empty() {
        left.push((-sum).to_string());
    } else if sum != 0 || right.is_empty() {
        right.push(sum.to_string());
    }
    format!("{} = {}", left.join(" + "), right.join(" + "))
}

/// Returns the title of a constraint's kind.
pub(super) fn kind(state: &State, number: usize) -> &'static str {
    state.variant().constraints()[number].style().title
}

/// Returns the name and description of the constraint kind on which a deduction is based, or `None`
/// for other techniques.
pub fn meaning(state: &State, deduction: &Deduction) -> Option<String> {
    match deduction.constraints[..] {
        [number] if deduction.technique == Technique::Constraint => {
            Some(state.variant().constraints()[number].sentence(state.variant().board()))
        }
        [] if deduction.technique == Technique::LockedCandidates => {
            let value = deduction.pattern.first()?.1.value;
            let pairs = deduction
                .pattern
                .iter()
                .flat_map(|(_, one)| deduction.eliminations.iter().map(move |two| (one.cell, two.cell)));
            let used = background(state, &pairs.collect::<Vec<_>>(), value);
            Some(state.variant().constraints()[*used.first()?].sentence(state.variant().board()))
        }
        _ => None,
    }
}
