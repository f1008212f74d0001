//! The original drawing of an editor's puzzle, with colours, shapes and texts.
//!
//! This module does not interpret the drawing; see [`super::proposal`]. f-puzzles draws its
//! constraints itself, so the drawings of its puzzles consist only of cosmetic elements.

use super::drawings::{PIXELS, fog_lights};
use super::figure::{Figure, Frame, Outline, Spot};
use super::fpuzzles::is_made;
use super::import_builder::cell_place;
use super::json::{Json, Object};
use super::link;

/// The drawing of a puzzle, from back to front.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The figures below the lines of the grid.
    pub below: Vec<Figure>,
    /// The figures above the digits.
    pub above: Vec<Figure>,
    /// True if the drawing also shows the constraints, false if the editor draws constraints
    /// itself.
    pub has_constraints: bool,
}

/// Default width of a line, in pixels.
const LINE: f64 = 4.0;
/// Width of a border, in pixels.
const BORDER: f64 = 2.0;
/// Default font size of SudokuPad, in pixels.
const FONT: f64 = 20.0;
/// Default font size of f-puzzles, in sides of a cell.
const SIZE: f64 = 0.5;
/// Maximum number of figures. Published puzzles have a few hundred.
const MOST: usize = 5_000;

impl Picture {
    /// Returns the drawing of a puzzle of SudokuPad or f-puzzles. Returns `None` for other texts, and for
    /// puzzles without a drawing.
    ///
    /// The cost is linear in the length of the text.
    ///
    /// ```
    /// use farandole_formats::editor::{Outline, Picture};
    ///
    /// let text = r##"{"cells": [[{}, {}], [{}, {}]],
    ///     "lines": [{"color": "#0a0", "thickness": 16, "wayPoints": [[0.5, 0.5], [1.5, 0.5]]}]}"##;
    /// let picture = Picture::read(text.as_bytes()).unwrap();
    /// assert_eq!(picture.below[0].outline, Outline::Line(vec![(0.5, 0.5), (0.5, 1.5)]));
    /// assert_eq!((&*picture.below[0].stroke, picture.below[0].width), ("#0a0", 0.25));
    /// assert_eq!(Picture::read(br#"{"cells": [[{}, {}], [{}, {}]]}"#), None);
    /// ```
    pub fn read(text: &[u8]) -> Option<Self> {
        let link::Payload::Tree(json) = link::open(text).ok()? else { return None };
        let object = json.object()?;
        let has_constraints = !object.contains_key("grid");
        let (mut below, mut above) =
            if has_constraints { of_sudokupad(object)? } else { of_fpuzzles(object) };
        below.truncate(MOST);
        above.truncate(MOST);
        (!below.is_empty() || !above.is_empty()).then_some(Self { below, above, has_constraints })
    }
}

type Layers = (Vec<Figure>, Vec<Figure>);

fn of_sudokupad(object: &Object) -> Option<Layers> {
    object.get("cells")?.list()?;
    let mut below: Vec<Figure> = entries(object, "underlays").flat_map(pad_shape).collect();
    for key in ["lines", "arrows"] {
        below.extend(entries(object, key).filter_map(|it| pad_line(it, key == "arrows")));
    }
    let mut above: Vec<Figure> = entries(object, "cages").flat_map(pad_cage).collect();
    above.extend(entries(object, "overlays").flat_map(pad_shape));
    Some((below, above))
}

/// Returns a rectangle or ellipse, followed by its text.
fn pad_shape(entry: &Object) -> Vec<Figure> {
    let Some(centre) = entry.get("center").and_then(point) else { return Vec::new() };
    let measure = |key| number(entry, key).unwrap_or(0.0);
    let border = number(entry, "borderSize").or_else(|| number(entry, "thickness")).unwrap_or(BORDER);
    let is_round = !matches!(entry.get("rounded"), None | Some(Json::Null | Json::Bool(false)));
    let size = [measure("width"), measure("height"), measure("angle")];
    let colours = [colour(entry, "backgroundColor"), colour(entry, "borderColor")];
    let mut figures = shape(centre, size, is_round, colours, border / PIXELS);
    figures.extend(text(entry, "text", centre, number(entry, "fontSize").unwrap_or(FONT) / PIXELS, "color"));
    let opacity = number(entry, "opacity").unwrap_or(1.0);
    figures.iter_mut().for_each(|it| it.opacity = opacity);
    figures
}

