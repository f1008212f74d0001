//! Exact cover as JSON (feature `serde`).
//!
//! ```json
//! {
//!   "primary": ["A", "B", {"item": "C", "low": 2, "high": 3}],
//!   "secondary": ["X", "Y"],
//!   "options": [["A", "B", "X:0", "Y:0"], {"items": ["A", "C", "X:1"], "cost": 25}]
//! }
//! ```
//!
//! The strings have the syntax of Knuth's format: a colon separates a secondary item from its color. By
//! default, `low` is 0, and `high` is the larger of `low` and 1. The items must precede the options, because
//! options are read one by one. An option without primary items is an error here, because JSON is written by
//! programs, which do not intend such options.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::model::builder::{BuildErrorKind, Builder};
use crate::model::problem::{Bounds, Color, Entry, Problem};

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The error for a JSON text that is not a problem.
///
/// Line and column are 1-based. The column is that of the end of the wrong value.
#[derive(Debug)]
pub struct JsonError {
    error: serde_json::Error,
}

impl JsonError {
    /// Returns the 1-based line of the error.
    #[must_use]
    pub fn line(&self) -> usize {
        self.error.line()
    }

    /// Returns the 1-based column of the error, in bytes.
    #[must_use]
    pub fn column(&self) -> usize {
        self.error.column().max(1)
    }
}

/// Formats the reason only. Callers add the file name, line and column.
impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.error.to_string();
        f.write_str(text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what))
    }
}

impl core::error::Error for JsonError {}

/// Returns the text without its byte order mark if it looks like a problem in JSON; otherwise `None`.
///
/// Such a text begins with a brace, followed by a quotation mark or a closing brace. A text that is a JSON
/// list is also returned, so that [`parse_json`] can report the error, but not a list of lists of numbers, which
/// is a matrix.
#[must_use]
pub fn recognise_json(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut signs = text.iter().filter(|sign| !sign.is_ascii_whitespace());
    // Item names may begin with a brace or a bracket, so the first character does not suffice.
    let is_json = match (signs.next(), signs.next()) {
        (Some(b'{'), Some(b'"' | b'}')) => true,
        (Some(b'['), _) if !text.iter().any(|sign| b"\"{:".contains(sign)) => false,
        (Some(b'['), _) => serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok(),
        _ => false,
    };
    is_json.then_some(text)
}

/// Parses a problem.
///
/// ```
/// use farandole_cover::format;
///
/// let text = br#"{"primary": ["a", "b"], "options": [["a"], ["b"], {"items": ["a", "b"], "cost": 3}]}"#;
/// let problem = format::parse_json(text)?;
/// assert_eq!((problem.items(), problem.options(), problem.cost(2)), (2, 3, 3));
/// # Ok::<(), format::JsonError>(())
/// ```
///
/// # Errors
/// The text is not JSON, or not a problem.
pub fn parse_json(text: &[u8]) -> Result<Problem, JsonError> {
    let mut builder = Problem::builder();
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = Whole(&mut builder).deserialize(&mut reader).and_then(|()| reader.end());
    read.map_err(|error| JsonError { error })?;
    Ok(builder.build())
}

/// Returns a problem as JSON, with one line per option.
#[must_use]
pub fn write_json(problem: &Problem) -> String {
    let item = |item: u32| {
        let (name, bounds) = (problem.item_name(item), problem.bounds(item));
        if item >= problem.primary_items() || bounds == Bounds::ONE {
            return text_of(&name);
        }
        text_of(&JsonItem { item: name, low: bounds.low, high: Some(bounds.high) })
    };
    let list = |items: core::ops::Range<u32>| items.map(item).collect::<Vec<_>>().join(", ");
    let options = (0..problem.options()).map(|option| {
        let entries = problem.option_entries(option).map(|entry| {
            let name = problem.item_name(entry.item);
            if entry.color == Color::NONE {
                name
            } else {
                format!("{name}:{}", problem.color_name(entry.color))
            }
        });
        let items = entries.collect::<Vec<_>>();
        match problem.cost(option) {
            0 => text_of(&items),
            cost => text_of(&JsonOption { items, cost }),
        }
    });
    let primary = list(0..problem.primary_items());
    let secondary = list(problem.primary_items()..problem.items());
    let options = options.collect::<Vec<_>>().join(",\n");
    format!("{{\"primary\": [{primary}],\n\"secondary\": [{secondary}],\n\"options\": [\n{options}\n]}}\n")
}

