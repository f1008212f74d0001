//! Clues outside the grid of an f-puzzles object.

use super::entry::{Entry, name_of};
use crate::editor::diagnostic::What;
use crate::editor::import_builder::{board_cell, cell_place};
use crate::editor::json::Json;
use farandole_puzzle::Cell;
use farandole_puzzle::board::{End, Line, LineEnd};

/// Returns the line of a clue and the end from which the clue applies. The clue cell next to the
/// grid determines both.
fn line_end(entry: &mut Entry<'_, '_, '_>) -> Option<LineEnd> {
    let size = entry.builder.board.shape().rows() as i32;
    let inside = 0..size;
    let value = entry.object.get("cell");
    let found = match value.and_then(Json::text).and_then(cell_place) {
        Some((-1, col)) if inside.contains(&col) => Some((Line::Col(col as u8), End::Start)),
        Some((row, col)) if row == size && inside.contains(&col) => Some((Line::Col(col as u8), End::Finish)),
        Some((row, -1)) if inside.contains(&row) => Some((Line::Row(row as u8), End::Start)),
        Some((row, col)) if col == size && inside.contains(&row) => Some((Line::Row(row as u8), End::Finish)),
        _ => None,
    };
    match (found, value) {
        (Some((line, end)), _) => return Some(LineEnd { line, end }),
        (None, Some(value)) => {
            entry.builder.fail_value(entry.place, value, "a cell next to the grid such as R0C1")
        }
        (None, None) => entry.fail(What::Missing { expected: "a cell next to the grid" }),
    }
    None
}

/// Returns the line of the clue and its number, or `None` if either is missing or invalid.
fn clue(entry: &mut Entry<'_, '_, '_>) -> Option<(LineEnd, u32)> {
    let line = line_end(entry);
    let Some(value) = entry.value("value") else {
        entry.ignore_blank();
        return None;
    };
    let number = value.integer().and_then(|number| u32::try_from(number).ok());
    if number.is_none() {
        entry.builder.fail_value(entry.place, value, "a number");
    }
    Some((line?, number?))
}

/// Reads a clue at the end of a line. The key is that of its kind. The side of a sandwich does not matter,
/// because its ends are 1 and the greatest digit, which every line of the grid contains.
pub(super) fn line_clue(entry: &mut Entry<'_, '_, '_>) {
    if let Some((end, number)) = clue(entry) {
        entry.builder.add_clue(entry.place, name_of(entry.place.key), end, number);
    }
}

/// Reads a little killer. The clue cell and the direction determine the diagonal. Listed cells must
/// agree with it.
pub(super) fn little_killer(entry: &mut Entry<'_, '_, '_>) {
    let Some(cells) = diagonal(entry) else { return };
    if let Some(listed) = entry.value("cells").and_then(Json::list) {
        let board = entry.builder.board;
        let mut listed: Vec<Option<Cell>> = listed.iter().map(|cell| board_cell(board, cell)).collect();
        listed.sort_unstable();
        let mut walked: Vec<Option<Cell>> = cells.iter().copied().map(Some).collect();
        walked.sort_unstable();
        if listed != walked {
            return entry
                .fail(What::Contradicts { what: "the diagonal that the cell and the direction name" });
        }
    }
    match entry.number("a sum") {
        None | Some(0) if entry.value("value").is_none_or(|value| value.integer().is_some()) => {
            entry.ignore_blank()
        }
        None => {}
        Some(sum) => match u32::try_from(sum) {
            Ok(sum) => entry.add(crate::editor::diagonals::little_killer(sum, &cells, entry.builder.board)),
            Err(_) => entry.fail(What::Missing { expected: "a sum" }),
        },
    }
}

/// Returns the cells to which the clue points. There must be at least one.
fn diagonal(entry: &mut Entry<'_, '_, '_>) -> Option<Vec<Cell>> {
    let direction = entry.object.get("direction");
    let step = match direction.and_then(Json::text) {
        Some("UR") => (-1, 1),
        Some("UL") => (-1, -1),
        Some("DR") => (1, 1),
        Some("DL") => (1, -1),
        _ => {
            match direction {
                Some(other) => entry.builder.fail_value(entry.place, other, "UR, UL, DR or DL"),
                None => entry.fail(What::Missing { expected: "a direction" }),
            }
            return None;
        }
    };
    let cell = entry.object.get("cell");
    let start = cell.and_then(Json::text).and_then(cell_place);
    let board = entry.builder.board;
    let cells = start.map(|place| crate::editor::diagonals::walk(board, place, step)).unwrap_or_default();
    if cells.is_empty() {
        match cell {
            Some(cell) => {
                entry.builder.fail_value(entry.place, cell, "a cell outside the grid that points into it")
            }
            None => entry.fail(What::Missing { expected: "a cell outside the grid" }),
        }
        return None;
    }
    Some(cells)
}
