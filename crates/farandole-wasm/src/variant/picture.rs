//! The author's drawing, as parts that the page shows in the author's colours.

use crate::wire::{Part, parts};
use farandole::format::editor::{Figure, Frame, Outline, Picture, Spot};
use farandole::variant::Variant;
use farandole_draw::VariantBoard as Drawn;
use serde::Serialize;

/// Side of a cell on the board and in SudokuPad's paths.
const CELL: f64 = 60.0;
const THEIRS: f64 = 64.0;
/// Distance of a cage from the edges of its cells.
const INSET: f64 = 4.0;
/// Largest space outside of the grid.
const MOST_ROOM: f64 = 2.0 * CELL;

/// The colours of digits and of the paper, which depend on the theme.
const INK: &str = "var(--drawn-given)";
const PAPER: &str = "var(--drawn-ground)";

/// The author's drawing, with a cell side of 60.
#[derive(Serialize)]
pub(super) struct JsonPicture {
    below: Vec<Painted>,
    above: Vec<Painted>,
    /// The space that the drawing needs outside the grid: left, top, right, bottom.
    room: [f64; 4],
}

/// A part of the drawing, or of the constraints that the editor draws itself.
#[derive(Serialize)]
#[serde(untagged)]
enum Painted {
    Constraint(Part),
    Figure(Ink),
}

/// A path or a text with its own colours.
#[derive(Default, Serialize)]
struct Ink {
    #[serde(skip_serializing_if = "String::is_empty")]
    d: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<f64>,
    /// True for a text that starts at its point instead of being centred there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    start: bool,
    fill: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    stroke: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opacity: Option<f64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dash: bool,
    /// The scale of the path, unless it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<f64>,
}

/// Returns the drawing in a text. `certain` contains the constraints that the editor draws.
pub(super) fn of_author(text: &[u8], certain: &Variant) -> Option<JsonPicture> {
    let picture = Picture::read(text)?;
    let (rows, cols) = (certain.shape().rows() as f64, certain.shape().cols() as f64);
    let figures = || picture.below.iter().chain(&picture.above);
    let spots: Vec<Spot> = figures().flat_map(|it| spots(&it.outline)).collect();
    let space = |by: &dyn Fn(&Spot) -> f64| {
        let most = spots.iter().map(by).fold(0.0, f64::max);
        if most > 0.0 { tenths((most + 0.4) * CELL).min(MOST_ROOM) } else { 0.0 }
    };
    let mut room =
        [space(&|it| -it.0), space(&|it| -it.1), space(&|it| it.0 - cols), space(&|it| it.1 - rows)];
    let painted = |figures: &[Figure]| figures.iter().map(ink).map(Painted::Figure).collect::<Vec<_>>();
    let (mut below, mut above) = (painted(&picture.below), painted(&picture.above));
    if !picture.has_constraints {
        // Cosmetic lines cover the constraints below them.
        let layers = Drawn::new(certain).layers();
        below.splice(0..0, parts(&layers.below).into_iter().map(Painted::Constraint));
        above.splice(0..0, parts(&layers.above).into_iter().map(Painted::Constraint));
        let theirs = [layers.room.left, layers.room.top, layers.room.right, layers.room.bottom];
        room = std::array::from_fn(|side| f64::max(room[side], theirs[side]));
    }
    Some(JsonPicture { below, above, room })
}

/// Returns the points of a figure.
fn spots(outline: &Outline) -> Vec<Spot> {
    match outline {
        Outline::Rectangle(frame) | Outline::Ellipse(frame) => vec![frame.centre],
        Outline::Text(_, centre, _) => vec![*centre],
        Outline::Line(points) | Outline::Arrow(points, _) => points.clone(),
        Outline::Path(_) | Outline::Cage(_) | Outline::Tag(..) => Vec::new(),
    }
}

fn ink(figure: &Figure) -> Ink {
    let Figure { outline, fill, stroke, width, opacity } = figure;
    let or = |colour: &str, usual: &str| match colour {
        "" => usual.to_owned(),
        _ => themed(colour),
    };
    let base = Ink {
        opacity: Some(*opacity).filter(|it| *it < 1.0),
        fill: or(fill, "none"),
        stroke: or(stroke, ""),
        width: Some(tenths(width * CELL)).filter(|_| !stroke.is_empty()),
        ..Ink::default()
    };
    match outline {
        Outline::Rectangle(frame) => Ink { d: rectangle(frame), ..base },
        Outline::Ellipse(frame) => Ink { d: ellipse(frame), ..base },
        Outline::Line(points) => Ink { d: line(points), ..base },
        Outline::Arrow(points, head) => Ink { d: line(points) + &arrowhead(points, *head), ..base },
        Outline::Path(d) => {
            Ink { d: d.clone(), scale: Some(CELL / THEIRS), width: Some(tenths(width * THEIRS)), ..base }
        }
        Outline::Cage(cells) => {
            Ink { d: cage(cells), stroke: or(stroke, INK), width: Some(1.2), dash: true, ..base }
        }
        Outline::Text(text, (x, y), size) => {
            // The middle of digits is above the baseline by this fraction of the font size.
            let baseline = tenths(y * CELL + 0.36 * size * CELL);
            let (x, size) = (tenths(x * CELL), tenths(size * CELL));
            let (x, y, size) = (Some(x), Some(baseline), Some(size));
            Ink { text: text.clone(), x, y, size, fill: or(fill, INK), ..base }
        }
        Outline::Tag(text, (col, row)) => {
            let (x, y) = (f64::from(*col) * CELL + 3.0, f64::from(*row) * CELL + 14.0);
            let (x, y, size) = (Some(x), Some(y), Some(13.0));
            Ink { text: text.clone(), x, y, size, start: true, fill: or(fill, INK), ..base }
        }
    }
}

