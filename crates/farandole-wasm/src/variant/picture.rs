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
    /// True for a part that is too dark for dark paper, where the page adds a light rim.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rim: bool,
}

/// Converts the drawing. `certain` contains the constraints that the editor draws.
pub(super) fn of_author(picture: &Picture, certain: &Variant) -> JsonPicture {
    let (rows, cols) = (certain.shape().rows() as f64, certain.shape().cols() as f64);
    let figures = || picture.below.iter().chain(&picture.above);
    let spots: Vec<Spot> = figures().flat_map(|it| spots(&it.outline)).collect();
    let space = |by: &dyn Fn(&Spot) -> f64| {
        let most = spots.iter().map(by).fold(0.0, f64::max);
        if most > 0.0 { tenths((most + 0.4) * CELL).min(MOST_ROOM) } else { 0.0 }
    };
    let mut room =
        [space(&|it| -it.0), space(&|it| -it.1), space(&|it| it.0 - cols), space(&|it| it.1 - rows)];
    let all: Vec<&Figure> = figures().collect();
    let mut inks = (0..all.len()).map(|at| Painted::Figure(ink(all[at], is_on_fill(&all[..at], all[at]))));
    let mut below: Vec<Painted> = inks.by_ref().take(picture.below.len()).collect();
    let mut above: Vec<Painted> = inks.collect();
    if !picture.has_constraints {
        // Cosmetic lines cover the constraints below them.
        let layers = Drawn::new(certain).layers();
        below.splice(0..0, parts(&layers.below).into_iter().map(Painted::Constraint));
        above.splice(0..0, parts(&layers.above).into_iter().map(Painted::Constraint));
        let theirs = [layers.room.left, layers.room.top, layers.room.right, layers.room.bottom];
        room = std::array::from_fn(|side| f64::max(room[side], theirs[side]));
    }
    JsonPicture { below, above, room }
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

/// Returns true if the last shape below a text has a colour of its own, which is the same in all themes.
fn is_on_fill(before: &[&Figure], text: &Figure) -> bool {
    let Outline::Text(_, at, _) = text.outline else { return false };
    let covers = |figure: &&&Figure| {
        let (frame, is_round) = match &figure.outline {
            Outline::Rectangle(frame) => (frame, false),
            Outline::Ellipse(frame) => (frame, true),
            _ => return false,
        };
        let (sin, cos) = frame.angle.to_radians().sin_cos();
        let (x, y) = (at.0 - frame.centre.0, at.1 - frame.centre.1);
        let right = (x * cos + y * sin) / (frame.width / 2.0);
        let down = (y * cos - x * sin) / (frame.height / 2.0);
        let is_inside = if is_round { right.hypot(down) <= 1.0 } else { right.abs().max(down.abs()) <= 1.0 };
        // A pale tint is like paper.
        is_inside
            && figure.opacity * Colour::read(&figure.fill).map_or(1.0, |it| it.alpha) > 0.5
            && !figure.fill.is_empty()
    };
    let last = before.iter().rev().find(covers);
    last.is_some_and(|it| !is_themed(&fill_of(it).0))
}

fn ink(figure: &Figure, is_on_fill: bool) -> Ink {
    let Figure { outline, fill, stroke, width, opacity } = figure;
    let or = |colour: &str, usual: &str| match colour {
        "" => usual.to_owned(),
        _ => themed(colour),
    };
    let (inside, tint) = fill_of(figure);
    // The edge of a shape belongs to its colour. A line without one belongs to the grid.
    let is_of_grid = inside.is_empty() || is_themed(&inside);
    let edge = if is_of_grid { or(stroke, "") } else { stroke.clone() };
    let shown = if inside.is_empty() { &edge } else { &inside };
    let base = Ink {
        opacity: Some(opacity * tint).filter(|it| *it < 1.0),
        rim: Colour::read(shown).is_some_and(|it| it.alpha > 0.5 && it.is_dark()),
        fill: if inside.is_empty() { "none".into() } else { inside },
        stroke: edge,
        width: Some(tenths(width * CELL)).filter(|_| !stroke.is_empty()),
        ..Ink::default()
    };
    // The author has chosen the colour of a text for what is below it.
    let word = match (is_on_fill, fill.is_empty()) {
        (true, true) => "#000".to_owned(),
        (true, false) => fill.clone(),
        (false, _) => or(fill, INK),
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
            Ink { text: text.clone(), x, y, size, fill: word, rim: false, ..base }
        }
        Outline::Tag(text, (col, row)) => {
            let (x, y) = (f64::from(*col) * CELL + 3.0, f64::from(*row) * CELL + 14.0);
            let (x, y, size) = (Some(x), Some(y), Some(13.0));
            Ink { text: text.clone(), x, y, size, start: true, fill: word, rim: false, ..base }
        }
    }
}

/// A colour, with channels from 0 to 1.
#[derive(Clone, Copy)]
struct Colour {
    channels: [f64; 3],
    alpha: f64,
}

