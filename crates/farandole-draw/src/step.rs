//! Pictures of steps with captions, and several pictures in one column.

use crate::board::{Board, MARGIN};
use crate::metrics::{baseline, lines, width};
use crate::scene::{Anchor, Item, Point, Role, Scene, Shape};
use crate::variant::VariantBoard;
use farandole_logic::hint::{Position, Step};

/// Font size of captions, and distance between their lines.
const CAPTION: f64 = 13.0;
const LINE: f64 = 18.0;
/// Share of the width that captions may use. Letters may be wider if Helvetica is missing.
const ROOM: f64 = 0.86;

/// Draws a step in the state before it, with a caption.
///
/// ```
/// use farandole_draw::step_scene;
/// use farandole_logic::hint::Step;
/// use farandole_logic::{Technique, catalogue};
///
/// let (state, deduction) = catalogue::example(Technique::XWing).unwrap();
/// let scene = step_scene(&Step::classic(state, deduction), "X-Wing: r1c1<>5.");
/// assert!(scene.height > 588.0 && scene.description == "X-Wing: r1c1<>5.");
/// ```
pub fn step_scene(step: &Step, caption: &str) -> Scene {
    let scene = match step {
        Step::Classic(step) => Board::of_state(&step.state).with_step(&step.deduction).scene(),
        Step::Variant(step) => VariantBoard::of_state(&step.state).with_step(&step.deduction).scene(),
    };
    with_caption(scene, caption)
}

/// Draws a position with its candidates and a caption. Returns `None` if two peers of a classic grid
/// have the same digit.
pub fn position_scene(position: &Position, caption: &str) -> Option<Scene> {
    let scene = match position {
        Position::Classic(grid) => Board::of_state(&grid.state()?).scene(),
        Position::Variant(position) => VariantBoard::of_state(&position.state).scene(),
    };
    Some(with_caption(scene, caption))
}

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

/// Draws the lines of a text of at most this width, starting at a point. Also returns the `y` of
/// their end.
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

/// Stacks pictures vertically in one picture.
pub fn column(scenes: &[Scene]) -> Scene {
    if let [one] = scenes {
        return one.clone();
    }
    let mut all = empty();
    for scene in scenes.iter().cloned() {
        all.items.push(Item::Group { at: (0.0, all.height), scale: 1.0, items: scene.items });
        all.width = all.width.max(scene.width);
        all.height += scene.height;
        all.description += &scene.description;
        all.description.push('\n');
    }
    all.title = format!("{} steps", scenes.len());
    all.description.truncate(all.description.trim_end().len());
    all
}

/// Returns an empty picture with the width of a classic board.
fn empty() -> Scene {
    let (title, description) = (String::from("Nothing to draw"), String::new());
    Scene { width: 9.0 * 60.0 + 2.0 * MARGIN, height: 0.0, title, description, items: Vec::new() }
}