/// Returns a rectangle or ellipse, unless it is invisible.
fn shape(
    centre: Spot,
    [width, height, angle]: [f64; 3],
    is_round: bool,
    [fill, stroke]: [String; 2],
    border: f64,
) -> Vec<Figure> {
    if width <= 0.0 || height <= 0.0 || (fill.is_empty() && stroke.is_empty()) {
        return Vec::new();
    }
    let frame = Frame { centre, width, height, angle };
    let outline = if is_round { Outline::Ellipse(frame) } else { Outline::Rectangle(frame) };
    vec![Figure { outline, fill, stroke, width: border, opacity: 1.0 }]
}

/// Returns the text of a shape.
fn text(entry: &Object, key: &str, centre: Spot, size: f64, fill: &str) -> Option<Figure> {
    let text = match entry.get(key)? {
        Json::Text(text) => text.trim().to_owned(),
        Json::Number(number) => number.to_string(),
        _ => return None,
    };
    let outline = Outline::Text(text.clone(), centre, size);
    let fill = colour(entry, fill);
    (!text.is_empty()).then(|| Figure { outline, fill, stroke: String::new(), width: 0.0, opacity: 1.0 })
}

fn pad_line(entry: &Object, is_arrow: bool) -> Option<Figure> {
    let list = entry.get("wayPoints").and_then(Json::list).unwrap_or_default();
    let points: Vec<Spot> = list.iter().filter_map(point).collect();
    let outline = match entry.get("d").and_then(Json::text).filter(|d| is_path(d)) {
        Some(d) if points.len() < 2 => Outline::Path(d.to_owned()),
        _ if points.len() < 2 => return None,
        _ if is_arrow => Outline::Arrow(points, number(entry, "headLength").unwrap_or(0.3)),
        _ => Outline::Line(points),
    };
    let named = |key, other| Some(colour(entry, key)).filter(|it| !it.is_empty()).or(other);
    let thickness = number(entry, "thickness").or_else(|| number(entry, "stroke-width")).unwrap_or(LINE);
    Some(Figure {
        outline,
        fill: colour(entry, "fill"),
        stroke: named("color", named("stroke", None)).unwrap_or_else(|| "#888".into()),
        width: thickness / PIXELS,
        opacity: number(entry, "opacity").unwrap_or(1.0),
    })
}

/// Returns true if a text consists of commands and numbers of SVG paths.
fn is_path(text: &str) -> bool {
    let is_known = |c: char| c.is_ascii_digit() || "MmLlHhVvCcSsQqTtAaZz ,.+-eE\n\t".contains(c);
    text.trim_start().starts_with(['M', 'm']) && text.chars().all(is_known)
}

fn pad_cage(entry: &Object) -> Vec<Figure> {
    let list = entry.get("cells").and_then(Json::list).unwrap_or_default();
    let cells: Vec<(i32, i32)> =
        list.iter().filter_map(point).map(|(x, y)| (x.floor() as i32, y.floor() as i32)).collect();
    if entry.get("hidden").is_some_and(|it| !it.is_empty()) {
        return Vec::new();
    }
    cage(cells, entry)
}

/// Returns the outline of a cage and its text, or nothing for a cage that only lights cells in fog.
fn cage(cells: Vec<(i32, i32)>, entry: &Object) -> Vec<Figure> {
    if entry.get("value").and_then(Json::text).and_then(fog_lights).is_some() {
        return Vec::new();
    }
    let Some(cell) = cells.iter().copied().min_by_key(|(col, row)| (*row, *col)) else { return Vec::new() };
    let plain = |outline, fill, stroke, width| Figure { outline, fill, stroke, width, opacity: 1.0 };
    let mut figures =
        vec![plain(Outline::Cage(cells), String::new(), colour(entry, "outlineC"), 1.28 / PIXELS)];
    let text = entry.get("value").filter(|it| !it.is_empty()).map(ToString::to_string);
    let tag = |text| plain(Outline::Tag(text, cell), colour(entry, "fontC"), String::new(), 0.0);
    figures.extend(text.map(tag));
    figures
}

