//! Cages of SudokuPad: sums, sets of cells, and texts about the puzzle.

use super::cells::cell_list;
use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object};
use crate::editor::regions::Regions;
use crate::editor::sudokupad::drawings::CageDrawing;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{AllDifferent, Cage, Sum};

const KEYS: &[&str] = &[
    "cells",
    "value",
    "unique",
    "sum",
    "hidden",
    "type",
    "style",
    "outlineC",
    "fontC",
    "borderColor",
    "textColor",
    "fontSize",
    "fromConstraint",
];

/// Names of the texts that cages contain.
const TEXTS: &[&str] = &[
    "title",
    "author",
    "rules",
    "solution",
    "msgcorrect",
    "msgincorrect",
    "customstyle",
    "foglink",
    "source",
];

/// A cage that is not a text, with its 1-based number.
pub(super) struct Numbered<'a> {
    number: usize,
    json: &'a Json,
}

/// Passes each text with its name to `keep` and returns the other cages.
pub(super) fn split<'a>(object: &'a Object, mut keep: impl FnMut(&str, &str)) -> Vec<Numbered<'a>> {
    let list = object.get("cages").and_then(Json::list).unwrap_or_default();
    let mut cages = Vec::new();
    for (number, json) in list.iter().enumerate() {
        let cage = json.object();
        let has_cells = cage.is_some_and(|cage| cage.get("cells").is_some_and(|cells| !cells.is_empty()));
        let text = cage.and_then(|cage| cage.get("value")?.text());
        let named = text.and_then(|text| text.split_once(':')).filter(|(name, _)| TEXTS.contains(name));
        match named {
            Some((name, text)) if !has_cells => keep(name, text),
            _ => cages.push(Numbered { number: number + 1, json }),
        }
    }
    cages
}

/// Reads the cages that are constraints.
pub(super) fn read(cages: &[Numbered<'_>], regions: &Regions, builder: &mut ImportBuilder<'_>) {
    for cage in cages {
        let place = Place { key: "cages", entry: Some(cage.number) };
        match cage.json.object() {
            Some(object) => {
                builder.only_keys(place, object, KEYS);
                one(place, object, regions, builder);
            }
            None => builder.fail_value(place, cage.json, "an object"),
        }
    }
}

/// Returns the cages without a typed meaning, and reads the others.
pub(super) fn drawn(
    cages: &[Numbered<'_>],
    regions: &Regions,
    builder: &mut ImportBuilder<'_>,
) -> Vec<CageDrawing> {
    let mut drawn = Vec::new();
    for cage in cages {
        let place = Place { key: "cages", entry: Some(cage.number) };
        let Some(object) = cage.json.object() else {
            builder.fail_value(place, cage.json, "an object");
            continue;
        };
        let get = |key: &str| object.get(key).filter(|value| !value.is_empty());
        let text = get("sum").or_else(|| get("value")).map(ToString::to_string).unwrap_or_default();
        let is_typed = ["style", "type"].iter().any(|key| get(key).is_some());
        if is_typed || matches!(text.as_str(), "FOW" | "FOGLIGHT") {
            one(place, object, regions, builder);
            continue;
        }
        builder.only_keys(place, object, KEYS);
        if get("cells").is_none() {
            builder.ignore(place, "a text", 1);
            continue;
        }
        let is_unique = match object.get("unique") {
            None | Some(Json::Null) => None,
            Some(Json::Bool(is_unique)) => Some(*is_unique),
            Some(other) => {
                builder.fail_value(place, other, "true or false");
                continue;
            }
        };
        let colour = get("outlineC").or_else(|| get("borderColor")).map(ToString::to_string);
        if let Some(cells) = cell_list(place, object.get("cells"), builder) {
            let colour = colour.unwrap_or_default();
            let text = text.trim().to_owned();
            drawn.push(CageDrawing { key: "cages", number: cage.number, cells, text, is_unique, colour });
        }
    }
    drawn
}

fn one(place: Place<'_>, cage: &Object, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    let get = |key: &str| cage.get(key).filter(|value| !value.is_empty());
    let is_unique = cage.get("unique") == Some(&Json::Bool(true));
    if matches!(get("value").and_then(Json::text), Some("FOW" | "FOGLIGHT")) {
        return builder.ignore(place, "an option of the display", 1);
    }
    let Some(cells) = cell_list(place, cage.get("cells"), builder) else { return };
    match (get("style").and_then(Json::text), get("type").and_then(Json::text)) {
        (Some("extraregion"), _) if is_unique => return builder.add(place, AllDifferent { cells }),
        (_, Some("disjoint" | "rowcol")) if is_unique => return builder.add(place, AllDifferent { cells }),
        (Some("fpRowIndexer"), _) => return crate::editor::indexers::rows(place, cells, builder),
        (Some("fpColumnIndexer"), _) => return crate::editor::indexers::columns(place, cells, builder),
        (Some("fpBoxIndexer"), _) => return crate::editor::indexers::boxes(place, cells, regions, builder),
        (Some(_), None) | (None, None) => {}
        (_, Some(other)) => return builder.fail(place, What::UnknownName { name: other.into() }),
    }
    let sum = match get("sum").or_else(|| get("value")) {
        None => None,
        Some(value) => match value.integer().and_then(|sum| u32::try_from(sum).ok()) {
            Some(sum) => Some(sum),
            None => return builder.fail_value(place, value, "a sum"),
        },
    };
    match sum {
        _ if is_unique => builder.add(place, Cage { sum, cells }),
        Some(sum) => {
            let is_open =
                cage.get("unique") != Some(&Json::Bool(false)) && !share_a_house(&cells, regions, builder);
            let terms = cells.into_iter().map(|cell| (cell, 1)).collect();
            match i32::try_from(sum) {
                Ok(_) if is_open => builder.fail(
                    place,
                    What::Missing { expected: "`unique`, which says whether digits may repeat" },
                ),
                Ok(sum) => builder.add(place, Sum { sum, terms }),
                Err(_) => builder.fail(place, What::Missing { expected: "a sum" }),
            }
        }
        None if cage.get("hidden") == Some(&Json::Bool(true)) => {}
        None => builder.fail(place, What::Drawing { look: "a cage without a value".into() }),
    }
}

/// Returns true if all cells are in one row, column or region.
fn share_a_house(cells: &[Cell], regions: &Regions, builder: &ImportBuilder<'_>) -> bool {
    let place = |cell: &Cell| builder.board.place(*cell).unwrap_or_default();
    let all_equal = |of: &dyn Fn(&Cell) -> Option<usize>| {
        let first = of(&cells[0]);
        first.is_some() && cells.iter().all(|cell| of(cell) == first)
    };
    all_equal(&|cell| Some(place(cell).0))
        || all_equal(&|cell| Some(place(cell).1))
        || all_equal(&|cell| regions.of(*cell))
}
