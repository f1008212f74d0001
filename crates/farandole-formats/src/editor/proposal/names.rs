//! The names of meanings and relations in words.

use crate::rules_text::{MeaningKind, PairRelation, PairTerm};

// long: one arm per kind, so that the compiler names a kind without words
/// Returns the name of a meaning in words, with its numbers.
pub(super) fn kind_name(kind: &MeaningKind) -> String {
    let with = |noun: &str, words: &str, number: Option<u16>| match number {
        Some(number) => format!("{noun}, {words} {number}"),
        None => noun.to_owned(),
    };
    let name = match kind {
        MeaningKind::Thermo => "thermometer",
        MeaningKind::SlowThermo => "slow thermometer",
        MeaningKind::Whisper { difference } => {
            return with("whisper line", "difference at least", difference.map(u16::from));
        }
        MeaningKind::Renban => "renban line",
        MeaningKind::Nabner => "nabner line",
        MeaningKind::Palindrome => "palindrome",
        MeaningKind::RegionSumLine => "region sum line",
        MeaningKind::Between => "between line",
        MeaningKind::DoubleArrow => "double arrow",
        MeaningKind::Lockout { difference } => {
            return with("lockout line", "difference at least", difference.map(u16::from));
        }
        MeaningKind::Entropic => "entropic line",
        MeaningKind::Modular => "modular line, remainders modulo 3",
        MeaningKind::ParityLine => "parity line",
        MeaningKind::Zipper => "zipper line",
        MeaningKind::SumLine { sum } => return with("sum line", "segments that sum to", *sum),
        MeaningKind::Sequence => "sequence line",
        MeaningKind::SameDifference => "same difference line",
        MeaningKind::CountedDifferences => "line of counted differences",
        MeaningKind::Fibonacci { .. } => "Fibonacci line",
        MeaningKind::LinePairs(relation) => {
            return format!("neighbours on the line: {}", relation_name(relation));
        }
        MeaningKind::LineSum { sum } => return format!("line with the sum {sum}"),
        MeaningKind::LineDiffers => "line of different digits",
        MeaningKind::LinesOfEach { count } => return format!("{count} lines of each kind"),
        MeaningKind::Arrow => "arrow",
        MeaningKind::AverageArrow => "average arrow",
        MeaningKind::Cage => "cage",
        MeaningKind::CageProduct => "cage with a product",
        MeaningKind::CageRepeats => "cage with repeated digits",
        MeaningKind::CagePrimes => "cage with a prime sum",
        MeaningKind::CageSumsDiffer => "cages with different sums",
        MeaningKind::CageDiffers => "cage of different digits",
        MeaningKind::CageComparison => "cage with a compared sum",
        MeaningKind::DigitalRoot => "cage with a digital root",
        MeaningKind::LookAndSay => "look-and-say cage",
        MeaningKind::ExtraRegion => "extra region",
        MeaningKind::Clones => "clones",
        MeaningKind::LittleKiller => "little killer",
        MeaningKind::Sandwich => "sandwich sum",
        MeaningKind::XSum => "X-sum",
        MeaningKind::Skyscraper => "skyscrapers",
        MeaningKind::NumberedRoom => "numbered room",
        MeaningKind::FrameSum => "frame sum",
        MeaningKind::Outside => "outside digits",
        MeaningKind::Rossini => "rossini clue",
        MeaningKind::Quadruple => "quadruple",
        MeaningKind::Odd => "odd cell",
        MeaningKind::Even => "even cell",
        MeaningKind::Minimum => "minimum",
        MeaningKind::Maximum => "maximum",
        MeaningKind::Inequality => "inequality",
        MeaningKind::Battenburg => "battenburg mark",
        MeaningKind::Mathrax => "mathrax clue",
        MeaningKind::CountingCircles => "counting circles",
        MeaningKind::BordersSeen => "borders seen",
        MeaningKind::RowIndexer => "row indexer",
        MeaningKind::ColumnIndexer => "column indexer",
        MeaningKind::BoxIndexer => "box indexer",
        MeaningKind::Pair(relation) => return relation_name(relation),
        MeaningKind::Negative(_) => "all marks are given",
        MeaningKind::NumberedDifference => "difference",
        MeaningKind::NumberedSum | MeaningKind::RomanSum => "sum of two cells",
        MeaningKind::Neighbours(relation) => return format!("neighbours: {}", relation_name(relation)),
        MeaningKind::NotNeighbours(relation) => {
            return format!("no neighbours: {}", relation_name(relation));
        }
        MeaningKind::AntiKnight => "anti-knight",
        MeaningKind::AntiKing => "anti-king",
        MeaningKind::Nonconsecutive => "neighbours that are not consecutive",
        MeaningKind::Diagonals => "both diagonals",
        MeaningKind::OneDiagonal { rising: true } => "the rising diagonal",
        MeaningKind::OneDiagonal { rising: false } => "the falling diagonal",
        MeaningKind::EqualDiagonals => "diagonals with equal sums",
        MeaningKind::DisjointGroups => "disjoint groups",
        MeaningKind::Windows => "windows",
        MeaningKind::GlobalEntropy => "global entropy",
        MeaningKind::GlobalModulo => "remainders modulo 3 in 2x2 squares",
        MeaningKind::IndexedColumns => "indexed columns 1, 5 and 9",
        MeaningKind::DutchFlatmates => "Dutch flatmates",
        MeaningKind::DigitSet(digits) => {
            return format!("{} of the digits {} to {}", digits.count, digits.first, digits.last);
        }
        MeaningKind::Negators => "negators",
        MeaningKind::Doublers => "doublers",
        MeaningKind::Schroedinger => "cells with two digits",
        MeaningKind::YinYang => "yin-yang",
        MeaningKind::Euler => "a layer of colours",
        MeaningKind::StarBattle => "star battle",
        MeaningKind::ChaosConstruction => "regions to be found",
        MeaningKind::IrregularRegions => "irregular regions",
        MeaningKind::Taxicab => "taxicab distances",
        MeaningKind::Unsupported(name) => name,
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
    };
    let terms: Vec<String> = relation.terms.iter().map(term).collect();
    terms.join(if relation.any { " or " } else { " and " })
}
