//! Prefilter: selects the assumptions and alternatives for the exact search.
//!
//! The exact search stops at the first contradiction of an assumption, so all consequences that it
//! reaches are part of the closure. If two closures have no common element, the exact search finds
//! no common consequence.

use super::batch_closure::{BatchClosure, Seed, Units, transpose_rows};
use super::implication_run::ImplicationRun;
use super::level::Level;
use super::link_closure::LinkClosure;
use super::links::{Links, strong_links};
use super::rows::{Row, for_each, has, meet, or};
use crate::model::Marks;
use crate::model::tables::bits;

/// A filter that decides which searches may be skipped. All results may be false positives.
pub(super) trait Prefilter {
    /// Returns the candidates that may contradict themselves. They are searched first.
    fn refuted(&self) -> Vec<usize>;
    /// Returns true if the candidate, assumed true, may lead to a contradiction.
    fn refutes(&self, candidate: usize) -> bool;
    /// Returns true if the candidate, assumed false, may lead to a contradiction.
    fn proves(&self, candidate: usize) -> bool;
    /// Returns true if the candidate may have the same consequence whether it is true or false.
    fn decides(&self, candidate: usize) -> bool;
    /// Returns true if all of these candidates may have a consequence in common.
    fn share(&self, candidates: &[usize]) -> bool;
    /// Replaces the closure of a candidate by the result of an exact search.
    fn learn(&mut self, candidate: usize, run: &ImplicationRun);
}

/// A prefilter that skips nothing, but searches the given candidates first.
pub(super) struct Unfiltered {
    pub(super) first: Vec<usize>,
}

impl Prefilter for Unfiltered {
    fn refuted(&self) -> Vec<usize> {
        self.first.clone()
    }
    fn refutes(&self, _: usize) -> bool {
        true
    }
    fn proves(&self, _: usize) -> bool {
        true
    }
    fn decides(&self, _: usize) -> bool {
        true
    }
    fn share(&self, _: &[usize]) -> bool {
        true
    }
    fn learn(&mut self, _: usize, _: &ImplicationRun) {}
}

/// A prefilter that skips all searches excluded by the closures of a state.
pub(super) struct ClosureFilter<const W: usize> {
    closure: LinkClosure<W>,
    if_on: BatchClosure<W>,
    if_off: BatchClosure<W>,
    candidates: Vec<u16>,
    numbers: Box<[u16; 729]>,
    refuted: Row<W>,
    proved: Row<W>,
    decided: Row<W>,
    /// For each candidate, the candidates that are true (`on`) and false (`off`) if it is true.
    on: Vec<Row<W>>,
    off: Vec<Row<W>>,
    /// The state from whose links the rows were computed.
    linked: Option<Box<Marks>>,
}

impl<const W: usize> Default for ClosureFilter<W> {
    fn default() -> Self {
        Self {
            closure: LinkClosure::default(),
            if_on: BatchClosure::default(),
            if_off: BatchClosure::default(),
            candidates: Vec::new(),
            numbers: Box::new([0; 729]),
            refuted: [0; W],
            proved: [0; W],
            decided: [0; W],
            on: Vec::new(),
            off: Vec::new(),
            linked: None,
        }
    }
}

impl<const W: usize> ClosureFilter<W> {
    /// Computes the closures of a state with at most `64 * W` candidates, for a level without
    /// nested techniques.
    pub(super) fn build(&mut self, marks: &Marks, level: Level) {
        self.number_candidates(marks);
        (self.refuted, self.proved, self.decided) = ([0; W], [0; W], [0; W]);
        let linked = self.linked.take();
        if level == Level::Multiple {
            self.link(marks);
            self.linked = Some(Box::new(*marks));
            return;
        }
        let units = if level == Level::Nishio { Units::Houses } else { Units::All };
        if level == Level::Nishio {
            self.if_on.build(marks, Seed::On, units, &[u64::MAX; W]);
        } else {
            if linked.is_none_or(|linked| *linked != *marks) {
                self.link(marks);
            }
            self.if_on.extend(marks, units, &self.on, &self.off);
        }
        self.refuted = self.if_on.conflict;
        transpose_rows(&self.if_on.on, &mut self.on);
        transpose_rows(&self.if_on.off, &mut self.off);
        // A false candidate leaves some candidates as the last of a cell or house. If there is one,
        // the consequences are those of this candidate. If there are several, their joint
        // consequences must be computed.
        let links = if level == Level::Nishio { Links::Houses } else { Links::Both };
        let mut several = [0; W];
        for number in 0..self.candidates.len() {
            let bit = 1 << (number % 64);
            let (mut partner, mut count) = (0, 0);
            strong_links(marks, self.candidates[number], links, |other, _| {
                (partner, count) = (self.numbers[other as usize] as usize, count + 1);
            });
            match count {
                0 => {}
                1 if has(&self.refuted, partner) => self.proved[number / 64] |= bit,
                1 => {
                    let shared = meet(&self.on[number], &self.on[partner])
                        || meet(&self.off[number], &self.off[partner]);
                    self.decided[number / 64] |= if shared { bit } else { 0 };
                }
                _ => several[number / 64] |= bit,
            }
        }
        if several != [0; W] {
            self.if_off.build(marks, Seed::Off, units, &several);
            or(&mut self.proved, &self.if_off.conflict);
            let (on, off) =
                (self.if_on.on.iter().zip(&self.if_off.on), self.if_on.off.iter().zip(&self.if_off.off));
            for (one, other) in on.chain(off) {
                (0..W).for_each(|word| self.decided[word] |= one[word] & other[word]);
            }
        }
        for (decided, (refuted, proved)) in self.decided.iter_mut().zip(self.refuted.iter().zip(&self.proved))
        {
            *decided |= refuted | proved;
        }
        self.admit_refuted();
    }

