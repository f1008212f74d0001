//! Cages, marks between cells and marked cells of an f-puzzles object.

use super::entry::{Entry, cage_drawing, name_of};
use crate::editor::diagnostic::What;
use crate::editor::json::Json;
use crate::editor::{indexers, lines, marks};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{AllDifferent, Cage, Clones, ContainAtLeast, Quad, V, X};

pub(super) fn killer_cage(entry: &mut Entry<'_, '_, '_>) {
    let value = entry.value("value");
    let sum = value.and_then(Json::integer).and_then(|sum| u32::try_from(sum).ok());
    match value {
        Some(text) if sum.is_none() && text.text().is_some() => {
            let number = entry.place.entry.unwrap_or_default();
            match cage_drawing("killercage", number, entry.object, Some(true), entry.builder.board) {
                Some(cage) => entry.builder.drawings.cages.push(cage),
                None => drop(entry.cells()),
            }
        }
        Some(value) if sum.is_none() => entry.builder.fail_value(entry.place, value, "a sum"),
        _ => {
            if let Some(cells) = entry.cells() {
                entry.add(Cage { sum, cells });
            }
        }
    }
}

/// Reads an arrow. Each line begins in the circle. This first cell is not part of the sum.
pub(super) fn arrow(entry: &mut Entry<'_, '_, '_>) {
    let Some(circle) = entry.cells() else { return };
    for line in entry.lines() {
        match line.split_first() {
            Some((first, shaft)) if circle.contains(first) && !shaft.is_empty() => {
                lines::arrow(entry.place, &circle, shaft, entry.builder);
            }
            _ => entry.fail(What::Missing { expected: "lines that leave the circle" }),
        }
    }
}

pub(super) fn extra_region(entry: &mut Entry<'_, '_, '_>) {
    if let Some(cells) = entry.cells() {
        entry.add(AllDifferent { cells });
    }
}

pub(super) fn clones(entry: &mut Entry<'_, '_, '_>) {
    let copies = entry.builder.cells(entry.place, entry.object.get("cloneCells"));
    let (Some(cells), Some(copies)) = (entry.cells(), copies) else { return };
    if cells.len() != copies.len() {
        return entry.fail(What::Missing { expected: "as many clone cells as cells" });
    }
    entry.add(Clones { parts: 2, cells: [cells, copies].concat() });
}

pub(super) fn quadruple(entry: &mut Entry<'_, '_, '_>) {
    let Some(cells) = entry.cells() else { return };
    let board = entry.builder.board;
    let Some(list) = entry.value("values").and_then(Json::list) else {
        return entry.builder.ignore(entry.place, "a clue without a number", 1);
    };
    let value = |json: &Json| json.integer().and_then(|value| u8::try_from(value).ok());
    let values: Vec<Option<u8>> = list.iter().map(value).collect();
    let values: Option<Vec<u8>> = values.into_iter().collect();
    let Some(values) = values.filter(|values| values.iter().all(|value| board.values().contains(*value)))
    else {
        return entry.fail(What::Missing { expected: "digits of the board" });
    };
    let mut sorted = cells.clone();
    sorted.sort_unstable();
    if board.square_at(sorted[0]).is_some_and(|square| square == *sorted) {
        entry.add(Quad { top_left: sorted[0], values });
    } else {
        entry.add(ContainAtLeast { values, cells });
    }
}

/// Reads a marked cell. The key is that of its kind.
pub(super) fn marked(entry: &mut Entry<'_, '_, '_>) {
    if let Some(cell) = entry.cell() {
        entry.builder.add_kind(entry.place, name_of(entry.place.key), None, &[cell]);
    }
}

pub(super) fn difference(entry: &mut Entry<'_, '_, '_>) {
    if let Some((one, two, number)) = dot(1, entry) {
        marks::difference(entry.place, one, two, number, entry.builder);
    }
}

pub(super) fn ratio(entry: &mut Entry<'_, '_, '_>) {
    if let Some((one, two, number)) = dot(2, entry) {
        marks::ratio(entry.place, one, two, number, entry.builder);
    }
}

/// Returns the cells of a dot and its number.
fn dot(usual: i64, entry: &mut Entry<'_, '_, '_>) -> Option<(Cell, Cell, i64)> {
    let number = entry.number("a number");
    let [one, two] = entry.pair()?;
    match entry.value("value") {
        Some(_) => Some((one, two, number?)),
        None => Some((one, two, usual)),
    }
}

pub(super) fn letter(entry: &mut Entry<'_, '_, '_>) {
    let Some([one, two]) = entry.pair() else { return };
    let cells = vec![one.min(two), one.max(two)];
    match entry.value("value").map(|value| (value, value.text().map(str::trim))) {
        None => entry.builder.ignore(entry.place, "a mark without a letter", 1),
        Some((_, Some("X" | "x"))) => entry.add(X { cells }),
        Some((_, Some("V" | "v"))) => entry.add(V { cells }),
        Some((value, _)) => entry.builder.fail_value(entry.place, value, "X or V"),
    }
}

pub(super) fn row_indexer(entry: &mut Entry<'_, '_, '_>) {
    if let Some(cells) = entry.cells() {
        indexers::rows(entry.place, cells, entry.builder);
    }
}

pub(super) fn column_indexer(entry: &mut Entry<'_, '_, '_>) {
    if let Some(cells) = entry.cells() {
        indexers::columns(entry.place, cells, entry.builder);
    }
}

pub(super) fn box_indexer(entry: &mut Entry<'_, '_, '_>) {
    if let Some(cells) = entry.cells() {
        indexers::boxes(entry.place, cells, entry.regions, entry.builder);
    }
}
