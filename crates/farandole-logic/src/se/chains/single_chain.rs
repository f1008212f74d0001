//! Single chains: bidirectional cycles, and chains by which a candidate decides itself.

use super::implication_run::Cause;
use super::link_closure::{Links, Reach, Row, for_each, has, or, strong_links, weak_links};
use super::{Found, Meter, Stop};
use crate::hodoku::techniques::template::LeftOut;
use crate::model::Marks;
use crate::model::tables::{PEER_SETS, cells, count, is_pair};
use crate::model::{Candidate, Technique};
use crate::se::surcharge;

/// An assertion reached, with the one before it.
#[derive(Clone, Copy)]
struct Node {
    lit: u16,
    parent: u16,
    depth: u16,
    cause: Cause,
}

const NONE: u16 = u16::MAX;

/// The closures of a state: of all links; of the links of each digit; of the cells with two candidates.
#[derive(Default)]
struct Tables<const W: usize> {
    both: Part<W>,
    digits: [Part<2>; 9],
    cells: Part<4>,
}

/// A closure, and its candidates that lead to their own opposite: those that hold, those that are gone.
struct Part<const W: usize> {
    reach: Reach<W>,
    refuted: Row<W>,
    proved: Row<W>,
    /// The candidates on cycles that may eliminate something.
    cyclic: Row<W>,
}

impl<const W: usize> Default for Part<W> {
    fn default() -> Self {
        Self { reach: Reach::default(), refuted: [0; W], proved: [0; W], cyclic: [0; W] }
    }
}

impl<const W: usize> Part<W> {
    /// Gives whether there are such candidates.
    fn build(&mut self, marks: &Marks, links: Links, of: impl Fn(u16) -> u16) -> bool {
        self.reach.build(marks, links, of);
        (self.refuted, self.proved) = ([0; W], [0; W]);
        for number in 0..self.reach.candidates.len() {
            let bit = 1 << (number % 64);
            self.refuted[number / 64] |= if self.reach.refutes_itself(number) { bit } else { 0 };
            self.proved[number / 64] |= if self.reach.proves_itself(number) { bit } else { 0 };
        }
        self.refuted != [0; W] || self.proved != [0; W]
    }

    /// The candidates that, holding, lead to their own going.
    fn refuted(&self) -> impl Iterator<Item = u16> {
        let all = self.reach.candidates.iter().enumerate();
        all.filter(|(number, _)| has(&self.refuted, *number)).map(|(_, candidate)| *candidate)
    }

    /// Finds the components with cycles that may eliminate one of these candidates.
    ///
    /// What a cycle eliminates leads to its own opposite and sees a candidate of the same digit that holds on the
    /// cycle, which is in the component, and one that is gone on it: such a candidate has a weak link from the component
    /// and a strong one back.
    fn judge(&mut self, refuted: &[u16]) {
        self.cyclic = [0; W];
        let mut seen = [0; W];
        for number in 0..self.reach.candidates.len() {
            let component = self.reach.component[number];
            if component == [0; W] || has(&seen, number) {
                continue;
            }
            or(&mut seen, &component);
            let (mut from, mut back) = ([0; W], [0; W]);
            let (mut holds, mut gone) = ([0_u128; 9], [0_u128; 9]);
            for_each(&component, |member| {
                or(&mut from, &self.reach.weak[member]);
                or(&mut back, &self.reach.strong[member]);
                let candidate = self.reach.candidates[member] as usize;
                holds[candidate % 9] |= 1 << (candidate / 9);
            });
            (0..W).for_each(|word| from[word] &= back[word]);
            for_each(&from, |member| {
                let candidate = self.reach.candidates[member] as usize;
                gone[candidate % 9] |= 1 << (candidate / 9);
            });
            let eliminates = |candidate: &u16| {
                let (digit, seen) = (*candidate as usize % 9, PEER_SETS[*candidate as usize / 9]);
                seen & holds[digit] != 0 && seen & gone[digit] != 0
            };
            if refuted.iter().any(eliminates) {
                or(&mut self.cyclic, &component);
            }
        }
    }
}

/// The search for single chains.
pub(super) struct Loops {
    small: Option<Box<Tables<4>>>,
    middle: Option<Box<Tables<6>>>,
    large: Option<Box<Tables<12>>>,
    core: Core,
}

