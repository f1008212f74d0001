//! Fog: cells that a program hides until digits of the solution are entered. It has no effect on solutions.
//!
//! Source: sudokupad.app, the keys `foglight`, `foglink` and `triggereffect`, and the cage `FOGLIGHT`; `fogofwar` of
//! f-puzzles; SudokuMaker's elements 4000 and 4001.

use super::import_builder::cell_place;
use super::json::{Json, Object};
use super::link;
use super::sudokumaker::{self, FOG_LIGHTS, FOG_TRIGGERS};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;

/// The cells that are visible, and those that become visible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fog {
    /// The cells that are visible from the start.
    pub lights: Vec<Cell>,
    /// Links of digits to further cells. If there are none, each right digit shows the cells around it.
    pub links: Vec<FogLink>,
}

/// Cells that become visible when others hold the digits of the solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FogLink {
    /// The cells that must all hold their digits.
    pub digits: Vec<Cell>,
    /// The cells that become visible.
    pub shown: Vec<Cell>,
}

impl Fog {
    /// Returns the fog of a puzzle of SudokuPad, f-puzzles or SudokuMaker, as cells of its board. Returns `None` for other
    /// texts, and for puzzles without fog. Cells outside the grid are omitted.
    ///
    /// The cost is linear in the length of the text.
    ///
    /// ```
    /// use farandole_formats::editor::Fog;
    /// use farandole_puzzle::board::{Board, Shape};
    ///
    /// let text = r#"{"cells": [[{}, {}], [{}, {}]], "foglight": [[0, 1]],
    ///     "triggereffect": [{"trigger": {"cell": "r1c2"}, "effect": {"type": "foglight", "cells": "r1c1-r2c1"}}]}"#;
    /// let board = Board::new(Shape::square(2).unwrap(), Vec::new()).unwrap();
    /// let fog = Fog::read(text.as_bytes(), &board).unwrap();
    /// assert_eq!(fog.lights, [board.at(0, 1).unwrap()]);
    /// assert_eq!(fog.links[0].shown, [board.at(0, 0).unwrap(), board.at(1, 0).unwrap()]);
    /// assert_eq!(Fog::read(br#"{"cells": [[{}, {}], [{}, {}]]}"#, &board), None);
    /// ```
    pub fn read(text: &[u8], board: &Board) -> Option<Self> {
        let link::Payload::Tree(json) = link::open(text).ok()? else { return None };
        let object = json.object()?;
        match object.get("puzzle").and_then(Json::object) {
            Some(puzzle) if sudokumaker::is_own(object) => of_sudokumaker(puzzle, board),
            _ => of_sudokupad(object, board),
        }
    }
}

/// Returns the fog of an object of SudokuPad or f-puzzles, which have the same keys.
fn of_sudokupad(object: &Object, board: &Board) -> Option<Fog> {
    let list = |key| object.get(key).and_then(Json::list);
    let all = |json: &Json| json.list().unwrap_or_default().iter().flat_map(|it| cells(it, board)).collect();
    let mut fog = Fog::default();
    let mut is_foggy = list("foglight").is_some();
    fog.lights.extend(list("foglight").unwrap_or_default().iter().flat_map(|it| cells(it, board)));
    if let Some(lamps) = list("fogofwar") {
        is_foggy = true;
        let lamps = lamps.iter().flat_map(|it| cells(it, board));
        fog.lights.extend(lamps.flat_map(|cell| around(cell, board)));
    }
    for key in ["cages", "cage"] {
        for cage in list(key).unwrap_or_default().iter().filter_map(Json::object) {
            let Some(named) = cage.get("value").and_then(lights_in) else { continue };
            is_foggy = true;
            fog.lights.extend(named_cells(named, board));
            fog.lights.extend(cage.get("cells").map(all).unwrap_or_default());
        }
    }
    for link in list("foglink").unwrap_or_default() {
        let [digits, shown] = link.list().unwrap_or_default() else { continue };
        fog.links.push(FogLink { digits: all(digits), shown: all(shown) });
    }
    for effect in list("triggereffect").unwrap_or_default().iter().filter_map(Json::object) {
        let inner = |part: &str, key: &str| effect.get(part)?.object()?.get(key);
        if inner("effect", "type").and_then(Json::text) != Some("foglight") {
            continue;
        }
        let of = |part, key| inner(part, key).map(|it| cells(it, board)).unwrap_or_default();
        fog.links.push(FogLink { digits: of("trigger", "cell"), shown: of("effect", "cells") });
    }
    (is_foggy || !fog.links.is_empty()).then_some(fog)
}

fn of_sudokumaker(puzzle: &Object, board: &Board) -> Option<Fog> {
    let elements = puzzle.get("constraints").and_then(Json::list).unwrap_or_default();
    let is_on = |it: &&Object| it.get("disabled") != Some(&Json::Bool(true));
    let (mut fog, mut is_foggy) = (Fog::default(), false);
    let of = |object: &Object, key: &str| -> Vec<Cell> {
        let indices = object.get(key).and_then(Json::list).unwrap_or_default().iter();
        let indices = indices.filter_map(|it| usize::try_from(it.integer()?).ok());
        indices.filter_map(|index| board.grid().nth(index)).collect()
    };
    for element in elements.iter().filter_map(Json::object).filter(is_on) {
        let objects =
            |key| element.get(key).and_then(Json::list).unwrap_or_default().iter().filter_map(Json::object);
        let number = element.get("type").and_then(Json::integer);
        if number == Some(FOG_LIGHTS) {
            is_foggy = true;
            fog.lights.extend(["cells", "lightCells"].iter().flat_map(|key| of(element, key)));
        } else if number == Some(FOG_TRIGGERS) {
            for (trigger, effect) in
                objects("triggers").flat_map(|one| objects("effects").map(move |two| (one, two)))
            {
                if trigger.get("label") == effect.get("label") {
                    fog.links.push(FogLink { digits: of(trigger, "cells"), shown: of(effect, "cells") });
                }
            }
        }
        for cage in
            objects("cages").filter(|cage| cage.get("value").is_some_and(|it| lights_in(it).is_some()))
        {
            is_foggy = true;
            fog.lights.extend(of(cage, "cells"));
        }
    }
    (is_foggy || !fog.links.is_empty()).then_some(fog)
}

