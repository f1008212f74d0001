//! Rules in many wordings, each with drawings: the most plausible reading has the right constraints, every
//! sentence is accounted for, and nothing else is proposed. The files in `wordings/` list drawings (`@`),
//! the constraints as text (`=`) or as names (`~`), and the wordings.

use farandole_formats::editor::proposal::{Meanings, Proposal, Reason};
use farandole_puzzle::format::iss;
use serde_json::{Value, json};

/// Returns the colour of drawings that rules call by this name.
fn colour(name: &str) -> &'static str {
    match name {
        "grey" => "#bbbbbb",
        "green" => "#67f067",
        "purple" => "#f067f0",
        "lavender" => "#cdb1ec",
        "orange" => "#ffa600",
        "peach" => "#ffccaa",
        "blue" => "#2ecbff",
        "teal" => "#33bbaa",
        "red" => "#ff6666",
        "yellow" => "#f0e040",
        "pink" => "#ffb6c1",
        "brown" => "#a0522d",
        "gold" => "#e0b020",
        "turquoise" => "#40e0d0",
        "white" => "#ffffff",
        "black" => "#000000",
        other => panic!("{other}"),
    }
}

fn shape(centre: [f64; 2], size: f64, rounded: bool, fill: &str, text: &str) -> Value {
    let mut shape = json!({
        "center": centre, "width": size, "height": size, "rounded": rounded, "backgroundColor": fill,
    });
    if !text.is_empty() {
        shape["text"] = json!(text);
        shape["color"] = json!("#000000");
    }
    shape
}

/// Returns a line through R1C1, R1C2, R2C3, R2C4 and R3C5, with shapes at its ends. A low line is six
/// rows below.
fn line(kind: &str, fill: &str) -> Value {
    let top = if kind == "low-line" { 6.0 } else { 0.0 };
    let points =
        [[0.5, 0.5], [0.5, 1.5], [1.5, 2.5], [1.5, 3.5], [2.5, 4.5]].map(|[down, right]| [down + top, right]);
    let thickness = if kind == "thermometer" { 19.2 } else { 9.6 };
    let line = json!({ "wayPoints": points, "color": fill, "thickness": thickness });
    let ends = match kind {
        "thermometer" => vec![shape(points[0], 0.8, true, fill, "")],
        "line-with-circles" => {
            [points[0], points[4]].map(|point| shape(point, 0.8, true, "#ffffff", "")).into()
        }
        "line-with-diamonds" => [points[0], points[4]]
            .map(|point| {
                let mut diamond = shape(point, 0.6, false, "#ffffff", "");
                diamond["angle"] = json!(45);
                diamond
            })
            .into(),
        _ => Vec::new(),
    };
    json!({ "lines": [line], "underlays": ends })
}

/// Returns the drawings with a name, or with several names separated by a plus sign.
fn drawings(names: &str) -> Value {
    let mut all = json!({});
    for name in names.split(" + ") {
        for (list, entries) in drawing(name).as_object().unwrap() {
            let list = all.as_object_mut().unwrap().entry(list).or_insert_with(|| json!([]));
            list.as_array_mut().unwrap().extend(entries.as_array().unwrap().iter().cloned());
        }
    }
    all
}

fn drawing(name: &str) -> Value {
    let words: Vec<&str> = name.split(' ').collect();
    let marks = |marks: Vec<Value>| json!({ "overlays": marks });
    let cells = |cells: &[[f64; 2]], size: f64, rounded: bool, fill: &str| {
        let shapes: Vec<Value> = cells.iter().map(|cell| shape(*cell, size, rounded, fill, "")).collect();
        json!({ "underlays": shapes })
    };
    const PAIRS: [[f64; 2]; 2] = [[0.5, 1.0], [3.0, 2.5]];
    const CELLS: [[f64; 2]; 2] = [[1.5, 1.5], [2.5, 3.5]];
    match *words.as_slice() {
        ["nothing"] => json!({}),
        ["cage", value, option] => {
            let mut cage = json!({ "cells": [[0, 0], [0, 1], [1, 0]] });
            if value != "-" {
                cage["value"] = json!(value);
            }
            if option == "unique" {
                cage["unique"] = json!(true);
            }
            json!({ "cages": [cage] })
        }
        ["arrow"] => json!({
            "arrows": [{ "wayPoints": [[0.5, 0.5], [0.5, 1.5], [1.5, 2.5]], "color": "#aaaf", "thickness": 3.2, "headLength": 0.35 }],
            "overlays": [shape([0.5, 0.5], 0.82, true, "#ffffff", "")],
        }),
        ["white-dots"] => marks(PAIRS.map(|at| shape(at, 0.34, true, "#ffffff", "")).into()),
        ["black-dots"] => marks(PAIRS.map(|at| shape(at, 0.34, true, "#000000", "")).into()),
        ["numbered-dot", number] => marks(vec![shape(PAIRS[0], 0.34, true, "#ffffff", number)]),
        ["xv"] => marks(vec![
            shape(PAIRS[0], 0.35, false, "#ffffff", "X"),
            shape(PAIRS[1], 0.35, false, "#ffffff", "V"),
        ]),
        ["inequality"] => marks(vec![shape(PAIRS[0], 0.89, false, "#ffffff00", ">")]),
        ["quad", digits] => marks(vec![shape([1.0, 1.0], 0.7, true, "#ffffff", digits)]),
        ["circles", fill] => cells(&CELLS, 0.8, true, colour(fill)),
        ["squares", fill] => cells(&CELLS, 0.8, false, colour(fill)),
        ["cells", fill] => cells(&CELLS, 1.0, false, colour(fill)),
        ["region", fill] => {
            let all: Vec<[f64; 2]> =
                (0..9).map(|at| [1.5 + f64::from(at / 3), 1.5 + f64::from(at % 3)]).collect();
            cells(&all, 1.0, false, colour(fill))
        }
        ["clones", fill] => {
            cells(&[[0.5, 0.5], [0.5, 1.5], [3.5, 4.5], [3.5, 5.5]], 1.0, false, colour(fill))
        }
        ["outside"] => marks(vec![
            shape([1.5, -0.5], 1.0, false, "#ffffff00", "12"),
            shape([-0.5, 4.5], 1.0, false, "#ffffff00", "15"),
        ]),
        ["pointer"] => json!({
            "overlays": [shape([2.5, -0.5], 1.0, false, "#ffffff00", "20")],
            "arrows": [{ "wayPoints": [[2.266, -0.266], [2.068, -0.068]], "color": "#000000", "thickness": 2.56, "headLength": 0.18 }],
        }),
        [kind, fill] if kind.contains("line") || kind == "thermometer" => line(kind, colour(fill)),
        _ => panic!("{name}"),
    }
}

