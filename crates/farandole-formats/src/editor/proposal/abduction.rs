//! Abduction: meanings of drawings that the stored solution satisfies, and that hold by accident with a small
//! probability only.
//!
//! The surprise of a meaning is the sum of the negative decimal logarithms of the probabilities that its
//! constraints hold in a random grid. Its score is the surprise less the logarithm of the number of forms that
//! were tried.

use super::features::Shown;
use super::forms::{Form, Texts, family_forms, grid_forms};
use super::model::{Candidate, Group, Item, Proposal, Reason};
use super::samples::random_grids;
use super::sort::decoration;
use crate::editor::meanings::{Choice, Meanings};
use crate::rules_text::{Wording, may_describe, names_drawing, numbers};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Relation, Role, Semantics};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check_grid};
use std::collections::BTreeSet;

/// The least score of a proposed meaning. In puzzles with known rules, no meaning with this score was wrong,
/// and some with a score of 2 were.
const SCORE: f64 = 3.0;
/// The least score of a meaning that a sentence without a constraint states in other words.
const WORDED: f64 = 1.0;
/// Number of meanings that have the words of a sentence.
const WORDED_FORMS: usize = 10;
/// Meanings whose scores differ by less than this are rivals.
const MARGIN: f64 = 1.0;
/// Number of samples that must satisfy a constraint for a reliable probability.
const ENOUGH: usize = 10;
/// Maximum number of drawings in a group.
const MOST_ITEMS: usize = 100;
/// Rank of a meaning without a rival.
const BEST: u32 = 3;
/// Rank of a meaning with a rival, or with an unexplained number. It is no evidence for a reading.
const RIVAL: u32 = 9;

/// A meaning that the stored solution satisfies.
struct Holding {
    form: Form,
    /// The constraint text of each member, or of the group as a whole.
    texts: Vec<String>,
    score: f64,
}

impl Proposal {
    /// Adds meanings to groups that no rule explains, and rules of the whole grid, if the rules contain
    /// sentences without a constraint. The stored solution must satisfy the certain parts of the puzzle.
    pub(super) fn abduce(&mut self) {
        let Some(stored) = self.stored_grid() else { return };
        let board = self.certain.board().clone();
        if board.cell_count() > board.grid_count() || check_grid(&self.certain, &stored).is_err() {
            return;
        }
        let open = self.open_candidates(Some(&stored));
        let first =
            |(group, open): (&Group, &Vec<usize>)| Some((group.id, Choice::Candidate(*open.first()?)));
        let choices = self.groups.iter().zip(&open).filter_map(first).collect();
        let (unaccounted, undecided) = self.accounts(&Meanings { choices, ..Meanings::default() });
        if unaccounted.is_empty() && undecided.is_empty() {
            return;
        }
        let witness = Witness::new(&self.certain, &board, &stored, self.rules.as_deref().unwrap_or(""));
        let cages: Vec<Vec<Cell>> = { self.groups.iter() }
            .filter(|group| group.entries.iter().any(|(key, _)| key.starts_with("cage")))
            .flat_map(|group| group.items.iter().map(|item| item.cells.clone()))
            .collect();
        let unknown = { self.groups.iter().zip(&open) }.filter(|(group, open)| group.is_unknown(open));
        let of_group = |group: &Group| {
            let open = unaccounted.iter().map(|index| &*self.sentences[*index].text);
            let sentences: Vec<&str> = open.filter(|text| may_describe(text, &group.name)).collect();
            (group.id, witness.meanings(&group.items, &cages, &sentences))
        };
        let found: Vec<(u32, Vec<Candidate>)> = unknown.map(|(group, _)| of_group(group)).collect();
        let is_unknown = |index: &&usize| self.sentences[**index].mentions.is_empty();
        // A sentence about unknown drawings states no rule of the whole grid.
        let texts: Vec<&str> = { unaccounted.iter().filter(is_unknown) }
            .map(|index| &*self.sentences[*index].text)
            .filter(|text| found.is_empty() || !names_drawing(text))
            .collect();
        let rules = witness.rules(&texts);
        let is_valid = |candidate: &Candidate| self.with_text(&candidate.text).is_ok();
        let found: Vec<_> = { found.into_iter() }
            .map(|(id, candidates)| (id, candidates.into_iter().filter(is_valid).collect::<Vec<_>>()))
            .collect();
        let rules: Vec<Candidate> = rules.into_iter().filter(is_valid).collect();
        for (id, candidates) in found {
            if let Some(group) = self.groups.iter_mut().find(|group| group.id == id) {
                group.candidates.extend(candidates);
                group.candidates.sort_by_key(|candidate| candidate.rank);
            }
        }
        for rule in rules {
            let id = self.groups.len() as u32 + 1;
            let name = format!("rule: {}", rule.name);
            let off = Candidate { name: "no rule".into(), ..decoration() };
            self.groups.push(Group { id, name, items: vec![], entries: vec![], candidates: vec![rule, off] });
        }
    }
}

