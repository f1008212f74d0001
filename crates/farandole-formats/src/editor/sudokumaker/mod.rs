//! SudokuMaker: a puzzle is a list of elements, each with a number for its type.
//!
//! All built-in constraints are typed. Cosmetic elements are drawings, and custom constraints are
//! programs, which an engine of the caller runs.
//!
//! Source: yusitnikov, `sudokumaker-mcp`, `src/SudokuMakerElement.ts` (types and defaults) and
//! `sudoku`, `SudokuMakerGridParser.ts` (numbers of cells, edges and corners).

mod cells;
mod drawings;
mod element;
mod lines;
mod marks;
mod numbers;
mod outside;
mod places;
mod types;
pub(crate) mod write;

use self::element::Element;
use self::numbers::{ELEMENTS, REGIONS, ROWS_AND_COLUMNS, type_of};
pub(crate) use self::numbers::{FOG_LIGHTS, FOG_TRIGGERS};
pub(crate) use self::places::cell;
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::embedded_text;
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::imported::{Draft, Texts, finish};
use crate::editor::json::{Json, Object};
use crate::editor::regions::Regions;
use farandole_puzzle::board::{Board, GridKind, Shape, ValueRange};
use farandole_puzzle::constraint::{AllDifferent, Given};

/// Keys of the outer object.
const OUTER: &[&str] = &["formatVersion", "puzzle"];
/// Keys of the puzzle with a meaning.
const KNOWN: &[&str] = &[
    "type",
    "size",
    "width",
    "height",
    "minDigit",
    "maxDigit",
    "cells",
    "constraints",
    "name",
    "author",
    "comment",
];
/// Keys of the puzzle that have no effect on solutions.
const DISPLAY: &[&str] = &["messages", "export", "exportSettings", "id", "creationTimestamp"];
/// Keys of cells: first the digits, then notes.
const CELL: &[&str] = &["given", "value", "candidates", "cornerPencilMarks", "colors"];

/// Returns true if an object has the outer form of SudokuMaker.
pub(crate) fn is_own(object: &Object) -> bool {
    object.get("puzzle").is_some_and(|puzzle| puzzle.object().is_some())
}

/// Reads a puzzle: the typed parts, and its drawings and custom constraints.
pub(crate) fn draft(object: &Object) -> Result<Draft, ImportError> {
    let refuse = |items| ImportError::from(ImportErrorKind::Unsupported(Unsupported { items }));
    let puzzle = object.get("puzzle").and_then(Json::object).ok_or(ImportErrorKind::Unknown)?;
    let rules = puzzle.get("comment").and_then(Json::text).unwrap_or("");
    let elements = elements(puzzle);
    let plain = board(puzzle, &elements).map_err(|diagnostic| refuse(vec![diagnostic]))?;
    let embedded = embedded_text::parse(rules, plain.shape()).map_err(refuse)?;
    let board = embedded.as_ref().map_or(&plain, |text| text.variant.board());
    let mut builder = ImportBuilder::new(board);
    embedded.iter().for_each(|text| builder.add_embedded(text));
    builder.only_keys(Place { key: "", entry: None }, object, OUTER);
    keys(puzzle, &mut builder);
    let entered = cells(puzzle, &mut builder);
    let regions = regions(&elements, &mut builder);
    let digits = entered.0.iter().all(Option::is_some).then(|| entered.0.clone());
    for (place, object) in &elements {
        let (builder, solution) = (&mut builder, digits.as_deref());
        types::read(&mut Element { place: *place, object, builder, regions: &regions, solution });
    }
    marks::read_negatives(&elements, &mut builder);
    let text = |key: &str| {
        let text = puzzle.get(key).and_then(Json::text).map(str::trim).filter(|text| !text.is_empty());
        text.map(Into::into)
    };
    let (title, author, rules) = (text("name"), text("author"), text("comment"));
    let mut texts = Texts { title, author, rules, ..Texts::default() };
    texts.solution = solution(entered, &mut builder);
    finish(builder, texts)
}

