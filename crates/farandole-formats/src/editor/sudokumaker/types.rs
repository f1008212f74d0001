//! The types of elements: their numbers, keys and readers.

use super::element::Element;
use super::numbers::*;
use super::{cells, drawings, lines, marks, outside};
use crate::editor::diagnostic::What;
use crate::editor::json::Json;
use crate::editor::regions;
use farandole_puzzle::Diagonal as Which;
use farandole_puzzle::constraint::{Diagonal, style_of};

/// Keys that all elements may have.
const COMMON: &[&str] = &["type", "id", "name", "disabled", "style"];

type Reader = fn(&mut Element<'_, '_, '_>);

/// The types other than those of lines without numbers: number, keys besides the common ones, and
/// reader.
const TYPES: &[(i64, &[&str], Reader)] = &[
    (GIVENS, &[], |_| {}),
    (REGIONS, &["regions"], |_| {}),
    (FALLING_DIAGONAL, &[], |it| it.add(Diagonal { diagonal: Which::Main })),
    (RISING_DIAGONAL, &[], |it| it.add(Diagonal { diagonal: Which::Anti })),
    (KING, &[], rule),
    (KNIGHT, &[], rule),
    (DISJOINT_GROUPS, &[], |it| regions::disjoint_groups(it.place, it.regions, it.builder)),
    (NONCONSECUTIVE, &[], rule),
    (SQUARES, &["groups"], lines::squares),
    (EVEN, &["cells"], cells::each),
    (ODD, &["cells"], cells::each),
    (MAXIMUM, &["cells"], cells::each),
    (MINIMUM, &["cells"], cells::each),
    (DIFFERENCE, &["clues", "negative", "overrideNegativeRatios"], marks::difference),
    (RATIO, &["clues", "negative", "overrideNegativeDifferences"], marks::ratio),
    (XV, &["clues", "negative"], marks::sum),
    (THERMOMETER, &["thermometers", "slow"], lines::thermometer),
    (CAGES, &["cages"], cells::cages),
    (CLONES, &["groups"], cells::clones),
    (QUADRUPLES, &["clues"], cells::quadruples),
    (LOOK_AND_SAY, &["cages"], cells::look_and_say),
    (DIFFERENT, &["cells"], cells::different),
    (WHISPER, &["lines", "minDifference"], lines::whisper),
    (REGION_SUM, &["lines", "singleRegionTotals"], lines::region_sum),
    (DIGIT_GROUPS, &["lines", "groups"], lines::digit_groups),
    (ARROW, &["bulbsWithArrows"], lines::arrow),
    (LITTLE_KILLER, &["clues"], outside::little_killer),
    (SANDWICH, &["clues"], outside::each),
    (X_SUM, &["clues"], outside::each),
    (SKYSCRAPER, &["clues"], outside::each),
    (NUMBERED_ROOM, &["clues"], outside::each),
    (ROW_INDEXER, &["cells"], cells::row_indexer),
    (COLUMN_INDEXER, &["cells"], cells::column_indexer),
    (CUSTOM, &["definition", "input"], drawings::custom),
    (COSMETIC_LINE, &["lines"], drawings::lines),
    (COSMETIC_CAGE, &["cages"], drawings::cages),
    (COSMETIC_SYMBOL, &["symbols", "params"], drawings::symbols),
    (ROWS_AND_COLUMNS, &["areas"], cells::rows_and_columns),
    (FOG_LIGHTS, &["lightCells", "cells"], drawings::fog),
    (FOG_TRIGGERS, &["patterns", "overrides", "triggers", "effects", "editor"], drawings::fog),
];

/// Adds a rule of the whole grid, of the kind that has the type of the element.
fn rule(element: &mut Element<'_, '_, '_>) {
    if let Some(kind) = element.kind() {
        element.builder.add_kind(element.place, kind, None, &[]);
    }
}

/// Reads an element.
pub(super) fn read(element: &mut Element<'_, '_, '_>) {
    let number = type_of(element.object);
    let known = TYPES.iter().find(|(known, ..)| Some(*known) == number).map(|(_, keys, read)| (*keys, *read));
    // Other kinds of lines have no data but their cells.
    let is_line = element.kind().and_then(style_of).is_some_and(|style| style.look().is_some());
    let line: (&[&str], Reader) = (&["lines"], lines::usual);
    let Some((keys, read)) = known.or(is_line.then_some(line)) else {
        match element.object.get("type") {
            Some(other) => element.builder.fail_value(element.place, other, "the type of an element"),
            None => element.fail(What::Missing { expected: "the type of an element" }),
        }
        return;
    };
    for (key, value) in element.object {
        if !COMMON.contains(&key.as_str()) && !keys.contains(&key.as_str()) {
            let entries = value.list().map_or(1, <[Json]>::len);
            element.fail(What::UnknownKey { name: key.as_str().into(), entries });
        }
    }
    read(element);
}
