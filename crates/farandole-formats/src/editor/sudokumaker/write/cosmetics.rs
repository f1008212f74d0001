//! Cosmetics as elements of SudokuMaker.

use super::super::numbers::{COSMETIC_LINE, COSMETIC_SYMBOL};
use crate::editor::cosmetics::colours;
use crate::editor::figure::{Figure, Frame, Outline, Spot};
use serde_json::{Value, json};

/// Returns the figures as elements of SudokuMaker.
pub(super) fn elements(cosmetics: &[Figure]) -> Vec<Value> {
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
