//! Pictures of steps with captions, and several pictures in one column.

use crate::board::{Board, MARGIN};
use crate::caption::with_caption;
use crate::scene::{Item, Scene};
use crate::variant::VariantBoard;
use farandole_logic::catalogue::{self, Page};
use farandole_logic::explain::english::Depth;
use farandole_logic::hint::{Position, Step};
use farandole_logic::practice::{self, Topic};

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

/// Draws the example of a page of the catalogue: that of its first technique, or of its topic.
///
/// ```
/// use farandole_draw::page_scene;
/// use farandole_logic::catalogue::PAGES;
///
/// assert!(PAGES.iter().all(|page| page_scene(page).is_some()));
/// ```
pub fn page_scene(page: &Page) -> Option<Scene> {
    let classic = page.techniques().find_map(catalogue::example);
    let classic = classic.map(|(state, deduction)| Step::classic(state, deduction));
    let step = classic.or_else(|| practice::example(Topic::by_id(page.name)?))?;
    Some(step_scene(&step, &step.text(Depth::What)))
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
