//! SudokuPad: cells, regions and typed cages are data. Everything else is a drawing, whose meaning
//! [`proposal`](super::proposal) finds.

mod cages;
mod cells;
mod shapes;

use self::cells::cell_list;
pub(crate) use self::cells::cell_of;
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::embedded_text;
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::export::WRITER;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::imported::{Draft, Texts, finish};
use crate::editor::json::{Json, Object, words};
use crate::editor::regions::Regions;
use farandole_puzzle::board::{Board, GridKind, MAX_SIDE, Shape, ValueRange};
use farandole_puzzle::constraint::{AntiKing, AntiKnight, DisjointSets, Given};

/// Keys that have no effect on solutions.
const DISPLAY: &str = "
    id cellSize settings foglight foglink triggereffect duration videos version source msgcorrect
    msgincorrect created posted published updated difficulty description tags
";
/// Keys with a meaning.
const KNOWN: &str = "
    cells regions cages global metadata arrows lines underlays overlays svg title author rules solution
";
/// Keys of cells: first the digits, then the solver's notes.
const CELL: &[&str] = &["value", "given", "pencilMarks", "centremarks", "cornermarks", "highlight", "c"];
/// Keys of the metadata that are texts or options.
const METADATA: &str = "
    title author rules solution antiknight antiking msgcorrect msgincorrect source video customstyle
    created posted published updated difficulty description tags url thumbnail
";

/// Reads an object: the typed parts, and its drawings.
pub(crate) fn draft(object: &Object) -> Result<Draft, ImportError> {
    let refuse = |items| ImportError::from(ImportErrorKind::Unsupported(Unsupported { items }));
    let mut texts = Texts::default();
    let mut solution = None;
    let cages = cages::split(object, |name, text| keep_text(name, text, &mut texts, &mut solution));
    let metadata = object.get("metadata").and_then(Json::object);
    for source in [Some(object), metadata].into_iter().flatten() {
        for name in ["title", "author", "rules", "solution", "msgcorrect"] {
            if let Some(text) = source.get(name).and_then(Json::text) {
                keep_text(name, text, &mut texts, &mut solution);
            }
        }
    }
    let rules = texts.rules.as_deref().unwrap_or("");
    let plain = board(object).map_err(|diagnostic| refuse(vec![diagnostic]))?;
    let embedded = embedded_text::parse(rules, plain.shape()).map_err(refuse)?;
    let board = embedded.as_ref().map_or(&plain, |text| text.variant.board());
    let mut builder = ImportBuilder::new(board);
    embedded.iter().for_each(|text| builder.add_embedded(text));
    for (key, value) in object.iter().filter(|(key, _)| !words(KNOWN).contains(&key.as_str())) {
        if words(DISPLAY).contains(&key.as_str()) {
            if !value.is_empty() && key != "id" && key != "cellSize" {
                builder.ignore(Place { key, entry: None }, "an option of the display", 1);
            }
        } else {
            let entries = value.list().map_or(1, <[Json]>::len);
            builder.fail(
                Place { key: "", entry: None },
                What::UnknownKey { name: key.as_str().into(), entries },
            );
        }
    }
    cells(object, &mut builder);
    let regions = regions(object, &mut builder);
    cages::read(&cages, &regions, &mut builder);
    for key in ["underlays", "overlays"] {
        let shapes = shapes::shapes(object, key, &mut builder);
        builder.drawings.shapes.extend(shapes);
    }
    for key in ["lines", "arrows"] {
        let strokes = shapes::strokes(object, key, &mut builder);
        builder.drawings.strokes.extend(strokes);
    }
    if let Some(value) = object.get("svg").filter(|value| !value.is_empty()) {
        let entries = value.list().map_or(1, <[Json]>::len);
        builder.ignore(Place { key: "svg", entry: None }, "pictures", entries);
        builder.doubt(Place { key: "svg", entry: None }, What::Ignored { what: "pictures", count: entries });
    }
    // Rows and columns are houses if the puzzle has regions or calls itself a Sudoku.
    let has_regions = object.get("regions").is_some_and(|regions| !regions.is_empty());
    let words = texts.rules.as_deref().unwrap_or("").to_lowercase();
    if !has_regions && !["sudoku", "latin square", ".shape~"].iter().any(|word| words.contains(word)) {
        let expected = "regions, or rules that name Sudoku or a Latin square";
        builder.doubt(Place { key: "regions", entry: None }, What::Missing { expected });
    }
    global(object, metadata, &regions, &mut builder);
    texts.solution = solution.and_then(|text: Box<str>| solution_of(&text, &mut builder));
    let source = metadata.and_then(|metadata| metadata.get("source")).and_then(Json::text);
    builder.is_own = source == Some(WRITER);
    finish(builder, texts)
}