/// Returns the page's colour for a colour of a puzzle. Black and white depend on the theme.
fn themed(colour: &str) -> String {
    let figures = colour.strip_prefix('#').unwrap_or("");
    let digit = |c: char| c.to_digit(16).unwrap_or(0);
    let all: Vec<u32> = figures.chars().map(digit).collect();
    let channels = match all[..] {
        [r, g, b] | [r, g, b, 15] => [17 * r, 17 * g, 17 * b],
        [a, b, c, d, e, f] | [a, b, c, d, e, f, 15, 15] => [16 * a + b, 16 * c + d, 16 * e + f],
        _ if colour == "black" => [0; 3],
        _ if colour == "white" => [255; 3],
        _ => return colour.to_owned(),
    };
    match channels {
        dark if dark.iter().all(|it| *it < 0x50) => INK.into(),
        light if light.iter().all(|it| *it > 0xf4) => PAPER.into(),
        _ => colour.to_owned(),
    }
}

fn tenths(number: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (number * 10.0).round() / 10.0 + 0.0
}

fn place((x, y): Spot) -> String {
    format!("{} {}", tenths(x * CELL), tenths(y * CELL))
}

fn line(points: &[Spot]) -> String {
    format!("M{}", points.iter().map(|it| place(*it)).collect::<Vec<_>>().join("L"))
}

fn arrowhead(points: &[Spot], head: f64) -> String {
    let [.., before, end] = points else { return String::new() };
    let angle = f64::atan2(end.1 - before.1, end.0 - before.0);
    let leg = |turn: f64| {
        let (sin, cos) = (angle + turn).sin_cos();
        (end.0 - head * cos, end.1 - head * sin)
    };
    line(&[leg(0.6), *end, leg(-0.6)])
}

/// Returns a point of a frame, given by its distances from the centre along the sides.
fn corner(frame: &Frame, right: f64, down: f64) -> String {
    let (sin, cos) = frame.angle.to_radians().sin_cos();
    place((frame.centre.0 + right * cos - down * sin, frame.centre.1 + right * sin + down * cos))
}

fn rectangle(frame: &Frame) -> String {
    let (w, h) = (frame.width / 2.0, frame.height / 2.0);
    let corners = [(-w, -h), (w, -h), (w, h), (-w, h)].map(|(x, y)| corner(frame, x, y));
    format!("M{}Z", corners.join("L"))
}

fn ellipse(frame: &Frame) -> String {
    let (w, h) = (frame.width / 2.0, frame.height / 2.0);
    let (left, right) = (corner(frame, -w, 0.0), corner(frame, w, 0.0));
    let half = format!("A{} {} {} 0 1 ", tenths(w * CELL), tenths(h * CELL), frame.angle);
    format!("M{left}{half}{right}{half}{left}Z")
}

/// Returns the outline of cells at a distance from their edges.
fn cage(cells: &[(i32, i32)]) -> String {
    let has = |col: i32, row: i32| cells.contains(&(col, row));
    let mut path = String::new();
    for (col, row) in cells.iter().copied() {
        for (right, down) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            if has(col + right, row + down) {
                continue;
            }
            // An end is inside the cell, at its edge, or, at an inner corner, beyond it.
            let end = |way: i32| {
                let (x, y) = (way * down.abs(), way * right.abs());
                let reach = match (has(col + x, row + y), has(col + x + right, row + y + down)) {
                    (false, _) => CELL / 2.0 - INSET,
                    (true, false) => CELL / 2.0,
                    (true, true) => CELL / 2.0 + INSET,
                };
                let far = CELL / 2.0 - INSET;
                let along = |middle: i32, out: i32, way: i32| {
                    (f64::from(middle) + 0.5) * CELL + f64::from(out) * far + f64::from(way) * reach
                };
                (along(col, right, x) / CELL, along(row, down, y) / CELL)
            };
            path += &line(&[end(-1), end(1)]);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_white_follow_the_theme() {
        for (colour, shown) in [
            ("#000", INK),
            ("#000000FF", INK),
            ("black", INK),
            ("#ffff", PAPER),
            ("#f0f", "#f0f"),
            ("#FFFFFF00", "#FFFFFF00"),
            ("red", "red"),
        ] {
            assert_eq!(themed(colour), shown, "{colour}");
        }
    }

    #[test]
    fn outlines_of_cages_turn_at_inner_corners() {
        // An L of three cells has six corners, where the ends of its sides meet.
        let path = cage(&[(0, 0), (0, 1), (1, 1)]);
        let ends: Vec<&str> = path.split(['M', 'L']).skip(1).collect();
        for corner in ["4 4", "56 4", "56 64", "116 64", "116 116", "4 116"] {
            assert_eq!(ends.iter().filter(|it| **it == corner).count(), 2, "{corner} of {path}");
        }
    }
}