/// Returns the names of cells in the text of a cage whose cells are visible from the start.
fn lights_in(value: &Json) -> Option<&str> {
    let text = value.text()?.trim();
    let (head, rest) = text.split_at_checked("foglight".len())?;
    let rest = rest.trim_start();
    let is_one = head.eq_ignore_ascii_case("foglight") && (rest.is_empty() || rest.starts_with(':'));
    is_one.then_some(rest)
}

/// Returns the cells of an entry: a pair of a row and a column, counted from 0, or names.
fn cells(json: &Json, board: &Board) -> Vec<Cell> {
    if let Some(text) = json.text() {
        return named_cells(text, board);
    }
    let number = |json: &Json| usize::try_from(json.integer()?).ok();
    match json.list() {
        Some([row, col]) => {
            number(row).zip(number(col)).and_then(|(row, col)| board.at(row, col)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the cells of a text such as `r1c1r1c2` or `r1c1-r3c3`, which is a rectangle.
fn named_cells(text: &str, board: &Board) -> Vec<Cell> {
    let (mut cells, mut corner) = (Vec::new(), None);
    for part in text.to_ascii_lowercase().split('r').skip(1) {
        let name = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        let Some(place) = cell_place(&format!("r{name}")) else { continue };
        let other = corner.take().unwrap_or(place);
        if part[name.len()..].contains('-') {
            corner = Some(place);
            continue;
        }
        let sides = |a: i32, b: i32| a.min(b)..=a.max(b);
        let places =
            sides(place.0, other.0).flat_map(|row| sides(place.1, other.1).map(move |col| (row, col)));
        let cell = |(row, col): (i32, i32)| board.at(usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        cells.extend(places.filter_map(cell));
    }
    cells
}

/// Returns a cell and those around it.
fn around(cell: Cell, board: &Board) -> Vec<Cell> {
    let Some((row, col)) = board.place(cell) else { return Vec::new() };
    let near = |at: usize| at.saturating_sub(1)..=at + 1;
    near(row).flat_map(|row| near(col).filter_map(move |col| board.at(row, col))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::board::Shape;

    fn board() -> Board {
        Board::new(Shape::square(4).unwrap(), Vec::new()).unwrap()
    }

    fn indices(cells: &[Cell]) -> Vec<usize> {
        cells.iter().map(|cell| cell.index()).collect()
    }

    type Cells = Vec<usize>;

    /// Returns the lights and the links of a puzzle on a board of 4x4, as indices of cells.
    fn read(text: &str) -> Option<(Cells, Vec<(Cells, Cells)>)> {
        let fog = Fog::read(text.as_bytes(), &board())?;
        let link = |it: &FogLink| (indices(&it.digits), indices(&it.shown));
        Some((indices(&fog.lights), fog.links.iter().map(link).collect()))
    }

    #[test]
    fn lights_and_links_of_each_program_are_read() {
        let pad = r#"{"cells": [], "cages": [{"value": "FOGLIGHT", "cells": [[3, 3]]}, {"value": "foglight: r1c1r2c2"},
            {"value": "12", "cells": [[2, 2]]}], "foglink": [[[[0, 0], [0, 1]], ["r2c1"]]]}"#;
        assert_eq!(read(pad), Some((vec![15, 0, 5], vec![(vec![0, 1], vec![4])])));
        let fpuzzles = r#"{"size": 4, "grid": [], "fogofwar": ["R1C1"], "foglight": ["R4C4", "R9C9"]}"#;
        assert_eq!(read(fpuzzles), Some((vec![15, 0, 1, 4, 5], vec![])));
        let maker = r#"{"formatVersion": "1", "puzzle": {"constraints": [{"type": 4000, "cells": [5, 99]},
            {"type": 4000, "cells": [6], "disabled": true}, {"type": 4001, "triggers": [{"label": "A", "cells": [5]}],
            "effects": [{"label": "A", "cells": [1, 2]}, {"label": "B", "cells": [3]}]}]}}"#;
        assert_eq!(read(maker), Some((vec![5], vec![(vec![5], vec![1, 2])])));
    }

    #[test]
    fn rectangles_are_given_by_two_corners() {
        let board = board();
        assert_eq!(indices(&named_cells("r2c2-r1c1, r4c4", &board)), [0, 1, 4, 5, 15]);
        assert_eq!(indices(&named_cells("r1c1-r9c9", &board)).len(), 16);
        assert_eq!(named_cells("r1-c9rr c", &board), []);
    }

    #[test]
    fn other_puzzles_have_no_fog() {
        for text in [r#"{"cells": [], "triggereffect": [{"effect": {"type": "sound"}}]}"#, "{}", "53..7"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
