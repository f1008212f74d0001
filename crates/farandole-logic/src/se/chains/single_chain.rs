//! Single chains: bidirectional cycles, and chains from a candidate to its own negation.
//!
//! Link closures determine which candidates are on such chains. An exact search from these
//! candidates finds the chains.

use super::found::Found;
use super::level::Meter;
use super::link_closure::LinkClosure;
use super::links::Links;
use super::rows::{Row, for_each, has, or};
use super::single_search::{Goal, SingleSearch};
use crate::model::tables::{PEER_SETS, count, is_pair};
use crate::model::{Marks, Technique};
use crate::patterns::templates::OffTemplate;
use crate::se::difficulty::surcharge;

/// The closures of a state: all links, the links of each digit, and the links of bivalue cells.
#[derive(Default)]
struct Tables<const W: usize> {
    both: Part<W>,
    digits: [Part<2>; 9],
    cells: Part<4>,
}

/// A closure with the candidates that imply their own negation if true (`refuted`) or if false
/// (`proved`).
struct Part<const W: usize> {
    closure: LinkClosure<W>,
    refuted: Row<W>,
    proved: Row<W>,
    /// The candidates on cycles that may have eliminations.
    cyclic: Row<W>,
}

impl<const W: usize> Default for Part<W> {
    fn default() -> Self {
        Self { closure: LinkClosure::default(), refuted: [0; W], proved: [0; W], cyclic: [0; W] }
    }
}

impl<const W: usize> Part<W> {
    /// Builds the closure. Returns true if some candidate implies its own negation.
    fn build(&mut self, marks: &Marks, links: Links, of: impl Fn(u16) -> u16) -> bool {
        self.closure.build(marks, links, of);
        (self.refuted, self.proved) = ([0; W], [0; W]);
        for number in 0..self.closure.candidates.len() {
            let bit = 1 << (number % 64);
            self.refuted[number / 64] |= if self.closure.refutes_itself(number) { bit } else { 0 };
            self.proved[number / 64] |= if self.closure.proves_itself(number) { bit } else { 0 };
        }
        self.refuted != [0; W] || self.proved != [0; W]
    }

    /// Returns the candidates that, assumed true, imply that they are false.
    fn refuted(&self) -> impl Iterator<Item = u16> {
        let all = self.closure.candidates.iter().enumerate();
        all.filter(|(number, _)| has(&self.refuted, *number)).map(|(_, candidate)| *candidate)
    }

    /// Finds the components with cycles that may eliminate one of these candidates.
    ///
    /// A candidate that a cycle eliminates implies its own negation. It sees two candidates of the
    /// same digit on the cycle: one that is true in one direction, and one that is false. The first
    /// is in the component. The second has a weak link from the component and a strong link back.
    fn find_cyclic(&mut self, refuted: &[u16]) {
        self.cyclic = [0; W];
        let mut seen = [0; W];
        for number in 0..self.closure.candidates.len() {
            let component = self.closure.component[number];
            if component == [0; W] || has(&seen, number) {
                continue;
            }
            or(&mut seen, &component);
            let (mut from, mut back) = ([0; W], [0; W]);
            let (mut true_cells, mut false_cells) = ([0_u128; 9], [0_u128; 9]);
            for_each(&component, |member| {
                or(&mut from, &self.closure.weak[member]);
                or(&mut back, &self.closure.strong[member]);
                let candidate = self.closure.candidates[member] as usize;
                true_cells[candidate % 9] |= 1 << (candidate / 9);
            });
            (0..W).for_each(|word| from[word] &= back[word]);
            for_each(&from, |member| {
                let candidate = self.closure.candidates[member] as usize;
                false_cells[candidate % 9] |= 1 << (candidate / 9);
            });
            let eliminates = |candidate: &u16| {
                let (digit, seen) = (*candidate as usize % 9, PEER_SETS[*candidate as usize / 9]);
                seen & true_cells[digit] != 0 && seen & false_cells[digit] != 0
            };
            if refuted.iter().any(eliminates) {
                or(&mut self.cyclic, &component);
            }
        }
    }
}

/// The search for single chains.
#[derive(Default)]
pub(super) struct SingleChains {
    small: Option<Box<Tables<4>>>,
    middle: Option<Box<Tables<6>>>,
    large: Option<Box<Tables<12>>>,
    passes: Passes,
}

/// The passes over a state: links of one digit, links of bivalue cells, and links of both kinds.
#[derive(Default)]
struct Passes {
    exact: SingleSearch,
    off_template: OffTemplate,
}

/// The start of an exact search: the candidate, the index of its part of the tables, and its number
/// in that part.
type Start = (u16, u8, u16);

