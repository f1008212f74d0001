//! Splits rules into sentences.
//!
//! A sentence ends at a full stop, question mark, exclamation mark or line break. A backslash
//! followed by `n` is a line break, because some tools write it instead. Abbreviations and list
//! numbers do not end it. A line that begins in lower case is joined to the previous line.

use core::ops::Range;
use std::borrow::Cow;

/// Words before a full stop that do not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "e.g", "eg", "i.e", "ie", "incl", "approx", "vs", "cf", "resp", "no", "min", "max", "orth", "adj",
    "diff", "diag", "rem",
];

/// Returns the content of the rules. If the whole text is a JSON string, it is decoded.
pub fn rules_body(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if trimmed.starts_with('"')
        && let Ok(body) = serde_json::from_str::<String>(trimmed)
    {
        return Cow::Owned(body);
    }
    Cow::Borrowed(text)
}

/// Returns the sentences of a text as ranges of bytes, without list markers and outer blanks. Parts
/// without a letter are omitted.
pub(super) fn split(body: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(c) = body[at..].chars().next() {
        let after = at + c.len_utf8();
        let rest = &body[after..];
        let end = if c == '\n' {
            (!continues(&body[start..at], rest)).then_some(after)
        } else if c == '\\' && rest.starts_with('n') {
            Some(after + 1)
        } else if matches!(c, '.' | '!' | '?') && ends_sentence(&body[start..at], c, rest) {
            let closers = rest.find(|c: char| !matches!(c, ')' | '"' | '”' | '’' | '\'' | '.' | '!' | '?'));
            Some(after + closers.unwrap_or(rest.len()))
        } else {
            None
        };
        if let Some(end) = end {
            let is_break = matches!(c, '\n' | '\\');
            add(body, start..if is_break { at } else { end }, &mut found);
            start = end;
        }
        at = end.unwrap_or(after);
    }
    add(body, start..body.len(), &mut found);
    found
}

/// Returns true if a line break does not end a sentence: the line has no end mark, and the next
/// line continues in lower case.
fn continues(line: &str, rest: &str) -> bool {
    let ends = line.trim_end().ends_with(['.', '!', '?', ':', ';']);
    !ends
        && !line.trim().is_empty()
        && rest.trim_start_matches([' ', '\t', '\r']).starts_with(char::is_lowercase)
}

/// Returns true if the mark after `before` ends a sentence.
fn ends_sentence(before: &str, mark: char, rest: &str) -> bool {
    let next = rest.chars().next();
    let closes =
        |c: char| matches!(c, ')' | '"' | '”' | '’' | '\'' | '.' | '!' | '?' | '\\') || c.is_whitespace();
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    if mark == '.' && next.is_some_and(char::is_uppercase) {
        // The blank after the full stop is missing.
        return word.chars().count() > 2 && word.ends_with(char::is_lowercase);
    }
    if !next.is_none_or(closes) || (mark == '.' && is_spaced_abbreviation(before, rest)) {
        return false;
    }
    if mark == '?' && rest.starts_with(['"', '”', '’', '\'']) || before.ends_with(['"', '“', '<', '>', '‘'])
    {
        // The mark is quoted: it is a clue of the puzzle.
        return false;
    }
    let word = word.trim_start_matches(['(', '-', '"', '“']).to_lowercase();
    if mark == '.' && next.is_some() {
        let continues = rest.trim_start().starts_with(|c: char| !c.is_uppercase());
        if word == "e.g" || word == "i.e" || (ABBREVIATIONS.contains(&word.as_str()) && continues) {
            return false;
        }
    }
    // The number of a list item.
    !(mark == '.' && is_marker(before.trim()))
}

/// Returns true if the full stop after `before` belongs to "i. e." or "e. g.", written with a space.
fn is_spaced_abbreviation(before: &str, rest: &str) -> bool {
    let is_border = |c: char| c.is_whitespace() || c == '(';
    let (earlier, word) = before.rsplit_once(is_border).unwrap_or(("", before));
    let follows = |start: &str| earlier.trim_end().ends_with(start);
    let precedes = |end: &str| rest.trim_start().starts_with(end);
    match word {
        "i" => precedes("e."),
        "e" => precedes("g.") || follows("i."),
        "g" => follows("e."),
        _ => false,
    }
}

/// Returns true for the marker of a list item: `1`, `2)`, `(a)`.
fn is_marker(text: &str) -> bool {
    let inner = text.trim_start_matches('(').trim_end_matches(')');
    let is_number = !inner.is_empty() && inner.len() <= 2 && inner.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter =
        inner.len() == 1 && inner.len() < text.len() && inner.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_number || is_letter
}

/// Adds the sentence in a range.
fn add(body: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let text = &body[range.clone()];
    let mut kept = text.trim_start_matches(is_bullet);
    // A list marker before the sentence.
    let marker = kept.find(char::is_whitespace).map_or("", |end| &kept[..end]);
    let plain = marker.trim_end_matches(['.', ':']);
    if marker != plain && is_marker(plain) || marker.ends_with(')') && is_marker(marker) {
        kept = kept[marker.len()..].trim_start_matches(is_bullet);
    }
    let start = range.start + (text.len() - kept.len());
    let kept = kept.trim_end();
    if kept.contains(char::is_alphabetic) {
        found.push(start..start + kept.len());
    }
}

/// Returns true for blanks and characters that introduce list items.
fn is_bullet(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '–' | '—' | '*' | '•' | '·' | '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Vec<&str> {
        split(body).into_iter().map(|range| &body[range]).collect()
    }

    #[test]
    fn abbreviations_and_list_numbers_do_not_end_a_sentence() {
        assert_eq!(
            texts("1). Rise from the bulb, e.g. 1, 2 (i.e. strictly). 2. Then stop!\n3) Go"),
            ["Rise from the bulb, e.g. 1, 2 (i.e. strictly).", "Then stop!", "Go"]
        );
        assert_eq!(texts("Lines, i.e. All of them."), ["Lines, i.e. All of them."]);
        assert_eq!(
            texts("Mirrors (i. e. reversed), e. g. 1, 2. Group e. Go"),
            ["Mirrors (i. e. reversed), e. g. 1, 2.", "Group e.", "Go"]
        );
    }

    #[test]
    fn breaks_in_any_form_end_a_sentence() {
        assert_eq!(
            texts("KNIGHT\\n- A rule\n\n• B rule\r\nC rule.D rule"),
            ["KNIGHT", "A rule", "B rule", "C rule.", "D rule"]
        );
        assert_eq!(texts("Digits along a line\nmust rise.\n  \n-\n"), ["Digits along a line\nmust rise."]);
    }

    #[test]
    fn quoted_marks_are_clues() {
        assert_eq!(
            texts("A \"?\" is one digit, and \"<?\" less. Fine?"),
            ["A \"?\" is one digit, and \"<?\" less.", "Fine?"]
        );
    }

    #[test]
    fn strings_of_json_are_decoded() {
        assert_eq!(rules_body("\"A.\\nB\""), "A.\nB");
        assert_eq!(rules_body("\"A\" and \"B\""), "\"A\" and \"B\"");
        assert_eq!(rules_body("\""), "\"");
    }

    #[test]
    fn ranges_are_slices_of_any_text() {
        for hostile in
            ["", ".", "...", "\\n\\n", "é.É", "“?”", "1.", "(a)", "e.g.", "\u{feff}a.b.C", "a.\u{a0}B"]
        {
            assert!(split(hostile).iter().all(|range| hostile.get(range.clone()).is_some()), "{hostile}");
        }
    }
}