/// The exact search, from one candidate at a time.
struct Core {
    nodes: Vec<Node>,
    seen: Box<[u32; 1458]>,
    epoch: u32,
    on: Vec<u16>,
    off: Vec<u16>,
    /// The candidates whose going leaves something alone.
    fertile: [u64; 12],
    /// The candidates that may hold on what is looked for.
    kept: [u64; 12],
    left_out: LeftOut,
    found: Vec<Found>,
}

impl Default for Loops {
    fn default() -> Self {
        let core = Core {
            nodes: Vec::new(),
            seen: Box::new([0; 1458]),
            epoch: 0,
            on: Vec::new(),
            off: Vec::new(),
            fertile: [0; 12],
            kept: [0; 12],
            left_out: LeftOut::default(),
            found: Vec::new(),
        };
        Self { small: None, middle: None, large: None, core }
    }
}

/// How far to look: `bound` is the complexity from which on a chain can't win.
#[derive(Clone, Copy)]
struct Hunt<'a> {
    marks: &'a Marks,
    links: Links,
    all: bool,
    bound: u32,
}

impl Loops {
    /// The chain that the scale prefers.
    pub(super) fn best(&mut self, marks: &Marks, meter: &mut Meter) -> Option<Found> {
        self.search(marks, false, meter);
        let found = &mut self.core.found;
        let rank = |found: &Found| (rating(found), found.complexity, found.key());
        let best = found
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| rank(a).partial_cmp(&rank(b)).unwrap_or(core::cmp::Ordering::Equal))?
            .0;
        Some(found.swap_remove(best))
    }

    /// All chains, in the order of the scale.
    pub(super) fn all(&mut self, marks: &Marks, meter: &mut Meter) -> Vec<Found> {
        self.search(marks, true, meter);
        let mut found = core::mem::take(&mut self.core.found);
        found.sort_by(|a, b| {
            let rank = |found: &Found| (rating(found), found.complexity, found.key());
            rank(a).partial_cmp(&rank(b)).unwrap_or(core::cmp::Ordering::Equal)
        });
        found
    }

    /// Whether one digit by itself may decide something: that is on none of its templates.
    pub(super) fn may_decide(&mut self, marks: &Marks) -> bool {
        self.core.left_out.of(marks) != 0
    }

    fn search(&mut self, marks: &Marks, all: bool, meter: &mut Meter) {
        self.core.found.clear();
        match marks.cand.iter().map(|digits| digits.count_ones()).sum::<u32>() {
            ..=256 => self.core.search(self.small.get_or_insert_default(), marks, all, meter),
            257..=384 => self.core.search(self.middle.get_or_insert_default(), marks, all, meter),
            _ => self.core.search(self.large.get_or_insert_default(), marks, all, meter),
        }
    }
}

impl Core {
    fn search<const W: usize>(
        &mut self,
        tables: &mut Tables<W>,
        marks: &Marks,
        all: bool,
        meter: &mut Meter,
    ) {
        let Tables { both, digits, cells } = tables;
        meter.spend(marks.cand.iter().map(|digits| count(*digits)).sum());
        let mut refuted = Vec::new();
        let left_out = self.left_out.of(marks);
        for (digit, part) in digits.iter_mut().enumerate() {
            // What links of one digit decide is on none of its templates.
            if left_out >> digit & 1 == 0 {
                part.reach.clear();
            } else if part.build(marks, Links::Houses, |digits| digits & 1 << digit) {
                refuted.extend(part.refuted());
            }
        }
        let hunt = Hunt { marks, links: Links::Houses, all, bound: u32::MAX };
        self.pass(digits, &refuted, hunt, meter);
        // Cycles of two or three cells are naked pairs and XY-wings, which come first: the least have eight assertions.
        // Chains of both links start at 7.0.
        let first = self.cycle_bound();
        if !all && first <= 8 && self.found.iter().any(|found| rating(found) < 7.0) {
            return;
        }
        if !both.build(marks, Links::Both, |digits| digits) {
            return;
        }
        let refuted: Vec<u16> = both.refuted().collect();
        if all || first > 8 {
            let bivalue = |digits: u16| if is_pair(digits) { digits } else { 0 };
            cells.build(marks, Links::Cells, bivalue);
            let hunt = Hunt { marks, links: Links::Cells, all, bound: u32::MAX };
            self.pass(core::slice::from_mut(cells), &refuted, hunt, meter);
        }
        if all || self.found.iter().all(|found| rating(found) >= 7.0) {
            let hunt = Hunt { marks, links: Links::Both, all, bound: u32::MAX };
            self.pass(core::slice::from_mut(both), &refuted, hunt, meter);
        }
    }

