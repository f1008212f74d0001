//! Matches the drawings of an f-puzzles object with its constraints.
//!
//! A drawing belongs to a constraint if
//!
//! * it names the kind of constraint that it was made from, and the object has an entry of this
//!   kind with these cells;
//! * it is a line along the cells of a line constraint;
//! * it is a cage without a value around the cells of a cage, region or clone;
//! * it is an inequality sign between the two cells of a thermometer with the same meaning;
//! * it is a cage that contains text about the puzzle, a light in the fog, or a digital root.
//!
//! Any other drawing may be a rule that only people can interpret.

use super::entry::cage_drawing;
use super::keys;
use crate::editor::drawings::{PIXELS, Point, Shape, Stroke, fog_lights};
use crate::editor::import_builder::{ImportBuilder, Place, cell_place};
use crate::editor::json::{Json, Object};
use farandole_puzzle::constraint::DigitalRoot;

/// Constraint names used in drawings, with the keys of these constraints.
const MAKERS: &[(&str, &str)] = &[
    ("Renban", "renban"),
    ("Whispers", "whispers"),
    ("German Whispers", "whispers"),
    ("Dutch Whispers", "whispers"),
    ("Entropic", "entropicline"),
    ("Entropic Line", "entropicline"),
    ("Modular Line", "modularline"),
    ("Region Sum Line", "regionsumline"),
    ("Nabner", "nabner"),
    ("Double Arrow", "doublearrow"),
    ("Zipper Line", "zipperline"),
    ("Slow Thermometer", "slowthermometer"),
    ("Row Indexer", "rowindexer"),
    ("Column Indexer", "columnindexer"),
    ("Box Indexer", "boxindexer"),
    ("X Sum", "xsum"),
    ("Skyscraper", "skyscraper"),
];

/// Reads all drawings. Those that belong to no constraint are converted to shapes and strokes of
/// SudokuPad.
pub(super) fn claim(puzzle: &Object, builder: &mut ImportBuilder<'_>) {
    for key in keys::drawings() {
        let list = puzzle.get(key).and_then(Json::list).unwrap_or_default();
        for (number, drawing) in list.iter().enumerate() {
            let place = Place { key, entry: Some(number + 1) };
            let Some(object) = drawing.object() else { continue };
            let is_claimed = is_made(object, puzzle)
                || match key {
                    "line" => along_a_line(object, puzzle),
                    "cage" => around_cells(object, puzzle) || cage(place, object, builder),
                    "text" => is_inequality(object, puzzle),
                    _ => false,
                };
            if !is_claimed && !add(key, number + 1, object, builder) {
                builder.ignore(place, "a drawing without cells of the grid", 1);
            }
        }
    }
}

/// Adds a drawing to those without a constraint. Returns false if it has no position on the board.
fn add(key: &'static str, number: usize, entry: &Object, builder: &mut ImportBuilder<'_>) -> bool {
    let text = |key: &str| entry.get(key).and_then(Json::text).unwrap_or("").to_ascii_lowercase();
    let measure = |key: &str| entry.get(key).and_then(Json::number).unwrap_or(0.0);
    match key {
        "line" => {
            let (colour, thickness) = (text("outlineC"), measure("width") / 2.0 * PIXELS);
            let lines = entry.get("lines").and_then(Json::list).unwrap_or_default();
            let points = |line: &Json| line.list()?.iter().map(centre).collect::<Option<Vec<Point>>>();
            let Some(lines) = lines.iter().map(points).collect::<Option<Vec<_>>>() else { return false };
            builder.drawings.strokes.extend(lines.iter().map(|points| Stroke {
                key,
                number,
                colour: colour.clone(),
                thickness,
                head: None,
                points: points.clone(),
            }));
            !lines.is_empty()
        }
        "cage" => {
            let cage = cage_drawing(key, number, entry, None, builder.board);
            cage.map(|cage| builder.drawings.cages.push(cage)).is_some()
        }
        _ => {
            let cells = entry.get("cells").and_then(Json::list).unwrap_or_default();
            let centres: Option<Vec<Point>> = cells.iter().map(centre).collect();
            let Some(centres) = centres.filter(|centres| !centres.is_empty()) else { return false };
            let mean = |part: fn(&Point) -> f64| centres.iter().map(part).sum::<f64>() / centres.len() as f64;
            let value = entry.get("value").filter(|it| !it.is_empty()).map(ToString::to_string);
            builder.drawings.shapes.push(Shape {
                key,
                number,
                centre: (mean(|it| it.0), mean(|it| it.1)),
                width: measure("width"),
                height: measure("height"),
                rounded: key == "circle",
                text: value.unwrap_or_default(),
                fill: text("baseC"),
                border: text("outlineC"),
                ink: text("fontC"),
                angle: measure("angle"),
                is_frame: false,
            });
            true
        }
    }
}

/// Returns the centre of the cell with a name, which may be outside the grid.
fn centre(name: &Json) -> Option<Point> {
    let (row, col) = cell_place(name.text()?)?;
    Some((f64::from(row) + 0.5, f64::from(col) + 0.5))
}

/// Returns the entries of a key.
fn entries<'a>(puzzle: &'a Object, key: &str) -> impl Iterator<Item = &'a Object> {
    puzzle.get(key).and_then(Json::list).unwrap_or_default().iter().filter_map(Json::object)
}

