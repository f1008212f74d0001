//! Compares a reading with the sentences of the rules. Finds sentences without a constraint, and
//! groups that are treated as decoration although a sentence describes them.

use super::model::{Proposal, Reason};
use crate::editor::meanings::{Choice, Meanings};
use crate::editor::rule_names;
use crate::rules_text::{MeaningKind, Mention, PairTerm, Sentence, Shape};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

impl Proposal {
    /// Returns the indices of the sentences that no constraint of a reading accounts for. Also
    /// returns the ids of the groups that the reading treats as decoration although a sentence
    /// names another meaning.
    pub(super) fn accounts(&self, meanings: &Meanings) -> (Vec<usize>, Vec<u32>) {
        let puzzle = self.puzzle(meanings).ok();
        let constraints = puzzle.as_ref().map_or(&[][..], Variant::constraints);
        let chosen = self.chosen_sentences(meanings);
        let is_chosen = |index: &usize| chosen.contains(index) && self.sentences[*index].mentions.len() < 2;
        let unaccounted =
            self.unaccounted(constraints).into_iter().filter(|index| !is_chosen(index)).collect();
        let is_undecided = |id: &u32| {
            let Some(group) = self.group(*id) else { return false };
            let is_ignored = match meanings.choices.get(id) {
                Some(Choice::Ignore) => true,
                Some(Choice::Kind(_) | Choice::Text(_)) => false,
                Some(Choice::Candidate(index)) => {
                    group.candidates.get(*index).is_some_and(|it| it.reason == Reason::Decoration)
                }
                None => group.candidates.first().is_some_and(|it| it.reason == Reason::Decoration),
            };
            is_ignored && group.candidates.iter().any(|it| it.reason != Reason::Decoration && it.rank < 6)
        };
        let undecided = self.groups.iter().map(|group| group.id).filter(is_undecided).collect();
        (unaccounted, undecided)
    }

    /// Returns the indices of the sentences that none of the constraints accounts for.
    pub fn unaccounted(&self, constraints: &[Constraint]) -> Vec<usize> {
        let mut names = Vec::new();
        collect_names(constraints, &mut names);
        let is_open = |(_, sentence): &(usize, &Sentence)| {
            let is_explained = !sentence.mentions.is_empty()
                && sentence.mentions.iter().all(|mention| self.is_covered(mention, &names));
            !sentence.is_neutral && !is_explained
        };
        self.sentences.iter().enumerate().filter(is_open).map(|(index, _)| index).collect()
    }

    /// Returns the names of the constraints that account for a sentence, each once. The result is empty if
    /// there is no such constraint or no sentence with this index.
    pub fn accounted_by<'a>(&self, sentence: usize, constraints: &'a [Constraint]) -> Vec<&'a str> {
        let mut names = Vec::new();
        collect_names(constraints, &mut names);
        names.sort_unstable();
        names.dedup();
        let mentions = self.sentences.get(sentence).map_or(&[][..], |it| &it.mentions);
        names.retain(|name| mentions.iter().any(|mention| names_of(&mention.kind).contains(name)));
        names
    }

    /// Returns the sentences that the chosen candidates come from.
    fn chosen_sentences(&self, meanings: &Meanings) -> Vec<usize> {
        let chosen = self.groups.iter().filter_map(|group| {
            let index = match meanings.choices.get(&group.id) {
                Some(Choice::Candidate(index)) => *index,
                Some(_) => return None,
                None => 0,
            };
            match group.candidates.get(index)?.reason {
                Reason::Sentence(sentence) => Some(sentence),
                _ => None,
            }
        });
        chosen.collect()
    }

    /// Returns true if constraints with these names express a mention, or if the mention concerns
    /// marks that the puzzle does not contain.
    fn is_covered(&self, mention: &Mention, names: &[&str]) -> bool {
        let has = |kinds: &[&str]| kinds.iter().any(|kind| names.contains(kind));
        match &mention.kind {
            kind @ MeaningKind::Pair(_) => has(names_of(kind)) || !self.has_mark(mention),
            MeaningKind::Kind("Odd") | MeaningKind::Kind("Even") if !has(kinds_of(&mention.kind)) => {
                !mention.shapes.is_empty() && !self.has_cell_mark(mention)
            }
            kind => has(names_of(kind)),
        }
    }

    /// Returns true if the puzzle has a group of marks in cells of a shape that a mention names.
    fn has_cell_mark(&self, mention: &Mention) -> bool {
        let names = |shape| mention.shapes.contains(&shape);
        let mut marks = self.groups.iter().filter(|group| group.items.iter().any(|it| it.cells.len() == 1));
        match (names(Shape::Circle), names(Shape::Square)) {
            (true, false) => marks.any(|group| group.name.contains(" circle")),
            (false, true) => marks.any(|group| group.name.contains(" square")),
            _ => marks.next().is_some(),
        }
    }

    /// Returns true if the puzzle has a group of marks between cells to which a mention can refer.
    fn has_mark(&self, mention: &Mention) -> bool {
        let letter = |shape: &Shape| match shape {
            Shape::LetterX => Some("X"),
            Shape::LetterV => Some("V"),
            _ => None,
        };
        let letters: Vec<&str> = mention.shapes.iter().filter_map(letter).collect();
        let mut marks =
            self.groups.iter().filter(|group| group.items.iter().any(|item| item.cells.len() == 2));
        if letters.is_empty() {
            let is_named = |name: &str| {
                mention.hues.is_empty()
                    || mention.hues.iter().any(|hue| name.contains(super::sort::hue_name(Some(*hue))))
            };
            return marks.any(|group| is_named(&group.name));
        }
        marks.any(|group| group.items.iter().any(|item| letters.contains(&item.text.as_str())))
    }
}