    /// The chains of one kind of links; no link joins two parts.
    fn pass<const W: usize>(
        &mut self,
        parts: &mut [Part<W>],
        refuted: &[u16],
        hunt: Hunt<'_>,
        meter: &mut Meter,
    ) {
        let Hunt { marks, links, all, .. } = hunt;
        self.fertile = [0; 12];
        let mut sources: Vec<(u16, u8, u16)> = Vec::new();
        for (place, part) in parts.iter_mut().enumerate() {
            part.judge(refuted);
            for (number, candidate) in part.reach.candidates.iter().enumerate() {
                if part.reach.strong[number] != [0; W] {
                    self.fertile[*candidate as usize / 64] |= 1 << (candidate % 64);
                }
                let cyclic = has(&part.cyclic, number);
                let opposed =
                    links != Links::Cells && (has(&part.refuted, number) || has(&part.proved, number));
                let wide = marks.cand[*candidate as usize / 9];
                if (cyclic || opposed) && wide & wide.wrapping_sub(1) != 0 {
                    sources.push((*candidate, place as u8, number as u16));
                }
            }
        }
        if parts.len() > 1 {
            sources.sort_unstable();
        }
        // The first of the shortest chains is the only one that can win; its length is known before it is.
        let mut levels = Vec::new();
        let mut shortest = None;
        let mut chain_bound = u32::MAX;
        if !all && links != Links::Cells {
            for (candidate, place, number) in &sources {
                let (part, number) = (&parts[*place as usize], *number as usize);
                for (holds, set) in [(true, &part.refuted), (false, &part.proved)] {
                    if has(set, number)
                        && let Some(length) = part.reach.shortest(number, holds, chain_bound, &mut levels)
                    {
                        (shortest, chain_bound) = (Some((*candidate, holds)), length);
                    }
                }
            }
            chain_bound = chain_bound.saturating_add(1);
        }
        // Cycles and chains of one digit differ in their base difficulty, so each has its own bound.
        let mut cycle_bound = chain_bound;
        if links != Links::Both && !all {
            let chain =
                shortest.map(|_| (difficulty(Technique::ForcingXChain, chain_bound - 1), chain_bound - 1));
            cycle_bound = chain.map_or(u32::MAX, worse).min(self.cycle_bound());
        }
        for (candidate, place, number) in sources {
            let (part, number) = (&parts[place as usize], number as usize);
            if has(&part.cyclic, number) {
                let before = self.found.len();
                self.keep(&part.reach, &part.reach.component[number]);
                self.cycles(&Hunt { bound: cycle_bound, ..hunt }, candidate);
                meter.spend(self.nodes.len());
                if let (false, Some(least)) =
                    (all, self.found[before..].iter().map(|found| found.complexity).min())
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
                    && part.reach.shortest(number, holds, chain_bound, &mut levels).is_some()
                {
                    let before = self.found.len();
                    self.keep(&part.reach, &part.reach.on_shortest(&levels));
                    self.chain(&Hunt { bound: chain_bound, ..hunt }, candidate * 2 + u16::from(holds));
                    meter.spend(self.nodes.len());
                    if let (false, Links::Both, Some(chain)) = (all, links, self.found.get(before)) {
                        cycle_bound = cycle_bound.min(chain.complexity);
                    }
                }
            }
        }
    }

    /// The complexity from which on a cycle of one kind of links is worse than what has been found.
    fn cycle_bound(&self) -> u32 {
        let known = self.found.iter().map(|found| (rating(found), found.complexity));
        known.map(worse).min().unwrap_or(u32::MAX)
    }

    fn keep<const W: usize>(&mut self, reach: &Reach<W>, set: &Row<W>) {
        self.kept = [0; 12];
        for_each(set, |number| {
            let candidate = reach.candidates[number];
            self.kept[candidate as usize / 64] |= 1 << (candidate % 64);
        });
    }

    const fn is_kept(&self, candidate: u16) -> bool {
        self.kept[candidate as usize / 64] >> (candidate % 64) & 1 == 1
    }

