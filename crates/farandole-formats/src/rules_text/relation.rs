//! Relations between two digits in words.

use super::meaning::{PairRelation, PairTerm};
use super::pattern::{self, Match};
use super::words::Word;

/// A phrase, with the condition for its numbers.
struct Phrase {
    phrase: &'static str,
    term: fn(&[u16]) -> Option<PairTerm>,
}

const fn row(phrase: &'static str, term: fn(&[u16]) -> Option<PairTerm>) -> Phrase {
    Phrase { phrase, term }
}

fn first(numbers: &[u16], term: fn(u16) -> PairTerm) -> Option<PairTerm> {
    numbers.first().map(|number| term(*number))
}

fn ratio(numbers: &[u16]) -> Option<PairTerm> {
    match *numbers {
        [a, b] if a > 0 && b > 0 => Some(PairTerm::Ratio(a.min(b), a.max(b))),
        _ => None,
    }
}

/// Returns the condition on remainders with the last number, which is the divisor.
fn modulo(numbers: &[u16], term: fn(u16) -> PairTerm) -> Option<PairTerm> {
    numbers.last().filter(|number| **number > 1).map(|number| term(*number))
}

const fn divisible(divisor: u16) -> PairTerm {
    PairTerm::SumRemainder(divisor, 0)
}

const fn indivisible(divisor: u16) -> PairTerm {
    PairTerm::NotSumRemainder(divisor, 0)
}

/// Returns the condition that the sum has the first number as remainder, divided by the second one.
fn remainder(numbers: &[u16]) -> Option<PairTerm> {
    match *numbers {
        [rest, divisor] if divisor > 0 => Some(PairTerm::SumRemainder(divisor, rest % divisor)),
        _ => None,
    }
}

