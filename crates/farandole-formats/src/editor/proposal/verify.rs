//! Checks readings of a proposal: first against the stored solution with the independent checker,
//! then by counting solutions with an engine that the caller provides.
//!
//! Readings are visited in ascending order of the sum of the ranks of their candidates.

use super::model::{Candidate, Group, Proposal, Reason};
use crate::editor::counter::{Counted, Counter};
use crate::editor::meanings::{Choice, Meanings};
use crate::rules_text::{CHANGES_VALUES, MeaningKind, Sentence};
use farandole_puzzle::variant::{Variant, check_grid};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// The bounds of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Maximum number of readings that are counted.
    pub readings: usize,
    /// Maximum number of nodes for one count.
    pub nodes: u64,
}

impl Default for Bounds {
    /// Returns bounds with which most puzzles take a second or two.
    fn default() -> Self {
        Self { readings: 24, nodes: 400_000 }
    }
}

/// The reading that the evidence supports best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The result of the verification.
    pub verdict: Verdict,
    /// The decision for each group.
    pub meanings: Meanings,
    /// The indices in [`Proposal::sentences`] of the sentences that no constraint of the reading accounts for.
    pub unaccounted: Vec<usize>,
    /// Ids of groups that the reading treats as decoration although a sentence describes them.
    pub undecided: Vec<u32>,
    /// Number of candidates that the stored solution contradicts.
    pub struck: usize,
    /// Number of readings that were counted.
    pub counted: usize,
}

/// The result of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// The reading has exactly one solution, the one that the file contains.
    Confirmed,
    /// The reading has exactly one solution, and the file contains no solution for comparison.
    Unique,
    /// The format defines the meaning of every part. The solutions are not counted.
    Typed,
    /// The rules and the styles of the drawings state every meaning. The solutions are not counted,
    /// because this library has written the text, or because there is no engine.
    Stated,
    /// The reading has several solutions, so a rule is missing.
    Several,
    /// No reading has a solution.
    Contradictory,
    /// The reading has one solution, but the file contains another.
    Different,
    /// Two readings have one solution each, and the two solutions differ.
    Ambiguous,
    /// The work limit was reached.
    Undecided,
    /// Neither the rules nor a known style name the meaning of a group, and the file contains no
    /// solution to confirm one.
    Unnamed,
    /// The rules contain words that reverse or replace rules. The text names these words.
    Reversed(&'static str),
    /// The certain parts of the puzzle contradict the stored solution.
    Refuted,
}

impl Verdict {
    /// Returns true if the reading can be used without asking the user.
    pub const fn is_accepted(self) -> bool {
        matches!(self, Self::Confirmed | Self::Unique | Self::Typed | Self::Stated)
    }

    /// Returns true if the rules, the stored solution or another reading contradict the reading, so that it
    /// is probably not the intended one.
    pub(super) const fn is_refuted(self, has_solution: bool) -> bool {
        match self {
            Self::Reversed(_) | Self::Ambiguous | Self::Different | Self::Refuted => true,
            Self::Contradictory => has_solution,
            _ => false,
        }
    }

    /// Returns the reason in words, for a reading that the user has chosen.
    pub const fn reason_of_choice(self) -> &'static str {
        match self {
            Self::Several => "it has several solutions",
            Self::Contradictory => "it has no solution",
            Self::Different => "it has one solution, but another one is stored",
            Self::Unnamed => "neither the rules nor a known style name a group of drawings",
            verdict => verdict.reason(),
        }
    }

    /// Returns the reason in words.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Confirmed => "the reading has exactly one solution, the stored one",
            Self::Unique => {
                "the reading has exactly one solution, but the text contains none to compare with"
            }
            Self::Several => "the most plausible reading has several solutions, so a rule is missing",
            Self::Contradictory => "no reading has a solution",
            Self::Different => "the reading has one solution, but another one is stored",
            Self::Ambiguous => "two readings have one solution each, and these differ",
            Self::Typed => "every part of the puzzle has a type",
            Self::Stated => "the rules and the styles of the drawings state every meaning",
            Self::Undecided => "the search for further solutions was too long",
            Self::Unnamed => "no rule and no known style names a group of drawings",
            Self::Reversed(words) => words,
            Self::Refuted => "the stored solution contradicts the typed parts of the puzzle",
        }
    }
}

