//! Chains and nets in words: one paragraph per assumption, with the house or cell that forces each
//! digit.
//!
//! A paragraph names only the forced digits, because readers see which candidates these exclude.
//! `(row 1)` after a digit means that its cell is the last one for it in row 1, and `(cell)` that
//! it is the last candidate of its cell. An elimination is named if another technique makes it. The
//! reasoning of that technique is omitted unless all levels are requested.

use crate::grammar::{house, join, of_cell, says};
use crate::lookup;
use crate::model::tables::{CELLS, HOUSES, PEER_SETS};
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, State};

/// Maximum number of characters in a line of a paragraph.
const WIDTH: usize = 110;

/// The treatment of techniques inside nested chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Nesting {
    /// Only the names of the techniques.
    #[default]
    Folded,
    /// The techniques with their reasons, at all levels.
    Full,
}

/// Renders the chains of a deduction, each line with this indentation. Assumptions that cover all
/// cases end in the same conclusion; a single one ends in a contradiction.
pub(super) fn branches(
    state: &State,
    deduction: &Deduction,
    depth: usize,
    nesting: Nesting,
    text: &mut String,
) {
    let mut groups: Vec<(Assertion, Vec<&Chain>)> = Vec::new();
    for chain in &deduction.chains {
        let Some(first) = chain.first() else { continue };
        match groups.iter_mut().find(|(assumption, _)| *assumption == first.assertion) {
            Some((_, chains)) => chains.push(chain),
            None => groups.push((first.assertion, vec![chain])),
        }
    }
    let is_contradiction = groups.len() == 1;
    for (assumption, chains) in &groups {
        let mut branch = Branch::new(state, *assumption);
        chains.iter().for_each(|chain| branch.follow(chain, is_contradiction));
        let start = if is_contradiction { "Suppose" } else { "If" };
        let end = if is_contradiction { branch.contradiction(chains) } else { branch.conclusion(chains) };
        let mut words = format!("{start} {}", says(*assumption));
        let told = branch.told.iter().map(|(words, _)| words.clone()).collect::<Vec<_>>().join(", ");
        words += match (is_contradiction, told.is_empty()) {
            (true, false) => ". Then ",
            (true, true) => ".",
            (false, false) => ", then ",
            (false, true) => "",
        };
        words += &told;
        words += &end;
        wrap(&words, depth, text);
        if nesting == Nesting::Full {
            branch.nested(depth, text);
        }
    }
}

/// Appends words as lines of limited width.
pub(super) fn wrap(words: &str, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let mut width = 0;
    for word in words.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        }
        *text += if width == 0 { &indent } else { " " };
        width += length + if width == 0 { indent.len() } else { 1 };
        *text += word;
    }
    text.push('\n');
}

