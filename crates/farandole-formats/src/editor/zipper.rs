//! PuzzleZipper: SudokuPad's shortened JSON, converted to JSON.
//!
//! Names and the words `true` and `false` are abbreviated, quotes become `'`, empty objects vanish,
//! and colours lose their `#`. One pass over the text restores all of this except the names, which
//! [`lengthen`] restores in the tree.
//!
//! Source: the published behaviour of SudokuPad's PuzzleZipper.

use crate::editor::json::{Json, Object};

/// Short names of keys with their long forms.
const NAMES: &[(&str, &str)] = &[
    ("a", "arrows"),
    ("c", "color"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("d2", "d"),
    ("fs", "fontSize"),
    ("h", "height"),
    ("hl", "headLength"),
    ("l", "lines"),
    ("o", "overlays"),
    ("r", "rounded"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("th", "thickness"),
    ("u", "underlays"),
    ("v", "value"),
    ("vd", "videos"),
    ("w", "width"),
    ("wp", "wayPoints"),
];

/// Converts zipped text to JSON text. Other input yields text that is not JSON.
pub(crate) fn unzip(zipped: &str) -> String {
    let quote = if zipped.contains('"') { '"' } else { '\'' };
    let mut json = String::with_capacity(zipped.len() * 2);
    let mut chars = zipped.chars();
    let mut before = ' ';
    let mut word = String::new();
    while let Some(c) = chars.next() {
        match c {
            _ if c == quote => {
                push_text(&mut json, &mut chars, quote);
                before = quote;
            }
            ',' | '{' | '[' | '}' | ']' | ':' => {
                let closed = matches!(before, ',' | '{' | '[') && matches!(c, ',' | '}' | ']');
                if word.is_empty() && closed && (before, c) != ('{', '}') {
                    json.push_str("{}");
                }
                push_word(&mut json, &word, before, c);
                word.clear();
                json.push(c);
                before = c;
            }
            _ if c.is_whitespace() => {}
            _ => word.push(c),
        }
    }
    json.push_str(&word);
    json
}

/// Appends the text up to the closing quote as a JSON string.
fn push_text(json: &mut String, chars: &mut impl Iterator<Item = char>, quote: char) {
    json.push('"');
    while let Some(c) = chars.next() {
        match c {
            _ if c == quote => break,
            '\\' => match chars.next() {
                Some('\'') => json.push('\''),
                Some(escaped) => json.extend(['\\', escaped]),
                None => json.push('\\'),
            },
            '"' => json.push_str("\\\""),
            _ => json.push(c),
        }
    }
    json.push('"');
}

/// Appends a word between two JSON delimiters: a key, an abbreviated value, or a JSON literal.
fn push_word(json: &mut String, word: &str, before: char, after: char) {
    let is_key = after == ':' && matches!(before, ',' | '{');
    let is_value = before == ':' && matches!(after, ',' | '}');
    match word {
        _ if is_key && !word.is_empty() => json.extend(["\"", word, "\""]),
        "f" if is_value => json.push_str("false"),
        "t" if is_value => json.push_str("true"),
        "#0" if is_value => json.push_str("\"#000000\""),
        "#F" if is_value => json.push_str("\"#FFFFFF\""),
        _ if is_value && word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            json.extend(["\"#", word, "\""]);
        }
        _ => json.push_str(word),
    }
}

/// Expands all short keys of a tree. If an object has a key under both names, the short one remains
/// and is reported as unknown.
pub(crate) fn lengthen(json: Json) -> Json {
    match json {
        Json::List(list) => Json::List(list.into_iter().map(lengthen).collect()),
        Json::Object(object) => {
            let keys: Vec<String> = object.keys().cloned().collect();
            let name_of = |key: String| match NAMES.iter().find(|(short, _)| *short == key) {
                Some((_, long)) if !keys.iter().any(|other| other == long) => (*long).into(),
                _ => key,
            };
            let long: Object =
                object.into_iter().map(|(key, value)| (name_of(key), lengthen(value))).collect();
            Json::Object(long)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(zipped: &str) -> Json {
        lengthen(Json::read(&unzip(zipped)).unwrap_or_else(|error| panic!("{error:?}: {}", unzip(zipped))))
    }

    #[test]
    fn short_forms_become_long() {
        let zipped = r"{cs:50,ce:[[{v:5},,{v:0}],[,,]],ca:[{v:'rules: it\'s \n \\'}],l:[{c:CFCFCF,th:21,wp:[[0.5,1]]}]}";
        let long = r##"{"cellSize":50,"cells":[[{"value":5},{},{"value":0}],[{},{},{}]],
            "cages":[{"value":"rules: it's \n \\"}],"lines":[{"color":"#CFCFCF","thickness":21,"wayPoints":[[0.5,1]]}]}"##;
        assert_eq!(read(zipped), Json::read(long).unwrap());
    }

    #[test]
    fn words_and_colours_become_values() {
        // If a text contains a double quote anywhere, double quotes delimit its strings.
        let zipped = r#"{o:[{r:t,c1:#0,c2:#F,te:"it's \"x\""}],d2:{}}"#;
        let long = r##"{"overlays":[{"rounded":true,"borderColor":"#000000","backgroundColor":"#FFFFFF","text":"it's \"x\""}],"d":{}}"##;
        assert_eq!(read(zipped), Json::read(long).unwrap());
    }

    #[test]
    fn a_key_under_both_names_is_kept_twice() {
        let read = read("{v:1,value:2}");
        assert_eq!(
            read.object().map(|object| object.keys().map(String::as_str).collect()),
            Some(vec!["v", "value"])
        );
    }
}