impl SingleChains {
    /// Returns the chain that the scale prefers.
    pub(super) fn best(&mut self, marks: &Marks, meter: &mut Meter<'_>) -> Option<Found> {
        self.search(marks, false, meter);
        let found = &mut self.passes.exact.found;
        let rank = |found: &Found| (rating(found), found.complexity, found.key());
        let best = found
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| rank(a).partial_cmp(&rank(b)).unwrap_or(core::cmp::Ordering::Equal))?
            .0;
        Some(found.swap_remove(best))
    }

    /// Returns all chains, in the order of the scale.
    pub(super) fn all(&mut self, marks: &Marks, meter: &mut Meter<'_>) -> Vec<Found> {
        self.search(marks, true, meter);
        let mut found = core::mem::take(&mut self.passes.exact.found);
        found.sort_by(|a, b| {
            let rank = |found: &Found| (rating(found), found.complexity, found.key());
            rank(a).partial_cmp(&rank(b)).unwrap_or(core::cmp::Ordering::Equal)
        });
        found
    }

    /// Returns true if the links of a single digit may decide a candidate. This requires a
    /// candidate that is on no template of its digit.
    pub(super) fn may_decide(&mut self, marks: &Marks) -> bool {
        self.passes.off_template.of(marks) != 0
    }

    fn search(&mut self, marks: &Marks, all: bool, meter: &mut Meter<'_>) {
        self.passes.exact.found.clear();
        match marks.cand.iter().map(|digits| digits.count_ones()).sum::<u32>() {
            ..=256 => self.passes.search(self.small.get_or_insert_default(), marks, all, meter),
            257..=384 => self.passes.search(self.middle.get_or_insert_default(), marks, all, meter),
            _ => self.passes.search(self.large.get_or_insert_default(), marks, all, meter),
        }
    }
}

impl Passes {
    fn search<const W: usize>(
        &mut self,
        tables: &mut Tables<W>,
        marks: &Marks,
        all: bool,
        meter: &mut Meter<'_>,
    ) {
        let Tables { both, digits, cells } = tables;
        meter.spend(marks.cand.iter().map(|digits| count(*digits)).sum());
        let mut refuted = Vec::new();
        let off_template = self.off_template.of(marks);
        for (digit, part) in digits.iter_mut().enumerate() {
            // Links of one digit can only decide candidates that are on none of its templates.
            if off_template >> digit & 1 == 0 {
                part.closure.clear();
            } else if part.build(marks, Links::Houses, |digits| digits & 1 << digit) {
                refuted.extend(part.refuted());
            }
        }
        let goal = Goal { marks, links: Links::Houses, all, bound: u32::MAX };
        self.pass(digits, &refuted, goal, meter);
        // Cycles of two or three cells are naked pairs and XY-wings, which precede chains. The smallest
        // remaining cycles have eight assertions. Chains with both kinds of links have a difficulty of at least
        // 7.0.
        let first = self.cycle_bound();
        if !all && first <= 8 && self.exact.found.iter().any(|found| rating(found) < 7.0) {
            return;
        }
        if !both.build(marks, Links::Both, |digits| digits) {
            return;
        }
        let refuted: Vec<u16> = both.refuted().collect();
        if all || first > 8 {
            let bivalue = |digits: u16| if is_pair(digits) { digits } else { 0 };
            cells.build(marks, Links::Cells, bivalue);
            let goal = Goal { marks, links: Links::Cells, all, bound: u32::MAX };
            self.pass(core::slice::from_mut(cells), &refuted, goal, meter);
        }
        if all || self.exact.found.iter().all(|found| rating(found) >= 7.0) {
            let goal = Goal { marks, links: Links::Both, all, bound: u32::MAX };
            self.pass(core::slice::from_mut(both), &refuted, goal, meter);
        }
    }

