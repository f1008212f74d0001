//! Compares a sentence with the name of a meaning that was composed without it.

use super::appearance::Hue;
use super::pattern::find;
use super::words::{Word, words};

/// Words in the name of a meaning, and the words with the same meaning in rules.
const SAME: &[(&str, &str)] = &[
    ("sum*|total*", "sum*|add*|total*"),
    ("multiple", "multiple*|divisible|divided"),
    ("below", "least|minimum|less"),
    ("above", "most|maximum|more"),
    ("product*", "product*|multipl*"),
    ("difference*|different", "differ*|distinct|unique|two"),
    ("distance*", "distance*|apart|away|far"),
    ("even", "even|parity"),
    ("odd", "odd|parity"),
    ("parity", "parity|even|odd"),
    ("number of different", "different|distinct|unique"),
    ("prime", "prime*"),
    ("square", "square*"),
    ("remainder*|modulo", "remainder*|residue*|mod|modulo|divi*"),
    ("consecutive", "consecutive*"),
    ("greatest|maxima", "greatest|largest|highest|biggest|max*|9|6"),
    ("least", "least|smallest|lowest|min*|1"),
    ("smaller", "smaller|less|lower|fewer"),
    ("greater", "greater|larger|higher|bigger|more"),
    ("equal", "equal*|same|identical"),
    ("position", "position*|place*|where|index*"),
    ("visible", "visible|see*|view*"),
    ("increasing", "increas*|ascend*|rise*|rising|climb*"),
    ("decreasing", "decreas*|descend*|fall*"),
    ("first", "first|nearest|closest|start*|begin*"),
    ("last", "last|final|end|ends"),
    ("seen", "see*|visible|view*"),
    ("kings", "king*|surround*|neighbour*|around|adjacent"),
    ("knights", "knight*"),
    ("diagonal*|diagonally", "diagonal*"),
    ("row", "row*"),
    ("column", "column*"),
    ("box", "box*|region*"),
    ("cages", "cage*"),
    ("form", "number|numbers|form*|read*|concatenat*|written"),
    ("alternate", "alternat*"),
];

/// A sentence without a constraint, to be compared with the names of many meanings.
pub(crate) struct Wording {
    words: Vec<Word>,
    numbers: Vec<i64>,
}

impl Wording {
    pub(crate) fn new(sentence: &str) -> Self {
        Self { words: words(sentence), numbers: numbers(sentence) }
    }

    /// Returns the numbers of the sentence.
    pub(crate) fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    /// Returns true if the sentence has the words of all entries of [`SAME`] that the name of a meaning contains, and
    /// the name contains at least one of them.
    pub(crate) fn supports(&self, name: &str) -> bool {
        let name = words(name);
        let mut said = SAME.iter().filter(|(own, _)| find(own, &name).is_some()).peekable();
        said.peek().is_some() && said.all(|(_, setters)| find(setters, &self.words).is_some())
    }
}

/// Returns false if a sentence names colours or a letter, but not those of a drawing.
pub(crate) fn may_describe(sentence: &str, drawing: &str) -> bool {
    let hues = |words: &[Word]| words.iter().filter_map(|word| Hue::of_word(&word.text)).collect::<Vec<_>>();
    // The name of a drawing has its text in quotation marks.
    let text = drawing.split('`').nth(1).map(words).unwrap_or_default();
    let (sentence, drawing) = (words(sentence), words(drawing));
    let (named, own) = (hues(&sentence), hues(&drawing));
    let is_coloured = named.is_empty() || own.is_empty() || own.iter().any(|hue| named.contains(hue));
    is_coloured && text.iter().all(|word| sentence.contains(word))
}

/// Returns the numbers in a text, in digits or in words. A parity is a remainder modulo 2.
pub(crate) fn numbers(text: &str) -> Vec<i64> {
    let parity = |word: &Word| ["odd", "even", "parity"].contains(&word.text.as_str()).then_some(2);
    let number = |word: &Word| word.number().or_else(|| parity(word)).map(i64::from);
    words(text).iter().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_supports_meanings_with_its_words() {
        let sentence = "The digit in a circle is the number of even digits in the eight surrounding cells.";
        let sentence = Wording::new(sentence);
        assert!(sentence.supports("the number of digits a king's move away that are even is the digit"));
        assert!(!sentence.supports("the number of digits in the row that are even is the digit"));
        assert!(!sentence.supports("the sum a king's move away is the digit"));
        assert!(!Wording::new("Digits form a palindrome.").supports("palindrome"));
    }

    #[test]
    fn colours_and_letters_must_agree() {
        assert!(may_describe("Red lines hide a secret.", "2 red lines, 5 wide"));
        assert!(!may_describe("Red lines hide a secret.", "2 blue lines, 5 wide"));
        assert!(may_describe("Lines hide a secret.", "2 blue lines, 5 wide"));
        assert!(may_describe("Cages joined by a C are large.", "2 `C`s between cells, 0.5 wide"));
        assert!(!may_describe("Cages joined by a D are large.", "2 `C`s between cells, 0.5 wide"));
    }
}
