//! Cosmetics: drawings without a meaning, as entries of each editor.

use super::drawings::PIXELS;
use super::picture::{Figure, Frame, Outline, Spot};
use super::sudokumaker::numbers::{COSMETIC_LINE, COSMETIC_SYMBOL};
use serde_json::{Map, Value, json};

/// The sentence about cosmetics in rules.
const SENTENCE: &str = "All other drawings are purely decorative.";

/// Adds the sentence about cosmetics to the rules in words, if there are any cosmetics.
pub(super) fn with_sentence(rules: Option<&str>, cosmetics: &[Figure]) -> Option<String> {
    let rules = rules.filter(|rules| !rules.trim().is_empty());
    // Rules of a text that was read may already contain the sentence.
    if cosmetics.is_empty() || rules.is_some_and(|rules| rules.lines().any(|line| line == SENTENCE)) {
        return rules.map(str::to_owned);
    }
    Some(rules.map_or_else(|| SENTENCE.to_owned(), |rules| format!("{rules}\n{SENTENCE}")))
}

/// Adds figures to the drawings of SudokuPad: shapes below the lines, texts above the digits.
pub(super) fn add_to_sudokupad(cosmetics: &[Figure], puzzle: &mut Map<String, Value>) {
    let place = |(x, y): Spot| json!([y, x]);
    for figure in cosmetics {
        let [fill, stroke] = colours(figure);
        let (list, entry) = match &figure.outline {
            Outline::Rectangle(frame) | Outline::Ellipse(frame) => (
                "underlays",
                json!({
                    "center": place(frame.centre),
                    "width": frame.width,
                    "height": frame.height,
                    "angle": frame.angle,
                    "rounded": matches!(figure.outline, Outline::Ellipse(_)),
                    "backgroundColor": fill,
                    "borderColor": stroke,
                    "thickness": figure.width * PIXELS,
                }),
            ),
            Outline::Line(points) => {
                let points: Vec<Value> = points.iter().map(|spot| place(*spot)).collect();
                let line =
                    json!({ "wayPoints": points, "color": stroke, "thickness": figure.width * PIXELS });
                ("lines", line)
            }
            Outline::Text(text, centre, size) => (
                "overlays",
                json!({
                    "center": place(*centre),
                    "width": 0,
                    "height": 0,
                    "text": text,
                    "color": fill,
                    "fontSize": size * PIXELS,
                }),
            ),
            Outline::Arrow(..) | Outline::Path(_) | Outline::Cage(_) | Outline::Tag(..) => continue,
        };
        push(puzzle, list, entry);
    }
}

/// Adds figures to the drawings of f-puzzles, whose places are the centres of cells and the means of such centres.
pub(super) fn add_to_fpuzzles(cosmetics: &[Figure], puzzle: &mut Map<String, Value>) {
    for figure in cosmetics {
        let [fill, stroke] = colours(figure);
        let boxed = |frame: &Frame, fill: &str, stroke: &str| {
            json!({
                "cells": cells_around(frame.centre),
                "width": frame.width,
                "height": frame.height,
                "angle": frame.angle,
                "baseC": fill,
                "outlineC": stroke,
                "fontC": "#000000",
            })
        };
        match &figure.outline {
            Outline::Rectangle(frame) => push(puzzle, "rectangle", boxed(frame, &fill, &stroke)),
            Outline::Ellipse(frame) => push(puzzle, "circle", boxed(frame, &fill, &stroke)),
            Outline::Line(points) if points.iter().all(|spot| cells_around(*spot).len() == 1) => {
                let cells: Vec<String> = points.iter().flat_map(|spot| cells_around(*spot)).collect();
                // The width covers both halves, as in `picture`.
                let line = json!({ "lines": [cells], "outlineC": stroke, "width": 2.0 * figure.width });
                push(puzzle, "line", line);
            }
            // Other lines are narrow rectangles.
            Outline::Line(points) => {
                for pair in points.windows(2) {
                    let (right, down) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
                    let frame = Frame {
                        centre: (pair[0].0 + right / 2.0, pair[0].1 + down / 2.0),
                        width: right.hypot(down),
                        height: figure.width,
                        angle: down.atan2(right).to_degrees(),
                    };
                    push(puzzle, "rectangle", boxed(&frame, &stroke, &stroke));
                }
            }
            Outline::Text(text, centre, size) => {
                let cells = cells_around(*centre);
                push(puzzle, "text", json!({ "cells": cells, "value": text, "fontC": fill, "size": size }));
            }
            Outline::Arrow(..) | Outline::Path(_) | Outline::Cage(_) | Outline::Tag(..) => {}
        }
    }
}

/// Returns the figures as elements of SudokuMaker.
pub(super) fn sudokumaker_elements(cosmetics: &[Figure]) -> Vec<Value> {
    let element = |figure: &Figure| {
        let [fill, stroke] = colours(figure);
        let symbol = |(x, y): Spot, params: Value| json!({ "type": COSMETIC_SYMBOL, "params": [params], "symbols": [[x, y]] });
        Some(match &figure.outline {
            Outline::Rectangle(Frame { centre, width, height, angle }) => symbol(
                *centre,
                json!({
                    "type": "rectangle", "width": width, "height": height, "angle": angle,
                    "fill": fill, "stroke": stroke, "strokeWidth": figure.width,
                }),
            ),
            Outline::Ellipse(Frame { centre, width, height, angle }) => symbol(
                *centre,
                json!({
                    "type": "ellipse", "rx": width / 2.0, "ry": height / 2.0, "angle": angle,
                    "fill": fill, "stroke": stroke, "strokeWidth": figure.width,
                }),
            ),
            Outline::Line(points) => {
                let points: Vec<Value> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
                let style = json!({ "thickness": figure.width, "color": stroke });
                json!({ "type": COSMETIC_LINE, "lines": [points], "style": style })
            }
            Outline::Text(text, centre, size) => symbol(
                *centre,
                json!({
                    "type": "text", "text": text, "size": size, "angle": 0,
                    "fill": fill, "stroke": "#00000000", "strokeWidth": 0,
                }),
            ),
            Outline::Arrow(..) | Outline::Path(_) | Outline::Cage(_) | Outline::Tag(..) => return None,
        })
    };
    cosmetics.iter().filter_map(element).collect()
}

fn push(object: &mut Map<String, Value>, list: &str, entry: Value) {
    if let Value::Array(list) = object.entry(list).or_insert_with(|| json!([])) {
        list.push(entry);
    }
}

/// Returns the name of the cell with this centre, or of the two or four cells around a border or corner. Other places
/// are rounded to such a place.
fn cells_around((x, y): Spot) -> Vec<String> {
    // 1-based numbers of the rows or columns on both sides of a border, or of the only one.
    let numbers = |at: f64| {
        let halves = (2.0 * at).round() as i64;
        let first = halves.div_euclid(2) + i64::from(halves % 2 != 0);
        first..=halves.div_euclid(2) + 1
    };
    numbers(y).flat_map(|row| numbers(x).map(move |col| format!("R{row}C{col}"))).collect()
}

/// Returns the colours of the interior and of the line, or an invisible one, because editors replace a missing colour by
/// their default.
fn colours(figure: &Figure) -> [String; 2] {
    let hex = |colour: Option<[u8; 3]>| match colour {
        Some([red, green, blue]) => format!("#{red:02x}{green:02x}{blue:02x}"),
        None => "#00000000".into(),
    };
    figure.on_white().map(hex)
}
