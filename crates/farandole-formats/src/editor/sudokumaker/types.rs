//! The types of elements: their numbers, keys and readers.

use super::element::Element;
use super::numbers::*;
use super::{cells, drawings, lines, marks, outside};
use crate::editor::diagnostic::What;
use crate::editor::json::Json;
use crate::editor::lines::Line;
use crate::editor::regions;
use farandole_puzzle::Diagonal as Which;
use farandole_puzzle::constraint::{AntiConsecutive, AntiKing, AntiKnight, Diagonal};

/// Keys that all elements may have.
const COMMON: &[&str] = &["type", "id", "name", "disabled", "style"];

type Reader = fn(&mut Element<'_, '_, '_>);

/// The types: number, keys besides the common ones, and reader.
const TYPES: &[(i64, &[&str], Reader)] = &[
    (GIVENS, &[], |_| {}),
    (REGIONS, &["regions"], |_| {}),
    (FALLING_DIAGONAL, &[], |it| it.add(Diagonal { diagonal: Which::Main })),
    (RISING_DIAGONAL, &[], |it| it.add(Diagonal { diagonal: Which::Anti })),
    (KING, &[], |it| it.add(AntiKing {})),
    (KNIGHT, &[], |it| it.add(AntiKnight {})),
    (DISJOINT_GROUPS, &[], |it| regions::disjoint_groups(it.place, it.regions, it.builder)),
    (NONCONSECUTIVE, &[], |it| it.add(AntiConsecutive {})),
    (SQUARES, &["groups"], lines::squares),
    (EVEN, &["cells"], cells::even),
    (ODD, &["cells"], cells::odd),
    (MAXIMUM, &["cells"], cells::maximum),
    (MINIMUM, &["cells"], cells::minimum),
    (DIFFERENCE, &["clues", "negative", "overrideNegativeRatios"], marks::difference),
    (RATIO, &["clues", "negative", "overrideNegativeDifferences"], marks::ratio),
    (XV, &["clues", "negative"], marks::sum),
    (THERMOMETER, &["thermometers", "slow"], lines::thermometer),
    (CAGES, &["cages"], cells::cages),
    (CLONES, &["groups"], cells::clones),
    (QUADRUPLES, &["clues"], cells::quadruples),
    (LOOK_AND_SAY, &["cages"], cells::look_and_say),
    (DIFFERENT, &["cells"], cells::different),
    (RENBAN, &["lines"], |it| lines::usual(Line::Renban, it)),
    (WHISPER, &["lines", "minDifference"], lines::whisper),
    (PALINDROME, &["lines"], |it| lines::usual(Line::Palindrome, it)),
    (BETWEEN, &["lines"], |it| lines::usual(Line::Between, it)),
    (REGION_SUM, &["lines", "singleRegionTotals"], lines::region_sum),
    (SEQUENCE, &["lines"], lines::sequence),
    (DIGIT_GROUPS, &["lines", "groups"], lines::digit_groups),
    (LOCKOUT, &["lines"], |it| lines::usual(Line::Lockout, it)),
    (ARROW, &["bulbsWithArrows"], lines::arrow),
    (DOUBLE_ARROW, &["lines"], |it| lines::usual(Line::DoubleArrow, it)),
    (LITTLE_KILLER, &["clues"], outside::little_killer),
    (SANDWICH, &["clues"], outside::sandwich),
    (X_SUM, &["clues"], outside::x_sum),
    (SKYSCRAPER, &["clues"], outside::skyscraper),
    (NUMBERED_ROOM, &["clues"], outside::numbered_room),
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

/// Reads an element.
pub(super) fn read(element: &mut Element<'_, '_, '_>) {
    let number = type_of(element.object);
    let Some((_, keys, read)) = TYPES.iter().find(|(known, ..)| Some(*known) == number) else {
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
