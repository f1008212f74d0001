//! Killer records: an object with the size and cages of a killer Sudoku and the metadata of puzzle
//! collections.
//!
//! `n` is the size. `cages` is a list of objects with `sum` and `cells` (0-based, row-major).
//! `givens`, `regions` and `solution` are strings with one character per cell. `xdiag` is true if
//! both diagonals are houses. `box` is the shape of the boxes, for example `2x3`. The digits of a
//! cage differ.

use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::imported::{Draft, Texts, finish};
use crate::editor::json::{Json, Object};
use crate::editor::regions::Regions;
use farandole_puzzle::board::{Board, MAX_SIDE, Shape};
use farandole_puzzle::constraint::{Cage, Diagonal, Given};
use farandole_puzzle::{Cell, Diagonal as Which};

/// Known keys: first those with a meaning, then those about the origin and difficulty of a record.
const KNOWN: &[&str] =
    &["n", "cages", "givens", "regions", "xdiag", "box", "solution", "name", "cage_repeats_in_solution"];
const ABOUT: &[&str] = &["source", "info", "verified", "diff", "gameid", "status", "boxes3x3"];

/// Reads a killer record.
pub(crate) fn read(object: &Object) -> Result<Draft, ImportError> {
    let board = board(object).map_err(|diagnostic| {
        ImportError::from(ImportErrorKind::Unsupported(Unsupported { items: vec![diagnostic] }))
    })?;
    let mut builder = ImportBuilder::new(&board);
    let known: Vec<&str> = [KNOWN, ABOUT].concat();
    builder.only_keys(Place { key: "", entry: None }, object, &known);
    let get = |key: &str| object.get(key).filter(|value| !value.is_empty());
    boxes(get("box"), &mut builder);
    if let Some(map) = text_of_cells("regions", get("regions"), &mut builder) {
        let mut regions = Regions::none(&board);
        board.grid().zip(&map).for_each(|(cell, label)| regions.set(cell, Some(usize::from(*label))));
        regions.add_to(Place { key: "regions", entry: None }, &mut builder);
    }
    for key in ["xdiag", "cage_repeats_in_solution"] {
        let place = Place { key, entry: None };
        match get(key) {
            None => {}
            Some(Json::Bool(true)) if key == "xdiag" => {
                builder.add(place, Diagonal { diagonal: Which::Main });
                builder.add(place, Diagonal { diagonal: Which::Anti });
            }
            Some(Json::Bool(_)) => {
                builder.fail(place, What::Contradicts { what: "the rule that digits of a cage differ" })
            }
            Some(other) => builder.fail_value(place, other, "true or false"),
        }
    }
    for (cell, digit) in digits("givens", get("givens"), &mut builder).into_iter().flatten() {
        builder.add(Place { key: "givens", entry: None }, Given { cell, mask: board.values().mask(digit) });
    }
    cages(object, &mut builder);
    let solution = digits("solution", get("solution"), &mut builder).map(|digits| {
        let mut solution = vec![None; board.grid_count()];
        digits.into_iter().for_each(|(cell, digit)| solution[cell.index()] = Some(digit));
        solution
    });
    let title = get("name").and_then(Json::text).map(Into::into);
    finish(builder, Texts { title, solution, ..Texts::default() })
}

fn board(object: &Object) -> Result<Board, Diagnostic> {
    let size = object.get("n").and_then(Json::integer).and_then(|size| usize::try_from(size).ok());
    let shape = size.filter(|size| *size <= MAX_SIDE).and_then(|size| Shape::square(size).ok());
    let board = shape.and_then(|shape| Board::new(shape, Vec::new()).ok());
    board.ok_or_else(|| Diagnostic::new("n", None, What::Missing { expected: "a size from 1 to 16" }))
}

/// Checks that the boxes have the usual shape.
fn boxes(value: Option<&Json>, builder: &mut ImportBuilder<'_>) {
    let Some(value) = value else { return };
    let text = value.text().unwrap_or("").replace("(rows x cols)", "");
    let usual = builder.board.box_shape().map(|shape| format!("{}x{}", shape.box_rows, shape.box_cols));
    if usual.as_deref() != Some(text.trim()) {
        builder.fail_value(Place { key: "box", entry: None }, value, "the usual form of the boxes");
    }
}

fn cages(object: &Object, builder: &mut ImportBuilder<'_>) {
    let list = object.get("cages").and_then(Json::list).unwrap_or_default();
    for (number, json) in list.iter().enumerate() {
        let place = Place { key: "cages", entry: Some(number + 1) };
        let Some(cage) = json.object() else {
            builder.fail_value(place, json, "an object");
            continue;
        };
        builder.only_keys(place, cage, &["sum", "cells"]);
        let sum = cage.get("sum").and_then(Json::integer).and_then(|sum| u32::try_from(sum).ok());
        let cell = |json: &Json| builder.board.grid().nth(usize::try_from(json.integer()?).ok()?);
        let cells: Option<Vec<Cell>> =
            cage.get("cells").and_then(Json::list).and_then(|cells| cells.iter().map(cell).collect());
        match (sum, cells) {
            (Some(sum), Some(cells)) => builder.add(place, Cage { sum: Some(sum), cells }),
            (None, _) => builder.fail(place, What::Missing { expected: "a sum" }),
            (_, None) => builder.fail(place, What::Missing { expected: "a list of cells of the grid" }),
        }
    }
}

/// Returns a string with one character per cell.
fn text_of_cells(key: &str, value: Option<&Json>, builder: &mut ImportBuilder<'_>) -> Option<Vec<u8>> {
    let value = value?;
    let found = value
        .text()
        .filter(|text| text.len() == builder.board.grid_count())
        .map(|text| text.as_bytes().to_vec());
    if found.is_none() {
        builder.fail_value(Place { key, entry: None }, value, "one character for each cell");
    }
    found
}

/// Returns the digits of a string with one character per cell. `.` and `0` are empty cells.
fn digits(key: &str, value: Option<&Json>, builder: &mut ImportBuilder<'_>) -> Option<Vec<(Cell, u8)>> {
    let text = text_of_cells(key, value, builder)?;
    let mut found = Vec::new();
    for (cell, byte) in builder.board.grid().zip(text) {
        let digit = char::from(byte).to_digit(36).and_then(|digit| u8::try_from(digit).ok());
        match digit.filter(|digit| builder.board.values().contains(*digit)) {
            Some(digit) => found.push((cell, digit)),
            None if matches!(byte, b'.' | b'0') => {}
            None => {
                let found = char::from(byte).to_string().into();
                builder.fail(
                    Place { key, entry: Some(cell.index() + 1) },
                    What::Value { found, expected: "a digit" },
                );
            }
        }
    }
    Some(found)
}