/// Stores a text about the puzzle. Only the first text of each kind is kept.
fn keep_text(name: &str, text: &str, texts: &mut Texts, solution: &mut Option<Box<str>>) {
    let kept = match name {
        "title" => &mut texts.title,
        "author" => &mut texts.author,
        "rules" => &mut texts.rules,
        "solution" => solution,
        "msgcorrect" => &mut texts.message,
        _ => return,
    };
    if kept.is_none() && !text.trim().is_empty() {
        *kept = Some(text.trim().into());
    }
}

/// Returns the board: the rows and columns of cells, with values from 1 to the length of the longer
/// side.
fn board(object: &Object) -> Result<Board, Diagnostic> {
    let fail = |expected| Diagnostic::new("cells", None, What::Missing { expected });
    let rows = object.get("cells").and_then(Json::list).unwrap_or_default();
    let lengths: Vec<usize> = rows.iter().map(|row| row.list().map_or(0, <[Json]>::len)).collect();
    let cols = lengths.first().copied().unwrap_or(0);
    if lengths.iter().any(|length| *length != cols) {
        return Err(fail("rows of equal length"));
    }
    let side = rows.len().max(cols);
    if side == 0 || side > MAX_SIDE {
        return Err(fail("1 to 16 rows and columns of cells"));
    }
    let values = ValueRange::new(1, side as u8).ok_or_else(|| fail("1 to 16 values"))?;
    let shape = Shape::new(rows.len(), cols, values, GridKind::Sudoku);
    let shape = shape.map_err(|_| fail("1 to 16 rows and columns of cells"))?;
    Board::new(shape, Vec::new()).map_err(|_| fail("1 to 16 rows and columns of cells"))
}

/// Reads givens and notes.
fn cells(object: &Object, builder: &mut ImportBuilder<'_>) {
    let rows = object.get("cells").and_then(Json::list).unwrap_or_default();
    let (mut notes, mut entered) = (0, 0);
    for (number, json) in rows.iter().filter_map(Json::list).flatten().enumerate() {
        let place = Place { key: "cells", entry: Some(number + 1) };
        let Some(entry) = json.object() else {
            if !json.is_empty() {
                builder.fail_value(place, json, "a cell");
            }
            continue;
        };
        builder.only_keys(place, entry, CELL);
        notes += usize::from(CELL[2..].iter().any(|key| entry.get(*key).is_some_and(|it| !it.is_empty())));
        let is_0 = |it: &Json| it.integer() == Some(0) && builder.board.values().low() > 0;
        let Some(value) = entry.get("value").filter(|it| !it.is_empty() && !is_0(it)) else {
            continue;
        };
        let Some(cell) = builder.board.cells().nth(number) else { continue };
        let mask = value
            .integer()
            .and_then(|it| u8::try_from(it).ok())
            .map_or(0, |it| builder.board.values().mask(it));
        match (mask, entry.get("given")) {
            (0, _) => builder.fail_value(place, value, "a digit of the board"),
            (_, Some(Json::Bool(false))) => entered += 1,
            (mask, _) => builder.add(place, Given { cell, mask }),
        }
    }
    let place = Place { key: "cells", entry: None };
    for (count, what) in [(notes, "cells with notes or colours"), (entered, "entered digits")] {
        if count > 0 {
            builder.ignore(place, what, count);
        }
    }
}

