//! Sentences that state several rules at once: "red/green dots sum to 5/7" and "red and green dots sum to 5 and 7,
//! respectively" state one rule for each colour.

use super::words::words;
use core::ops::Range;

/// The items of a list, as ranges of bytes.
type List = Vec<Range<usize>>;

/// Returns the rules that a sentence states for each item of its lists. The result is empty unless one list has only
/// numbers and another one has as many items. Commas and "and" separate items only in a sentence with the word
/// "respectively".
pub(super) fn distribute(sentence: &str) -> Vec<String> {
    let lists = lists(sentence);
    let is_number = |item: &Range<usize>| matches!(&words(&sentence[item.clone()])[..], [word] if word.number().is_some());
    let numbers = lists.iter().find(|list| list.iter().all(is_number));
    let Some(count) = numbers.map(Vec::len) else { return Vec::new() };
    let lists: Vec<&List> = lists.iter().filter(|list| list.len() == count).collect();
    if lists.len() < 2 {
        return Vec::new();
    }
    let rule = |index: usize| {
        let (mut rule, mut end) = (String::new(), 0);
        for list in &lists {
            rule += &sentence[end..list[0].start];
            rule += &sentence[list[index].clone()];
            end = list[count - 1].end;
        }
        rule + &sentence[end..]
    };
    (0..count).map(rule).collect()
}

/// Returns true for "respectively", which is often misspelt.
fn is_respectively(word: &str) -> bool {
    ["respectiv", "repectiv"].iter().any(|start| word.to_lowercase().starts_with(start))
}

/// Returns the lists of single words with at least two items, in order.
fn lists(sentence: &str) -> Vec<List> {
    let words = word_ranges(sentence);
    let is_respective = words.iter().any(|word| is_respectively(&sentence[word.clone()]));
    let mut lists: Vec<List> = Vec::new();
    for item in words {
        match &sentence[item.clone()] {
            "and" | "or" => continue,
            word if is_respectively(word) => {
                lists.push(Vec::new());
                continue;
            }
            _ => {}
        }
        let list = lists.last_mut().filter(|list| {
            let gap = list.last().map_or("", |last| sentence[last.end..item.start].trim());
            gap == "/" || is_respective && matches!(gap, "," | "&" | "and" | "or" | ", and" | ", or")
        });
        match list {
            Some(list) => list.push(item),
            None => lists.push(vec![item]),
        }
    }
    lists.retain(|list| list.len() > 1);
    lists
}

fn word_ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        match ranges.last_mut().filter(|range| range.end == at) {
            Some(range) => range.end += c.len_utf8(),
            None => ranges.push(at..at + c.len_utf8()),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_belong_to_the_items_of_another_list() {
        assert_eq!(
            distribute("A red/blue dot has a sum of 1/4, modulo 5."),
            ["A red dot has a sum of 1, modulo 5.", "A blue dot has a sum of 4, modulo 5."]
        );
        let rules = distribute("Red, green and blue dots sum to 5, 6, and seven, respectively.");
        assert_eq!(rules[2], "blue dots sum to seven, respectively.");
        assert_eq!((rules.len(), &*rules[0]), (3, "Red dots sum to 5, respectively."));
    }

    #[test]
    fn other_lists_state_one_rule() {
        let others = [
            "Red and blue dots sum to 5 and 7.",
            "Digits in a row/column/box differ.",
            "Dots show a 1/2 ratio and/or a difference of 1.",
            "Red, green and blue dots sum to 5 and 7, respectively.",
            "The set is 1/2/3/4.",
        ];
        others.iter().for_each(|sentence| assert!(distribute(sentence).is_empty(), "{sentence}"));
    }
}
