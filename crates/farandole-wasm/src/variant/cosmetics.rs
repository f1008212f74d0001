//! Cosmetics of the page as figures of editors.

use crate::board::{Cosmetic, CosmeticShape};
use farandole::format::editor::{Figure, Frame, Outline};

/// Returns the figure, or `None` if it has no place.
pub(super) fn figure(cosmetic: &Cosmetic) -> Option<Figure> {
    let Cosmetic { shape, points, size, text, fill, stroke, width, opacity } = cosmetic;
    let centre = *points.first()?;
    let frame = Frame { centre, width: *size, height: *size, angle: 0.0 };
    let outline = match shape {
        CosmeticShape::Line => Outline::Line(points.clone()),
        CosmeticShape::Square => Outline::Rectangle(frame),
        CosmeticShape::Circle => Outline::Ellipse(frame),
        CosmeticShape::Text => Outline::Text(text.clone(), centre, *size),
    };
    Some(Figure { outline, fill: fill.clone(), stroke: stroke.clone(), width: *width, opacity: *opacity })
}
