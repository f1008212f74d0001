//! Single chains: bidirectional cycles, and chains by which a candidate decides itself.

use super::reach::{Links, Reach, Row, Strong, Weak, has, meet};
use super::run::Cause;
use super::{Found, Meter, Stop};
use crate::state::Marks;
use crate::step::{Candidate, Technique};
use crate::tables::{PEER_SETS, cells};

/// An assertion reached, with the one before it.
#[derive(Clone, Copy)]
struct Node {
    lit: u16,
    parent: u16,
    depth: u16,
    cause: Cause,
}

const NONE: u16 = u16::MAX;

/// The closures of a state: of all links, and of one kind of links.
type Tables<const W: usize> = [Reach<W>; 2];

/// The search for single chains.
pub(super) struct Loops {
    small: Box<Tables<4>>,
    middle: Box<Tables<6>>,
    large: Box<Tables<12>>,
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
            found: Vec::new(),
        };
        Self { small: Box::default(), middle: Box::default(), large: Box::default(), core }
    }
}

/// How far to look: `bound` is the complexity from which on a chain can't win.
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

    fn search(&mut self, marks: &Marks, all: bool, meter: &mut Meter) {
        self.core.found.clear();
        match marks.cand.iter().map(|digits| digits.count_ones()).sum::<u32>() {
            ..=256 => self.core.search(&mut self.small, marks, all, meter),
            257..=384 => self.core.search(&mut self.middle, marks, all, meter),
            _ => self.core.search(&mut self.large, marks, all, meter),
        }
    }
}

/// The candidates that lead to their own opposite: those that hold, those that are gone.
struct Opposites<const W: usize> {
    refuted: Row<W>,
    proved: Row<W>,
}

impl<const W: usize> Opposites<W> {
    fn of(reach: &Reach<W>) -> Option<Self> {
        let mut opposites = Self { refuted: [0; W], proved: [0; W] };
        for number in 0..reach.candidates.len() {
            let bit = 1 << (number % 64);
            opposites.refuted[number / 64] |= if reach.refutes_itself(number) { bit } else { 0 };
            opposites.proved[number / 64] |= if reach.proves_itself(number) { bit } else { 0 };
        }
        (opposites.refuted != [0; W] || opposites.proved != [0; W]).then_some(opposites)
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
        let [both, part] = tables;
        both.build(marks, Links::Both);
        meter.spend(both.candidates.len());
        let Some(opposites) = Opposites::of(both) else { return };
        for links in [Links::Houses, Links::Cells] {
            part.build(marks, links);
            meter.spend(part.candidates.len());
            if let Some(opposites) = Opposites::of(part) {
                self.pass(part, &opposites, marks, links, all, meter);
            }
        }
        // Chains of both links start at 7.0.
        if all || self.found.iter().all(|found| rating(found) >= 70.0) {
            self.pass(both, &opposites, marks, Links::Both, all, meter);
        }
    }

