//! Cosmetics: drawings without a meaning, in colours of their own.

use crate::board::CELL;
use crate::scene::{Anchor, Item, Paint, Role, Shape};
use farandole_formats::editor::{Figure, Outline, Spot};

/// Distance of the baseline from the middle of digits, in font sizes.
const BASELINE: f64 = 0.36;

/// Returns the parts below the lines of the grid and those above the digits.
pub(super) fn layers(cosmetics: &[Figure]) -> [Vec<Item>; 2] {
    let mut layers = [Vec::new(), Vec::new()];
    for figure in cosmetics {
        let [fill, stroke] = figure.on_white();
        let role = Role::Own(Paint { fill, stroke, width: (10.0 * CELL * figure.width).round() as u16 });
        let at = |(x, y): Spot| (CELL * x, CELL * y);
        let shape = match &figure.outline {
            Outline::Text(text, (x, y), size) => {
                let (at, size) = (at((*x, y + BASELINE * size)), CELL * size);
                layers[1].push(Item::Text { at, anchor: Anchor::Middle, size, text: text.clone(), role });
                continue;
            }
            Outline::Rectangle(frame) => {
                let corner = (frame.centre.0 - frame.width / 2.0, frame.centre.1 - frame.height / 2.0);
                Shape::Rect(at(corner), CELL * frame.width, CELL * frame.height)
            }
            Outline::Ellipse(frame) => Shape::Circle(at(frame.centre), CELL * frame.width / 2.0),
            Outline::Line(points) => Shape::Path(points.iter().map(|spot| at(*spot)).collect()),
            Outline::Arrow(..) | Outline::Path(_) | Outline::Cage(_) | Outline::Tag(..) => continue,
        };
        layers[0].push(Item::Shape { shape, role });
    }
    layers
}
