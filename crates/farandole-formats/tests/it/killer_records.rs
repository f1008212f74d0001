//! Killer records and their solutions, from the sample and from the files in `FARANDOLE_RECORDS`, a
//! list separated by `:`.

use farandole_formats::editor::{ImportConfig, Imported, read};
use farandole_puzzle::variant::check;

fn solution(imported: &Imported) -> Vec<u8> {
    imported.solution.as_ref().expect("a solution").iter().map(|digit| digit.expect("a digit")).collect()
}

fn checks(text: &str) -> usize {
    let mut good = 0;
    for (number, line) in text.lines().enumerate() {
        let imported = read(line.as_bytes(), &ImportConfig::default());
        let imported = imported.unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
        let checked = check(&imported.variant, &solution(&imported));
        assert!(checked.is_ok(), "line {}: {}", number + 1, checked.unwrap_err());
        good += 1;
    }
    good
}

#[test]
fn solutions_of_samples_pass_the_check() {
    assert_eq!(checks(include_str!("../../../../testdata/variants/killer_records.jsonl")), 9);
    let more = std::env::var("FARANDOLE_RECORDS").unwrap_or_default();
    for path in more.split(':').filter(|path| !path.is_empty()) {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        println!("{path}: {} records", checks(&text));
    }
}

#[test]
fn all_that_is_wrong_is_listed() {
    let text = r#"{"n": 4, "cages": [{"sum": 5, "cells": [0, 16]}, {"cells": [1]}, 7], "givens": "1..5............",
        "box": "1x4", "author": "?", "solution": "1"}"#;
    let error = read(text.as_bytes(), &ImportConfig::default()).unwrap_err().to_string();
    let expected = "7 things in this puzzle are not understood: key `author`; box: `1x4`, expected the usual form of the boxes; \
        givens 4: `5`, expected a digit; cages 1: nothing, expected a list of cells of the grid; \
        cages 2: nothing, expected a sum; cages 3: `7`, expected an object; \
        solution: `1`, expected one character for each cell";
    assert_eq!(error, expected);
}