    fn start(&mut self, lit: u16) {
        self.nodes.clear();
        self.on.clear();
        self.off.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.seen.fill(0);
            self.epoch = 1;
        }
        self.nodes.push(Node { lit, parent: NONE, depth: 1, cause: Cause::Assumed });
        self.seen[lit as usize] = self.epoch;
        if lit & 1 == 1 { self.on.push(0) } else { self.off.push(0) }
    }

    const fn is_fertile(&self, candidate: u16) -> bool {
        self.fertile[candidate as usize / 64] >> (candidate % 64) & 1 == 1
    }

    /// Whether the assertion is among the ancestors of the node (not the node itself).
    fn leads_to(&self, node: u16, lit: u16) -> bool {
        let mut node = self.nodes[node as usize].parent;
        while node != NONE {
            let Node { lit: other, parent, .. } = self.nodes[node as usize];
            if other == lit {
                return true;
            }
            node = parent;
        }
        false
    }

    /// Closed chains through a candidate that holds: each cycle may be walked in both directions.
    ///
    /// No candidate holds twice and each excludes 28 at most, so 16 bits number all nodes.
    fn cycles(&mut self, hunt: &Hunt<'_>, candidate: u16) {
        let source = candidate * 2 + 1;
        self.start(source);
        let mut home = [u16::MAX; 4];
        let mut ways = home.iter_mut();
        strong_links(hunt.marks, candidate, hunt.links, |other, _| {
            ways.by_ref().take(1).for_each(|way| *way = other);
        });
        let mut ends: Vec<Node> = Vec::new();
        let (mut on, mut off) = (core::mem::take(&mut self.on), core::mem::take(&mut self.off));
        while !on.is_empty() {
            for on in on.drain(..) {
                let Node { lit, depth, .. } = self.nodes[on as usize];
                // What is met on the last step but one must lead home.
                let last = u32::from(depth) + 2 >= hunt.bound;
                weak_links(hunt.marks, lit / 2, hunt.links, |other, cause| {
                    // A candidate whose absence leaves nothing alone is the end of the way; one met before brings
                    // nothing new but a way home.
                    if !self.is_fertile(other)
                        || (last && !home.contains(&other))
                        || (self.seen[other as usize * 2] == self.epoch
                            && (!home.contains(&other) || self.leads_to(on, other * 2)))
                    {
                        return;
                    }
                    self.seen[other as usize * 2] = self.epoch;
                    off.push(self.nodes.len() as u16);
                    self.nodes.push(Node { lit: other * 2, parent: on, depth: depth + 1, cause });
                });
            }
            for off in off.drain(..) {
                let Node { lit, depth, .. } = self.nodes[off as usize];
                strong_links(hunt.marks, lit / 2, hunt.links, |other, cause| {
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == source && depth >= 3 {
                        ends.push(next);
                    }
                    // Off the cycles there is no way back.
                    if self.is_kept(other)
                        && self.seen[lit as usize] != self.epoch
                        && u32::from(depth) + 2 < hunt.bound
                    {
                        self.seen[lit as usize] = self.epoch;
                        on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                });
            }
        }
        (self.on, self.off) = (on, off);
        let mut bound = hunt.bound;
        for end in ends {
            // The source is counted once.
            let complexity = u32::from(end.depth) - 1;
            if complexity >= bound {
                continue;
            }
            let eliminations = self.cycle_eliminations(hunt.marks, end);
            if !eliminations.is_empty() {
                if !hunt.all {
                    bound = complexity;
                }
                let technique = match hunt.links {
                    Links::Houses => Technique::XCycle,
                    Links::Cells => Technique::YCycle,
                    Links::Both => Technique::XyCycle,
                };
                let mut stops = self.stops(end);
                stops.pop();
                if let Some(last) = stops.last_mut() {
                    last.parents = vec![source];
                }
                let reversed = reversed(&stops);
                self.found.push(Found {
                    technique,
                    complexity,
                    target: None,
                    eliminations,
                    ends: vec![stops, reversed],
                    house: None,
                });
            }
        }
    }

    /// What sees both a holding and a gone assertion of each digit somewhere on the cycle, row-major.
    fn cycle_eliminations(&self, marks: &Marks, end: Node) -> Vec<Candidate> {
        let mut inside: u128 = 0;
        let mut seen = [[0_u128; 9]; 2];
        let mut node = end;
        while node.parent != NONE {
            let (cell, digit) = (node.lit as usize / 18, node.lit as usize / 2 % 9);
            inside |= 1 << cell;
            seen[node.lit as usize & 1][digit] |= PEER_SETS[cell];
            node = self.nodes[node.parent as usize];
        }
        let mut out: Vec<Candidate> = (0..9)
            .flat_map(|digit| {
                let both = seen[0][digit] & seen[1][digit] & !inside;
                let both = if both == 0 { 0 } else { both & marks.digit_cells(digit) };
                cells(both).map(move |cell| Candidate::at(cell, digit))
            })
            .collect();
        out.sort_unstable();
        out
    }

    /// Chains from an assertion to its opposite.
    fn chain(&mut self, hunt: &Hunt<'_>, source: u16) {
        self.start(source);
        let goal = source ^ 1;
        let technique =
            if hunt.links == Links::Both { Technique::ForcingChain } else { Technique::ForcingXChain };
        let mut end = None;
        let (mut on, mut off) = (core::mem::take(&mut self.on), core::mem::take(&mut self.off));
        while (!on.is_empty() || !off.is_empty()) && end.is_none() {
            for on in on.drain(..) {
                let Node { lit, depth, .. } = self.nodes[on as usize];
                weak_links(hunt.marks, lit / 2, hunt.links, |other, cause| {
                    let lit = other * 2;
                    let next = Node { lit, parent: on, depth: depth + 1, cause };
                    if lit == goal && end.is_none() {
                        end = Some(next);
                    }
                    if self.is_fertile(other)
                        && self.seen[lit as usize] != self.epoch
                        && u32::from(depth) + 1 < hunt.bound
                    {
                        self.seen[lit as usize] = self.epoch;
                        off.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                });
            }
            for off in off.drain(..) {
                let Node { lit, depth, .. } = self.nodes[off as usize];
                strong_links(hunt.marks, lit / 2, hunt.links, |other, cause| {
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == goal && end.is_none() {
                        end = Some(next);
                    }
                    // Of the rest, only what lies on a shortest chain can be on this one.
                    if self.is_kept(other)
                        && self.seen[lit as usize] != self.epoch
                        && u32::from(depth) + 1 < hunt.bound
                    {
                        self.seen[lit as usize] = self.epoch;
                        on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                });
            }
        }
        (self.on, self.off) = (on, off);
        let Some(end) = end.filter(|end| u32::from(end.depth) < hunt.bound) else { return };
        let stops = self.stops(end);
        self.found.push(Found {
            technique,
            complexity: u32::from(end.depth),
            target: Some(goal),
            eliminations: Vec::new(),
            ends: vec![stops],
            house: None,
        });
    }

    fn stops(&self, end: Node) -> Vec<Stop> {
        let mut stops = Vec::new();
        let mut node = end;
        loop {
            let parent = self.nodes.get(node.parent as usize).copied();
            let parents = parent.map(|parent| parent.lit).into_iter().collect();
            stops.push(Stop { lit: node.lit, cause: node.cause, parents });
            match parent {
                Some(parent) => node = parent,
                None => return stops,
            }
        }
    }
}

/// The same cycle the other way round, every assertion turned.
fn reversed(stops: &[Stop]) -> Vec<Stop> {
    let count = stops.len();
    // From the source (first of `stops`) against the direction of the implications.
    (0..count)
        .map(|i| {
            let stop = &stops[(count - i) % count];
            let cause = if i == 0 { Cause::Assumed } else { stop.cause };
            Stop { lit: stop.lit ^ 1, cause, parents: vec![stops[(2 * count - i - 1) % count].lit ^ 1] }
        })
        .collect()
}

/// The least complexity with which a cycle of one kind of links is surely worse than this difficulty and complexity.
fn worse((best, complexity): (f64, u32)) -> u32 {
    let bound = |cycle: &u32| {
        let difficulty = difficulty(Technique::XCycle, *cycle);
        difficulty > best || (difficulty >= best && *cycle > complexity)
    };
    (0..).find(bound).unwrap_or(u32::MAX)
}

fn rating(found: &Found) -> f64 {
    difficulty(found.technique, found.complexity)
}

/// The difficulty as the original computes it: tenths are added one by one in floating point, and ties between kinds
/// are decided by the sums.
fn difficulty(technique: Technique, complexity: u32) -> f64 {
    let base = match technique {
        Technique::XCycle | Technique::YCycle => 6.5,
        Technique::ForcingXChain => 6.6,
        _ => 7.0,
    };
    base + (0..surcharge(complexity)).fold(0.0, |sum, _| sum + 0.1)
}
