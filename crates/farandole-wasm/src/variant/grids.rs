//! Pictures of overlapping grids: the lines of each grid, and all digits.

use super::board::VariantBoard;
use farandole::puzzle::overlapping::Layout;
use farandole_draw::scene::{Anchor, Item, Role, Shape};
use farandole_draw::{Layers, MarkGrid, Picture, Room, Scene};

/// Sides of a cell and of a grid, and the margin around the drawing.
const CELL: f64 = 60.0;
const SIDE: f64 = 9.0 * CELL;
const MARGIN: f64 = 24.0;
/// Font size of a digit, and the distance of its baseline below the centre of the cell.
const DIGIT: f64 = 34.0;
const BASE: f64 = 12.0;

/// Returns the rule of the grids as a sentence.
pub(super) fn rule(layout: Layout) -> String {
    format!("Overlapping grids ({}): each 9x9 grid is a Sudoku.", layout.name())
}

/// Returns the lines of all grids, thin ones first. The upper left corner is at (0, 0).
fn lines(layout: Layout) -> Vec<Item> {
    let line = |from, to, role| Item::Shape { shape: Shape::Line(from, to), role };
    let lines_of = |role: Role, is_wanted: fn(u8) -> bool| {
        let mut lines = Vec::new();
        for (top, left) in layout.grids() {
            let (x, y) = (*left as f64 * CELL, *top as f64 * CELL);
            for at in (0..=9).filter(|at| is_wanted(*at)) {
                let step = f64::from(at) * CELL;
                lines.push(line((x, y + step), (x + SIDE, y + step), role));
                lines.push(line((x + step, y), (x + step, y + SIDE), role));
            }
        }
        lines
    };
    [lines_of(Role::Thin, |at| at % 3 != 0), lines_of(Role::Thick, |at| at % 3 == 0)].concat()
}

/// Returns the layers without digits. Candidates are placed as in a single grid.
pub(super) fn layers(layout: Layout) -> Layers {
    let room = Room::default();
    Layers { below: Vec::new(), lines: lines(layout), above: Vec::new(), room, marks: MarkGrid::of(9) }
}

/// Draws the grids with the givens of a board, and with `digits` in the other cells.
pub(super) fn picture(layout: Layout, board: &VariantBoard<'_>, digits: &[u8]) -> Picture {
    let (rows, cols) = layout.size();
    let mut items = lines(layout);
    for (index, given) in board.board.givens.iter().enumerate() {
        let (digit, role) = match (given, digits.get(index).copied().unwrap_or(0)) {
            (0, 0) => continue,
            (0, placed) => (placed, Role::Placed),
            (given, _) => (*given, Role::Given),
        };
        let (x, y) = ((index % cols) as f64 * CELL, (index / cols) as f64 * CELL);
        let at = (x + CELL / 2.0, y + CELL / 2.0 + BASE);
        items.push(Item::Text { at, anchor: Anchor::Middle, size: DIGIT, text: digit.to_string(), role });
    }
    Picture { width: cols as f64 * CELL, height: rows as f64 * CELL, items }
}

/// Draws the board with a margin around it.
pub(super) fn scene(layout: Layout, board: &VariantBoard<'_>) -> Scene {
    let Picture { width, height, items } = picture(layout, board, &board.board.placed);
    let (width, height) = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let ground = Item::Shape { shape: Shape::Rect((0.0, 0.0), width, height), role: Role::Ground };
    let givens = board.board.givens.iter().filter(|given| **given != 0).count();
    Scene {
        width,
        height,
        title: format!(
            "Overlapping Sudoku, {} by {}, {givens} givens",
            board.grid_map.rows, board.grid_map.cols
        ),
        description: rule(layout),
        items: vec![ground, Item::Group { at: (MARGIN, MARGIN), scale: 1.0, items }],
    }
}