fn of_fpuzzles(object: &Object) -> Layers {
    let drawn = |key| entries(object, key).filter(|it| !is_made(it, object));
    let mut below = coloured(object);
    for entry in drawn("line") {
        let lines = entry.get("lines").and_then(Json::list).unwrap_or_default();
        for line in lines.iter().filter_map(Json::list) {
            let points: Vec<Spot> = line.iter().filter_map(centre).collect();
            // The width covers both halves, as in `draft`.
            let width = number(entry, "width").unwrap_or(SIZE) / 2.0;
            let (fill, stroke) = (String::new(), colour(entry, "outlineC"));
            if points.len() > 1 {
                below.push(Figure { outline: Outline::Line(points), fill, stroke, width, opacity: 1.0 });
            }
        }
    }
    for (key, is_round) in [("rectangle", false), ("circle", true)] {
        for entry in drawn(key) {
            let Some(middle) = middle(entry) else { continue };
            let measure = |key| number(entry, key).unwrap_or(0.0);
            let size = [measure("width"), measure("height"), measure("angle")];
            let colours = [colour(entry, "baseC"), colour(entry, "outlineC")];
            below.extend(shape(middle, size, is_round, colours, BORDER / PIXELS));
            below.extend(text(entry, "value", middle, number(entry, "size").unwrap_or(SIZE), "fontC"));
        }
    }
    let mut above: Vec<Figure> = Vec::new();
    for entry in drawn("cage") {
        let list = entry.get("cells").and_then(Json::list).unwrap_or_default();
        let cells = list.iter().filter_map(|it| cell_place(it.text()?)).map(|(row, col)| (col, row));
        above.extend(cage(cells.collect(), entry));
    }
    for entry in drawn("text") {
        let size = number(entry, "size").unwrap_or(SIZE);
        above.extend(middle(entry).and_then(|middle| text(entry, "value", middle, size, "fontC")));
    }
    (below, above)
}

/// Returns the cells of f-puzzles that have a colour.
fn coloured(object: &Object) -> Vec<Figure> {
    let rows = object.get("grid").and_then(Json::list).unwrap_or_default();
    let mut figures = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (col, cell) in cells.list().unwrap_or_default().iter().enumerate() {
            let fill = cell.object().map(|it| colour(it, "c")).unwrap_or_default();
            let centre = (col as f64 + 0.5, row as f64 + 0.5);
            figures.extend(shape(centre, [1.0, 1.0, 0.0], false, [fill, String::new()], 0.0));
        }
    }
    figures
}

/// Returns the objects of a list.
fn entries<'a>(object: &'a Object, key: &str) -> impl Iterator<Item = &'a Object> + use<'a> {
    object.get(key).and_then(Json::list).unwrap_or_default().iter().filter_map(Json::object)
}

/// Returns a number, which may be stored as a string.
fn number(entry: &Object, key: &str) -> Option<f64> {
    let number = match entry.get(key)? {
        Json::Text(text) => text.trim().parse().ok(),
        json => json.number(),
    };
    number.filter(|it: &f64| it.is_finite())
}

/// Returns a colour. Other values, such as references to images, are dropped.
fn colour(entry: &Object, key: &str) -> String {
    let text = entry.get(key).and_then(Json::text).unwrap_or("").trim();
    let is_hex = |it: &str| (3..=8).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_hexdigit());
    let is_name = |it: &str| it != "none" && it.bytes().all(|it| it.is_ascii_alphabetic());
    let is_function = |it: &str| {
        let arguments = ["rgb(", "rgba(", "hsl(", "hsla("].iter().find_map(|name| it.strip_prefix(name));
        let is_known = |c: char| c.is_ascii_digit() || " .,%/".contains(c);
        arguments.and_then(|it| it.strip_suffix(')')).is_some_and(|it| it.chars().all(is_known))
    };
    let is_colour = text.strip_prefix('#').map_or_else(|| is_name(text) || is_function(text), is_hex);
    if is_colour { text.to_owned() } else { String::new() }
}

