//! Cosmetics as drawings of f-puzzles.

use crate::editor::cosmetics::{colours, push};
use crate::editor::figure::{Figure, Frame, Outline, Spot};
use serde_json::{Map, Value, json};

/// Adds figures to the drawings of f-puzzles, whose places are the centres of cells and the means of such centres.
pub(super) fn add(cosmetics: &[Figure], puzzle: &mut Map<String, Value>) {
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
