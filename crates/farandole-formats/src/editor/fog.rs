//! Fog: cells that a program hides until digits of the solution are entered. It has no effect on solutions.
//!
//! Source: sudokupad.app, the keys `foglight`, `foglink` and `triggereffect`, and the cage `FOGLIGHT`; `fogofwar` of
//! f-puzzles; SudokuMaker's elements 4000 and 4001.

use super::drawings::fog_lights;
use super::import_builder::cell_place;
use super::json::{Json, Object};
use super::sudokumaker::{self, FOG_LIGHTS, FOG_TRIGGERS};
use super::{link, sudokupad};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use std::collections::{BTreeMap, BTreeSet};

/// The cells that are visible, and those that become visible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fog {
    /// The cells that are visible from the start.
    pub lights: Vec<Cell>,
    /// Links of digits to further cells. If there are none, each correct digit shows the cells around it.
    pub links: Vec<FogLink>,
}

/// Cells that become visible when others hold the digits of the solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FogLink {
    /// The cells that must all hold their digits.
    pub triggers: Vec<Cell>,
    /// The cells that become visible.
    pub revealed: Vec<Cell>,
}

impl Fog {
    /// Returns the fog of a puzzle of SudokuPad, f-puzzles or SudokuMaker, as cells of its board. Returns `None` for other
    /// texts, and for puzzles without fog. Lists are in ascending order. Cells outside the grid are omitted.
    ///
    /// The cost is at most proportional to the length of the text times the number of cells.
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
    /// assert_eq!(fog.links[0].revealed, [board.at(0, 0).unwrap(), board.at(1, 0).unwrap()]);
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
    let list = |key| object.get(key).and_then(Json::list).unwrap_or_default();
    let all = |list: &[Json]| list.iter().flat_map(|it| cells(it, board)).collect::<Vec<Cell>>();
    let mut lights = all(list("foglight"));
    lights.extend(all(list("fogofwar")).into_iter().flat_map(|cell| around(cell, board)));
    for cage in ["cages", "cage"].into_iter().flat_map(list).filter_map(Json::object) {
        if let Some(named) = cage.get("value").and_then(Json::text).and_then(fog_lights) {
            lights.extend(named_cells(named, board));
            lights.extend(all(cage.get("cells").and_then(Json::list).unwrap_or_default()));
        }
    }
    let link = |it: &Json| match it.list()? {
        [triggers, revealed] => {
            Some(FogLink { triggers: all(triggers.list()?), revealed: all(revealed.list()?) })
        }
        _ => None,
    };
    let effect = |it: &Json| {
        let inner = |part: &str, key: &str| it.object()?.get(part)?.object()?.get(key);
        let is_light = inner("effect", "type").and_then(Json::text) == Some("foglight");
        let [triggers, revealed] = [inner("trigger", "cell"), inner("effect", "cells")]
            .map(|it| it.map(|it| cells(it, board)).unwrap_or_default());
        is_light.then_some(FogLink { triggers, revealed })
    };
    let links = list("foglink").iter().filter_map(link);
    let links = links.chain(list("triggereffect").iter().filter_map(effect)).collect();
    let is_stated = ["foglight", "fogofwar"].iter().any(|key| object.contains_key(*key));
    fog(is_stated, lights, links)
}

fn of_sudokumaker(puzzle: &Object, board: &Board) -> Option<Fog> {
    let of = |object: &Object, key: &str| -> Vec<Cell> {
        let cell = |it: &Json| sudokumaker::cell(board, it.integer()?);
        object.get(key).and_then(Json::list).unwrap_or_default().iter().filter_map(cell).collect()
    };
    let (mut lights, mut links, mut is_stated) = (Vec::new(), Vec::new(), false);
    let elements = puzzle.get("constraints").and_then(Json::list).unwrap_or_default();
    let is_on = |it: &&Object| it.get("disabled") != Some(&Json::Bool(true));
    for element in elements.iter().filter_map(Json::object).filter(is_on) {
        let objects =
            |key| element.get(key).and_then(Json::list).unwrap_or_default().iter().filter_map(Json::object);
        let number = element.get("type").and_then(Json::integer);
        if number == Some(FOG_LIGHTS) {
            is_stated = true;
            lights.extend(["cells", "lightCells"].iter().flat_map(|key| of(element, key)));
        } else if number == Some(FOG_TRIGGERS) {
            let label = |it: &Object| it.get("label").map(ToString::to_string);
            let mut revealed: BTreeMap<Option<String>, BTreeSet<Cell>> = BTreeMap::new();
            objects("effects").for_each(|it| revealed.entry(label(it)).or_default().extend(of(it, "cells")));
            links.extend(objects("triggers").filter_map(|it| {
                let revealed = revealed.get(&label(it))?.iter().copied().collect();
                Some(FogLink { triggers: of(it, "cells"), revealed })
            }));
        }
        let is_light =
            |it: &&Object| it.get("value").and_then(Json::text).is_some_and(|it| fog_lights(it).is_some());
        lights.extend(objects("cages").filter(is_light).flat_map(|it| of(it, "cells")));
    }
    fog(is_stated, lights, links)
}

