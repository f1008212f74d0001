//! A lossless JSON tree. A key that occurs twice in an object is an error.

use core::fmt;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// An object with sorted keys.
pub(crate) type Object = BTreeMap<String, Json>;

/// A JSON value.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Object),
}

/// The position at which a text stops being JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JsonError {
    /// 1-based line.
    pub(crate) line: usize,
    /// 1-based column in bytes.
    pub(crate) column: usize,
    pub(crate) repeated_key: bool,
}

/// Prefix of the `custom` errors for repeated keys. `serde_json` keeps only the text of such an
/// error.
const REPEATED: &str = "repeated key";

impl Json {
    /// Parses a text that contains one value. `serde_json` limits the nesting depth. The caller
    /// must limit the size.
    pub(crate) fn read(text: &str) -> Result<Self, JsonError> {
        serde_json::from_str(text).map_err(|error| JsonError {
            line: error.line(),
            column: error.column(),
            repeated_key: error.to_string().starts_with(REPEATED),
        })
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Json]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the value as an integer, if it is a number without a fraction or a string of decimal
    /// digits with an optional sign.
    pub(crate) fn integer(&self) -> Option<i64> {
        match self {
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some(*number as i64),
            Self::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// Returns true if the value is `null`, `false`, or an empty string, list or object.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Null | Self::Bool(false) => true,
            Self::Bool(true) | Self::Number(_) => false,
            Self::Text(text) => text.trim().is_empty(),
            Self::List(list) => list.is_empty(),
            Self::Object(object) => object.is_empty(),
        }
    }
}

impl fmt::Display for Json {
    /// Writes a short form for messages: strings without quotes, lists and objects by their length.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => {
                let short: String =
                    text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
                write!(f, "{short}{}", if short.len() < text.len() { "..." } else { "" })
            }
            Self::List(list) => write!(f, "a list of {}", list.len()),
            Self::Object(object) => write!(f, "an object of {}", object.len()),
        }
    }
}

/// Maximum number of characters of a string that are shown.
const SHOWN: usize = 40;

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.into()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut object = Object::new();
        while let Some(key) = entries.next_key()? {
            match object.entry(key) {
                Entry::Vacant(place) => place.insert(entries.next_value()?),
                Entry::Occupied(_) => return Err(A::Error::custom(REPEATED)),
            };
        }
        Ok(Json::Object(object))
    }
}

/// Returns the words of a list of keys.
pub(crate) fn words(text: &'static str) -> Vec<&'static str> {
    text.split_ascii_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_kind() {
        let value = Json::read(r#"{"a": [1, "2", 2.5, null, true], "b": {}}"#).unwrap();
        let object = value.object().unwrap();
        let list = object["a"].list().unwrap();
        assert_eq!([0, 1, 2, 3].map(|place| list[place].integer()), [Some(1), Some(2), None, None]);
        assert!(object["b"].is_empty() && list[3].is_empty() && !list[4].is_empty());
    }

    #[test]
    fn a_repeated_key_is_an_error_with_its_place() {
        let error = Json::read("{\"a\": 1,\n \"b\": 2, \"a\": 3}").unwrap_err();
        assert!(error.repeated_key && error.line == 2, "{error:?}");
        let error = Json::read("[1, 2").unwrap_err();
        assert!(!error.repeated_key && (error.line, error.column) == (1, 5), "{error:?}");
    }

    #[test]
    fn depth_is_limited() {
        assert!(Json::read(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn messages_are_short() {
        assert_eq!(Json::Text("x".repeat(100)).to_string().len(), SHOWN + 3);
        assert_eq!(Json::read("[1,2]").unwrap().to_string(), "a list of 2");
    }
}
