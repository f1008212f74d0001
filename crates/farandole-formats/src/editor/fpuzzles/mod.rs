//! Reader and writer of f-puzzles: an object with one key per kind of constraint, each with a list
//! of entries.
//!
//! [`keys`] lists the keys that are understood. Any other key is an error.

mod drawings;
mod edited;
mod entry;
mod global;
mod grid;
mod keys;
mod outside;
mod sets;
pub(crate) mod write;

pub(crate) use self::drawings::is_made;
pub use self::edited::EditedPuzzle;
use self::entry::{Entry, Switch};
use self::keys::{ADDED, Kind};
use crate::editor::diagnostic::What;
use crate::editor::embedded_text;
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::imported::{Draft, Texts, finish};
use crate::editor::json::{Json, Object};
use crate::editor::lines;
use crate::editor::regions::Regions;
use farandole_puzzle::board::Board;

/// Reads the typed parts of an object, and passes them on with the board and the cells. Keys for whose meaning and value
/// `is_left_out` returns true are not read.
fn with_parts<T>(
    object: &Object,
    is_left_out: impl Fn(Option<&Kind>, &Json) -> bool,
    read: impl FnOnce(ImportBuilder<'_>, &Board, Option<grid::Cells>) -> Result<T, ImportError>,
) -> Result<T, ImportError> {
    let refuse = |items| ImportErrorKind::Unsupported(Unsupported { items });
    let plain = grid::board(object).map_err(|diagnostic| refuse(vec![diagnostic]))?;
    let rules = object.get("ruleset").and_then(Json::text).unwrap_or("");
    let embedded = embedded_text::parse(rules, plain.shape()).map_err(refuse)?;
    let board = embedded.as_ref().map_or(&plain, |text| text.variant.board());
    let mut builder = ImportBuilder::new(board);
    embedded.iter().for_each(|text| builder.add_embedded(text));
    let cells = grid::cells(object, &mut builder);
    let regions = cells.as_ref().map_or_else(|| Regions::usual(board), |cells| cells.regions.clone());
    regions.add_to(Place { key: "grid", entry: None }, &mut builder);
    for (key, value) in object {
        match keys::meaning(key) {
            kind if is_left_out(kind.as_ref(), value) => {}
            Some(kind) => read_key(key, kind, value, &regions, &mut builder),
            None => {
                let entries = value.list().map_or(1, <[Json]>::len);
                let what = What::UnknownKey { name: key.as_str().into(), entries };
                builder.fail(Place { key: "", entry: None }, what);
            }
        }
    }
    global::negative(object, &mut builder);
    read(builder, board, cells)
}

/// Reads an f-puzzles object: the typed parts, and the drawings that belong to no constraint.
pub(crate) fn draft(object: &Object) -> Result<Draft, ImportError> {
    with_parts(object, |_, _| false, |builder, _, cells| with_texts(object, builder, cells))
}

/// Adds the drawings, the texts and the solution to the typed parts.
fn with_texts(
    object: &Object,
    mut builder: ImportBuilder<'_>,
    cells: Option<grid::Cells>,
) -> Result<Draft, ImportError> {
    drawings::claim(object, &mut builder);
    let text =
        |key: &str| object.get(key).and_then(Json::text).map(str::trim).filter(|text| !text.is_empty());
    let mut texts = Texts {
        title: text("title").map(Into::into),
        author: text("author").map(Into::into),
        rules: text("ruleset").map(Into::into),
        message: text("successMessage").map(Into::into),
        solution: None,
    };
    for key in ["title", "author", "ruleset", "successMessage"] {
        if let Some(value) = object.get(key).filter(|value| !value.is_empty() && value.text().is_none()) {
            builder.fail_value(Place { key, entry: None }, value, "a text");
        }
    }
    texts.solution = solution(object, &mut builder);
    if let Some(cells) = cells {
        let entered = cells.entered.iter().flatten().count();
        if entered > 0 && cells.full && texts.solution.is_none() {
            texts.solution = Some(full_grid(object));
        } else if entered > 0 {
            builder.ignore(Place { key: "grid", entry: None }, "entered digits", entered);
        }
    }
    finish(builder, texts)
}

fn read_key(key: &str, kind: Kind, value: &Json, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    let whole = Place { key, entry: None };
    match kind {
        Kind::Known => {}
        Kind::Display => {
            if !value.is_empty() {
                builder.ignore(whole, "an option of the display", 1);
            }
        }
        Kind::Switch(read) => match value {
            Json::Bool(true) => read(&mut Switch { place: whole, builder, regions }),
            Json::Bool(false) | Json::Null => {}
            other => builder.fail_value(whole, other, "true or false"),
        },
        Kind::Lines(line) => {
            let known: &[&str] = if line == "Whisper" { &["lines", "value"] } else { &["lines"] };
            for (place, object) in entries(whole, value, builder) {
                builder.only_keys(place, object, known);
                read_lines(line, &mut Entry { place, object, builder, regions });
            }
        }
        Kind::List(known, read) => {
            for (place, object) in entries(whole, value, builder) {
                builder.only_keys(place, object, known);
                read(&mut Entry { place, object, builder, regions });
            }
        }
        Kind::Drawing(known) => {
            for (place, object) in entries(whole, value, builder) {
                builder.only_keys(place, object, &[known, ADDED].concat());
            }
        }
    }
}

/// Adds each line of an entry as a separate constraint.
fn read_lines(line: &str, entry: &mut Entry<'_, '_, '_>) {
    let difference = entry.number("a difference");
    let limited = difference.map(|difference| u8::try_from(difference).unwrap_or(u8::MAX));
    for cells in entry.lines() {
        lines::add(entry.place, line, cells, limited, entry.regions, entry.builder);
    }
}

/// Returns the objects of a list with their locations.
fn entries<'a>(
    whole: Place<'a>,
    value: &'a Json,
    builder: &mut ImportBuilder<'_>,
) -> Vec<(Place<'a>, &'a Object)> {
    let Some(list) = value.list() else {
        if !value.is_empty() {
            builder.fail_value(whole, value, "a list");
        }
        return Vec::new();
    };
    let mut found = Vec::with_capacity(list.len());
    for (number, entry) in list.iter().enumerate() {
        let place = Place { entry: Some(number + 1), ..whole };
        match entry.object() {
            Some(object) => found.push((place, object)),
            None => builder.fail_value(place, entry, "an object"),
        }
    }
    found
}