/// Returns the enabled elements that are objects, with their locations.
fn elements(puzzle: &Object) -> Vec<(Place<'static>, &Object)> {
    let list = puzzle.get(ELEMENTS).and_then(Json::list).unwrap_or_default();
    let is_enabled = |object: &&Object| object.get("disabled") != Some(&Json::Bool(true));
    let numbered = (1..).zip(list.iter().map(Json::object));
    numbered
        .filter_map(|(number, object)| {
            Some((Place { key: ELEMENTS, entry: Some(number) }, object.filter(is_enabled)?))
        })
        .collect()
}

/// Reports unknown keys, and values of the wrong type.
fn keys(puzzle: &Object, builder: &mut ImportBuilder<'_>) {
    for (key, value) in puzzle.iter().filter(|(key, _)| !KNOWN.contains(&key.as_str())) {
        if !DISPLAY.contains(&key.as_str()) {
            let entries = value.list().map_or(1, <[Json]>::len);
            let what = What::UnknownKey { name: key.as_str().into(), entries };
            builder.fail(Place { key: "", entry: None }, what);
        }
    }
    for key in ["name", "author", "comment"] {
        if let Some(value) = puzzle.get(key).filter(|value| **value != Json::Null && value.text().is_none()) {
            builder.fail_value(Place { key, entry: None }, value, "a text");
        }
    }
    let whole = Place { key: ELEMENTS, entry: None };
    match puzzle.get(ELEMENTS) {
        Some(Json::List(list)) => {
            for (number, element) in (1..).zip(list) {
                let place = Place { entry: Some(number), ..whole };
                match element.object() {
                    Some(object) if object.get("disabled") == Some(&Json::Bool(true)) => {
                        builder.ignore(place, "a disabled element", 1);
                    }
                    Some(_) => {}
                    None => builder.fail_value(place, element, "an object"),
                }
            }
        }
        Some(other) => builder.fail_value(whole, other, "a list"),
        None => builder.fail(whole, What::Missing { expected: "a list of elements" }),
    }
}

