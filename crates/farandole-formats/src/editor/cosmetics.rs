//! Cosmetics: drawings without a meaning.

use super::figure::Figure;
use serde_json::{Map, Value, json};

/// The sentence about cosmetics in rules.
const SENTENCE: &str = "All other drawings are purely decorative.";

/// Adds the sentence about cosmetics to the rules in words, if there are any cosmetics.
pub(super) fn with_sentence(rules: Option<&str>, cosmetics: &[Figure]) -> Option<String> {
    let rules = rules.filter(|rules| !rules.trim().is_empty());
    // Rules of a text that was read may already contain the sentence.
    if cosmetics.is_empty() || rules.is_some_and(|rules| rules.lines().any(|line| line == SENTENCE)) {
        return rules.map(str::to_owned);
    }
    Some(rules.map_or_else(|| SENTENCE.to_owned(), |rules| format!("{rules}\n{SENTENCE}")))
}

/// Returns the colours of the interior and of the line, or an invisible one, because editors replace a missing colour by
/// their default.
pub(super) fn colours(figure: &Figure) -> [String; 2] {
    let hex = |colour: Option<[u8; 3]>| match colour {
        Some([red, green, blue]) => format!("#{red:02x}{green:02x}{blue:02x}"),
        None => "#00000000".into(),
    };
    figure.on_white().map(hex)
}

/// Adds an entry to a list, which is created if it is missing.
pub(super) fn push(object: &mut Map<String, Value>, list: &str, entry: Value) {
    if let Value::Array(list) = object.entry(list).or_insert_with(|| json!([])) {
        list.push(entry);
    }
}