impl Proposal {
    /// Searches for a reading that the stored solution confirms. If the file stores no solution,
    /// searches for a reading with exactly one solution.
    pub fn verify(&self, counter: Counter, bounds: &Bounds) -> Verified {
        if self.is_own && self.is_named() {
            return self.verified(Verdict::Stated, &vec![0; self.groups.len()], (0, 0));
        }
        let stored = self.stored_grid();
        let open = self.open_candidates(stored.as_deref());
        let total: usize = self.groups.iter().map(|group| group.candidates.len()).sum();
        let kept: usize = open.iter().map(Vec::len).sum();
        let mut search = Search {
            proposal: self,
            counter,
            bounds,
            stored,
            counted: 0,
            unfinished: 0,
            most: bounds.readings,
        };
        let explained = self.without_abduction(&open);
        let refuted = search.stored.as_ref().is_some_and(|grid| check_grid(&self.certain, grid).is_err());
        let reversed =
            self.sentences.iter().filter(|it| !self.is_modelled(it)).find_map(|it| it.stops_automatic);
        let (verdict, reading) = match (refuted, reversed) {
            (_, Some(words)) => (Verdict::Reversed(words), first_reading(&open)),
            (true, _) => (Verdict::Refuted, first_reading(&open)),
            // A reading that is confirmed without abduction is not replaced.
            _ => match search.best(&explained) {
                (verdict, reading) if verdict.is_accepted() || explained == open => (verdict, reading),
                _ => {
                    search.most = ABDUCED_READINGS;
                    self.guarded(search.best(&open))
                }
            },
        };
        self.verified(verdict, &reading, (total - kept, search.counted))
    }

    /// Returns the result for a reading, with the numbers of candidates that are struck and of
    /// readings that are counted.
    pub(super) fn verified(
        &self,
        verdict: Verdict,
        reading: &[usize],
        (struck, counted): (usize, usize),
    ) -> Verified {
        let choices = self.groups.iter().zip(reading);
        let meanings = Meanings {
            choices: choices.map(|(group, index)| (group.id, Choice::Candidate(*index))).collect(),
            ..Meanings::default()
        };
        let (unaccounted, undecided) = self.accounts(&meanings);
        Verified { verdict, meanings, unaccounted, undecided, struck, counted }
    }

    /// Returns the verdict on the most plausible reading if it follows without counting solutions.
    pub(super) fn uncounted(&self) -> Option<Verdict> {
        if self.groups.is_empty() && self.solution.is_none() && self.is_stated() {
            return Some(Verdict::Typed);
        }
        (self.is_own && self.is_named()).then_some(Verdict::Stated)
    }

    /// Returns true if the text itself states the most plausible meaning of each group.
    fn is_named(&self) -> bool {
        self.doubts.is_empty()
            && self.groups.iter().all(|group| group.candidates.first().is_some_and(Candidate::is_named))
            && self.sentences.iter().all(|sentence| sentence.stops_automatic.is_none())
    }

    /// Returns true if the text itself states the most plausible meaning of each group, and no
    /// sentence is left over.
    pub(super) fn is_stated(&self) -> bool {
        let (unaccounted, undecided) = self.accounts(&Meanings::default());
        self.is_named() && unaccounted.is_empty() && undecided.is_empty()
    }

    /// Returns true if the puzzle has the negators that a sentence describes, and a stored solution
    /// to confirm them.
    fn is_modelled(&self, sentence: &Sentence) -> bool {
        let names = |kinds: fn(&MeaningKind) -> bool| sentence.mentions.iter().any(|it| kinds(&it.kind));
        let is_other = |kind: &MeaningKind| {
            let is_named = matches!(kind, MeaningKind::Kind("Doublers" | "Snake" | "Loop"));
            is_named || matches!(kind, MeaningKind::Numbers(_) | MeaningKind::Unsupported(_))
        };
        sentence.stops_automatic == Some(CHANGES_VALUES)
            && names(|kind| *kind == MeaningKind::Negators)
            && !names(is_other)
            && self.certain.constraints().iter().any(|it| it.name() == "Negators")
            && self.stored_grid().is_some()
    }

