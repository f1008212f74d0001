//! Writers read their own output and refuse to write a text that is read as a different puzzle.

use farandole_formats::editor::{
    Change, ExportConfig, ExportErrorKind, ImportConfig, Keyless, fpuzzles_link, read, write_fpuzzles,
};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

const DESCRIBE: ExportConfig<'static> = ExportConfig {
    title: None,
    author: None,
    rules: None,
    solution: None,
    cosmetics: &[],
    keyless: Keyless::Describe,
};

fn variant(text: &str) -> Variant {
    iss::read(text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

fn again(text: &str) -> Variant {
    read(text.as_bytes(), &ImportConfig::default()).unwrap_or_else(|error| panic!("{text}: {error}")).variant
}

#[test]
fn givens_that_contradict_each_other_are_kept() {
    for text in [".Shape~4x4.~R1C1_1.~R1C1_2", ".Shape~4x4.~R2C3_", ".Shape~16x16.~R1C1_1_2.~R1C1_16"] {
        let variant = variant(text);
        for written in [write_fpuzzles, fpuzzles_link].map(|write| write(&variant, &ExportConfig::default()))
        {
            assert_eq!(again(&written.unwrap()).domains(), variant.domains(), "{text}");
        }
    }
    // A board with one value offers no other candidate to contradict the given.
    let error = write_fpuzzles(&variant(".Shape~1x1.~R1C1_"), &ExportConfig::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the text would be read as a different puzzle; it changes Given (number 1)"
    );
}

#[test]
fn what_a_key_would_change_is_refused_by_name_or_described() {
    for (text, name) in [
        (".Shape~4x4.Renban~R1C1~R1C1~R1C2", "Renban (number 1)"),
        (".Shape~4x4.Nabner~R1C1~R1C1~R1C2.AntiKing", "Nabner (number 2)"),
        (".Shape~6x6.NoBoxes.BoxIndexing~R1C1", "BoxIndexing (number 2)"),
    ] {
        let variant = variant(text);
        let error = write_fpuzzles(&variant, &ExportConfig::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the text would be read as a different puzzle; it changes {name}"),
            "{text}"
        );
        assert!(fpuzzles_link(&variant, &ExportConfig::default()).is_err(), "{text}");
        let described = write_fpuzzles(&variant, &DESCRIBE).unwrap();
        assert_eq!(again(&described), variant, "{text}");
    }
}

#[test]
fn the_same_in_other_words_is_no_change() {
    for text in [
        ".Shape~4x4.GreaterThan~R1C1~R1C2~R2C2.StrictXV.X~R3C3~R3C4",
        ".Windoku.DisjointSets.Odd~R1C1~R5C5.Even~R2C2",
        ".Jigsaw~000111222000111222000111222333444555333444555333444555666777888666777888666777888",
        ".Shape~4x4.Difference~1~R1C1~R1C2.Ratio~2~R1C1~R2C1.WhiteDot~R3C3~R3C4~R4C4",
        ".StrictKropki.AntiConsecutive.Sum~0_=_10_1_-1~R1C1~R1C2~R5C5",
        ".Shape~6x6.Quad~R1C1~1~2.ContainAtLeast~1_3~R1C1~R1C2~R2C1~R2C2.LittleKiller~7~R3C1",
    ] {
        assert!(write_fpuzzles(&variant(text), &ExportConfig::default()).is_ok(), "{text}");
    }
    // A dot that is written as a difference does not count as a dot for the strict rule.
    let strict = variant(".Shape~4x4.StrictKropki.Difference~1~R1C1~R1C2");
    assert!(write_fpuzzles(&strict, &ExportConfig::default()).is_err());
}

#[test]
fn texts_that_would_be_read_as_others_are_refused() {
    let plain = variant(".Shape~4x4.Thermo~R1C1~R1C2");
    let changes = |config: &ExportConfig<'_>| match write_fpuzzles(&plain, config) {
        Ok(_) => Vec::new(),
        Err(error) => match error.kind() {
            ExportErrorKind::Changes(changes) => changes.clone(),
            other => panic!("{other:?}"),
        },
    };
    let with =
        ExportConfig { title: Some("A"), author: Some("B"), rules: Some("C"), ..ExportConfig::default() };
    assert_eq!(changes(&ExportConfig { solution: Some(&[1; 16]), ..with }), []);
    for short in [&[1_u8; 15][..], &[5; 16], &[]] {
        let found = changes(&ExportConfig { solution: Some(short), ..with });
        assert!(found.iter().any(|it| matches!(it, Change::Solution | Change::Unreadable(_))), "{found:?}");
    }
    // A line of the rules that looks like constraint text would be read as a constraint.
    let rules = "Normal rules.\n.AntiKing";
    assert!(!changes(&ExportConfig { rules: Some(rules), ..with }).is_empty());
}

/// Reads an f-puzzles object of size 4 with these keys.
fn small(keys: &str) -> Variant {
    let grid = ["[{}, {}, {}, {}]"; 4].join(", ");
    again(&format!(r#"{{"size": 4, "grid": [{grid}], {keys}}}"#))
}

#[test]
fn several_clues_at_one_place_all_hold() {
    let corner = r#"["R1C1", "R1C2", "R2C1", "R2C2"]"#;
    let diagonal = r#""cell": "R0C0", "direction": "DR", "cells": ["R1C1", "R2C2", "R3C3", "R4C4"]"#;
    for (keys, count) in [
        (
            format!(
                r#""quadruple": [{{"cells": {corner}, "values": [1]}}, {{"cells": {corner}, "values": [2, 3]}}]"#
            ),
            2,
        ),
        (format!(r#""littlekillersum": [{{{diagonal}, "value": "9"}}, {{{diagonal}, "value": "10"}}]"#), 2),
        (r#""sandwichsum": [{"cell": "R0C1", "value": "2"}, {"cell": "R0C1", "value": "3"}]"#.into(), 2),
        (r#""sandwichsum": [{"cell": "R0C1", "value": "2"}, {"cell": "R5C1", "value": "3"}]"#.into(), 2),
        (r#""skyscraper": [{"cell": "R1C0", "value": "2"}, {"cell": "R1C0", "value": "3"}]"#.into(), 2),
        (r#""xsum": [{"cell": "R1C0", "value": "2"}, {"cell": "R1C0", "value": "3"}]"#.into(), 2),
        (r#""ruleset": ".Quad~R1C1~1\n.And.Quad~R1C1~2.End""#.into(), 2),
    ] {
        let read = small(&keys);
        assert_eq!(read.constraints().len(), count, "{keys}");
        assert_eq!(iss::read(&iss::write(&read)).as_ref(), Ok(&read), "{keys}");
        assert_eq!(
            iss::link_text(&iss::to_link(&read)).map(|text| iss::read(&text)),
            Some(Ok(read.clone())),
            "{keys}"
        );
        assert_eq!(again(&write_fpuzzles(&read, &ExportConfig::default()).unwrap()), read, "{keys}");
        assert_eq!(again(&write_fpuzzles(&read, &DESCRIBE).unwrap()), read, "{keys}");
    }
    // Constraints without a key are written as constraint text in the rules, even twice for one
    // location.
    let rooms = variant(".Shape~4x4.NumberedRoom~R1~3.And.NumberedRoom~R1~4.End");
    assert_eq!(again(&write_fpuzzles(&rooms, &DESCRIBE).unwrap()), rooms);
}

#[test]
fn constraint_text_in_rules_that_is_replaced_is_told() {
    let text = r#"{"size": 1, "grid": [[{}]], "ruleset": "Rules\n.XSum~R1~1\n.XSum~R1~2"}"#;
    let read = read(text.as_bytes(), &ImportConfig::default()).unwrap();
    let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["rules 2: XSum is replaced by a later one for the same location"]);
}

/// A ratio of 2 is read as a black dot, which exempts its cells from `StrictConsecutive`.
#[test]
fn a_mark_that_would_exempt_its_cells_from_a_strict_rule_is_refused() {
    let text = ".Shape~4x4.StrictConsecutive.Ratio~2~R2C2~R1C2";
    let error = write_fpuzzles(&variant(text), &DESCRIBE).unwrap_err().to_string();
    assert!(error.starts_with("the text would be read as a different puzzle"), "{error}");
}