/// Phrases in order of precedence: words that one phrase matches are not available to later ones.
const PHRASES: &[Phrase] = &[
    row(
        "not|cannot|cant|never|no ?have ?has ?be ?the ?be same|equal|identical remainder*|residue* .. #",
        |n| modulo(n, PairTerm::DifferentRemainder),
    ),
    row("not|cannot|cant|never|no ?be congruent .. #", |n| modulo(n, PairTerm::DifferentRemainder)),
    row("differ* ?in ?their remainder*|residue* .. #", |n| modulo(n, PairTerm::DifferentRemainder)),
    row("differ* ?in ?value mod|modulo #", |n| modulo(n, PairTerm::DifferentRemainder)),
    row("remainder*|residue* .. # .. differ*", |n| modulo(n, PairTerm::DifferentRemainder)),
    row("same|equal|identical remainder*|residue* .. #", |n| modulo(n, PairTerm::SameRemainder)),
    row("same|equal|identical|congruent mod|modulo #", |n| modulo(n, PairTerm::SameRemainder)),
    row("remainder*|residue* .. # .. same|equal|identical", |n| modulo(n, PairTerm::SameRemainder)),
    row("not|cannot|cant|never|no sum*|add*|total* .. divisible by|through #", |n| modulo(n, indivisible)),
    row("not|cannot|cant|never|no sum*|add*|total* .. multiple ?of #", |n| modulo(n, indivisible)),
    row("sum*|add*|total* .. not ?be ?a divisible|multiple by|of #", |n| modulo(n, indivisible)),
    row("not|cannot|cant|never ?be 0|zero mod|modulo #", |n| modulo(n, indivisible)),
    row("sum*|add*|total* .. divisible by|through #", |n| modulo(n, divisible)),
    row("sum*|add*|total* .. multiple ?of #", |n| modulo(n, divisible)),
    row("sum*|add*|total* .. # mod|modulo #", remainder),
    row("sum*|add*|total* .. remainder*|residue* ?of # .. divided|division|mod|modulo ?by #", remainder),
    row("not|cannot|cant|never|non|no ?be ?two ?have ?contain consecutive", |_| {
        Some(PairTerm::NotDifference(1))
    }),
    row("nonconsecutive", |_| Some(PairTerm::NotDifference(1))),
    row("differ* .. at least #", |n| first(n, PairTerm::DifferenceAtLeast)),
    row("differ* .. minimum ?of #", |n| first(n, PairTerm::DifferenceAtLeast)),
    row("differ* .. greater than or equal to #", |n| first(n, PairTerm::DifferenceAtLeast)),
    row("differ* .. no|not less than #", |n| first(n, PairTerm::DifferenceAtLeast)),
    row("differ* .. more|greater than #", |n| first(n, |n| PairTerm::DifferenceAtLeast(n + 1))),
    row("differ* .. less than #", |n| first(n, |n| PairTerm::DifferenceAtMost(n.saturating_sub(1)))),
    row("differ* .. maximum ?of #", |n| first(n, PairTerm::DifferenceAtMost)),
    row("differ* .. # or more|greater|higher", |n| first(n, PairTerm::DifferenceAtLeast)),
    row("differ* .. at most #", |n| first(n, PairTerm::DifferenceAtMost)),
    row("max|maximum|maximal differ* ?of ?is #", |n| first(n, PairTerm::DifferenceAtMost)),
    row("min|minimum|minimal differ* ?of ?is #", |n| first(n, PairTerm::DifferenceAtLeast)),
    row("differ* .. # or less|fewer", |n| first(n, PairTerm::DifferenceAtMost)),
    row("sum* ?to ?a ?total ?of ?is ?be at least #", |n| first(n, PairTerm::SumAtLeast)),
    row("sum* ?to ?a ?total ?of ?is ?be at most #", |n| first(n, PairTerm::SumAtMost)),
    row("sum* ?to ?is ?of # or more|greater|higher", |n| first(n, PairTerm::SumAtLeast)),
    row("sum* ?to ?is ?of # or less|fewer|lower", |n| first(n, PairTerm::SumAtMost)),
    row("sum* ?to ?is ?be more|greater than #", |n| first(n, |sum| PairTerm::SumAtLeast(sum + 1))),
    row("sum* ?to ?is ?be less|lower than #", |n| first(n, |sum| PairTerm::SumAtMost(sum.saturating_sub(1)))),
    row("not|cannot|cant|never sum|add|total ?up ?to #", |n| first(n, PairTerm::NotSum)),
    row("sum* ?to ?of ?a ?total ?is ?exactly #", |n| first(n, PairTerm::Sum)),
    row("add* ?up to #", |n| first(n, PairTerm::Sum)),
    row("total* ?of #", |n| first(n, PairTerm::Sum)),
    row("product ?of ?is #", |n| first(n, PairTerm::Product)),
    row("multiply to #", |n| first(n, PairTerm::Product)),
    row("differ* ?in ?value ?of ?by ?is ?exactly #", |n| first(n, PairTerm::Difference)),
    row("ratio* ?of ?is # : #", ratio),
    row("# : # ?ratio", ratio),
    row("ratio of #", |n| n.first().and_then(|n| ratio(&[1, *n]))),
    row("# times", |n| n.first().and_then(|n| ratio(&[1, *n]))),
    row("multiples ?of ?each ?other|one", |_| Some(PairTerm::Multiple)),
    row("multiple of the other", |_| Some(PairTerm::Multiple)),
    row("double|twice|doubled|half", |_| Some(PairTerm::Ratio(1, 2))),
    row("triple|thrice", |_| Some(PairTerm::Ratio(1, 3))),
    row("both ?be ?are ?contain ?have ?hold even", |_| Some(PairTerm::BothEven)),
    row("both ?be ?are ?contain ?have ?hold odd", |_| Some(PairTerm::BothOdd)),
    row("consecutive*", |_| Some(PairTerm::Difference(1))),
    row("# greater|more|higher than", |n| first(n, PairTerm::Difference)),
    row("at least # apart", |n| first(n, PairTerm::DifferenceAtLeast)),
    row("at most # apart", |n| first(n, PairTerm::DifferenceAtMost)),
    row("# apart", |n| first(n, PairTerm::Difference)),
    row("one ?is ?digit even .. odd", |_| Some(PairTerm::DifferentParity)),
    row("one ?is ?digit odd .. even", |_| Some(PairTerm::DifferentParity)),
    row("one odd ?digit ?and ?one even", |_| Some(PairTerm::DifferentParity)),
    row("one even ?digit ?and ?one odd", |_| Some(PairTerm::DifferentParity)),
    row("different|opposite parit*", |_| Some(PairTerm::DifferentParity)),
    row("same parity", |_| Some(PairTerm::SameParity)),
    row("same digit|value|number", |_| Some(PairTerm::Equal)),
    row("equal|identical digits|values", |_| Some(PairTerm::Equal)),
];

/// A condition and the words that state it.
pub(super) struct Found {
    pub(super) term: PairTerm,
    pub(super) at: Match,
}

/// Returns the conditions that the words state, in order of their position.
pub(super) fn terms(words: &[Word]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for row in PHRASES {
        for at in pattern::find_all(row.phrase, words) {
            let is_free = |it: &Found| it.at.range.end <= at.range.start || at.range.end <= it.at.range.start;
            if found.iter().all(is_free)
                && let Some(term) = (row.term)(&at.numbers)
            {
                found.push(Found { term, at });
            }
        }
    }
    // "mod 3 and mod 5" states two divisors.
    for at in pattern::find_all("mod|modulo # and|& ?mod|modulo #", words) {
        let own = found.iter().find(|it| it.at.range.contains(&at.range.start)).map(|it| it.term);
        let second = match (own, at.numbers.get(1)) {
            (Some(PairTerm::DifferentRemainder(_)), Some(number)) => PairTerm::DifferentRemainder(*number),
            (Some(PairTerm::SameRemainder(_)), Some(number)) => PairTerm::SameRemainder(*number),
            _ => continue,
        };
        found.push(Found { term: second, at });
    }
    // "sum to 5 or 10" states two sums.
    for at in pattern::find_all("sum|add|total ?up ?to # or|nor #", words) {
        let own = found
            .iter()
            .find(|it| it.at.range.start + 1 >= at.range.start && it.at.range.end <= at.range.end);
        let second = match (own.map(|it| it.term), at.numbers.get(1)) {
            (Some(PairTerm::Sum(_)), Some(sum)) => PairTerm::Sum(*sum),
            (Some(PairTerm::NotSum(_)), Some(sum)) => PairTerm::NotSum(*sum),
            _ => continue,
        };
        found.push(Found { term: second, at });
    }
    found.extend(digit_set(words));
    found.sort_by_key(|it| it.at.range.start);
    found
}

