//! Cosmetic elements, custom constraints and fog.

use super::element::{Element, value};
use crate::editor::diagnostic::What;
use crate::editor::drawings::{CageDrawing, Custom, PIXELS, Point, Shape, Stroke, fog_lights};
use crate::editor::json::{Json, Object};
use crate::editor::programs::Program;

/// The key under which the drawings of this format are listed.
const KEY: &str = super::numbers::ELEMENTS;

/// Stores a custom constraint: its name, the cells of its groups, and its program.
pub(super) fn custom(element: &mut Element<'_, '_, '_>) {
    let definition = value(element.object, "definition").and_then(Json::object);
    let name = |object: &Object| object.get("name").and_then(Json::text).map(|name| name.trim().to_owned());
    let title = definition.and_then(name).filter(|title| !title.is_empty());
    let title = title.or_else(|| name(element.object)).unwrap_or_default();
    let groups = value(element.object, "input").and_then(|input| input.object()?.get("groups")?.list());
    let mut items = Vec::new();
    for group in groups.unwrap_or_default() {
        let object = group.object();
        let cells = object.and_then(|object| object.get("cells")).and_then(Json::list).unwrap_or_default();
        let cells =
            cells.iter().filter_map(|cell| super::places::cell(element.builder.board, cell.integer()?));
        let text = object.and_then(|object| value(object, "value")).map(ToString::to_string);
        items.push((cells.collect(), text.unwrap_or_default()));
    }
    let number = element.place.entry.unwrap_or_default();
    let input = element.object.get("input").unwrap_or(&Json::Null);
    let (board, regions) = (element.builder.board, element.regions);
    let region_of = |cell| regions.of(cell).and_then(|region| i64::try_from(region).ok()).unwrap_or(-1);
    let puzzle = (board, board.grid().map(region_of).collect());
    let program = definition.and_then(|it| Program::read(it, input, puzzle, element.solution));
    element.builder.drawings.customs.push(Custom { number, title, items, program });
}

/// Stores the name that the setter gave to a cosmetic element.
fn title(element: &mut Element<'_, '_, '_>) {
    let name = value(element.object, "name").and_then(Json::text).map(str::trim);
    if let Some(name) = name.filter(|name| !name.is_empty()) {
        let number = element.place.entry.unwrap_or_default();
        element.builder.drawings.titles.push((number, name.to_owned()));
    }
}

/// Reports fog, which has no effect on solutions.
pub(super) fn fog(element: &mut Element<'_, '_, '_>) {
    element.builder.ignore(element.place, "fog", 1);
}

/// Returns a point as two coordinates: down, then right.
fn point(json: Option<&Json>) -> Option<Point> {
    let object = json?.object()?;
    Some((object.get("y")?.number()?, object.get("x")?.number()?))
}

fn style<'a>(element: &Element<'a, '_, '_>, keys: &[&str]) -> Option<&'a Json> {
    let style = element.object.get("style")?;
    keys.iter().try_fold(style, |value, key| value.object()?.get(*key))
}

fn colour(json: Option<&Json>) -> String {
    json.and_then(Json::text).unwrap_or("").to_ascii_lowercase()
}

pub(super) fn lines(element: &mut Element<'_, '_, '_>) {
    title(element);
    let thickness = style(element, &["thickness"]).and_then(Json::number).unwrap_or(0.0) * PIXELS;
    let colour = colour(style(element, &["color"]));
    for line in element.list("lines") {
        let points = line.list().map(|list| list.iter().map(|it| point(Some(it))).collect());
        let Some(Some(points)) = points else {
            element.builder.fail_value(element.place, line, "a list of points");
            continue;
        };
        element.builder.drawings.strokes.push(Stroke {
            key: KEY,
            number: element.place.entry.unwrap_or_default(),
            colour: colour.clone(),
            thickness,
            head: None,
            points,
        });
    }
}

pub(super) fn cages(element: &mut Element<'_, '_, '_>) {
    title(element);
    let colour = colour(style(element, &["cage", "color"]));
    for cage in element.objects("cages", &["cells", "value"]) {
        let Some(cells) = element.cells(cage.get("cells")) else { continue };
        let text = value(cage, "value").map(|text| text.to_string().trim().to_owned()).unwrap_or_default();
        if fog_lights(&text).is_some() {
            fog(element);
        } else if cells.is_empty() {
            element.ignore_blank();
        } else {
            let number = element.place.entry.unwrap_or_default();
            let colour = colour.clone();
            element.builder.drawings.cages.push(CageDrawing {
                key: KEY,
                number,
                cells,
                text,
                is_unique: None,
                colour,
            });
        }
    }
}

/// Reads symbols. Links list their parameters once and refer to them by index.
pub(super) fn symbols(element: &mut Element<'_, '_, '_>) {
    title(element);
    let params = element.list("params");
    for json in element.list("symbols") {
        let symbol = match json {
            Json::List(list) => {
                let number = |place: usize| list.get(place).and_then(Json::number);
                let index = list.get(2).and_then(Json::integer).unwrap_or(0);
                let params = usize::try_from(index).ok().and_then(|index| params.get(index)?.object());
                number(1).zip(number(0)).zip(params)
            }
            Json::Object(object) => {
                point(object.get("position")).zip(object.get("params").and_then(Json::object))
            }
            _ => None,
        };
        match symbol {
            Some((centre, params)) => add_symbol(centre, params, element),
            None => element.builder.fail_value(element.place, json, "a symbol"),
        }
    }
}

fn add_symbol(centre: Point, params: &Object, element: &mut Element<'_, '_, '_>) {
    let number = element.place.entry.unwrap_or_default();
    let measure = |key: &str| params.get(key).and_then(Json::number).unwrap_or(0.0);
    let shape = |width: f64, height: f64, rounded: bool| Shape {
        key: KEY,
        number,
        centre,
        width,
        height,
        rounded,
        text: String::new(),
        fill: colour(params.get("fill")),
        border: colour(params.get("stroke")),
        ink: colour(params.get("fill")),
        angle: measure("angle"),
        is_frame: false,
    };
    match params.get("type").and_then(Json::text) {
        Some("rectangle") => {
            element.builder.drawings.shapes.push(shape(measure("width"), measure("height"), false));
        }
        Some("ellipse") => {
            element.builder.drawings.shapes.push(shape(2.0 * measure("rx"), 2.0 * measure("ry"), true));
        }
        Some("text") => {
            let text = params.get("text").and_then(Json::text).unwrap_or_default().to_owned();
            element.builder.drawings.shapes.push(Shape { text, ..shape(0.0, measure("size"), false) });
        }
        Some("arrow") => {
            // Angles are clockwise degrees from the right.
            let (length, angle) = (measure("length") / 2.0, measure("angle").to_radians());
            let (down, right) = (length * angle.sin(), length * angle.cos());
            element.builder.drawings.strokes.push(Stroke {
                key: KEY,
                number,
                colour: colour(params.get("stroke")),
                thickness: measure("strokeWidth") * PIXELS,
                head: Some(measure("headSize")),
                points: vec![(centre.0 - down, centre.1 - right), (centre.0 + down, centre.1 + right)],
            });
        }
        _ => element.fail(What::Missing { expected: "a rectangle, an ellipse, a text or an arrow" }),
    }
}