    /// Adds all consequences to refuted candidates, because a refuted case agrees with every
    /// conclusion of the other cases.
    fn admit_refuted(&mut self) {
        for number in 0..self.candidates.len() {
            if has(&self.refuted, number) {
                (self.on[number], self.off[number]) = ([u64::MAX; W], [u64::MAX; W]);
            }
        }
    }

    /// Numbers the candidates in row-major order.
    fn number_candidates(&mut self, marks: &Marks) {
        self.candidates.clear();
        for cell in 0..81 {
            for digit in bits(marks.cand[cell]) {
                self.numbers[cell * 9 + digit] = self.candidates.len() as u16;
                self.candidates.push((cell * 9 + digit) as u16);
            }
        }
    }

    /// Computes the consequences along the current links.
    fn link(&mut self, marks: &Marks) {
        self.closure.build(marks, Links::Both, |digits| digits);
        core::mem::swap(&mut self.on, &mut self.closure.on);
        core::mem::swap(&mut self.off, &mut self.closure.off);
        for number in 0..self.candidates.len() {
            self.on[number][number / 64] |= 1 << (number % 64);
            self.refuted[number / 64] |= u64::from(has(&self.off[number], number)) << (number % 64);
        }
    }

    fn number(&self, candidate: usize) -> usize {
        self.numbers[candidate] as usize
    }
}

impl<const W: usize> Prefilter for ClosureFilter<W> {
    fn refuted(&self) -> Vec<usize> {
        let mut out = Vec::new();
        for_each(&self.refuted, |number| out.push(self.candidates[number] as usize));
        out
    }

    fn refutes(&self, candidate: usize) -> bool {
        has(&self.refuted, self.number(candidate))
    }

    fn proves(&self, candidate: usize) -> bool {
        has(&self.proved, self.number(candidate))
    }

    fn decides(&self, candidate: usize) -> bool {
        has(&self.decided, self.number(candidate))
    }

    fn share(&self, candidates: &[usize]) -> bool {
        let (mut on, mut off) = ([u64::MAX; W], [u64::MAX; W]);
        for candidate in candidates {
            let number = self.number(*candidate);
            for word in 0..W {
                on[word] &= self.on[number][word];
                off[word] &= self.off[number][word];
            }
        }
        on.iter().chain(&off).any(|word| *word != 0)
    }

    fn learn(&mut self, candidate: usize, run: &ImplicationRun) {
        let number = self.number(candidate);
        let (mut on, mut off) = ([0; W], [0; W]);
        for node in &run.nodes[..run.len] {
            let other = self.number((node.lit / 2) as usize);
            let set = if node.lit & 1 == 1 { &mut on } else { &mut off };
            set[other / 64] |= 1 << (other % 64);
        }
        if let (Some(known_on), Some(known_off)) = (self.on.get_mut(number), self.off.get_mut(number)) {
            (*known_on, *known_off) = (on, off);
        }
    }
}

/// Prefilters for states with up to 256, 384 and 768 candidates, each created on first use.
#[derive(Default)]
pub(super) struct Prefilters {
    pub(super) small: Option<Box<ClosureFilter<4>>>,
    pub(super) middle: Option<Box<ClosureFilter<6>>>,
    pub(super) large: Option<Box<ClosureFilter<12>>>,
}
