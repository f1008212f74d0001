//! Cages of SudokuPad: sums, sets of cells, and texts about the puzzle.

use super::cells::cell_list;
use crate::editor::diagnostic::What;
use crate::editor::drawings::{CageDrawing, fog_lights};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object, words};
use crate::editor::regions::Regions;
use farandole_puzzle::constraint::AllDifferent;

const KEYS: &str = "
    cells value unique sum hidden type style outlineC fontC borderColor textColor fontSize fromConstraint
";

/// Names of the texts that cages contain.
const TEXTS: &str = "
    title author rules solution msgcorrect msgincorrect customstyle foglink source
";

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
        let named =
            text.and_then(|text| text.split_once(':')).filter(|(name, _)| words(TEXTS).contains(name));
        match named {
            Some((name, text)) if !has_cells => keep(name, text),
            _ => cages.push(Numbered { number: number + 1, json }),
        }
    }
    cages
}

/// Reads the cages with a type, and adds the others to the drawings.
pub(super) fn read(cages: &[Numbered<'_>], regions: &Regions, builder: &mut ImportBuilder<'_>) {
    for cage in cages {
        let place = Place { key: "cages", entry: Some(cage.number) };
        match cage.json.object() {
            Some(object) => one(place, object, regions, builder),
            None => builder.fail_value(place, cage.json, "an object"),
        }
    }
}

fn one(place: Place<'_>, cage: &Object, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    builder.only_keys(place, cage, &words(KEYS));
    let get = |key: &str| cage.get(key).filter(|value| !value.is_empty());
    let text = get("sum").or_else(|| get("value")).map(ToString::to_string).unwrap_or_default();
    let is_unique = match cage.get("unique") {
        None | Some(Json::Null) => None,
        Some(Json::Bool(is_unique)) => Some(*is_unique),
        Some(other) => return builder.fail_value(place, other, "true or false"),
    };
    let is_hidden =
        text.is_empty() && is_unique != Some(true) && cage.get("hidden") == Some(&Json::Bool(true));
    if text == "FOW" || fog_lights(&text).is_some() {
        return builder.ignore(place, "an option of the display", 1);
    }
    if is_hidden || get("cells").is_none() {
        return builder.ignore(place, "a text", 1);
    }
    let Some(cells) = cell_list(place, cage.get("cells"), builder) else { return };
    match (get("style").and_then(Json::text), get("type").and_then(Json::text)) {
        (Some("extraregion"), _) | (_, Some("disjoint" | "rowcol")) if is_unique == Some(true) => {
            return builder.add(place, AllDifferent { cells });
        }
        (Some("fpRowIndexer"), _) => return crate::editor::indexers::rows(place, cells, builder),
        (Some("fpColumnIndexer"), _) => return crate::editor::indexers::columns(place, cells, builder),
        (Some("fpBoxIndexer"), _) => return crate::editor::indexers::boxes(place, cells, regions, builder),
        (_, Some(other)) => return builder.fail(place, What::UnknownName { name: other.into() }),
        (_, None) => {}
    }
    let colour = get("outlineC").or_else(|| get("borderColor")).map(ToString::to_string).unwrap_or_default();
    let (key, number) = ("cages", place.entry.unwrap_or_default());
    let text = text.trim().to_owned();
    builder.drawings.cages.push(CageDrawing { key, number, cells, text, is_unique, colour });
}