/// Returns the board: its numbers of rows and columns, its digits, and the kind of the grid, which
/// states whether rows and columns are houses.
fn board(puzzle: &Object, elements: &[(Place<'_>, &Object)]) -> Result<Board, Diagnostic> {
    let fail = |key: &str, what| Diagnostic::new(key, None, what);
    let number = |key: &'static str| match puzzle.get(key).filter(|value| **value != Json::Null) {
        None => Ok(None),
        Some(value) => match value.number().and_then(|_| usize::try_from(value.integer()?).ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(fail(key, What::Value { found: value.to_string().into(), expected: "a number" })),
        },
    };
    let count = puzzle.get("cells").and_then(Json::list).map_or(0, <[Json]>::len);
    let (width, height) = (number("width")?, number("height")?);
    let size = number("size")?.or_else(|| Some(width?.max(height?)));
    let size = size.unwrap_or_else(|| count.isqrt());
    let (rows, cols) = (height.unwrap_or(size), width.unwrap_or(size));
    let expected = "as many cells as rows times columns";
    if rows.checked_mul(cols) != Some(count) || count == 0 {
        return Err(fail("cells", What::Value { found: count.to_string().into(), expected }));
    }
    let low = number("minDigit")?.unwrap_or(1);
    // Only grids of the type `sudoku` have as many digits as rows by default.
    let usual = if puzzle.get("type") == Some(&Json::Text("custom".into())) { 9 } else { size };
    let high = number("maxDigit")?.or_else(|| (usual <= 9).then_some(usual));
    let high = high.ok_or_else(|| fail("maxDigit", What::Missing { expected: "the greatest digit" }))?;
    let values = high
        .checked_sub(low)
        .and_then(|span| ValueRange::new(u8::try_from(low).ok()?, u8::try_from(span.checked_add(1)?).ok()?));
    let found = || format!("{low} to {high}").into();
    let expected = "1 to 16 digits from 0 or 1 up";
    let values = values.ok_or_else(|| fail("maxDigit", What::Value { found: found(), expected }))?;
    let kind = match puzzle.get("type").filter(|value| !value.is_empty()) {
        None => GridKind::Sudoku,
        Some(Json::Text(name)) if name == "sudoku" => GridKind::Sudoku,
        Some(Json::Text(name)) if name == "custom" => {
            let is_whole = |(_, object): &(Place<'_>, &Object)| {
                type_of(object) == Some(ROWS_AND_COLUMNS) && object.get("areas").is_none_or(Json::is_empty)
            };
            if elements.iter().any(is_whole) { GridKind::Sudoku } else { GridKind::Raw }
        }
        Some(other) => {
            let expected = "sudoku or custom";
            return Err(fail("type", What::Value { found: other.to_string().into(), expected }));
        }
    };
    let shape = Shape::new(rows, cols, values, kind);
    let shape = shape.map_err(|error| fail("size", What::Items { wrong: error.to_string().into() }))?;
    Board::new(shape, Vec::new())
        .map_err(|error| fail("size", What::Items { wrong: error.to_string().into() }))
}

/// Reads givens. Returns the digits of all cells, and the number of digits that are not givens.
fn cells(puzzle: &Object, builder: &mut ImportBuilder<'_>) -> (Vec<Option<u8>>, usize) {
    let list = puzzle.get("cells").and_then(Json::list).unwrap_or_default();
    let (mut digits, mut entered, mut notes) = (Vec::new(), 0, 0);
    for (cell, json) in builder.board.grid().zip(list) {
        let place = Place { key: "cells", entry: Some(cell.index() + 1) };
        let Some(entry) = json.object() else {
            if *json != Json::Null {
                builder.fail_value(place, json, "a cell");
            }
            digits.push(None);
            continue;
        };
        builder.only_keys(place, entry, CELL);
        let is_note = |key: &str| entry.get(key).is_some_and(|it| it.integer() != Some(0) && !it.is_empty());
        notes += usize::from(CELL[2..].iter().any(|key| is_note(key)));
        let value = entry.get("value").filter(|value| !value.is_empty());
        let digit = value.and_then(|value| {
            value.number()?;
            u8::try_from(value.integer()?).ok().filter(|digit| builder.board.values().contains(*digit))
        });
        digits.push(digit);
        match (value, digit, entry.get("given")) {
            (None, ..) => {}
            (Some(value), None, _) => builder.fail_value(place, value, "a digit of the board"),
            (_, Some(digit), Some(Json::Bool(true))) => {
                builder.add(place, Given { cell, mask: builder.board.values().mask(digit) });
            }
            (_, _, None | Some(Json::Bool(false) | Json::Null)) => entered += 1,
            (_, _, Some(other)) => builder.fail_value(place, other, "true or false"),
        }
    }
    if notes > 0 {
        builder.ignore(Place { key: "cells", entry: None }, "cells with notes or colours", notes);
    }
    (digits, entered)
}

/// Returns the solution: the digits that the setter entered, if every cell has a digit.
fn solution(
    (digits, entered): (Vec<Option<u8>>, usize),
    builder: &mut ImportBuilder<'_>,
) -> Option<Vec<Option<u8>>> {
    if entered == 0 {
        return None;
    }
    if digits.iter().all(Option::is_some) {
        return Some(digits);
    }
    builder.ignore(Place { key: "cells", entry: None }, "entered digits", entered);
    None
}

/// Reads the element that lists the regions. A puzzle without this element has no regions.
fn regions(elements: &[(Place<'_>, &Object)], builder: &mut ImportBuilder<'_>) -> Regions {
    let mut regions = Regions::none(builder.board);
    let whole = Place { key: ELEMENTS, entry: None };
    let mut lists = elements.iter().filter(|(_, object)| type_of(object) == Some(REGIONS));
    let first = lists.next();
    if let Some((place, object)) = first {
        let labels = object.get("regions").and_then(Json::list).unwrap_or_default();
        if labels.len() != builder.board.grid_count() {
            builder.fail(*place, What::Missing { expected: "a region for each cell" });
        }
        for (cell, label) in builder.board.grid().zip(labels) {
            match label.number().and(label.integer()) {
                Some(-1) => {}
                Some(number) if number >= 0 => regions.set(cell, usize::try_from(number).ok()),
                _ if *label == Json::Null => {}
                _ => builder.fail_value(*place, label, "the number of a region"),
            }
        }
    }
    for (place, _) in lists {
        builder.fail(*place, What::Contradicts { what: "another list of regions" });
    }
    let place = first.map_or(whole, |(place, _)| *place);
    if builder.board.shape().kind() == GridKind::Raw {
        for cells in regions.pieces(builder.board) {
            builder.add(place, AllDifferent { cells });
        }
    } else {
        regions.add_to(place, builder);
    }
    regions
}
