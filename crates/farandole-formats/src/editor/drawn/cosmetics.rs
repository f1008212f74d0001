//! Cosmetics as drawings of SudokuPad.

use crate::editor::cosmetics::{colours, push};
use crate::editor::drawings::PIXELS;
use crate::editor::figure::{Figure, Outline, Spot};
use serde_json::{Map, Value, json};

/// Adds figures to the drawings of SudokuPad: shapes below the lines, texts above the digits.
pub(super) fn add(cosmetics: &[Figure], puzzle: &mut Map<String, Value>) {
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