impl Group {
    /// Returns true if the group has drawings in cells, and the best candidate that the stored solution
    /// satisfies is decoration.
    fn is_unknown(&self, open: &[usize]) -> bool {
        let best = open.first().and_then(|index| self.candidates.get(*index));
        best.is_none_or(|it| it.reason == Reason::Decoration)
            && !self.entries.is_empty()
            && self.items.iter().all(|item| !item.cells.is_empty())
            && (1..=MOST_ITEMS).contains(&self.items.len())
    }
}

/// The stored solution, and random grids to compare with.
struct Witness<'a> {
    board: &'a Board,
    stored: &'a [u8],
    samples: Vec<Vec<u8>>,
    /// The shape and the regions.
    layout: Variant,
    /// Constraint text of the layout.
    text: String,
    /// The numbers in the rules.
    numbers: Vec<i64>,
}

impl<'a> Witness<'a> {
    fn new(certain: &Variant, board: &'a Board, stored: &'a [u8], rules: &str) -> Self {
        let is_layout = |it: &&Constraint| matches!(it.about().role(), Role::Board | Role::Regions);
        let constraints: Vec<Constraint> = certain.constraints().iter().filter(is_layout).cloned().collect();
        let layout = Variant::new(certain.shape(), certain.stated_groups(), constraints);
        let layout = layout.unwrap_or_else(|_| certain.clone());
        let samples = random_grids(&layout);
        Self { board, stored, samples, text: iss::write(&layout), layout, numbers: numbers(rules) }
    }

    /// Returns the meanings of a group with at least the least score, the most surprising one first. A sentence
    /// that may describe the group lowers the score for a meaning with its words and numbers.
    fn meanings(&self, items: &[Item], cages: &[Vec<Cell>], sentences: &[&str]) -> Vec<Candidate> {
        if self.samples.is_empty() {
            return Vec::new();
        }
        let shown = Shown { board: self.board, items, cages, stored: self.stored };
        let wordings: Vec<Wording> = sentences.iter().map(|text| Wording::new(text)).collect();
        let is_worded = |form: &Form| {
            let states = |it: &Wording| {
                form.constant.is_none_or(|number| it.numbers().contains(&number)) && it.supports(&form.name)
            };
            wordings.iter().any(states)
        };
        let holding = |form: Form| match is_worded(&form) {
            true => self.holding(WORDED, Form { tried: form.tried.min(WORDED_FORMS), ..form }, items),
            false => self.holding(SCORE, form, items),
        };
        let mut holding: Vec<Holding> = shown.forms().into_iter().filter_map(holding).collect();
        holding.sort_by(|one, two| two.score.total_cmp(&one.score));
        holding.splice(0..0, holding.first().and_then(|best| self.with_different_digits(best, items)));
        let Some(best) = holding.first() else { return Vec::new() };
        let is_rival = |other: &Holding| {
            best.score - other.score < MARGIN && self.adds_solutions(&best.texts, &other.texts)
        };
        let is_backed = best.form.constant.is_none_or(|number| self.numbers.contains(&number));
        let is_clear = is_backed && !holding[1..].iter().any(is_rival);
        let strong = holding.iter().take_while(|it| best.score - it.score < MARGIN);
        let candidate = |(at, it): (usize, &Holding)| Candidate {
            name: it.form.name.clone(),
            text: it.texts.concat(),
            reason: Reason::Solution,
            rank: if is_clear && at == 0 { BEST } else { RIVAL },
        };
        strong.enumerate().map(candidate).collect()
    }

    /// Returns a meaning with the additional condition that the digits of each member differ, if that is more
    /// surprising.
    fn with_different_digits(&self, best: &Holding, items: &[Item]) -> Option<Holding> {
        if best.texts.len() != items.len() || items.iter().any(|item| item.cells.len() < 2) {
            return None;
        }
        let own = best.texts.iter().zip(items);
        let both = own.map(|(text, item)| text.clone() + &item.text_of("AllDifferent", self.board));
        let texts = Texts::Stated(both.collect());
        let Form { tried, constant, has_number, .. } = best.form;
        let name = format!("{}, and the digits differ", best.form.name);
        let form = Form { name, texts, tried: 2 * tried, constant, has_number };
        self.holding(SCORE, form, items).filter(|both| both.score > best.score + MARGIN)
    }

    /// Returns the form with its score if it holds in the stored solution and is surprising enough.
    fn holding(&self, least: f64, form: Form, items: &[Item]) -> Option<Holding> {
        self.holding_constraints(&form, &form.texts.first(items, self.board)?)?;
        let texts = form.texts.all(items, self.board);
        let constraints = self.holding_constraints(&form, &texts.concat())?;
        let surprise: f64 = constraints.iter().map(|constraint| self.surprise(constraint)).sum();
        let score = surprise - (form.tried.max(1) as f64).log10();
        (score >= least).then_some(Holding { form, texts, score })
    }