/// Returns true if one of the constraints expresses a rule of the whole grid.
pub(super) fn is_expressed(kind: &MeaningKind, constraints: &[Constraint]) -> bool {
    let mut names = Vec::new();
    collect_names(constraints, &mut names);
    names_of(kind).iter().any(|name| names.contains(name))
}

/// Adds the names of constraints and of those inside alternatives. Pairs that editors' rules about
/// unmarked neighbours create have the name of the rule.
fn collect_names<'a>(constraints: &'a [Constraint], names: &mut Vec<&'a str>) {
    for constraint in constraints {
        names.push(match constraint {
            Constraint::Pair(pair) if rule_names::ALL.contains(&&*pair.name) => &pair.name,
            other => other.name(),
        });
        if let Constraint::AnyOf(either) = constraint {
            names.push("AnyOf");
            either.branches.iter().for_each(|branch| collect_names(branch, names));
        }
    }
}

/// Returns the names of all constraints that can express a mention. A single one of them is enough.
fn names_of(kind: &MeaningKind) -> &[&'static str] {
    match kind {
        MeaningKind::Pair(relation) => match relation.terms.as_slice() {
            [PairTerm::Sum(10)] => &["X", "NegatedSum", "Sum"],
            [PairTerm::Sum(5)] => &["V", "NegatedSum", "Sum"],
            [PairTerm::Difference(1)] => &["WhiteDot", "Difference"],
            [PairTerm::Ratio(..)] => &["BlackDot", "Ratio"],
            _ => &["Pair", "PairRule", "Condition", "Sum", "WhiteDot", "BlackDot", "X", "V", "AnyOf"],
        },
        MeaningKind::LinePairs(_) => &[
            "Pair",
            "PairRule",
            "LineRule",
            "Sum",
            "WhiteDot",
            "BlackDot",
            "X",
            "V",
            "Whisper",
            "ParityLine",
        ],
        MeaningKind::Neighbours(..) | MeaningKind::NotNeighbours(..) => {
            &["Pair", "PairRule", "StrictPairRule"]
        }
        MeaningKind::Negative(relation) => match relation.terms.as_slice() {
            [PairTerm::Sum(_)] => &["StrictXV", rule_names::NEGATIVE_SUM, "Pair", "StrictPairRule"],
            [PairTerm::Difference(_)] => &[
                "StrictConsecutive",
                "StrictKropki",
                "AntiConsecutive",
                rule_names::NONCONSECUTIVE,
                rule_names::NEGATIVE_DIFFERENCE,
                "Pair",
                "StrictPairRule",
            ],
            [PairTerm::Ratio(..)] => &["StrictKropki", rule_names::NEGATIVE_RATIO, "Pair", "StrictPairRule"],
            _ => &["Pair", "StrictPairRule"],
        },
        kind => kinds_of(kind),
    }
}