/// Returns the condition that both digits are in a list: "from the set 5, 7 and 9".
fn digit_set(words: &[Word]) -> Option<Found> {
    let at = pattern::find("from|in ?the set ?of # ,|and|or #", words)?;
    let is_separator = |word: &Word| matches!(word.text.as_str(), "," | "and" | "or");
    let first = at.range.end - 3;
    let rest = words[first..].iter().take_while(|word| word.number().is_some() || is_separator(word));
    let (mut set, mut end) = (0, first);
    for (at, number) in rest.enumerate().filter_map(|(at, word)| Some((first + at + 1, word.number()?))) {
        set |= 1_u16.checked_shl(number.into())?;
        end = at;
    }
    Some(Found { term: PairTerm::BothIn(set), at: Match { range: at.range.start..end, ..at } })
}

/// Combines the conditions on the same drawing: "or" and "either" make alternatives.
pub(super) fn relation(terms: Vec<PairTerm>, words: &[Word]) -> Option<PairRelation> {
    let mut distinct: Vec<PairTerm> = Vec::new();
    for term in terms {
        if !distinct.contains(&term) {
            distinct.push(term);
        }
    }
    // "Not 5 or 10" means neither.
    let is_negative = |term: &PairTerm| term.forbidden().is_some();
    let any = distinct.len() > 1
        && !distinct.iter().all(is_negative)
        && words.iter().any(|word| matches!(word.text.as_str(), "or" | "either"));
    (!distinct.is_empty()).then_some(PairRelation { terms: distinct, any })
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    fn read(sentence: &str) -> Vec<PairTerm> {
        terms(&words(sentence)).into_iter().map(|found| found.term).collect()
    }

    #[test]
    fn phrases_state_conditions() {
        assert_eq!(read("Cells with a dot differ by at least four."), [PairTerm::DifferenceAtLeast(4)]);
        assert_eq!(
            read("are consecutive or in a 2:1 ratio"),
            [PairTerm::Difference(1), PairTerm::Ratio(1, 2)]
        );
        assert_eq!(
            read("are non-consecutive and one is odd, one even"),
            [PairTerm::NotDifference(1), PairTerm::DifferentParity]
        );
        assert_eq!(read("an X sums to 10, a V sums to 5"), [PairTerm::Sum(10), PairTerm::Sum(5)]);
        assert_eq!(read("have a ratio of 1:3"), [PairTerm::Ratio(1, 3)]);
        assert_eq!(read("have a ratio of 0:3 and a difference"), []);
        let set = PairTerm::BothIn(1 << 5 | 1 << 7 | 1 << 9);
        assert_eq!(read("either in a ratio of 1:2 or from the set 5, 7 and 9"), [PairTerm::Ratio(1, 2), set]);
        assert!(set.holds(5, 9) && set.holds(7, 7) && !set.holds(5, 8) && !set.holds(5, 20));
        assert_eq!(read("the maximum difference is 4"), [PairTerm::DifferenceAtMost(4)]);
    }

    #[test]
    fn remainders_have_many_wordings() {
        use PairTerm::{DifferentRemainder, NotSumRemainder, SameRemainder, SumRemainder};
        let different = [
            "different remainder when divided by 5",
            "are different mod 5",
            "cannot have the same residue mod 5",
        ];
        different.iter().for_each(|text| assert_eq!(read(text), [DifferentRemainder(5)], "{text}"));
        let same =
            ["whose remainder (when divided by 5) is the same", "are congruent modulo 5", "equal mod 5"];
        same.iter().for_each(|text| assert_eq!(read(text), [SameRemainder(5)], "{text}"));
        assert_eq!(read("sum to a value that is divisible by 5"), [SumRemainder(5, 0)]);
        assert_eq!(read("cannot sum to a multiple of 5"), [NotSumRemainder(5, 0)]);
        assert_eq!(read("the sum must not be divisible by 5"), [NotSumRemainder(5, 0)]);
        assert_eq!(read("different mod 3 and mod 5"), [DifferentRemainder(3), DifferentRemainder(5)]);
        assert_eq!(read("are different mod 1"), []);
        assert_eq!(read("sum to a value with a remainder of 3 when divided by 5"), [SumRemainder(5, 3)]);
        assert_eq!(read("sum 2mod5 dots"), [SumRemainder(5, 2)]);
        assert_eq!(read("sum of 5 mod 3"), [SumRemainder(3, 2)]);
    }
}