/// Returns the solution that the object lists, either as a list of digits or as a string.
fn solution(object: &Object, builder: &mut ImportBuilder<'_>) -> Option<Vec<Option<u8>>> {
    let place = Place { key: "solution", entry: None };
    let value = object.get("solution").filter(|value| !value.is_empty())?;
    let values = builder.board.values();
    let digit = |digit: Option<i64>| {
        digit.and_then(|digit| u8::try_from(digit).ok()).filter(|it| values.contains(*it))
    };
    let digits: Vec<Option<u8>> = match value {
        Json::List(list) => list.iter().map(|entry| digit(entry.integer())).collect(),
        Json::Text(text) if text.contains(',') => {
            text.split(',').map(|it| digit(it.trim().parse().ok())).collect()
        }
        Json::Text(text) => text.trim().chars().map(|c| digit(c.to_digit(10).map(i64::from))).collect(),
        _ => Vec::new(),
    };
    if digits.len() != builder.board.grid_count() {
        builder.fail_value(place, value, "a digit for each cell");
        return None;
    }
    digits.iter().any(Option::is_some).then_some(digits)
}

/// Returns the digits of a grid in which every cell has one.
fn full_grid(object: &Object) -> Vec<Option<u8>> {
    let rows = object.get("grid").and_then(Json::list).unwrap_or_default();
    let cells = rows.iter().filter_map(Json::list).flatten().filter_map(Json::object);
    cells
        .map(|cell| cell.get("value").and_then(Json::integer).and_then(|digit| u8::try_from(digit).ok()))
        .collect()
}
