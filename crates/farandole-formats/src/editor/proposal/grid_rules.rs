//! Rules without a drawing: about the whole grid, or about neighbours without a mark.

use super::model::{Candidate, Reason};
use super::sort::{DECORATION, Sorter};
use crate::rules_text::{MeaningKind, PairRelation};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;

/// Rules that are one constraint, with its text.
const RULES: &[(MeaningKind, &str, &str)] = &[
    (MeaningKind::AntiKnight, ".AntiKnight", "anti-knight"),
    (MeaningKind::AntiKing, ".AntiKing", "anti-king"),
    (MeaningKind::Nonconsecutive, ".AntiConsecutive", "neighbours that are not consecutive"),
    (MeaningKind::Diagonals, ".Diagonal~1.Diagonal~-1", "both diagonals"),
    (MeaningKind::DisjointGroups, ".DisjointSets", "disjoint groups"),
    (MeaningKind::Windows, ".Windoku", "windows"),
    (MeaningKind::GlobalEntropy, ".GlobalEntropy", "global entropy"),
    (MeaningKind::DutchFlatmates, ".DutchFlatmates", "Dutch flatmates"),
];

impl Sorter<'_> {
    /// Adds a group for each rule of the whole grid that a sentence names and no constraint states.
    pub(super) fn grid_rules(&mut self, certain: &[Constraint]) {
        for (kind, text, title) in RULES {
            let name = text[1..].split(['.', '~']).next().unwrap_or(text);
            let is_stated = certain.iter().any(|constraint| constraint.name() == name);
            let sentence = self.best_named(None, |named| named == kind).map(|named| named.sentence);
            if let Some(sentence) = sentence.filter(|_| !is_stated) {
                self.rule((*title).into(), (*text).into(), sentence);
            }
        }
        self.negative_rules(certain);
    }

    /// Adds a rule of a sentence, which can also be left out.
    fn rule(&mut self, name: String, text: String, sentence: usize) {
        let reason = Reason::Sentence(sentence);
        let off = Candidate {
            name: "no rule".into(),
            text: String::new(),
            reason: Reason::Decoration,
            rank: DECORATION,
        };
        let candidates = vec![Candidate { name: name.clone(), text, reason, rank: 0 }, off];
        self.add(format!("rule: {name}"), Vec::new(), Vec::new(), candidates);
    }

    fn negative_rules(&mut self, certain: &[Constraint]) {
        let mut exempt: Vec<(Cell, Cell)> = self.marked.clone();
        for constraint in certain {
            let (Constraint::WhiteDot(_)
            | Constraint::BlackDot(_)
            | Constraint::X(_)
            | Constraint::V(_)
            | Constraint::Difference(_)
            | Constraint::Ratio(_)) = constraint
            else {
                continue;
            };
            if let [one, two] = constraint.cells(self.board)[..] {
                exempt.push((one.min(two), one.max(two)));
            }
        }
        let negatives: Vec<(usize, PairRelation)> = self
            .named(None)
            .filter_map(|named| match named.kind {
                MeaningKind::Negative(relation) => Some((named.sentence, relation.clone())),
                _ => None,
            })
            .collect();
        let pairs = self.board.neighbour_pairs();
        for (sentence, relation) in negatives {
            let open = pairs.iter().filter(|(one, two)| !exempt.contains(&(*one.min(two), *one.max(two))));
            let text =
                open.map(|(one, two)| self.pair_text(|a, b| !relation.holds(a, b), [*one, *two])).collect();
            self.rule("all marks are given".into(), text, sentence);
        }
    }
}