fn text_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// An item with bounds.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct JsonItem {
    item: String,
    #[serde(default)]
    low: u32,
    high: Option<u32>,
}

/// An option with a cost.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct JsonOption {
    items: Vec<String>,
    #[serde(default)]
    cost: u64,
}

/// The whole object.
struct Whole<'a>(&'a mut Builder);

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with primary, secondary and options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen: Vec<String> = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let is_seen = |other: &str| seen.iter().any(|seen| seen == other);
            if is_seen(&key) {
                return Err(A::Error::custom(format_args!("duplicate `{key}`")));
            }
            let part = match key.as_str() {
                "primary" => Part::Primary,
                "secondary" => Part::Secondary,
                "options" => Part::Options,
                _ => {
                    return Err(A::Error::custom(format_args!(
                        "expected `primary`, `secondary` or `options`, not `{key}`"
                    )));
                }
            };
            let misplaced = match part {
                Part::Primary => is_seen("secondary") || is_seen("options"),
                Part::Secondary => is_seen("options"),
                Part::Options => !is_seen("primary"),
            };
            if misplaced {
                return Err(A::Error::custom("expected `primary`, `secondary` and `options` in this order"));
            }
            map.next_value_seed(List { builder: &mut *self.0, part })?;
            seen.push(key);
        }
        if seen.last().is_none_or(|last| last != "options") {
            return Err(A::Error::custom("expected `options`"));
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Primary,
    Secondary,
    Options,
}

/// A list of items, or of options.
struct List<'a> {
    builder: &'a mut Builder,
    part: Part,
}

impl<'de> DeserializeSeed<'de> for List<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Element { builder: &mut *self.builder, part: self.part })?.is_some() {}
        Ok(())
    }
}

/// An item, or an option.
struct Element<'a> {
    builder: &'a mut Builder,
    part: Part,
}

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Maximum number of characters of a name in an error message.
const MOST_SHOWN: usize = 60;

/// Returns the first [`MOST_SHOWN`] characters of a name.
fn short(name: &str) -> &str {
    name.char_indices().nth(MOST_SHOWN).map_or(name, |(end, _)| &name[..end])
}

/// Converts an error about an item or option. The message contains no indices, because indices do not occur
/// in the text.
fn refuse<E: Error>(kind: BuildErrorKind) -> E {
    E::custom(match kind {
        BuildErrorKind::EmptyName => "an item without a name",
        BuildErrorKind::InvisibleName => "a name contains a control or invisible character",
        BuildErrorKind::DuplicateName { .. } => "duplicate item name",
        BuildErrorKind::ImpossibleBounds { .. } => "expected low <= high and high >= 1",
        BuildErrorKind::DuplicateItem { .. } => "duplicate item in an option",
        BuildErrorKind::ColorOnPrimary { .. } => "a primary item cannot have a color",
        BuildErrorKind::NoPrimaryItem => "an option without primary items",
        _ => "more than 2^30 items, options or entries",
    })
}