fn regions(object: &Object, builder: &mut ImportBuilder<'_>) -> Regions {
    let mut regions = Regions::none(builder.board);
    let value = object.get("regions").filter(|value| !value.is_empty());
    if let Some(value) = value.filter(|value| value.list().is_none()) {
        builder.fail_value(Place { key: "regions", entry: None }, value, "a list of regions");
    }
    let list = value.and_then(Json::list).unwrap_or_default();
    for (label, region) in list.iter().enumerate() {
        let place = Place { key: "regions", entry: Some(label + 1) };
        if region.is_empty() {
            continue;
        }
        for cell in cell_list(place, Some(region), builder).unwrap_or_default() {
            if regions.of(cell).is_some() {
                builder.fail(place, What::Contradicts { what: "another region with the same cell" });
            }
            regions.set(cell, Some(label));
        }
    }
    regions.add_to(Place { key: "regions", entry: None }, builder);
    regions
}

/// Reads the rules for the whole grid.
fn global(object: &Object, metadata: Option<&Object>, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    let place = Place { key: "global", entry: None };
    let names = object.get("global").filter(|names| !names.is_empty());
    if let Some(names) = names.filter(|names| names.list().is_none()) {
        builder.fail_value(place, names, "a list of names");
    }
    for (number, name) in names.and_then(Json::list).unwrap_or_default().iter().enumerate() {
        let place = Place { entry: Some(number + 1), ..place };
        match name.text().unwrap_or("") {
            "antiknight" => builder.add(place, AntiKnight {}),
            "antiking" => builder.add(place, AntiKing {}),
            "disjoint" if regions.are_usual(builder.board) => builder.add(place, DisjointSets {}),
            // With irregular regions, the groups are also listed as cages.
            "disjoint" if object.get("cages").is_some() => {}
            "nonconsecutive" => crate::editor::marks::nonconsecutive(place, builder),
            "antixv" => crate::editor::marks::no_letters(place, builder),
            "antiratio" => crate::editor::marks::no_ratios(place, builder),
            "antidifference" => crate::editor::marks::no_differences(place, builder),
            _ => builder.fail(place, What::UnknownName { name: name.to_string().into() }),
        }
    }
    let Some(metadata) = metadata else { return };
    let place = Place { key: "metadata", entry: None };
    builder.only_keys(place, metadata, &words(METADATA));
    let is_true = |key: &str| metadata.get(key) == Some(&Json::Bool(true));
    if is_true("antiknight") {
        builder.add(place, AntiKnight {});
    }
    if is_true("antiking") {
        builder.add(place, AntiKing {});
    }
}

/// Parses a solution with one character per cell. `.` and `?` omit a cell.
fn solution_of(text: &str, builder: &mut ImportBuilder<'_>) -> Option<Vec<Option<u8>>> {
    // Rules in words may state more values than the board has.
    let values = ValueRange::new(1, MAX_SIDE as u8).unwrap_or(builder.board.values());
    let digit = |c: char| match c.to_digit(36) {
        Some(digit) => u8::try_from(digit).ok().filter(|digit| values.contains(*digit)).map(Some),
        None => matches!(c, '.' | '?' | '-').then_some(None),
    };
    let digits: Option<Vec<Option<u8>>> = text.chars().filter(|c| !c.is_whitespace()).map(digit).collect();
    let found = digits.filter(|digits| digits.len() == builder.board.grid_count());
    if found.is_none() {
        let place = Place { key: "solution", entry: None };
        builder.fail_value(place, &Json::Text(text.into()), "a digit for each cell");
    }
    found.filter(|digits| digits.iter().any(Option::is_some))
}
