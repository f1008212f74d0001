//! Size, givens and regions of an f-puzzles object.

use crate::json::{Json, Object};
use crate::piece::{Piece, What};
use crate::regions::Regions;
use crate::sink::{Place, Sink};
use farandole_puzzle::board::{Board, MAX_SIDE, Shape};
use farandole_puzzle::constraint::{Even, Given, Odd};

/// The keys of a cell. The last ones hold only the solver's notes or a colour.
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
pub(super) fn board(object: &Object) -> Result<Board, Piece> {
    let fail = |what| Piece::new("size", None, what);
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
pub(super) fn cells(object: &Object, sink: &mut Sink<'_>) -> Option<Cells> {
    let size = sink.board.shape().rows();
    let place = Place { key: "grid", entry: None };
    let rows = object.get("grid").and_then(Json::list).unwrap_or_default();
    let is_square =
        rows.len() == size && rows.iter().all(|row| row.list().is_some_and(|row| row.len() == size));
    if !is_square {
        sink.fail(place, What::Missing { expected: "as many rows and columns of cells as the size" });
        return None;
    }
    let flat: Vec<&Json> = rows.iter().filter_map(Json::list).flatten().collect();
    let mut cells =
        Cells { regions: Regions::usual(sink.board), entered: vec![None; flat.len()], full: true };
    let (mut colours, mut notes) = (0, 0);
    for (number, json) in flat.into_iter().enumerate() {
        let place = Place { key: "grid", entry: Some(number + 1) };
        let Some(entry) = json.object() else {
            sink.fail_value(place, json, "a cell");
            continue;
        };
        sink.only_keys(place, entry, KEYS);
        let has =
            |keys: &[&str]| keys.iter().any(|key| entry.get(*key).is_some_and(|value| !value.is_empty()));
        colours += usize::from(has(COLOURS));
        notes += usize::from(has(NOTES));
        cell(number, entry, &mut cells, sink);
    }
    for (count, what) in [(colours, "coloured cells"), (notes, "cells with notes")] {
        if count > 0 {
            sink.ignore(place, what, count);
        }
    }
    Some(cells)
}

fn cell(number: usize, entry: &Object, cells: &mut Cells, sink: &mut Sink<'_>) {
    let place = Place { key: "grid", entry: Some(number + 1) };
    let Some(cell) = sink.board.cells().nth(number) else { return };
    let values = sink.board.values();
    // A given 0 counts only if 0 is a value of the board. Otherwise 0 is an empty cell.
    let may_be_0 = values.low() == 0 && entry.get("given") == Some(&Json::Bool(true));
    let value =
        entry.get("value").filter(|value| !value.is_empty() && (may_be_0 || value.integer() != Some(0)));
    let digit =
        value.and_then(|value| u8::try_from(value.integer()?).ok().filter(|value| values.contains(*value)));
    if let (Some(value), None) = (value, digit) {
        sink.fail_value(place, value, "a digit of the board");
    }
    let given = match entry.get("given") {
        None | Some(Json::Null | Json::Bool(false)) => false,
        Some(Json::Bool(true)) => true,
        Some(other) => {
            sink.fail_value(place, other, "true or false");
            false
        }
    };
    match digit {
        Some(digit) if given => sink.add(place, Given { cell, mask: values.mask(digit) }),
        Some(digit) => cells.entered[number] = Some(digit),
        None if given && value.is_none() => {
            sink.fail(place, What::Missing { expected: "the digit of a given" })
        }
        None => cells.full = false,
    }
    if let Some(allowed) = entry.get("givenPencilMarks").filter(|allowed| !allowed.is_empty()) {
        let digits = allowed.list().map(|list| list.iter().map(|digit| values.mask(digit_of(digit))));
        match digits.filter(|masks| masks.clone().all(|mask| mask != 0)) {
            Some(masks) => sink.add(place, Given { cell, mask: masks.fold(0, |all, mask| all | mask) }),
            None => sink.fail_value(place, allowed, "a list of digits of the board"),
        }
    }
    match entry.get("parity") {
        None | Some(Json::Null) => {}
        Some(parity) => match parity.text() {
            Some("Odd" | "odd") => sink.add(place, Odd { cells: vec![cell] }),
            Some("Even" | "even") => sink.add(place, Even { cells: vec![cell] }),
            _ => sink.fail_value(place, parity, "`Odd` or `Even`"),
        },
    }
    match entry.get("region") {
        None => {}
        Some(Json::Null) => cells.regions.set(cell, None),
        Some(region) => match region.integer() {
            Some(-1) => cells.regions.set(cell, None),
            Some(label @ 0..=255) => cells.regions.set(cell, Some(label as usize)),
            _ => sink.fail_value(place, region, "a number of a region"),
        },
    }
}

/// Returns the digit, or 0xff if the value is not a digit.
fn digit_of(json: &Json) -> u8 {
    json.integer().and_then(|digit| u8::try_from(digit).ok()).unwrap_or(u8::MAX)
}