impl Element<'_> {
    fn item<E: Error>(&mut self, name: &str, bounds: Bounds) -> Result<(), E> {
        let plain = !name.contains(|sign: char| sign.is_whitespace() || sign == ':' || sign == '|');
        if !plain {
            return Err(E::custom("the name of an item contains a space, ':' or '|'"));
        }
        let added = match self.part {
            Part::Primary => self.builder.primary(name),
            _ => self.builder.secondary(name),
        };
        let item = added.map_err(|error| refuse(error.kind()))?;
        if self.part == Part::Primary {
            self.builder.set_bounds(item, bounds).map_err(|error| refuse(error.kind()))?;
        }
        Ok(())
    }

    fn option<E: Error>(&mut self, names: &[String], cost: u64) -> Result<(), E> {
        let mut entries = Vec::with_capacity(names.len());
        for name in names {
            let (name, color) = match name.split_once(':') {
                Some((name, color)) => (name, Some(color)),
                None => (name.as_str(), None),
            };
            let item = self.builder.so_far().find_item(name);
            let item =
                item.ok_or_else(|| E::custom(format_args!("no such item: {}", short(name).escape_debug())))?;
            let color = match color {
                None => Color::NONE,
                Some("") => return Err(E::custom("expected a color after ':'")),
                Some(color) => self.builder.color(color).map_err(|error| refuse(error.kind()))?,
            };
            entries.push(Entry { item, color });
        }
        let option = self.builder.option_with_colors(&entries).map_err(|error| refuse(error.kind()))?;
        if cost > 0 {
            self.builder.set_cost(option, cost).map_err(|error| refuse(error.kind()))?;
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.part {
            Part::Primary => "the name of an item, or an object with item, low and high",
            Part::Secondary => "the name of an item",
            Part::Options => "a list of items, or an object with items and cost",
        })
    }

    fn visit_str<E: Error>(mut self, name: &str) -> Result<(), E> {
        if self.part == Part::Options {
            return Err(E::invalid_type(serde::de::Unexpected::Str(name), &self));
        }
        self.item(name, Bounds::ONE)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        if self.part != Part::Options {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        }
        let mut names: Vec<String> = Vec::new();
        while let Some(name) = list.next_element()? {
            names.push(name);
        }
        self.option(&names, 0)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, map: A) -> Result<(), A::Error> {
        let map = serde::de::value::MapAccessDeserializer::new(map);
        match self.part {
            Part::Primary => {
                let JsonItem { item, low, high } = JsonItem::deserialize(map)?;
                self.item(&item, Bounds { low, high: high.unwrap_or_else(|| low.max(1)) })
            }
            Part::Secondary => Err(A::Error::invalid_type(serde::de::Unexpected::Map, &self)),
            Part::Options => {
                let JsonOption { items, cost } = JsonOption::deserialize(map)?;
                self.option(&items, cost)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;

    #[test]
    fn a_problem_is_read_with_and_without_a_byte_order_mark() {
        let text = r#"{"primary": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]]}"#;
        for text in [text.to_owned(), format!("\u{feff}{text}")] {
            let problem = parse_json(recognise_json(text.as_bytes()).unwrap()).unwrap();
            assert_eq!((problem.items(), problem.options()), (2, 3));
        }
    }

    #[test]
    fn problems_survive_a_round_trip() {
        let text = b"a 2:3|b 2|c | x y\na b x:red\nb c y |7\nc b\n";
        let problem = crate::format::parse(text, None).unwrap().problem;
        let again = parse_json(write_json(&problem).as_bytes()).unwrap();
        assert_eq!(again.fingerprint(), problem.fingerprint());
    }

    #[test]
    fn a_json_list_has_its_own_error() {
        let error = parse_json(recognise_json(b" [[\"a\"]]").unwrap()).unwrap_err();
        assert!(error.to_string().contains("invalid type: sequence, expected an object"), "{error}");
        // Names of items in Knuth's format may have brackets.
        assert!(recognise_json(b"[a] [b]\n[a] [b]\n").is_none());
    }

    #[test]
    fn options_before_the_items_have_their_own_error() {
        let error = parse_json(br#"{"options": [["b"]], "primary": ["b"]}"#).unwrap_err();
        assert_eq!((error.line(), error.column()), (1, 10));
        let unknown = format!(r#"{{"primary": ["a"], "options": [["{}"]]}}"#, "é".repeat(1000));
        assert!(parse_json(unknown.as_bytes()).unwrap_err().to_string().len() < 200);
        assert_eq!(error.to_string(), "expected `primary`, `secondary` and `options` in this order");
    }
}