    /// Searches for the chains with one kind of links. No link connects two parts.
    fn pass<const W: usize>(
        &mut self,
        parts: &mut [Part<W>],
        refuted: &[u16],
        goal: Goal<'_>,
        meter: &mut Meter<'_>,
    ) {
        let Goal { links, all, .. } = goal;
        let starts = self.starts(parts, refuted, goal);
        let mut levels = Vec::new();
        let (shortest, mut chain_bound) = match all || links == Links::Cells {
            true => (None, u32::MAX),
            false => shortest(parts, &starts, &mut levels),
        };
        // Cycles and chains of one digit have different base difficulties, so each has its own
        // bound.
        let mut cycle_bound = chain_bound;
        if links != Links::Both && !all {
            let chain =
                shortest.map(|_| (difficulty(Technique::ForcingXChain, chain_bound - 1), chain_bound - 1));
            cycle_bound = chain.map_or(u32::MAX, first_worse_complexity).min(self.cycle_bound());
        }
        for (candidate, part_index, number) in starts {
            let (part, number) = (&parts[part_index as usize], number as usize);
            if has(&part.cyclic, number) {
                let before = self.exact.found.len();
                self.exact.keep(&part.closure, &part.closure.component[number]);
                self.exact.cycles(&Goal { bound: cycle_bound, ..goal }, candidate);
                meter.spend(self.exact.nodes.len());
                if let (false, Some(least)) =
                    (all, self.exact.found[before..].iter().map(|found| found.complexity).min())
                {
                    cycle_bound = cycle_bound.min(least);
                    if links == Links::Both {
                        chain_bound = chain_bound.min(cycle_bound);
                    }
                }
            }
            if links == Links::Cells {
                continue;
            }
            for (holds, set) in [(true, &part.refuted), (false, &part.proved)] {
                if has(set, number)
                    && (all || shortest == Some((candidate, holds)))
                    && part.closure.shortest(number, holds, chain_bound, &mut levels).is_some()
                {
                    let before = self.exact.found.len();
                    self.exact.keep(&part.closure, &part.closure.on_shortest(&levels));
                    self.exact.chain(&Goal { bound: chain_bound, ..goal }, candidate * 2 + u16::from(holds));
                    meter.spend(self.exact.nodes.len());
                    if let (false, Links::Both, Some(chain)) = (all, links, self.exact.found.get(before)) {
                        cycle_bound = cycle_bound.min(chain.complexity);
                    }
                }
            }
        }
    }

    /// Returns the candidates from which chains of this kind start, and records the candidates with a
    /// strong link to another candidate.
    fn starts<const W: usize>(
        &mut self,
        parts: &mut [Part<W>],
        refuted: &[u16],
        Goal { marks, links, .. }: Goal<'_>,
    ) -> Vec<Start> {
        self.exact.fertile = [0; 12];
        let mut starts: Vec<Start> = Vec::new();
        for (part_index, part) in parts.iter_mut().enumerate() {
            part.find_cyclic(refuted);
            for (number, candidate) in part.closure.candidates.iter().enumerate() {
                if part.closure.strong[number] != [0; W] {
                    self.exact.fertile[*candidate as usize / 64] |= 1 << (candidate % 64);
                }
                let cyclic = has(&part.cyclic, number);
                let opposed =
                    links != Links::Cells && (has(&part.refuted, number) || has(&part.proved, number));
                let wide = marks.cand[*candidate as usize / 9];
                if (cyclic || opposed) && wide & wide.wrapping_sub(1) != 0 {
                    starts.push((*candidate, part_index as u8, number as u16));
                }
            }
        }
        if parts.len() > 1 {
            starts.sort_unstable();
        }
        starts
    }

    /// Returns the least complexity at which a cycle with one kind of links is worse than the chains already
    /// found.
    fn cycle_bound(&self) -> u32 {
        let known = self.exact.found.iter().map(|found| (rating(found), found.complexity));
        known.map(first_worse_complexity).min().unwrap_or(u32::MAX)
    }
}

/// Returns the start of the first of the shortest chains, which is the only one that can be the
/// best, and the bound that its length implies.
fn shortest<const W: usize>(
    parts: &[Part<W>],
    starts: &[Start],
    levels: &mut Vec<Row<W>>,
) -> (Option<(u16, bool)>, u32) {
    let mut shortest = None;
    let mut bound = u32::MAX;
    for (candidate, part_index, number) in starts {
        let (part, number) = (&parts[*part_index as usize], *number as usize);
        for (holds, set) in [(true, &part.refuted), (false, &part.proved)] {
            if has(set, number)
                && let Some(length) = part.closure.shortest(number, holds, bound, levels)
            {
                (shortest, bound) = (Some((*candidate, holds)), length);
            }
        }
    }
    (shortest, bound.saturating_add(1))
}

/// Returns the least complexity at which a cycle with one kind of links is worse than this
/// difficulty and complexity.
fn first_worse_complexity((best, complexity): (f64, u32)) -> u32 {
    let bound = |cycle: &u32| {
        let difficulty = difficulty(Technique::XCycle, *cycle);
        difficulty > best || (difficulty >= best && *cycle > complexity)
    };
    (0..).find(bound).unwrap_or(u32::MAX)
}

/// Returns the difficulty of a chain, computed as by [`difficulty`].
fn rating(found: &Found) -> f64 {
    difficulty(found.technique, found.complexity)
}

/// Computes the difficulty as Sudoku Explainer does, adding tenths one by one in floating point.
/// The rounded sums decide ties between kinds.
fn difficulty(technique: Technique, complexity: u32) -> f64 {
    let base = match technique {
        Technique::XCycle | Technique::YCycle => 6.5,
        Technique::ForcingXChain => 6.6,
        _ => 7.0,
    };
    base + (0..surcharge(complexity)).fold(0.0, |sum, _| sum + 0.1)
}
