//! Text formats and their detection.

use alloc::string::String;
use alloc::vec::Vec;

use super::partial::{is_comment, number, words};

/// A text format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Knuth's format: a line of item names, then options.
    Knuth,
    /// A matrix of 0 and 1.
    Matrix,
    /// A header `p ec N` with the number of items, then a line `s i j ...` for each option.
    DimacsLike,
    /// A header with the numbers of items and of options, then a line `k i1 .. ik` for each option with k
    /// items.
    CountedSets,
}

/// Returns the format of a text from its first lines, with their numbers; `None` if more lines are needed.
/// The first line must not be a comment of Knuth's format.
pub(super) fn detect(held: &[(u32, String)]) -> Option<Format> {
    let first = held.first()?.1.as_str();
    let last = held.last()?.1.as_str();
    let first_word = |text| words(text).next().map_or("", |(_, word)| word);
    if first_word(last) == "p" && words(last).nth(1).is_some_and(|(_, word)| word == "ec") {
        return Some(Format::DimacsLike);
    }
    if first_word(first) == "c" {
        // The lines are comments before `p ec`, or the first line contains an item with the name c.
        return if matches!(first_word(last), "c" | "") { None } else { Some(Format::Knuth) };
    }
    if first.chars().all(|c| c.is_whitespace() || c == '0' || c == '1') {
        let single = words(first).all(|(_, word)| word.len() == 1);
        let count = words(first).count();
        if (count == 1 && !single) || (count >= 3 && single) {
            return Some(Format::Matrix);
        }
        if count == 2 && single {
            // The text is a matrix if a line repeats a digit, because an option cannot repeat an item. The
            // text is in Knuth's format if a line does not consist of two digits.
            return match words(last).map(|(_, word)| word).collect::<Vec<_>>()[..] {
                ["0", "0"] | ["1", "1"] => Some(Format::Matrix),
                ["0", "1"] | ["1", "0"] | [] => None,
                _ => Some(Format::Knuth),
            };
        }
    }
    let numbers = |text| -> Option<Vec<u32>> { words(text).map(|(_, word)| number(word)).collect() };
    let Some([items, _]) = numbers(first).as_deref().and_then(|n| <[u32; 2]>::try_from(n).ok()) else {
        return Some(Format::Knuth);
    };
    // The header and empty lines decide nothing.
    if held.len() == 1 || is_comment(last) {
        return None;
    }
    let counted = numbers(last).is_some_and(|n| {
        n.split_first().is_some_and(|(&k, rest)| {
            items > 0 && k as usize == rest.len() && rest.iter().all(|&item| (1..=items).contains(&item))
        })
    });
    Some(if counted { Format::CountedSets } else { Format::Knuth })
}
