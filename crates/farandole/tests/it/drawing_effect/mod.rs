//! The part of a text of f-puzzles or SudokuPad that has an effect on solutions.

use serde_json::{Value, json};

/// Keys of f-puzzles whose cells or names are sets.
const SETS: &[&str] = &[
    "boxindexer",
    "columnindexer",
    "extraregion",
    "killercage",
    "nabner",
    "negative",
    "renban",
    "rowindexer",
];

/// Returns the part of a text of f-puzzles or SudokuPad that has an effect: without empty values and
/// defaults, with lists of objects sorted and without duplicates, and without points that do not bend a
/// line. `within` is the key of the list that the value is in.
pub(super) fn effective(value: &Value, looks: &[&str], within: &str) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().map(|(key, value)| match (key.as_str(), value) {
                ("wayPoints", Value::Array(points)) => (key.clone(), bends(points, within == "lines")),
                ("cells" | "lines", _) if !within.is_empty() => {
                    (key.clone(), effective(value, looks, within))
                }
                _ => (key.clone(), effective(value, looks, key)),
            });
            let is_empty = |value: &Value| {
                value.is_null() || *value == json!([]) || *value == json!({}) || *value == json!("")
            };
            // The direction and the first cell determine the cells of a little killer.
            let is_free = |key: &str| looks.contains(&key) || within == "littlekillersum" && key == "cells";
            Value::Object(kept.filter(|(key, value)| !is_empty(value) && !is_free(key)).collect())
        }
        Value::Array(list) => {
            let is_empty = |value: &Value| *value == json!([]) || *value == json!({});
            let entry = |value: &Value| match effective(value, looks, within) {
                empty if is_empty(&empty) => Value::Null,
                entry => entry,
            };
            let mut entries: Vec<Value> = list.iter().map(entry).collect();
            if within == "lines" {
                // Lines without an effect.
                entries.retain(|entry| !entry.is_null());
            }
            let is_set = |it: &Value| {
                it.is_object() && *it != json!({})
                    || it.is_array()
                    || it.is_string() && SETS.contains(&within)
            };
            if !entries.is_empty() && entries.iter().all(is_set) && within != "grid" {
                entries.sort_by_key(ToString::to_string);
                entries.dedup();
            }
            Value::Array(entries)
        }
        Value::String(text) => {
            text.parse::<f64>().map_or_else(|_| json!(text.to_uppercase()), |number| json!(number))
        }
        Value::Number(number) => json!(number.as_f64()),
        other => other.clone(),
    }
}

/// Returns the parts of a stroke between the cells at which it bends, in either direction. A point stands for
/// the cell that contains it. A line in one cell has no effect, but a short arrow points somewhere.
fn bends(points: &[Value], is_line: bool) -> Value {
    let number = |point: &Value, at: usize| point.get(at).and_then(Value::as_f64).unwrap_or(f64::NAN).floor();
    let mut kept: Vec<[f64; 2]> = Vec::new();
    for point in points.iter().map(|point| [number(point, 0), number(point, 1)]) {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., one, two] = kept.as_slice() {
            let step = |one: &[f64; 2], two: &[f64; 2]| [two[0] - one[0], two[1] - one[1]];
            let (first, second) = (step(one, two), step(two, &point));
            let is_straight = first[0] * second[1] == first[1] * second[0];
            if is_straight && first[0] * second[0] + first[1] * second[1] > 0.0 {
                kept.pop();
            }
        }
        kept.push(point);
    }
    // A ring of cells has the same digits with or without the repeated cell.
    if kept.len() > 3 && kept.first() == kept.last() {
        kept.pop();
    }
    let pair = |pair: &[[f64; 2]]| {
        format!("{:?}", if pair[0] < pair[1] { [pair[0], pair[1]] } else { [pair[1], pair[0]] })
    };
    let mut parts: Vec<String> = kept.windows(2).map(pair).collect();
    parts.sort();
    parts.dedup();
    match (parts.is_empty(), points.len()) {
        (false, _) => json!(parts),
        (true, 2..) if !is_line => json!(kept),
        (true, _) => json!([]),
    }
}

/// Removes the circles at the ends of lines and arrows, which are parts of their pictures.
pub(super) fn without_ends(tree: &Value) -> Value {
    let mut tree = tree.clone();
    let place = |point: &Value| {
        let at = |at: usize| point.get(at).and_then(Value::as_f64).unwrap_or(f64::NAN).floor();
        [at(0), at(1)]
    };
    let is_end = |point: &Value, lines: &Value| {
        let lines = lines.as_array().into_iter().flatten();
        let mut ends = lines.filter_map(|line| {
            let points = line["wayPoints"].as_array()?;
            Some([place(points.first()?), place(points.last()?)])
        });
        ends.any(|ends| ends.contains(&place(point)))
    };
    let (lines, arrows) = (tree["lines"].clone(), tree["arrows"].clone());
    if let Some(shapes) = tree.get_mut("underlays").and_then(Value::as_array_mut) {
        shapes.retain(|shape| !is_end(&shape["center"], &lines) && !is_end(&shape["center"], &arrows));
    }
    tree
}