/// The consequences of one assumption.
struct Branch<'a> {
    state: &'a State,
    assumption: Assertion,
    /// The assertions known so far.
    known: Vec<Assertion>,
    /// The assertions named so far, in words, each with the deduction that is its reason, if there
    /// is one.
    told: Vec<(String, Option<(State, &'a Deduction)>)>,
}

impl<'a> Branch<'a> {
    fn new(state: &'a State, assumption: Assertion) -> Self {
        Self { state, assumption, known: vec![assumption], told: Vec::new() }
    }

    /// Adds the assertions of a chain. The conclusion of a case is not named here.
    fn follow(&mut self, chain: &'a Chain, is_contradiction: bool) {
        for (place, inference) in chain.iter().enumerate() {
            let Inference { assertion, premises, reason } = inference;
            if self.known.contains(assertion) {
                continue;
            }
            let is_end = place + 1 == chain.len() && !is_contradiction;
            self.known.push(*assertion);
            match reason {
                Some(reason) => {
                    let mut inside = self.state.clone();
                    premises.iter().for_each(|it| inside.remove(chain[usize::from(*it)].assertion.candidate));
                    let by = reason.technique.title().to_lowercase();
                    let words = format!("{} (by {by})", says(*assertion));
                    self.told.push((words, Some((inside, reason))));
                }
                None if assertion.on && !is_end => {
                    let words = format!("{} ({})", says(*assertion), self.place(chain, place));
                    self.told.push((words, None));
                }
                None => {}
            }
        }
    }

    /// Returns the house in which an assertion is the last candidate for its digit, or `cell`.
    fn place(&self, chain: &Chain, place: usize) -> String {
        let Inference { assertion, premises, .. } = &chain[place];
        let target = assertion.candidate;
        let excluded = |candidate: Candidate| {
            candidate == target
                || premises
                    .iter()
                    .any(|premise| chain[usize::from(*premise)].assertion.candidate == candidate)
        };
        let has = |it: &Candidate| self.state.candidates(it.cell()) >> (it.digit() - 1) & 1 == 1;
        let in_cell = (1..=9).filter_map(|digit| Candidate::new(target.cell(), digit)).filter(has);
        if in_cell.into_iter().all(excluded) {
            return "cell".to_owned();
        }
        let [row, col, box_idx] = HOUSES[target.cell()];
        let only = [box_idx, row, col].into_iter().find(|in_house| {
            let cells = CELLS[usize::from(*in_house)].iter().map(|cell| usize::from(*cell));
            cells.filter_map(|cell| Candidate::new(cell, target.digit())).filter(has).all(excluded)
        });
        only.map_or_else(|| "cell".to_owned(), house)
    }

    /// Ends a branch whose assumption is impossible.
    fn contradiction(&self, chains: &[&Chain]) -> String {
        let clash = self.known.iter().find(|it| !it.on && self.known.contains(&it.not()));
        let so = format!("So {}.", says(self.assumption.not()));
        let start = if self.told.is_empty() { " " } else { ". " };
        if let Some(clash) = clash {
            let by = chains.iter().flat_map(|chain| chain.iter().map(move |it| (*chain, it)));
            let by = by.filter(|(_, it)| it.assertion == *clash && it.reason.is_none());
            let premises = by.flat_map(|(chain, inference)| {
                inference.premises.iter().map(|premise| chain[usize::from(*premise)].assertion)
            });
            let by = premises.into_iter().find(|it| it.on).map(|it| it.candidate);
            return match by {
                Some(by) => format!("{start}But {}. {so}", exclusive(by, clash.candidate)),
                // The paragraph has named both assertions.
                None => format!("{start}{so}"),
            };
        }
        let is_off = |it: Candidate| self.known.contains(&Assertion { candidate: it, on: false });
        format!("{start}Then {}. {so}", self.empty(is_off))
    }

    /// Names the cell without candidates, or the digit without candidates in a house.
    fn empty(&self, is_off: impl Fn(Candidate) -> bool) -> String {
        let has = |it: &Candidate| self.state.candidates(it.cell()) >> (it.digit() - 1) & 1 == 1;
        let without =
            |candidates: &[Candidate]| !candidates.is_empty() && candidates.iter().all(|it| is_off(*it));
        for cell in 0..81 {
            let all: Vec<Candidate> = (1..=9).filter_map(|it| Candidate::new(cell, it)).filter(has).collect();
            if without(&all) {
                return format!("{} has no candidate left", of_cell(all[0]));
            }
        }
        for (in_house, cells) in (0..).zip(CELLS) {
            for digit in 1..=9 {
                let all =
                    cells.iter().filter_map(|cell| Candidate::new(usize::from(*cell), digit)).filter(has);
                let all: Vec<Candidate> = all.collect();
                if without(&all) {
                    return format!("{} has no place for {digit}", house(in_house));
                }
            }
        }
        "this is impossible".to_owned()
    }

    /// Ends a case with the conclusion that all cases share.
    fn conclusion(&self, chains: &[&Chain]) -> String {
        let Some(last) = chains.last().and_then(|chain| chain.last()) else { return String::new() };
        let start = if self.told.is_empty() { ", then " } else { ", so " };
        if last.assertion == self.assumption {
            return ", this holds already.".to_owned();
        }
        let told = says(last.assertion);
        // The technique that gives the conclusion is already named.
        if last.reason.is_some() {
            return ".".to_owned();
        }
        if last.assertion.on {
            let chain = chains[chains.len() - 1];
            return format!("{start}{told} ({}).", self.place(chain, chain.len() - 1));
        }
        format!("{start}{told}.")
    }

    /// Appends the reasoning of the techniques that the branch uses.
    fn nested(&self, depth: usize, text: &mut String) {
        for (words, inside) in &self.told {
            let Some((inside, reason)) = inside else { continue };
            wrap(&format!("{words}:"), depth + 1, text);
            if reason.chains.is_empty() {
                wrap(&lookup::why(inside, reason), depth + 2, text);
            }
            branches(inside, reason, depth + 2, Nesting::Full, text);
        }
    }
}

/// States that two candidates exclude each other.
fn exclusive(one: Candidate, other: Candidate) -> String {
    let [first, second] = [one.cell().min(other.cell()), one.cell().max(other.cell())];
    if one.cell() == other.cell() {
        let digits = [one.digit().min(other.digit()), one.digit().max(other.digit())];
        return format!("{} cannot be both {} and {}", of_cell(one), digits[0], digits[1]);
    }
    debug_assert!(PEER_SETS[first] >> second & 1 == 1);
    let cells = [first, second].map(|cell| crate::grammar::cell(cell as u8));
    format!("{} cannot both be {}", join(cells, "and"), one.digit())
}
