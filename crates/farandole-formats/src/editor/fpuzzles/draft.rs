//! The drawings of an f-puzzles object that belong to no constraint, converted to shapes and
//! strokes of SudokuPad.

use crate::editor::config::{Drawings as Treatment, ImportConfig};
use crate::editor::diagnostic::DiagnosticKind;
use crate::editor::error::ImportError;
use crate::editor::import_builder::{board_cell, cell_place};
use crate::editor::imported::Imported;
use crate::editor::json::{Json, Object};
use crate::editor::sudokupad::drawings::{CageDrawing, Drawings};
use crate::editor::sudokupad::shapes::{PIXELS, Point, Shape, Stroke};
use farandole_puzzle::board::Board;

/// Reads an object, and returns separately the drawings that belong to no constraint. Killer cages
/// whose values are not sums are such drawings.
pub(crate) fn draft(object: &Object, config: &ImportConfig) -> Result<(Imported, Drawings), ImportError> {
    let (certain, texts) = without_texts_in_cages(object);
    let config = ImportConfig { drawings: Treatment::Ignore, ..config.clone() };
    let mut imported = super::read(&certain, &config)?;
    let board = imported.variant.board().clone();
    let mut drawings = Drawings::default();
    for (number, cage) in texts {
        drawings.cages.extend(cage_drawing("killercage", number, cage, Some(true), &board));
    }
    imported.ignored.retain(|diagnostic| {
        let drawing = diagnostic.entry().filter(|_| diagnostic.kind() == DiagnosticKind::Ignored);
        let key =
            ["line", "circle", "rectangle", "text", "cage"].into_iter().find(|key| *key == diagnostic.key());
        let (Some(number), Some(key)) = (drawing, key) else { return true };
        let entry = object.get(key).and_then(Json::list).and_then(|list| list.get(number - 1)?.object());
        !entry.is_some_and(|entry| add(key, number, entry, &board, &mut drawings))
    });
    Ok((imported, drawings))
}

/// Separates the killer cages whose value is a text. Returns the object without these cages, and
/// the cages with their numbers.
fn without_texts_in_cages(object: &Object) -> (Object, Vec<(usize, &Object)>) {
    let mut certain = object.clone();
    let mut texts = Vec::new();
    let cages = object.get("killercage").and_then(Json::list).unwrap_or_default();
    let is_text = |cage: &Json| {
        let value = cage.object().and_then(|cage| cage.get("value")).filter(|value| !value.is_empty());
        value.is_some_and(|value| value.text().is_some() && value.integer().is_none())
    };
    for (number, cage) in (1..).zip(cages) {
        texts.extend(cage.object().filter(|_| is_text(cage)).map(|cage| (number, cage)));
    }
    if !texts.is_empty() {
        let others = cages.iter().filter(|cage| !is_text(cage)).cloned().collect();
        certain.insert("killercage".into(), Json::List(others));
    }
    (certain, texts)
}

/// Adds an entry of a list of drawings. Returns false if it has no position on the board.
fn add(key: &'static str, number: usize, entry: &Object, board: &Board, drawings: &mut Drawings) -> bool {
    let text = |key: &str| entry.get(key).and_then(Json::text).unwrap_or("").to_ascii_lowercase();
    match key {
        "line" => {
            let lines = entry.get("lines").and_then(Json::list).unwrap_or_default();
            let strokes: Option<Vec<Stroke>> = lines
                .iter()
                .map(|line| {
                    let points: Option<Vec<Point>> = line.list()?.iter().map(centre).collect();
                    let thickness = entry.get("width").and_then(Json::number).unwrap_or(0.0) / 2.0 * PIXELS;
                    let colour = text("outlineC");
                    Some(Stroke {
                        key,
                        number,
                        colour,
                        thickness,
                        head: None,
                        points: points?,
                        claimed: false,
                    })
                })
                .collect();
            let found = strokes.filter(|strokes| !strokes.is_empty());
            found.map(|strokes| drawings.strokes.extend(strokes)).is_some()
        }
        "cage" => {
            let cage = cage_drawing(key, number, entry, None, board);
            cage.map(|cage| drawings.cages.push(cage)).is_some()
        }
        _ => {
            let cells = entry.get("cells").and_then(Json::list).unwrap_or_default();
            let centres: Option<Vec<Point>> = cells.iter().map(centre).collect();
            let Some(centres) = centres.filter(|centres| !centres.is_empty()) else { return false };
            let mean = |part: fn(&Point) -> f64| centres.iter().map(part).sum::<f64>() / centres.len() as f64;
            let measure = |key: &str| entry.get(key).and_then(Json::number).unwrap_or(0.0);
            drawings.shapes.push(Shape {
                key,
                number,
                centre: (mean(|it| it.0), mean(|it| it.1)),
                width: measure("width"),
                height: measure("height"),
                rounded: key == "circle",
                text: entry
                    .get("value")
                    .filter(|it| !it.is_empty())
                    .map(ToString::to_string)
                    .unwrap_or_default(),
                fill: text("baseC"),
                border: text("outlineC"),
                font: entry.get("size").and_then(Json::number),
                angle: measure("angle"),
                is_frame: false,
                claimed: false,
            });
            true
        }
    }
}

fn cage_drawing(
    key: &'static str,
    number: usize,
    entry: &Object,
    is_unique: Option<bool>,
    board: &Board,
) -> Option<CageDrawing> {
    let list = entry.get("cells").and_then(Json::list).filter(|list| !list.is_empty())?;
    let cells = list.iter().map(|name| board_cell(board, name)).collect::<Option<_>>()?;
    let text = entry.get("value").filter(|it| !it.is_empty()).map(|it| it.to_string().trim().to_owned());
    let colour = entry.get("outlineC").and_then(Json::text).unwrap_or("").to_owned();
    Some(CageDrawing { key, number, cells, text: text.unwrap_or_default(), is_unique, colour })
}

/// Returns the centre of the cell with a name, which may be outside the grid.
fn centre(name: &Json) -> Option<Point> {
    let (row, col) = cell_place(name.text()?)?;
    Some((f64::from(row) + 0.5, f64::from(col) + 0.5))
}
