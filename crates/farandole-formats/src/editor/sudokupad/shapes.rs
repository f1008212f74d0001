//! Reads shapes and strokes.

use crate::editor::drawings::{Point, Shape, Stroke};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object, words};

const SHAPE: &str = "
    center width height rounded text backgroundColor borderColor borderSize fontSize color stroke
    textStroke textColor angle opacity thickness class textAnchor dominant-baseline fontWeight fontStyle
    fontFamily stroke-width target font-size font-weight font-style font-family text-anchor stroke-opacity
    fill-opacity stroke-dasharray stroke-linejoin stroke-linecap paint-order style role id fontC layer
";
const STROKE: &str = "
    color thickness wayPoints headLength opacity fill target class d stroke-linecap stroke-linejoin
    stroke-dasharray stroke stroke-width stroke-opacity stroke-dashoffset fill-opacity paint-order style
    role id layer
";

/// Returns the entries of a key that are objects, with their locations.
fn objects<'a>(
    object: &'a Object,
    key: &'static str,
    builder: &mut ImportBuilder<'_>,
) -> Vec<(usize, &'a Object)> {
    let value = object.get(key).filter(|value| !value.is_empty());
    if let Some(value) = value.filter(|value| value.list().is_none()) {
        builder.fail_value(Place { key, entry: None }, value, "a list");
    }
    let mut found = Vec::new();
    for (number, json) in value.and_then(Json::list).unwrap_or_default().iter().enumerate() {
        match json.object() {
            Some(entry) => found.push((number + 1, entry)),
            None => builder.fail_value(Place { key, entry: Some(number + 1) }, json, "an object"),
        }
    }
    found
}

/// Returns a colour in lower case with six digits, or an empty string if there is none.
fn colour(entry: &Object, key: &str) -> String {
    let text = entry.get(key).and_then(Json::text).unwrap_or("").to_ascii_lowercase();
    let short = text.strip_prefix('#').filter(|figures| figures.len() == 3 && figures.is_ascii());
    short.map_or(text.clone(), |figures| {
        figures.chars().fold("#".into(), |all, figure| all + &format!("{figure}{figure}"))
    })
}

fn point(json: &Json) -> Option<Point> {
    match json.list()? {
        [row, col] => Some((row.number()?, col.number()?)),
        _ => None,
    }
}

/// Reads the shapes of a key.
pub(crate) fn shapes(object: &Object, key: &'static str, builder: &mut ImportBuilder<'_>) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (number, entry) in objects(object, key, builder) {
        let place = Place { key, entry: Some(number) };
        builder.only_keys(place, entry, &words(SHAPE));
        let Some(centre) = entry.get("center").and_then(point) else {
            builder.fail_value(place, entry.get("center").unwrap_or(&Json::Null), "a point");
            continue;
        };
        let measure = |key: &str| entry.get(key).and_then(Json::number).unwrap_or(0.0);
        shapes.push(Shape {
            key,
            number,
            centre,
            width: measure("width"),
            height: measure("height"),
            rounded: entry.get("rounded") == Some(&Json::Bool(true)),
            text: entry.get("text").map_or(String::new(), |text| match text {
                Json::Text(text) => text.clone(),
                Json::Number(number) => number.to_string(),
                _ => String::new(),
            }),
            fill: colour(entry, "backgroundColor"),
            border: colour(entry, "borderColor"),
            ink: ["color", "textColor"].map(|key| colour(entry, key)).concat(),
            angle: measure("angle"),
            is_frame: entry.get("class").and_then(Json::text).is_some_and(|it| it.contains("board-position")),
        });
    }
    shapes
}

/// Reads the strokes of a key.
pub(crate) fn strokes(object: &Object, key: &'static str, builder: &mut ImportBuilder<'_>) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    for (number, entry) in objects(object, key, builder) {
        let place = Place { key, entry: Some(number) };
        builder.only_keys(place, entry, &words(STROKE));
        if entry.get("wayPoints").is_none() && entry.get("d").is_some_and(|path| path.text().is_some()) {
            builder.ignore(place, "a path, whose cells are not stated", 1);
            continue;
        }
        let points = entry.get("wayPoints").and_then(Json::list);
        let Some(points) = points.and_then(|list| list.iter().map(point).collect::<Option<Vec<_>>>()) else {
            builder.fail_value(place, entry.get("wayPoints").unwrap_or(&Json::Null), "a list of points");
            continue;
        };
        if points.len() < 2 {
            builder.ignore(place, "a line with fewer than two points, which is not drawn", 1);
            continue;
        }
        let thickness = entry.get("thickness").and_then(Json::number).unwrap_or(0.0);
        let head = entry.get("headLength").and_then(Json::number);
        let colour = colour(entry, "color");
        strokes.push(Stroke { key, number, colour, thickness, head, points });
    }
    strokes
}
