//! Size, givens and regions of an f-puzzles object.

use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object};
use crate::editor::regions::Regions;
use farandole_puzzle::board::{Board, MAX_SIDE, Shape};
use farandole_puzzle::constraint::{Even, Given, Odd};

/// The keys of a cell. The last ones contain only the solver's notes or a colour.
const KEYS: &[&str] = &[
    "value",
    "given",
    "givenPencilMarks",
    "region",
    "parity",
    "centerPencilMarks",
    "cornerPencilMarks",
    "c",
    "cArray",
    "highlight",
];
const COLOURS: &[&str] = &["c", "cArray", "highlight"];
const NOTES: &[&str] = &["centerPencilMarks", "cornerPencilMarks"];

/// Returns the board of an object.
pub(super) fn board(object: &Object) -> Result<Board, Diagnostic> {
    let fail = |what| Diagnostic::new("size", None, what);
    let size = object.get("size").ok_or_else(|| fail(What::Missing { expected: "a size from 1 to 16" }))?;
    let wrong = || fail(What::Value { found: size.to_string().into(), expected: "a size from 1 to 16" });
    let number = size.integer().and_then(|size| usize::try_from(size).ok()).filter(|size| *size <= MAX_SIDE);
    let shape = Shape::square(number.ok_or_else(wrong)?).map_err(|_| wrong())?;
    Board::new(shape, Vec::new()).map_err(|_| wrong())
}

/// Contents of the cells that are not constraints.
pub(super) struct Cells {
    pub(super) regions: Regions,
    /// Digits that are not givens, indexed by cell.
    pub(super) entered: Vec<Option<u8>>,
    /// True if every cell has a digit.
    pub(super) full: bool,
}

/// Reads the rows of cells. Returns `None` if their number does not match the size.
pub(super) fn cells(object: &Object, builder: &mut ImportBuilder<'_>) -> Option<Cells> {
    let size = builder.board.shape().rows();
    let place = Place { key: "grid", entry: None };
    let rows = object.get("grid").and_then(Json::list).unwrap_or_default();
    let is_square =
        rows.len() == size && rows.iter().all(|row| row.list().is_some_and(|row| row.len() == size));
    if !is_square {
        builder.fail(place, What::Missing { expected: "as many rows and columns of cells as the size" });
        return None;
    }
    let flat: Vec<&Json> = rows.iter().filter_map(Json::list).flatten().collect();
    let mut cells =
        Cells { regions: Regions::usual(builder.board), entered: vec![None; flat.len()], full: true };
    let (mut colours, mut notes) = (0, 0);
    for (number, json) in flat.into_iter().enumerate() {
        let place = Place { key: "grid", entry: Some(number + 1) };
        let Some(entry) = json.object() else {
            builder.fail_value(place, json, "a cell");
            continue;
        };
        builder.only_keys(place, entry, KEYS);
        let has =
            |keys: &[&str]| keys.iter().any(|key| entry.get(*key).is_some_and(|value| !value.is_empty()));
        colours += usize::from(has(COLOURS));
        notes += usize::from(has(NOTES));
        cell(number, entry, &mut cells, builder);
    }
    for (count, what) in [(colours, "coloured cells"), (notes, "cells with notes")] {
        if count > 0 {
            builder.ignore(place, what, count);
        }
    }
    Some(cells)
}

fn cell(number: usize, entry: &Object, cells: &mut Cells, builder: &mut ImportBuilder<'_>) {
    let place = Place { key: "grid", entry: Some(number + 1) };
    let Some(cell) = builder.board.cells().nth(number) else { return };
    let values = builder.board.values();
    // 0 is a given only if it is a value of the board. Otherwise it marks an empty cell.
    let may_be_0 = values.low() == 0 && entry.get("given") == Some(&Json::Bool(true));
    let value =
        entry.get("value").filter(|value| !value.is_empty() && (may_be_0 || value.integer() != Some(0)));
    let digit =
        value.and_then(|value| u8::try_from(value.integer()?).ok().filter(|value| values.contains(*value)));
    if let (Some(value), None) = (value, digit) {
        builder.fail_value(place, value, "a digit of the board");
    }
    let given = match entry.get("given") {
        None | Some(Json::Null | Json::Bool(false)) => false,
        Some(Json::Bool(true)) => true,
        Some(other) => {
            builder.fail_value(place, other, "true or false");
            false
        }
    };
    match digit {
        Some(digit) if given => builder.add(place, Given { cell, mask: values.mask(digit) }),
        Some(digit) => cells.entered[number] = Some(digit),
        None if given && value.is_none() => {
            builder.fail(place, What::Missing { expected: "the digit of a given" })
        }
        None => cells.full = false,
    }
    if let Some(allowed) = entry.get("givenPencilMarks").filter(|allowed| !allowed.is_empty()) {
        let digits = allowed.list().map(|list| list.iter().map(|digit| values.mask(digit_of(digit))));
        match digits.filter(|masks| masks.clone().all(|mask| mask != 0)) {
            Some(masks) => builder.add(place, Given { cell, mask: masks.fold(0, |all, mask| all | mask) }),
            None => builder.fail_value(place, allowed, "a list of digits of the board"),
        }
    }
    match entry.get("parity") {
        None | Some(Json::Null) => {}
        Some(parity) => match parity.text() {
            Some("Odd" | "odd") => builder.add(place, Odd { cells: vec![cell] }),
            Some("Even" | "even") => builder.add(place, Even { cells: vec![cell] }),
            _ => builder.fail_value(place, parity, "`Odd` or `Even`"),
        },
    }
    match entry.get("region") {
        None => {}
        Some(Json::Null) => cells.regions.set(cell, None),
        Some(region) => match region.integer() {
            Some(-1) => cells.regions.set(cell, None),
            Some(label @ 0..=255) => cells.regions.set(cell, Some(label as usize)),
            _ => builder.fail_value(place, region, "a number of a region"),
        },
    }
}

/// Returns the digit, or 0xff if the value is not a digit.
fn digit_of(json: &Json) -> u8 {
    json.integer().and_then(|digit| u8::try_from(digit).ok()).unwrap_or(u8::MAX)
}