    /// Returns a verdict on a reading with meanings that follow from the stored solution alone. They confirm
    /// nothing if the reading ignores drawings that a sentence describes.
    fn guarded(&self, (verdict, reading): (Verdict, Vec<usize>)) -> (Verdict, Vec<usize>) {
        let ignores = !self.verified(verdict, &reading, (0, 0)).undecided.is_empty();
        (if verdict == Verdict::Confirmed && ignores { Verdict::Unnamed } else { verdict }, reading)
    }

    /// Returns the candidates of each group that do not follow from the stored solution alone.
    fn without_abduction(&self, open: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let of_group = |(group, open): (&Group, &Vec<usize>)| {
            let is_explained = |index: &&usize| group.candidates[**index].reason != Reason::Solution;
            open.iter().filter(is_explained).copied().collect()
        };
        self.groups.iter().zip(open).map(of_group).collect()
    }

    /// Returns the stored solution if it is complete.
    pub(super) fn stored_grid(&self) -> Option<Vec<u8>> {
        self.solution.as_ref()?.iter().copied().collect()
    }

    /// Returns the candidates of each group that the stored solution satisfies, by index.
    pub(super) fn open_candidates(&self, stored: Option<&[u8]>) -> Vec<Vec<usize>> {
        let is_kept = |candidate: &Candidate, grid: &[u8]| {
            self.with_text(&candidate.text).is_ok_and(|variant| !breaks(&variant, &self.certain, grid))
        };
        let is_open = |candidate: &Candidate| stored.is_none_or(|grid| is_kept(candidate, grid));
        let of_group = |candidates: &[Candidate]| {
            (0..candidates.len()).filter(|index| is_open(&candidates[*index])).collect()
        };
        self.groups.iter().map(|group| of_group(&group.candidates)).collect()
    }
}

/// Returns true if a grid satisfies `certain` but not the variant that extends it.
fn breaks(variant: &Variant, certain: &Variant, grid: &[u8]) -> bool {
    check_grid(variant, grid).is_err() && check_grid(certain, grid).is_ok()
}

/// Returns the first open candidate of each group.
fn first_reading(open: &[Vec<usize>]) -> Vec<usize> {
    open.iter().map(|indices| indices.first().copied().unwrap_or(0)).collect()
}

/// Maximum number of readings with meanings that follow from the stored solution alone. The first one contains
/// the most surprising meaning of each group.
const ABDUCED_READINGS: usize = 4;

struct Search<'a> {
    proposal: &'a Proposal,
    counter: Counter,
    bounds: &'a Bounds,
    stored: Option<Vec<u8>>,
    counted: usize,
    /// Maximum number of readings of the next search.
    most: usize,
    /// Number of counts that reached their limit.
    unfinished: usize,
}

