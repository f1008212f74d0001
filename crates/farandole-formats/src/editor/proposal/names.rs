//! The names of meanings and relations in words.

use crate::rules_text::{MeaningKind, PairRelation, PairTerm};

/// Returns the name of a meaning in words.
pub(super) fn kind_name(kind: &MeaningKind) -> String {
    let name = match kind {
        MeaningKind::Thermo => "thermometer",
        MeaningKind::SlowThermo => "slow thermometer",
        MeaningKind::Whisper { .. } => "whisper line",
        MeaningKind::Renban => "renban line",
        MeaningKind::Nabner => "nabner line",
        MeaningKind::Palindrome => "palindrome",
        MeaningKind::RegionSumLine => "region sum line",
        MeaningKind::Between => "between line",
        MeaningKind::DoubleArrow => "double arrow",
        MeaningKind::Lockout { .. } => "lockout line",
        MeaningKind::Entropic => "entropic line",
        MeaningKind::Modular => "modular line",
        MeaningKind::ParityLine => "parity line",
        MeaningKind::Zipper => "zipper line",
        MeaningKind::SumLine { .. } => "sum line",
        MeaningKind::Sequence => "sequence line",
        MeaningKind::SameDifference => "same difference line",
        MeaningKind::CountedDifferences => "line of counted differences",
        MeaningKind::Fibonacci { .. } => "Fibonacci line",
        MeaningKind::LinePairs(relation) => {
            return format!("neighbours on the line: {}", relation_name(relation));
        }
        MeaningKind::CountingCircles => "counting circles",
        MeaningKind::BordersSeen => "borders seen",
        MeaningKind::LineSum { sum } => return format!("line with the sum {sum}"),
        MeaningKind::LineDiffers => "line of different digits",
        MeaningKind::Diagonals | MeaningKind::OneDiagonal { .. } => "diagonal",
        other => return format!("{other:?}").to_lowercase(),
    };
    name.into()
}

/// Returns the name of a relation in words.
pub(super) fn relation_name(relation: &PairRelation) -> String {
    let term = |term: &PairTerm| match term {
        PairTerm::Difference(1) => "consecutive".to_owned(),
        PairTerm::Difference(n) => format!("difference {n}"),
        PairTerm::DifferenceAtLeast(n) => format!("difference at least {n}"),
        PairTerm::DifferenceAtMost(n) => format!("difference at most {n}"),
        PairTerm::NotDifference(1) => "not consecutive".to_owned(),
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
