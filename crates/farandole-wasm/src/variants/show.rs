//! The drawing of a variant, as paths and texts with roles, and its constraints with their
//! meanings.

use super::grids;
use super::places::GridMap;
use super::wire::VariantBoard;
use crate::answer::{Answer, Refusal};
use farandole::json::{JsonConstraintKind, SCHEMA};
use farandole::puzzle::constraint::{Constraint, Given, catalogue as kinds};
use farandole::puzzle::overlapping::Layout;
use farandole::variant::{Variant, constraint_text};
use farandole_draw::scene::{Anchor, Item, Role};
use farandole_draw::{Layers, Room, VariantBoard as Picture, svg, variant_example};
use serde::Serialize;

/// The shape of a board.
#[derive(Clone, Copy, Serialize)]
pub(super) struct JsonShape {
    rows: usize,
    cols: usize,
    /// The lowest value.
    low: u8,
    /// Number of values.
    size: u8,
}

pub(super) fn shape_of(variant: &Variant) -> JsonShape {
    let (grid_map, values) = (GridMap::of(variant), variant.board().values());
    JsonShape { rows: grid_map.rows, cols: grid_map.cols, low: values.low(), size: values.count() }
}

#[derive(Serialize)]
struct Shown {
    schema: u32,
    status: &'static str,
    #[serde(flatten)]
    shape: JsonShape,
    constraints: Vec<JsonConstraint>,
    /// The indices of the grid that are not cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<usize>,
    /// The candidates that constraints on single cells allow at each index; 0 for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowed: Vec<u16>,
    /// The layers from back to front, with a cell side of 60.
    below: Vec<Part>,
    lines: Vec<Part>,
    above: Vec<Part>,
    /// The space that the layers need outside the grid: left, top, right, bottom.
    room: [f64; 4],
    /// The rules beyond those of Sudoku, in sentences.
    rules: Vec<String>,
}

#[derive(Serialize)]
struct JsonConstraint {
    name: &'static str,
    /// The constraint as constraint text.
    text: String,
    meaning: String,
    /// The indices of its cells in the grid.
    cells: Vec<usize>,
}

/// A part of a drawing.
#[derive(Serialize)]
#[serde(untagged)]
enum Part {
    Path { role: String, d: String },
    Text { role: String, x: f64, y: f64, size: f64, text: String, start: bool },
}

/// Returns the name of a role in style sheets.
fn role_name(role: Role) -> String {
    let name = format!("{role:?}").to_ascii_lowercase();
    name.replace('(', "-").replace(')', "")
}

/// Returns the parts in order. Merges consecutive shapes of one role into one path.
fn parts(items: &[Item]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for item in items {
        match item {
            Item::Shape { shape, role } => {
                let (role, path) = (role_name(*role), svg::path(shape));
                match parts.last_mut() {
                    Some(Part::Path { role: last, d }) if *last == role => d.push_str(&path),
                    _ => parts.push(Part::Path { role, d: path }),
                }
            }
            Item::Text { at, anchor, size, text, role } => parts.push(Part::Text {
                role: role_name(*role),
                x: at.0,
                y: at.1,
                size: *size,
                text: text.clone(),
                start: *anchor == Anchor::Start,
            }),
            // Layers contain no groups.
            Item::Group { items, .. } => parts.extend(self::parts(items)),
        }
    }
    parts
}

/// Returns the candidates that givens with several values leave at each index; an empty list if
/// there are no such givens.
pub(super) fn allowed(variant: &Variant, grid_map: &GridMap) -> Vec<u16> {
    let all = variant.board().values().all();
    let mut masks = vec![all; variant.cell_count()];
    for constraint in variant.constraints() {
        if let Constraint::Given(Given { cell, mask }) = constraint {
            masks[cell.index()] &= mask;
        }
    }
    if masks.iter().all(|mask| *mask == all) {
        return Vec::new();
    }
    grid_map.arrange(&masks).into_iter().map(|mask| if mask == all { 0 } else { mask }).collect()
}

pub(super) fn show(board: &VariantBoard) -> Result<Answer, Refusal> {
    let base = board.base()?;
    let grid_map = GridMap::of(&base);
    if let Some(layout) = Layout::of(&base) {
        return Ok(shown_grids(layout, &base, &grid_map));
    }
    let picture = Picture::new(&base);
    let Layers { below, lines, above, room } = picture.layers();
    let Room { left, top, right, bottom } = room;
    let constraint = |constraint: &Constraint| JsonConstraint {
        name: constraint.name(),
        text: constraint_text(&base, constraint),
        meaning: constraint.about().meaning(),
        cells: grid_map.of_cells(&constraint.cells(base.board())),
    };
    Ok(Answer::json(&Shown {
        schema: SCHEMA,
        status: "ok",
        shape: shape_of(&base),
        constraints: base.constraints().iter().map(constraint).collect(),
        holes: grid_map.holes(),
        allowed: allowed(&base, &grid_map),
        below: parts(&below),
        lines: parts(&lines),
        above: parts(&above),
        room: [left, top, right, bottom],
        rules: picture.rules(),
    }))
}

/// Returns the drawing of overlapping grids: their lines.
fn shown_grids(layout: Layout, variant: &Variant, grid_map: &GridMap) -> Answer {
    Answer::json(&Shown {
        schema: SCHEMA,
        status: "ok",
        shape: shape_of(variant),
        constraints: Vec::new(),
        holes: grid_map.holes(),
        allowed: Vec::new(),
        below: Vec::new(),
        lines: parts(&grids::lines(layout)),
        above: Vec::new(),
        room: [0.0; 4],
        rules: vec![grids::rule(layout)],
    })
}

#[derive(Serialize)]
struct Catalogue {
    schema: u32,
    status: &'static str,
    kinds: Vec<JsonKind>,
}

#[derive(Serialize)]
struct JsonKind {
    #[serde(flatten)]
    rule: JsonConstraintKind,
    /// A small variant with such a constraint.
    example: &'static str,
}

pub(super) fn catalogue() -> Answer {
    let kind = |about| {
        let rule = JsonConstraintKind::from(about);
        JsonKind { example: variant_example(rule.name).unwrap_or_default(), rule }
    };
    Answer::json(&Catalogue { schema: SCHEMA, status: "ok", kinds: kinds().map(kind).collect() })
}
