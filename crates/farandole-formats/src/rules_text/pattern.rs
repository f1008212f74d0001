//! Phrases that are searched for in the words of a sentence.
//!
//! A phrase is a text of elements separated by blanks:
//!
//! | element | matches |
//! |---|---|
//! | `word` | this word |
//! | `word*` | a word that begins with `word` |
//! | `a\|b` | one of the words |
//! | `#` | a number, which is recorded |
//! | `..` | up to [`GAP`] words |
//! | `?word` | the word, or nothing |

use super::words::Word;
use core::ops::Range;

/// Maximum number of words that `..` skips. The limit also bounds the time: for a phrase with k
/// gaps, there are at most `GAP`^k attempts at each word.
const GAP: usize = 20;

/// A phrase that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Match {
    /// The indices of the matched words, including gaps.
    pub(super) range: Range<usize>,
    /// The recorded numbers, in order.
    pub(super) numbers: Vec<u16>,
}

/// Returns the first match of the phrase.
pub(super) fn find(phrase: &str, words: &[Word]) -> Option<Match> {
    (0..words.len()).find_map(|start| {
        let mut numbers = Vec::new();
        let end = matches(phrase, words, start, &mut numbers)?;
        Some(Match { range: start..end, numbers })
    })
}

/// Returns the shortest match of the phrase; if several matches have this length, the first one.
/// Other matches of a phrase with gaps may begin in an earlier clause.
pub(super) fn find_shortest(phrase: &str, words: &[Word]) -> Option<Match> {
    let matches = (0..words.len()).filter_map(|start| {
        let mut numbers = Vec::new();
        let end = matches(phrase, words, start, &mut numbers)?;
        Some(Match { range: start..end, numbers })
    });
    matches.min_by_key(|it| it.range.len())
}

/// Returns all matches of the phrase that do not overlap.
pub(super) fn find_all(phrase: &str, words: &[Word]) -> Vec<Match> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < words.len() {
        let mut numbers = Vec::new();
        match matches(phrase, words, start, &mut numbers) {
            Some(end) => {
                found.push(Match { range: start..end, numbers });
                start = end.max(start + 1);
            }
            None => start += 1,
        }
    }
    found
}

/// Matches the phrase at a word and returns the end of the match.
fn matches(phrase: &str, words: &[Word], at: usize, numbers: &mut Vec<u16>) -> Option<usize> {
    let (element, rest) = match phrase.split_once(' ') {
        Some((element, rest)) => (element, rest),
        None if phrase.is_empty() => return Some(at),
        None => (phrase, ""),
    };
    if element == ".." {
        let last = words.len().min(at + GAP);
        return (at..=last).find_map(|at| matches(rest, words, at, numbers));
    }
    if let Some(optional) = element.strip_prefix('?') {
        let taken = words.get(at).filter(|word| is_one(optional, word));
        return taken
            .and_then(|_| matches(rest, words, at + 1, numbers))
            .or_else(|| matches(rest, words, at, numbers));
    }
    let word = words.get(at)?;
    if element == "#" {
        numbers.push(word.number()?);
        let end = matches(rest, words, at + 1, numbers);
        if end.is_none() {
            numbers.pop();
        }
        return end;
    }
    if is_one(element, word) { matches(rest, words, at + 1, numbers) } else { None }
}

/// Returns true if the word is one of the alternatives.
fn is_one(element: &str, word: &Word) -> bool {
    element.split('|').any(|choice| match choice.strip_suffix('*') {
        Some(prefix) => word.text.starts_with(prefix),
        None => word.text == choice,
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    fn numbers(phrase: &str, sentence: &str) -> Option<Vec<u16>> {
        find(phrase, &words(sentence)).map(|found| found.numbers)
    }

    #[test]
    fn elements_match_as_described() {
        let sentence = "Adjacent digits must differ by at least five (or 6)";
        assert_eq!(numbers("differ* .. #", sentence), Some(vec![5]));
        assert_eq!(numbers("differ ?exactly by at least #", sentence), Some(vec![5]));
        assert_eq!(numbers("differ by #", sentence), None);
        assert_eq!(numbers("# .. #", sentence), Some(vec![5, 6]));
        assert_eq!(numbers("digit", sentence), None);
        assert_eq!(numbers("row|must", sentence), Some(vec![]));
        assert_eq!(find_all("#", &words(sentence)).len(), 2);
    }

    #[test]
    fn a_gap_is_short() {
        let far = format!("bulb {} equal", "and ".repeat(GAP + 1));
        assert_eq!(numbers("bulb .. equal", &far), None);
        assert_eq!(numbers("bulb .. equal", "bulb equal"), Some(vec![]));
    }
}