// long: one line per kind.
/// Returns the names of all constraints that can express a meaning. A single one of them is enough. The list
/// is empty if no constraint can express the meaning.
fn kinds_of(kind: &MeaningKind) -> &[&'static str] {
    match kind {
        MeaningKind::Whisper { .. } => &["Whisper"],
        MeaningKind::Lockout { .. } => &["Lockout"],
        MeaningKind::Kind("Arrow") => &["Arrow", "PillArrow", "NegatedSum"],
        MeaningKind::SumLine { .. } => &["SumLine"],
        MeaningKind::Fibonacci { .. } => &["AnyOf"],
        MeaningKind::LineSum { .. } => &["Sum"],
        MeaningKind::StraightSums { .. } => &["EqualSum"],
        MeaningKind::LineDiffers => &["AllDifferent"],
        MeaningKind::LinesOfEach { .. } => &["ContainExact"],
        MeaningKind::Kind("Cage") => &["Cage", "Sum", "CageOfSums"],
        MeaningKind::CagePrimes | MeaningKind::CageSumsDiffer | MeaningKind::Euler => &["AnyOf"],
        MeaningKind::CageProduct => &["CalcCage"],
        MeaningKind::CageRemainder { .. } => &["Condition"],
        MeaningKind::Modular { .. } => &["Modular"],
        MeaningKind::CageRepeats => &["Sum", "CalcCage", "Condition", "AnyOf"],
        MeaningKind::NumberedDifference => &["Difference"],
        MeaningKind::NumberedSum | MeaningKind::RomanSum => &["Sum", "X", "V"],
        MeaningKind::CageDiffers => &["Cage", "AllDifferent", "CageOfSums"],
        MeaningKind::CageComparison => &["CageOfSums"],
        MeaningKind::Kind("Clones") => &["Clones", "SameValues"],
        MeaningKind::Kind("LittleKiller") => &["LittleKiller", "Sum"],
        MeaningKind::Kind("Quad") => &["Quad", "ContainAtLeast"],
        MeaningKind::Kind("Minimum") => &["Minimum", "GreaterThan"],
        MeaningKind::Kind("Maximum") => &["Maximum", "GreaterThan"],
        MeaningKind::Kind("GreaterThan") => &["GreaterThan", "Thermo"],
        MeaningKind::BordersSeen => &["Condition"],
        MeaningKind::Kind("Snake") => &["Snake", "DrawnPath"],
        MeaningKind::Kind("Loop") => &["Loop", "DrawnLoop"],
        MeaningKind::Numbers(_) => &["Condition"],
        MeaningKind::RowIndexer | MeaningKind::ColumnIndexer => &["Indexing"],
        MeaningKind::BoxIndexer => &["BoxIndexing", "AnyOf"],
        MeaningKind::Kind("AntiConsecutive") => {
            &["AntiConsecutive", "StrictConsecutive", "StrictKropki", rule_names::NONCONSECUTIVE]
        }
        MeaningKind::Diagonals | MeaningKind::OneDiagonal { .. } => &["Diagonal"],
        MeaningKind::IndexedColumns => &["Indexing"],
        MeaningKind::EqualDiagonals => &["EqualSum"],
        MeaningKind::Kind("DisjointSets") => &["DisjointSets", "AllDifferent"],
        MeaningKind::Kind("Windoku") => &["Windoku", "AllDifferent"],
        MeaningKind::DigitSet(_) => &["RegionSameValues"],
        // Negators have no effect on other constraints.
        MeaningKind::Negators => &["NegatedSum"],
        MeaningKind::IrregularRegions => &["Jigsaw", "NoBoxes", "AllDifferent"],
        MeaningKind::Kind("Taxicab") => &["AntiTaxicab", "Taxicab"],
        MeaningKind::Kind(name) => core::slice::from_ref(name),
        _ => &[],
    }
}