    /// Returns the constraints of a text if all hold in the stored solution.
    fn holding_constraints(&self, form: &Form, text: &str) -> Option<Vec<Constraint>> {
        let is_kept = |it: &Constraint| {
            it.check(self.board, self.stored).is_ok() && (!form.has_number || it.number().is_some())
        };
        self.constraints(text).filter(|constraints| constraints.iter().all(is_kept))
    }

    /// Returns the constraints of a text, or `None` if the text is not valid on the board.
    fn constraints(&self, text: &str) -> Option<Vec<Constraint>> {
        let variant = iss::read(&format!("{}{text}", self.text)).ok()?;
        let is_rule = |it: &&Constraint| !matches!(it.about().role(), Role::Board | Role::Regions);
        let is_same = variant.board().cell_count() == self.board.cell_count();
        is_same.then(|| variant.constraints().iter().filter(is_rule).cloned().collect())
    }

    /// Returns the negative decimal logarithm of the probability that a constraint holds by accident.
    fn surprise(&self, constraint: &Constraint) -> f64 {
        let decades = |count: usize| ((self.samples.len() + 1) as f64 / (count + 1) as f64).log10();
        let is_kept = |grid: &&Vec<u8>| constraint.check(self.board, grid).is_ok();
        let count = self.samples.iter().filter(is_kept).count();
        // The meaning of a condition is an automaton, which takes long to build and is not a conjunction.
        if count >= ENOUGH || matches!(constraint, Constraint::Condition(_)) {
            return decades(count);
        }
        // Few samples satisfy a conjunction of many parts.
        let (meaning, range) = (constraint.semantics(self.board), self.board.values());
        let of_part = |part: &Semantics| match part {
            Semantics::Related(related, relation) => {
                related.pairs().into_iter().map(|pair| self.surprise_of_pair(pair, relation)).sum()
            }
            _ => decades(self.samples.iter().filter(|grid| part.holds(grid, range) == Some(true)).count()),
        };
        decades(count).max(meaning.parts().into_iter().map(of_part).sum())
    }

    /// Returns the negative decimal logarithm of the probability that two random digits are related.
    fn surprise_of_pair(&self, (one, two): (Cell, Cell), relation: &Relation) -> f64 {
        let differ = { self.layout.houses().iter() }
            .any(|house| house.cells.contains(&one) && house.cells.contains(&two));
        let values = 0..self.board.values().count();
        let pairs = values.clone().flat_map(|a| values.clone().map(move |b| (a, b)));
        let (mut all, mut kept) = (0_u32, 0_u32);
        for (a, b) in pairs.filter(|(a, b)| !differ || a != b) {
            all += 1;
            kept += u32::from(relation.holds(a, b));
        }
        (f64::from(all.max(1)) / f64::from(kept.max(1))).log10()
    }

    /// Returns rules of the whole grid, at most one for each sentence, the most surprising one first.
    fn rules(&self, sentences: &[&str]) -> Vec<Candidate> {
        if self.samples.is_empty() || sentences.is_empty() {
            return Vec::new();
        }
        let forms = |text: &&str| grid_forms(self.board, self.stored, &text.to_lowercase(), &numbers(text));
        let forms = sentences.iter().flat_map(forms);
        let worded = |text: &&str| {
            let wording = Wording::new(text);
            let forms = family_forms(&text.to_lowercase(), wording.numbers()).into_iter();
            forms.filter(|form| wording.supports(&form.name)).collect::<Vec<_>>()
        };
        let worded = sentences.iter().flat_map(worded).filter_map(|form| self.holding(WORDED, form, &[]));
        let holding = forms.filter_map(|form| self.holding(SCORE, form, &[]));
        let mut holding: Vec<Holding> = holding.chain(worded).collect();
        holding.sort_by(|one, two| two.score.total_cmp(&one.score));
        // Weaker relations of the same cells follow from the best one.
        let cells = |it: &Holding| it.texts[0].splitn(3, '~').nth(2).map(str::to_owned);
        let mut related = BTreeSet::new();
        holding.retain(|it| related.insert(cells(it)));
        let candidate = |it: Holding| Candidate {
            name: it.form.name,
            text: it.texts.concat(),
            reason: Reason::Solution,
            rank: BEST,
        };
        holding.into_iter().take(sentences.len()).map(candidate).collect()
    }

    /// Returns true if some sample satisfies the second form on some member, but not the first one. If there is
    /// none, a solution that is unique with the first form is also unique with the second one.
    fn adds_solutions(&self, one: &[String], two: &[String]) -> bool {
        let constraints = |text: &String| self.constraints(text).unwrap_or_default();
        let holds = |constraints: &[Constraint], grid: &[u8]| {
            constraints.iter().all(|constraint| constraint.check(self.board, grid).is_ok())
        };
        if one.len() != two.len() {
            return true;
        }
        one.iter().zip(two).any(|(one, two)| {
            let (one, two) = (constraints(one), constraints(two));
            self.samples.iter().any(|grid| holds(&two, grid) && !holds(&one, grid))
        })
    }
}