    fn pass<const W: usize>(
        &mut self,
        reach: &Reach<W>,
        opposites: &Opposites<W>,
        marks: &Marks,
        links: Links,
        all: bool,
        meter: &mut Meter,
    ) {
        self.fertile = [0; 12];
        for (candidate, strong) in reach.candidates.iter().zip(&reach.strong) {
            let bit = u64::from(*strong != [0; W]) << (candidate % 64);
            self.fertile[*candidate as usize / 64] |= bit;
        }
        let width = |number: usize| marks.cand[reach.candidates[number] as usize / 9].count_ones();
        // The first of the shortest chains is the only one that can win; its length is known before it is.
        let mut shortest = None;
        let mut chain_bound = u32::MAX;
        if !all && links != Links::Cells {
            for number in (0..reach.candidates.len()).filter(|number| width(*number) >= 2) {
                for (holds, set) in [(true, &opposites.refuted), (false, &opposites.proved)] {
                    if has(set, number)
                        && let Some(length) = reach.shortest(number, holds, chain_bound)
                    {
                        (shortest, chain_bound) = (Some((number, holds)), length);
                    }
                }
            }
            chain_bound = chain_bound.saturating_add(1);
        }
        // Cycles and chains of one digit differ in their base difficulty, so each has its own bound.
        let mut cycle_bound = if links == Links::Both { chain_bound } else { u32::MAX };
        for number in 0..reach.candidates.len() {
            let candidate = reach.candidates[number];
            let count = width(number);
            if count < 2 || (links == Links::Cells && count > 2) {
                continue;
            }
            // What a cycle eliminates leads to its own opposite, and each candidate of the cycle makes it go.
            if has(&reach.on[number], number) && meet(&reach.off[number], &opposites.refuted) {
                let before = self.found.len();
                self.cycles(&Hunt { marks, links, all, bound: cycle_bound }, candidate);
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
            for (holds, set) in [(true, &opposites.refuted), (false, &opposites.proved)] {
                if has(set, number) && (all || shortest == Some((number, holds))) {
                    let before = self.found.len();
                    let start = candidate * 2 + u16::from(holds);
                    self.chain(&Hunt { marks, links, all, bound: chain_bound }, start);
                    meter.spend(self.nodes.len());
                    if let (false, Links::Both, Some(chain)) = (all, links, self.found.get(before)) {
                        cycle_bound = cycle_bound.min(chain.complexity);
                    }
                }
            }
        }
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
        let home = Strong::of(hunt.marks, candidate as usize, hunt.links);
        let mut ends: Vec<Node> = Vec::new();
        let (mut on, mut off) = (core::mem::take(&mut self.on), core::mem::take(&mut self.off));
        while !on.is_empty() {
            for on in on.drain(..) {
                let Node { lit, depth, .. } = self.nodes[on as usize];
                for &(other, cause) in Weak::of(hunt.marks, lit as usize / 2, hunt.links).list() {
                    // A candidate whose absence leaves nothing alone is the end of the way; one met before brings
                    // nothing new but a way home.
                    if !self.is_fertile(other)
                        || (self.seen[other as usize * 2] == self.epoch
                            && (home.list().iter().all(|(last, _)| *last != other)
                                || self.leads_to(on, other * 2)))
                    {
                        continue;
                    }
                    self.seen[other as usize * 2] = self.epoch;
                    off.push(self.nodes.len() as u16);
                    self.nodes.push(Node { lit: other * 2, parent: on, depth: depth + 1, cause });
                }
            }
            for off in off.drain(..) {
                let Node { lit, depth, .. } = self.nodes[off as usize];
                for &(other, cause) in Strong::of(hunt.marks, lit as usize / 2, hunt.links).list() {
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == source && depth >= 3 {
                        ends.push(next);
                    }
                    if self.seen[lit as usize] != self.epoch && u32::from(depth) + 1 < hunt.bound {
                        self.seen[lit as usize] = self.epoch;
                        on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                }
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
                for &(other, cause) in Weak::of(hunt.marks, lit as usize / 2, hunt.links).list() {
                    let lit = other * 2;
                    let next = Node { lit, parent: on, depth: depth + 1, cause };
                    if lit == goal && end.is_none() {
                        end = Some(next);
                    }
                    if self.seen[lit as usize] != self.epoch && u32::from(depth) + 1 < hunt.bound {
                        self.seen[lit as usize] = self.epoch;
                        if self.is_fertile(other) {
                            off.push(self.nodes.len() as u16);
                            self.nodes.push(next);
                        }
                    }
                }
            }
            for off in off.drain(..) {
                let Node { lit, depth, .. } = self.nodes[off as usize];
                for &(other, cause) in Strong::of(hunt.marks, lit as usize / 2, hunt.links).list() {
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == goal && end.is_none() {
                        end = Some(next);
                    }
                    if self.seen[lit as usize] != self.epoch && u32::from(depth) + 1 < hunt.bound {
                        self.seen[lit as usize] = self.epoch;
                        on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                }
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

/// The difficulty as the original computes it: tenths are added one by one in floating point, and ties between kinds
/// are decided by the sums.
fn rating(found: &Found) -> f64 {
    let base = match found.technique {
        Technique::XCycle | Technique::YCycle => 6.5,
        Technique::ForcingXChain => 6.6,
        _ => 7.0,
    };
    base + (0..crate::scale::se::surcharge(found.complexity)).fold(0.0, |sum, _| sum + 0.1)
}