impl Colour {
    /// Reads a colour in hexadecimal digits, or black or white by name. Returns `None` for others.
    fn read(text: &str) -> Option<Self> {
        let [black, white] = [0.0, 1.0].map(|it| Self { channels: [it; 3], alpha: 1.0 });
        let Some(figures) = text.strip_prefix('#') else {
            return match text.to_ascii_lowercase().as_str() {
                "black" => Some(black),
                "white" => Some(white),
                _ => None,
            };
        };
        let digits: Option<Vec<u32>> = figures.chars().map(|c| c.to_digit(16)).collect();
        let (values, most) = match digits? {
            short if matches!(short.len(), 3 | 4) => (short, 15.0),
            long if matches!(long.len(), 6 | 8) => {
                (long.chunks(2).map(|pair| 16 * pair[0] + pair[1]).collect(), 255.0)
            }
            _ => return None,
        };
        let part = |at: usize| values.get(at).map_or(1.0, |it| f64::from(*it) / most);
        Some(Self { channels: [part(0), part(1), part(2)], alpha: part(3) })
    }

    fn is_black(self) -> bool {
        self.channels.iter().all(|it| *it < 0.31)
    }

    fn is_white(self) -> bool {
        self.channels.iter().all(|it| *it > 0.955)
    }

    /// Returns true if the relative luminance is below that of the paper in the dark theme, or close to it.
    fn is_dark(self) -> bool {
        let linear = |part: f64| {
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.channels.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.06
    }
}

/// Returns the fill of a shape, and the opacity of a tint. The fill keeps the author's colour, except for a tint of
/// black, which darkens the paper, and for white without an edge, which looks like paper.
fn fill_of(figure: &Figure) -> (String, f64) {
    let Some(colour) = Colour::read(&figure.fill) else { return (figure.fill.clone(), 1.0) };
    let has_edge = !figure.stroke.is_empty() && !Colour::read(&figure.stroke).is_some_and(Colour::is_white);
    match colour {
        _ if colour.is_white() && colour.alpha >= 1.0 && !has_edge => (PAPER.into(), 1.0),
        _ if colour.is_black() && colour.alpha < 1.0 && !has_edge => (INK.into(), colour.alpha),
        _ => (figure.fill.clone(), 1.0),
    }
}

/// Returns true if a colour depends on the theme.
fn is_themed(colour: &str) -> bool {
    colour.starts_with("var(")
}

/// Returns the page's colour for the colour of a line or text on paper. Black and white depend on the theme.
fn themed(colour: &str) -> String {
    match Colour::read(colour) {
        Some(it) if it.alpha >= 1.0 && it.is_black() => INK.into(),
        Some(it) if it.alpha >= 1.0 && it.is_white() => PAPER.into(),
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

    fn shape(fill: &str, stroke: &str) -> Figure {
        let outline = Outline::Rectangle(Frame { centre: (0.5, 0.5), width: 0.5, height: 0.5, angle: 0.0 });
        Figure { outline, fill: fill.into(), stroke: stroke.into(), width: 0.05, opacity: 1.0 }
    }

    #[test]
    fn shapes_keep_their_colours_and_lines_of_the_grid_follow_the_theme() {
        for (fill, stroke, shown, edge, has_rim) in [
            // Dots of both colours, with and without an edge.
            ("#fff", "#000", "#fff", "#000", false),
            ("#000000FF", "#000", "#000000FF", "#000", true),
            ("black", "", "black", "", true),
            ("#000080", "", "#000080", "", true),
            // Grey cells and coloured ones.
            ("#CFCFCF", "", "#CFCFCF", "", false),
            ("red", "", "red", "", false),
            // White without an edge hides what is below it, as paper does.
            ("#ffff", "", PAPER, "", false),
            ("white", "#fff", PAPER, PAPER, false),
            ("", "#000", "none", INK, false),
            ("", "#fff", "none", PAPER, false),
            ("", "#00f", "none", "#00f", false),
        ] {
            let Ink { fill: found, stroke: line, rim, .. } = ink(&shape(fill, stroke), false);
            assert_eq!((&*found, &*line, rim), (shown, edge, has_rim), "{fill} {stroke}");
        }
        let tint = ink(&shape("#0000001f", ""), false);
        assert!(tint.fill == INK && tint.opacity.is_some_and(|it| it < 0.2), "{}", tint.fill);
    }

    #[test]
    fn texts_keep_the_colours_that_suit_the_shape_below_them() {
        let text = |colour: &str, at: Spot| Figure {
            outline: Outline::Text("8".into(), at, 0.5),
            fill: colour.into(),
            ..shape("", "")
        };
        let shown = |below: &Figure, word: &Figure| ink(word, is_on_fill(&[below], word)).fill;
        let (inside, outside) = ((0.6, 0.6), (3.5, 0.5));
        assert_eq!(shown(&shape("#000", ""), &text("#fff", inside)), "#fff");
        assert_eq!(shown(&shape("#fff", "#000"), &text("#000", inside)), "#000");
        assert_eq!(shown(&shape("#fff", "#000"), &text("", inside)), "#000");
        assert_eq!(shown(&shape("#fff", ""), &text("#000", inside)), INK);
        assert_eq!(shown(&shape("#fff", "#000"), &text("#000", outside)), INK);
        assert_eq!(shown(&shape("#fff", "#000"), &text("", outside)), INK);
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
