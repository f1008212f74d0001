//! Captions below pictures.

use crate::board::MARGIN;
use crate::metrics::{baseline, lines, width};
use crate::scene::{Anchor, Item, Picture, Point, Role, Scene, Shape};

/// Font size of captions.
const CAPTION: f64 = 13.0;
/// Distance between the lines of a caption.
const LINE: f64 = 18.0;
/// Fraction of the width that captions may use. The rest allows for wider letters if Helvetica is
/// missing.
const ROOM: f64 = 0.86;

/// Adds a caption below a picture.
pub fn with_caption(mut scene: Scene, caption: &str) -> Scene {
    let top = scene.height;
    let (items, end) = caption_items(caption, (MARGIN, top), scene.width - 2.0 * MARGIN);
    scene.items.extend(items);
    let height = end + LINE;
    if let Some(Item::Shape { shape: Shape::Rect(_, _, ground), .. }) = scene.items.first_mut() {
        *ground = height;
    }
    caption.trim_end().clone_into(&mut scene.description);
    Scene { height, ..scene }
}

impl Picture {
    /// Adds a text below the picture, wrapped to its width.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Self {
        if !text.trim().is_empty() {
            let (items, end) = caption_items(text.trim(), (0.0, self.height + MARGIN), self.width);
            self.items.extend(items);
            self.height = end;
        }
        self
    }
}

/// Draws text whose upper left corner is at `(left, top)`, wrapped to the width `width_all`. Also returns the
/// `y` of its bottom edge.
pub(crate) fn caption_items(text: &str, (left, top): Point, width_all: f64) -> (Vec<Item>, f64) {
    let mut y = top;
    let mut items = Vec::new();
    for (indent, line) in lines(text, CAPTION, width_all * ROOM) {
        let x = left + width(" ", CAPTION) * indent as f64;
        items.push(Item::Text {
            at: (x, baseline(y, CAPTION)),
            anchor: Anchor::Start,
            size: CAPTION,
            text: line,
            role: Role::Caption,
        });
        y += LINE;
    }
    (items, y)
}
