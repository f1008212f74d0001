//! The names of meanings and relations in words.

use crate::rules_text::{MeaningKind, PairRelation, PairTerm};
use farandole_puzzle::constraint::style_of;

// long: one arm per kind, so that the compiler names a kind without words
/// Returns the name of a meaning in words, with its numbers.
pub(super) fn kind_name(kind: &MeaningKind) -> String {
    let with = |noun: &str, words: &str, number: Option<u16>| match number {
        Some(number) => format!("{noun}, {words} {number}"),
        None => noun.to_owned(),
    };
    let name = match kind {
        MeaningKind::Whisper { difference } => {
            return with("whisper line", "difference at least", difference.map(u16::from));
        }
        MeaningKind::Lockout { difference } => {
            return with("lockout line", "difference at least", difference.map(u16::from));
        }
        MeaningKind::Modular { modulus } => {
            return with("modular line", "remainders modulo", Some(u16::from(*modulus)));
        }
        MeaningKind::SumLine { sum } => return with("sum line", "segments that sum to", *sum),
        MeaningKind::Fibonacci { .. } => "Fibonacci line",
        MeaningKind::LinePairs(relation) => {
            return format!("neighbours on the line: {}", relation_name(relation));
        }
        MeaningKind::LineSum { sum } => return format!("line with the sum {sum}"),
        MeaningKind::StraightSums { by_box: true } => "equal sums of straight segments in each box",
        MeaningKind::StraightSums { by_box: false } => "equal sums of straight segments",
        MeaningKind::LineDiffers => "line of different digits",
        MeaningKind::LinesOfEach { count } => return format!("{count} lines of each kind"),
        MeaningKind::CageProduct => "cage with a product",
        MeaningKind::CageRemainder { modulus } => {
            return with("cage with a remainder", "the sum modulo", Some(*modulus));
        }
        MeaningKind::CageRepeats => "cage with repeated digits",
        MeaningKind::CagePrimes => "cage with a prime sum",
        MeaningKind::CageSumsDiffer => "cages with different sums",
        MeaningKind::CageDiffers => "cage of different digits",
        MeaningKind::CageComparison => "cage with a compared sum",
        MeaningKind::BordersSeen => "borders seen",
        MeaningKind::RowIndexer => "row indexer",
        MeaningKind::ColumnIndexer => "column indexer",
        MeaningKind::BoxIndexer => "box indexer",
        MeaningKind::Pair(relation) => return relation_name(relation),
        MeaningKind::Negative(_) => "all marks are given",
        MeaningKind::NumberedDifference => "difference",
        MeaningKind::NumberedSum | MeaningKind::RomanSum => "sum of two cells",
        MeaningKind::Neighbours(distance, relation) => {
            return format!("{}: {}", distance.name(), relation_name(relation));
        }
        MeaningKind::NotNeighbours(distance, relation) => {
            return format!("no {}: {}", distance.name(), relation_name(relation));
        }
        MeaningKind::Diagonals => "both diagonals",
        MeaningKind::OneDiagonal { rising: true } => "the rising diagonal",
        MeaningKind::OneDiagonal { rising: false } => "the falling diagonal",
        MeaningKind::EqualDiagonals => "diagonals with equal sums",
        MeaningKind::IndexedColumns => "indexed columns 1, 5 and 9",
        MeaningKind::DigitSet(digits) => {
            return format!("{} of the digits {} to {}", digits.count, digits.first, digits.last);
        }
        MeaningKind::Negators => "negators",
        MeaningKind::Euler => "a layer of colours",
        MeaningKind::IrregularRegions => "irregular regions",
        MeaningKind::Kind(name) => style_of(name).map_or(*name, |style| style.noun),
        MeaningKind::Unsupported(name) | MeaningKind::Numbers(name) => name,
    };
    name.into()
}

/// Returns the name of a relation in words.
pub(super) fn relation_name(relation: &PairRelation) -> String {
    let term = |term: &PairTerm| match term {
        PairTerm::Difference(1) => "consecutive digits".to_owned(),
        PairTerm::Difference(n) => format!("difference {n}"),
        PairTerm::DifferenceAtLeast(n) => format!("difference at least {n}"),
        PairTerm::DifferenceAtMost(n) => format!("difference at most {n}"),
        PairTerm::NotDifference(1) => "no consecutive digits".to_owned(),
        PairTerm::NotDifference(n) => format!("not difference {n}"),
        PairTerm::Sum(n) => format!("sum {n}"),
        PairTerm::NotSum(n) => format!("not sum {n}"),
        PairTerm::SumAtLeast(n) => format!("sum at least {n}"),
        PairTerm::SumAtMost(n) => format!("sum at most {n}"),
        PairTerm::Ratio(p, q) => format!("ratio {p}:{q}"),
        PairTerm::DifferentParity => "odd and even".to_owned(),
        PairTerm::SameParity => "same parity".to_owned(),
        PairTerm::BothOdd => "both odd".to_owned(),
        PairTerm::BothEven => "both even".to_owned(),
        PairTerm::Multiple => "multiples".to_owned(),
        PairTerm::Equal => "equal".to_owned(),
        PairTerm::Product(n) => format!("product {n}"),
        PairTerm::SameRemainder(n) => format!("same remainder modulo {n}"),
        PairTerm::DifferentRemainder(n) => format!("different remainders modulo {n}"),
        PairTerm::SumRemainder(n, 0) => format!("sum divisible by {n}"),
        PairTerm::SumRemainder(n, rest) => format!("sum with the remainder {rest} modulo {n}"),
        PairTerm::NotSumRemainder(n, 0) => format!("sum not divisible by {n}"),
        PairTerm::NotSumRemainder(n, rest) => format!("sum without the remainder {rest} modulo {n}"),
        PairTerm::BothIn(set) => {
            let digits = (0..16).filter(|digit| set >> digit & 1 == 1).map(|digit: u16| digit.to_string());
            format!("both in {{{}}}", digits.collect::<Vec<_>>().join(", "))
        }
    };
    let terms: Vec<String> = relation.terms.iter().map(term).collect();
    terms.join(if relation.any { " or " } else { " and " })
}
