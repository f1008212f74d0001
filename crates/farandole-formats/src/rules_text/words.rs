//! Words of a sentence in a form that phrases can be compared with.

/// A word in lower case without apostrophes, a number, or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub(super) text: String,
}

/// Signs that count as words. All others only separate words.
const SIGNS: &[char] = &[',', ';', ':', '(', ')', '<', '>', '≤', '≥', '=', '?', '+', '/'];

/// Splits a sentence into words. A hyphen separates words: "anti-knight" has two.
pub(super) fn words(sentence: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut word = String::new();
    let mut characters = sentence.chars().peekable();
    let mut previous = ' ';
    while let Some(c) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        match c {
            '\'' | '’' | '‘' | '`' if previous.is_alphanumeric() && next.is_alphanumeric() => {}
            _ if c.is_alphanumeric() => word.extend(c.to_lowercase()),
            _ => {
                push(&mut words, &mut word);
                if SIGNS.contains(&c) {
                    words.push(Word { text: c.into() });
                }
            }
        }
        previous = c;
    }
    push(&mut words, &mut word);
    words
}

fn push(words: &mut Vec<Word>, word: &mut String) {
    if !word.is_empty() {
        words.push(Word { text: core::mem::take(word) });
    }
}

/// Number words. "a" and "an" are no numbers.
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

impl Word {
    /// Returns the value of a number in digits or as a word.
    pub(super) fn number(&self) -> Option<u16> {
        let named = || NUMBERS.iter().position(|name| *name == self.text).map(|value| value as u16);
        self.text.parse().ok().or_else(named)
    }

    /// Returns true for a colon, which follows a heading.
    pub(super) fn is_colon(&self) -> bool {
        self.text == ":"
    }

    /// Returns true for the signs and words that separate clauses.
    pub(super) fn ends_clause(&self) -> bool {
        matches!(self.text.as_str(), "," | ";" | "(" | ")" | "and" | "while" | "whereas" | "but")
            || self.is_colon()
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
        assert_eq!(
            texts("can’t be in a 1:2 ratio: no"),
            ["cant", "be", "in", "a", "1", ":", "2", "ratio", ":", "no"]
        );
    }
}