impl Search<'_> {
    /// Visits readings best first. Returns the verdict on the first accepted reading or, if there
    /// is none, on the first reading.
    fn best(&mut self, open: &[Vec<usize>]) -> (Verdict, Vec<usize>) {
        let most = self.counted + self.most;
        self.unfinished = 0;
        let mut first = None;
        let mut unique: Option<(Vec<usize>, Vec<u8>)> = None;
        for reading in Readings::new(self.proposal, open) {
            let is_contradictory = matches!(first, Some((Verdict::Contradictory, _)));
            // A count that reaches its limit takes longer than all others together.
            if self.counted == most || self.unfinished > 1 {
                break;
            }
            // Uniqueness is weak evidence for a meaning that neither rules nor styles name. A rule
            // without drawings is dropped only if it contradicts the rest.
            let is_named = self.is_named(&reading, is_contradictory);
            let is_rival = |it: &Candidate| it.reason == Reason::Solution && !it.is_named();
            if !is_named && self.stored.is_none() || self.chosen(&reading).any(is_rival) {
                first.get_or_insert((Verdict::Unnamed, reading));
                continue;
            }
            let verdict = match (self.count(&reading), &self.stored) {
                (Counted::One(grid), Some(stored)) if grid == *stored => {
                    return (Verdict::Confirmed, reading);
                }
                (Counted::One(_), Some(_)) => Verdict::Different,
                (Counted::One(grid), None) => match &unique {
                    Some((_, other)) if *other != grid => return (Verdict::Ambiguous, reading),
                    Some(_) => Verdict::Unique,
                    None => {
                        unique = Some((reading.clone(), grid));
                        Verdict::Unique
                    }
                },
                (Counted::None, _) => Verdict::Contradictory,
                (Counted::Several, _) => Verdict::Several,
                (Counted::Undecided, _) => Verdict::Undecided,
            };
            if first.is_none() || is_contradictory && verdict != Verdict::Contradictory {
                first = Some((verdict, reading));
            }
        }
        match unique {
            Some((reading, grid)) if self.agrees(&grid) => (Verdict::Unique, reading),
            Some((reading, _)) => (Verdict::Different, reading),
            None => first.unwrap_or((Verdict::Contradictory, first_reading(open))),
        }
    }

    /// Returns true if a grid agrees with a partial stored solution.
    fn agrees(&self, grid: &[u8]) -> bool {
        let stored = self.proposal.solution.iter().flatten();
        stored.zip(grid).all(|(stored, digit)| stored.is_none_or(|stored| stored == *digit))
    }

    /// Returns true if rules or styles name every meaning of the reading, except those of rules
    /// without drawings if `drops_rules`.
    fn is_named(&self, reading: &[usize], drops_rules: bool) -> bool {
        let groups = self.proposal.groups.iter().zip(reading);
        { groups }.all(|(group, index)| {
            drops_rules && group.entries.is_empty()
                || group.candidates.get(*index).is_none_or(Candidate::is_named)
        })
    }

    fn chosen<'a>(&'a self, reading: &'a [usize]) -> impl Iterator<Item = &'a Candidate> {
        self.proposal.groups.iter().zip(reading).filter_map(|(group, index)| group.candidates.get(*index))
    }

    fn count(&mut self, reading: &[usize]) -> Counted {
        let text: String = self.chosen(reading).map(|candidate| candidate.text.as_str()).collect();
        self.counted += 1;
        match self.proposal.with_text(&text) {
            Ok(variant) => {
                let counted = (self.counter.0)(&variant, nodes_for(&variant, self.bounds.nodes));
                self.unfinished += usize::from(counted == Counted::Undecided);
                counted
            }
            Err(_) => Counted::None,
        }
    }
}

/// Returns the maximum work for a variant. Extra cells increase both the time per node and the
/// number of nodes, so the bound decreases with the square of their share.
pub(super) fn nodes_for(variant: &Variant, nodes: u64) -> u64 {
    let board = variant.board();
    let (grid, all) = (board.grid_count() as u64, board.cell_count() as u64);
    (nodes * grid * grid / (all * all).max(1)).max(1)
}

/// The readings of a proposal in the order of the sum of the ranks.
struct Readings<'a> {
    proposal: &'a Proposal,
    open: &'a [Vec<usize>],
    /// Readings as pairs: the sum of the ranks, and for each group the index in its list of `open`.
    queue: BinaryHeap<Reverse<(u32, Vec<usize>)>>,
    met: BTreeSet<Vec<usize>>,
}

impl<'a> Readings<'a> {
    fn new(proposal: &'a Proposal, open: &'a [Vec<usize>]) -> Self {
        let mut readings = Self { proposal, open, queue: BinaryHeap::new(), met: BTreeSet::new() };
        // A group without an open candidate has no reading.
        if open.iter().all(|indices| !indices.is_empty()) {
            readings.push(vec![0; open.len()]);
        }
        readings
    }

    fn push(&mut self, positions: Vec<usize>) {
        if self.met.insert(positions.clone()) {
            let ranks = self.indices(&positions).into_iter().zip(&self.proposal.groups);
            let sum = ranks.map(|(index, group)| group.candidates[index].rank).sum();
            self.queue.push(Reverse((sum, positions)));
        }
    }

    fn indices(&self, positions: &[usize]) -> Vec<usize> {
        positions.iter().zip(self.open).map(|(position, indices)| indices[*position]).collect()
    }
}

impl Iterator for Readings<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let Reverse((_, positions)) = self.queue.pop()?;
        for place in 0..positions.len() {
            if positions[place] + 1 < self.open[place].len() {
                let mut next = positions.clone();
                next[place] += 1;
                self.push(next);
            }
        }
        Some(self.indices(&positions))
    }
}
