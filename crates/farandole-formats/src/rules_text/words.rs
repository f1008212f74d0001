//! Words of a sentence, normalized for comparison with phrases.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A word in lower case without apostrophes, a number, or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub(super) text: String,
}

/// The spelling that phrases use, and alternative spellings.
const SPELLINGS: &[(&str, &str)] = &[
    ("consecutive", "consequtive concecutive consective consecuitive consequitive consecutve conseuctive"),
    ("neighbouring", "neigbouring neighboring"),
    ("neighbour", "neigbour neighour neighbor"),
    ("adjacent", "adj adjaxent adjacant adjecent ajacent"),
    ("orthogonally", "orth orthoganally orthogonaly othogonally"),
    ("difference", "diff diffrence diference"),
    ("thermometer", "thermometre therometer"),
    ("thermometers", "thermometres therometers"),
    ("palindrome", "palindrom"),
    ("equidistant", "equidistance"),
    ("separate", "seperate"),
    ("separating", "seperating"),
    ("separated", "seperated"),
    ("separates", "seperates"),
    ("neighbours", "neighbors"),
    ("centre", "center"),
    ("color", "colour"),
];

/// Returns the usual spelling of each alternative one.
fn usual_spellings() -> &'static HashMap<&'static str, &'static str> {
    static USUAL: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    let usual = |(usual, others): &(&'static str, &'static str)| {
        let usual = *usual;
        others.split(' ').map(move |other| (other, usual))
    };
    USUAL.get_or_init(|| SPELLINGS.iter().flat_map(usual).collect())
}

/// The word that represents a colon or dash after a heading.
const HEADING: &str = "—";

/// Characters that are words. Other signs only separate words, except for a colon between digits,
/// as in "1:2".
const SIGNS: &[char] = &[',', ';', '(', ')', '<', '>', '≤', '≥', '=', '?', '+', '/'];

/// Splits a sentence into words. A hyphen separates words: "anti-knight" has two.
pub(super) fn words(sentence: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut word = String::new();
    let mut characters = sentence.chars().map(unstyled).peekable();
    let mut previous = ' ';
    while let Some(c) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        match c {
            '\'' | '’' | '‘' | '`' if previous.is_alphanumeric() && next.is_alphanumeric() => {}
            _ if c.is_alphanumeric() => word.extend(c.to_lowercase()),
            _ => {
                push(&mut words, &mut word);
                let is_ratio = c == ':' && previous.is_ascii_digit() && next.is_ascii_digit();
                let is_dash = matches!(c, '-' | '–' | '—') && previous == ' ' && next == ' ';
                if is_dash || c == ':' && !is_ratio {
                    words.push(Word { text: HEADING.into() });
                } else if is_ratio || SIGNS.contains(&c) {
                    words.push(Word { text: c.into() });
                }
            }
        }
        previous = c;
    }
    push(&mut words, &mut word);
    words
}

/// Returns the plain form of a bold or italic letter of the mathematical alphabets, which setters use
/// for headings.
fn unstyled(c: char) -> char {
    match c as u32 {
        code @ 0x1D400..=0x1D6A3 => match (code - 0x1D400) % 52 {
            upper @ 0..=25 => char::from(b'A' + upper as u8),
            lower => char::from(b'a' + (lower - 26) as u8),
        },
        code @ 0x1D7CE..=0x1D7FF => char::from(b'0' + ((code - 0x1D7CE) % 10) as u8),
        _ => c,
    }
}

fn push(words: &mut Vec<Word>, word: &mut String) {
    if !word.is_empty() {
        let text = core::mem::take(word);
        let text = usual_spellings().get(&*text).map_or(text, |usual| (*usual).into());
        // "2mod5" has three words.
        let parts = text.split_once("mod").filter(|(rest, divisor)| {
            [rest, divisor]
                .iter()
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        });
        match parts {
            Some((rest, divisor)) => words.extend([rest, "mod", divisor].map(|it| Word { text: it.into() })),
            None => words.push(Word { text }),
        }
    }
}

/// Number words. "a" and "an" are not numbers.
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

impl Word {
    /// Returns the value of a number in digits or as a word.
    pub(super) fn number(&self) -> Option<u16> {
        let named = || NUMBERS.iter().position(|name| *name == self.text).map(|value| value as u16);
        self.text.parse().ok().or_else(named)
    }

    /// Returns true for the sign after a heading.
    pub(super) fn ends_heading(&self) -> bool {
        self.text == HEADING
    }

    /// Returns true for the signs and words that separate clauses.
    pub(super) fn ends_clause(&self) -> bool {
        matches!(self.text.as_str(), "," | ";" | "(" | ")" | "and" | "while" | "whereas" | "but")
            || self.ends_heading()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(sentence: &str) -> Vec<String> {
        words(sentence).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn apostrophes_join_and_hyphens_separate() {
        assert_eq!(
            texts("A knight's (anti-knight) move"),
            ["a", "knights", "(", "anti", "knight", ")", "move"]
        );
        assert_eq!(texts("𝐑𝐞𝐧𝐛𝐚𝐧 𝘭𝘪𝘯𝘦 𝟗"), ["renban", "line", "9"]);
        assert_eq!(
            texts("can’t be in a 1:2 ratio: no"),
            ["cant", "be", "in", "a", "1", ":", "2", "ratio", "—", "no"]
        );
    }
}