/// Returns an empty 9x9 puzzle with drawings and rules.
fn puzzle(drawings: Value, rules: &str) -> String {
    let boxes: Vec<Vec<[usize; 2]>> = (0..9)
        .map(|at| (0..9).map(|cell| [at / 3 * 3 + cell / 3, at % 3 * 3 + cell % 3]).collect())
        .collect();
    let mut puzzle = drawings;
    puzzle["cells"] = json!(vec![vec![json!({}); 9]; 9]);
    puzzle["regions"] = json!(boxes);
    puzzle["metadata"] = json!({ "rules": rules });
    puzzle.to_string()
}

/// Returns what is wrong with the reading of a text, or nothing.
fn faults(text: &str, expected: &str) -> Vec<String> {
    let proposal = match Proposal::read(text.as_bytes()) {
        Ok(proposal) => proposal,
        Err(error) => return vec![error.to_string()],
    };
    let variant = match proposal.puzzle(&Meanings::default()) {
        Ok(variant) => variant,
        Err(error) => return vec![error.to_string()],
    };
    let mut faults = Vec::new();
    let items = iss::write_constraints(variant.board(), variant.constraints().iter());
    let items: Vec<&str> = items.iter().map(|item| item.trim_start_matches('.')).collect();
    let (kind, expected) = expected.split_at(1);
    let (mut found, mut wanted): (Vec<&str>, Vec<&str>) = if kind == "~" {
        let names = items.iter().map(|item| item.split('~').next().unwrap_or(item));
        (names.collect(), expected.split_whitespace().collect())
    } else {
        (items.clone(), expected.trim().split('.').filter(|item| !item.is_empty()).collect())
    };
    found.sort_unstable();
    found.dedup();
    wanted.sort_unstable();
    if found != wanted {
        faults.push(format!("read as {}", found.join(" ")));
    }
    for index in proposal.unaccounted(variant.constraints()) {
        faults.push(format!("not accounted for: {:?}", proposal.sentences[index]));
    }
    faults.extend(proposal.sentences.iter().filter_map(|it| it.stops_automatic).map(String::from));
    for group in &proposal.groups {
        // A meaning without a sentence is never confirmed if the file contains no solution.
        if let Some(first) = group.candidates.first().filter(|it| it.reason == Reason::Decoration) {
            faults.push(format!("{} is {}", group.name, first.name));
        }
    }
    faults
}

fn check(table: &str) {
    let (mut count, mut failures) = (0, Vec::new());
    let (mut drawing, mut expected) = ("nothing", "=");
    for line in table.lines().filter(|line| !line.is_empty()) {
        match (line.as_bytes()[0], line) {
            (b'#', _) => {}
            (b'@', line) => drawing = line[1..].trim(),
            (b'=' | b'~', line) => expected = line,
            (_, rules) => {
                count += 1;
                let rules = format!("Normal sudoku rules apply. {rules}");
                let faults = faults(&puzzle(drawings(drawing), &rules), expected);
                if !faults.is_empty() {
                    failures.push(format!("[{drawing}] {line}\n    {}", faults.join("\n    ")));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn lines_are_read_in_many_wordings() {
    check(include_str!("wordings/lines.txt"));
}

#[test]
fn cells_and_marks_are_read_in_many_wordings() {
    check(include_str!("wordings/cells.txt"));
}

#[test]
fn clues_and_rules_of_the_grid_are_read_in_many_wordings() {
    check(include_str!("wordings/grid.txt"));
}