/// Returns the fog, unless the puzzle has none.
fn fog(is_stated: bool, mut lights: Vec<Cell>, mut links: Vec<FogLink>) -> Option<Fog> {
    let sort = |cells: &mut Vec<Cell>| {
        cells.sort_unstable();
        cells.dedup();
    };
    sort(&mut lights);
    links.iter_mut().flat_map(|it| [&mut it.triggers, &mut it.revealed]).for_each(sort);
    (is_stated || !lights.is_empty() || !links.is_empty()).then_some(Fog { lights, links })
}

/// Returns the cells of an entry: a pair of a row and a column, counted from 0, or names.
fn cells(json: &Json, board: &Board) -> Vec<Cell> {
    match json.text() {
        Some(text) => named_cells(text, board),
        None => sudokupad::cell_of(board, json).into_iter().collect(),
    }
}

/// Returns the cells of a text such as `r1c1r1c2` or `r1c1-r3c3`, which is a rectangle.
fn named_cells(text: &str, board: &Board) -> Vec<Cell> {
    let (rows, cols) = (board.shape().rows() as i32, board.shape().cols() as i32);
    let (mut cells, mut corner) = (Vec::new(), None);
    for part in text.to_ascii_lowercase().split('r').skip(1) {
        let name = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        let Some(place) = cell_place(&format!("r{name}")) else { continue };
        let other = corner.take().unwrap_or(place);
        if part[name.len()..].contains('-') {
            corner = Some(place);
            continue;
        }
        // Only the part on the board: names may have three digits.
        let inside = |a: i32, b: i32, count: i32| a.min(b).max(0)..=a.max(b).min(count - 1);
        for row in inside(place.0, other.0, rows) {
            let cols = inside(place.1, other.1, cols);
            cells.extend(cols.filter_map(|col| board.at(row as usize, col as usize)));
        }
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
        let link = |it: &FogLink| (indices(&it.triggers), indices(&it.revealed));
        Some((indices(&fog.lights), fog.links.iter().map(link).collect()))
    }

    #[test]
    fn lights_and_links_of_each_program_are_read() {
        let pad = r#"{"cells": [], "cages": [{"value": "FOGLIGHT", "cells": [[3, 3]]}, {"value": "foglight: r1c1r2c2"},
            {"value": "12", "cells": [[2, 2]]}], "foglink": [[[[0, 0], [0, 1]], ["r2c1"]]]}"#;
        assert_eq!(read(pad), Some((vec![0, 5, 15], vec![(vec![0, 1], vec![4])])));
        let fpuzzles = r#"{"size": 4, "grid": [], "fogofwar": ["R1C1"], "foglight": ["R4C4", "R9C9"]}"#;
        assert_eq!(read(fpuzzles), Some((vec![0, 1, 4, 5, 15], vec![])));
        let maker = r#"{"formatVersion": "1", "puzzle": {"constraints": [{"type": 4000, "cells": [5, 99]},
            {"type": 4000, "cells": [6], "disabled": true}, {"type": 4001, "triggers": [{"label": "A", "cells": [5]}],
            "effects": [{"label": "A", "cells": [2]}, {"label": "B", "cells": [3]}, {"label": "A", "cells": [1]}]}]}}"#;
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
    fn long_texts_take_no_longer_than_the_board_permits() {
        let board = board();
        let text = "r1c1-r999c999".repeat(50_000);
        assert_eq!(named_cells(&text, &board).len(), 50_000 * 16);
        let entries = format!(
            r#"{{"label": "A", "cells": [0, 1]}}{}"#,
            r#", {"label": "A", "cells": [1]}"#.repeat(9_999)
        );
        let text = format!(
            r#"{{"puzzle": {{"constraints": [{{"type": 4001, "triggers": [{entries}], "effects": [{entries}]}}]}}}}"#
        );
        assert_eq!(read(&text).unwrap().1.len(), 10_000);
    }

    #[test]
    fn other_puzzles_have_no_fog() {
        for text in [r#"{"cells": [], "triggereffect": [{"effect": {"type": "sound"}}]}"#, "{}", "53..7"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