/// Returns true if the drawing was made from a constraint that the puzzle contains.
pub(crate) fn is_made(drawing: &Object, puzzle: &Object) -> bool {
    let Some(maker) = drawing.get("fromConstraint").and_then(Json::text) else { return false };
    let Some((_, key)) = MAKERS.iter().find(|(name, _)| *name == maker) else { return false };
    if let Some(lines) = drawing.get("lines") {
        return entries(puzzle, key).any(|entry| entry.get("lines") == Some(lines));
    }
    let Some(cells) = drawing.get("cells").and_then(Json::list) else { return false };
    let all: Vec<&Json> =
        entries(puzzle, key).filter_map(|entry| entry.get("cells")?.list()).flatten().collect();
    let is_end = |cell: &Json| {
        let lines = entries(puzzle, key).filter_map(|entry| entry.get("lines")?.list()).flatten();
        lines.filter_map(Json::list).any(|line| line.first() == Some(cell) || line.last() == Some(cell))
    };
    let is_clue = |cell: &Json| entries(puzzle, key).any(|entry| entry.get("cell") == Some(cell));
    !cells.is_empty() && cells.iter().all(|cell| all.contains(&cell) || is_end(cell) || is_clue(cell))
}

/// Returns true if every drawn line follows the cells of a line constraint, in either direction.
fn along_a_line(drawing: &Object, puzzle: &Object) -> bool {
    let lines: Vec<&[Json]> = keys::lines()
        .flat_map(|(key, _)| entries(puzzle, key))
        .filter_map(|entry| entry.get("lines")?.list())
        .flatten()
        .filter_map(Json::list)
        .collect();
    let is_there = |line: &Json| {
        line.list()
            .is_some_and(|line| lines.iter().any(|other| *other == line || other.iter().rev().eq(line)))
    };
    drawing
        .get("lines")
        .and_then(Json::list)
        .is_some_and(|drawn| !drawn.is_empty() && drawn.iter().all(is_there))
}

/// Returns true if a cage without a value surrounds exactly the cells of a cage, region or clone.
fn around_cells(drawing: &Object, puzzle: &Object) -> bool {
    fn sorted(cells: &Json) -> Option<Vec<&str>> {
        let mut cells: Vec<&str> = cells.list()?.iter().map(Json::text).collect::<Option<_>>()?;
        cells.sort_unstable();
        Some(cells)
    }
    let is_bare = drawing.get("value").is_none_or(Json::is_empty);
    let Some(cells) = drawing.get("cells").and_then(sorted).filter(|cells| is_bare && cells.len() > 1) else {
        return false;
    };
    let areas = ["clone", "extraregion", "killercage"].into_iter().flat_map(|key| entries(puzzle, key));
    let sets = areas.flat_map(|entry| [entry.get("cells"), entry.get("cloneCells")]);
    sets.flatten().any(|set| sorted(set).as_ref() == Some(&cells))
}

/// Returns true if a sign is between the cells of a two-cell thermometer and opens towards the
/// greater value.
fn is_inequality(drawing: &Object, puzzle: &Object) -> bool {
    let sign = drawing.get("value").and_then(Json::text).map(str::trim);
    // The direction of the tip in quarter turns from the right. Angles are clockwise.
    let tip = match sign {
        Some(">") => 0,
        Some("v" | "V" | "∨") => 1,
        Some("<") => 2,
        Some("^" | "∧") => 3,
        _ => return false,
    };
    let angle = drawing.get("angle").map_or(Some(0), Json::integer);
    let Some(turns) = angle.filter(|angle| angle % 90 == 0).map(|angle| (tip + angle / 90).rem_euclid(4))
    else {
        return false;
    };
    let Some([one, two]) = drawing.get("cells").and_then(Json::list) else { return false };
    let place = |cell: &Json| cell_place(cell.text()?);
    let (Some(one_place), Some(two_place)) = (place(one), place(two)) else { return false };
    // The tip points to the cell with the lesser value, which is the bulb.
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let step = (two_place.0 - one_place.0, two_place.1 - one_place.1);
    let Some(way) = steps.iter().position(|it| *it == step) else { return false };
    let (bulb, end) = match (turns - way as i64).rem_euclid(4) {
        0 => (two, one),
        2 => (one, two),
        _ => return false,
    };
    let lines = entries(puzzle, "thermometer").filter_map(|entry| entry.get("lines")?.list()).flatten();
    lines.filter_map(Json::list).any(|line| matches!(line, [first, last] if first == bulb && last == end))
}

/// Values of cages in which editors store texts about the puzzle.
const ABOUT: &[&str] = &[
    "title: ",
    "author: ",
    "rules: ",
    "solution: ",
    "msgcorrect: ",
    "customstyle: ",
    "foglink: ",
    "source: ",
];

/// Reads a drawn cage whose value has a meaning. Returns false if it has none.
fn cage(place: Place<'_>, drawing: &Object, builder: &mut ImportBuilder<'_>) -> bool {
    let Some(value) = drawing.get("value").and_then(Json::text) else { return false };
    if value == "FOW" || fog_lights(value).is_some() || ABOUT.iter().any(|about| value.starts_with(about)) {
        builder.ignore(place, "a text or an option of the display", 1);
        return true;
    }
    let root =
        value.strip_prefix("DR").and_then(|root| root.parse().ok()).filter(|root| (1..=9).contains(root));
    let Some(root) = root else { return false };
    if let Some(cells) = builder.cells(place, drawing.get("cells")) {
        builder.add(place, DigitalRoot { root, cells });
    }
    true
}