/// Returns a point of SudokuPad, whose first coordinate is the row.
fn point(json: &Json) -> Option<Spot> {
    match json.list()? {
        [row, col] => Some((col.number()?, row.number()?)),
        _ => None,
    }
}

/// Returns the centre of the cell with a name, which may be outside the grid.
fn centre(name: &Json) -> Option<Spot> {
    let (row, col) = cell_place(name.text()?)?;
    Some((f64::from(col) + 0.5, f64::from(row) + 0.5))
}

/// Returns the mean of the centres of the cells of a drawing.
fn middle(entry: &Object) -> Option<Spot> {
    let cells = entry.get("cells").and_then(Json::list)?;
    let spots: Vec<Spot> = cells.iter().filter_map(centre).collect();
    let count = spots.len() as f64;
    let mean = |part: fn(&Spot) -> f64| spots.iter().map(part).sum::<f64>() / count;
    (!spots.is_empty()).then(|| (mean(|it| it.0), mean(|it| it.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: &str = r#""cells": [[{}, {}], [{}, {}]]"#;

    fn pad(rest: &str) -> Option<Picture> {
        Picture::read(format!("{{{CELLS}, {rest}}}").as_bytes())
    }

    #[test]
    fn cages_that_light_cells_in_fog_are_not_drawn() {
        let cage = |value: &str| pad(&format!(r#""cages": [{{"cells": [[0, 0]], "value": "{value}"}}]"#));
        assert_eq!(["FOGLIGHT", "foglight: r1c1"].map(cage), [None, None]);
        assert!(cage("12").is_some());
    }

    #[test]
    fn lines_may_be_paths() {
        let path =
            r##""lines": [{"d": "M0 0L64 64", "color": "#123456", "wayPoints": []}, {"d": "url(x)"}]"##;
        let picture = pad(path).unwrap();
        assert_eq!(picture.below.len(), 1);
        assert_eq!(picture.below[0].outline, Outline::Path("M0 0L64 64".into()));
    }

    #[test]
    fn colours_are_names_and_numbers_only() {
        let shape = |colour: &str| {
            pad(&format!(
                r#""overlays": [{{"center": [0.5, 1.5], "width": 1, "height": 1, "backgroundColor": "{colour}"}}]"#
            ))
        };
        for colour in ["red", "#abc", "#abcdef80", "rgba(1, 2, 3, 50%)"] {
            assert_eq!(shape(colour).unwrap().above[0].fill, colour);
        }
        for other in ["", "none", "url(https://example.org/a.svg)", "#xyz", "var(--ink)", "rgb(url(x))"] {
            assert_eq!(shape(other), None, "{other}");
        }
    }

    #[test]
    fn cosmetic_elements_of_fpuzzles_are_those_that_no_constraint_has_made() {
        let picture = Picture::read(
            br##"{"size": 2, "grid": [[{"c": "#ff0000"}, {}], [{}, {}]],
            "renban": [{"lines": [["R1C1", "R1C2"]]}],
            "line": [
                {"lines": [["R1C1", "R1C2"]], "outlineC": "#F067F0", "fromConstraint": "Renban"},
                {"lines": [["R2C1", "R2C2"]], "outlineC": "#00ff00", "width": 0.3}],
            "circle": [{"cells": ["R1C1", "R1C2"], "baseC": "#FFFFFF", "width": 0.4, "height": 0.4, "value": "5"}],
            "text": [{"cells": ["R0C1"], "value": "<7", "size": 0.5}]}"##,
        );
        let picture = picture.unwrap();
        let outlines: Vec<&Outline> = picture.below.iter().map(|it| &it.outline).collect();
        let [_, line, circle, text] = outlines[..] else { panic!("{outlines:?}") };
        assert_eq!(*line, Outline::Line(vec![(0.5, 1.5), (1.5, 1.5)]));
        assert!(matches!(circle, Outline::Ellipse(Frame { centre: (1.0, 0.5), .. })), "{circle:?}");
        assert_eq!(*text, Outline::Text("5".into(), (1.0, 0.5), 0.5));
        assert!(matches!(&picture.above[0].outline, Outline::Text(_, (0.5, -0.5), _)));
        assert!(!picture.has_constraints);
    }
}
