//! Single chains: bidirectional cycles, and chains by which a candidate decides itself.

use super::run::Cause;
use super::{Found, Meter, Stop};
use crate::state::Marks;
use crate::step::{Candidate, Technique};
use crate::tables::{CELLS, HOUSES, PEER_SETS, PLACES, bits, cells};

/// Which links count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    /// Between places of one digit.
    Houses,
    /// Off to on in cells only.
    Cells,
    Both,
}

/// An assertion reached, with the one before it.
#[derive(Clone, Copy)]
struct Node {
    lit: u16,
    parent: u16,
    depth: u16,
    cause: Cause,
}

const NONE: u16 = u16::MAX;

/// The links of a state, one list each for what a candidate excludes and what its absence leaves alone.
#[derive(Default)]
struct Graph {
    /// `weak[starts[c]..starts[c + 1]]`: candidates that go when `c` holds; those of its cell first.
    weak: Vec<(u16, Cause)>,
    weak_starts: Vec<u32>,
    weak_in_cell: Vec<u8>,
    strong: Vec<(u16, Cause)>,
    strong_starts: Vec<u32>,
    strong_in_cell: Vec<u8>,
}

impl Graph {
    fn build(&mut self, marks: &Marks) {
        self.weak.clear();
        self.weak_starts.clear();
        self.weak_in_cell.clear();
        self.strong.clear();
        self.strong_starts.clear();
        self.strong_in_cell.clear();
        for cell in 0..81 {
            for digit in 0..9 {
                self.weak_starts.push(self.weak.len() as u32);
                self.strong_starts.push(self.strong.len() as u32);
                if !marks.has(cell, digit) {
                    self.weak_in_cell.push(0);
                    self.strong_in_cell.push(0);
                    continue;
                }
                let candidate = |cell: usize, digit: usize| (cell * 9 + digit) as u16;
                let others = marks.cand[cell] & !(1 << digit);
                self.weak.extend(bits(others).map(|digit| (candidate(cell, digit), Cause::Cell)));
                self.weak_in_cell.push(others.count_ones() as u8);
                self.strong_in_cell.push(u8::from(others.is_power_of_two()));
                if others.is_power_of_two() {
                    self.strong.push((candidate(cell, others.trailing_zeros() as usize), Cause::Cell));
                }
                let mut seen: u128 = 0;
                let mut strong_seen: u128 = 0;
                for kind in [2, 0, 1] {
                    let house = HOUSES[cell][kind] as usize;
                    let places = marks.pos[house][digit] & !(1 << PLACES[cell][kind]);
                    for place in bits(places) {
                        let other = CELLS[house][place] as usize;
                        let cause = Cause::House(kind as u8);
                        if seen >> other & 1 == 0 {
                            self.weak.push((candidate(other, digit), cause));
                        }
                        seen |= 1 << other;
                        if places.is_power_of_two() && strong_seen >> other & 1 == 0 {
                            strong_seen |= 1 << other;
                            self.strong.push((candidate(other, digit), cause));
                        }
                    }
                }
            }
        }
        self.weak_starts.push(self.weak.len() as u32);
        self.strong_starts.push(self.strong.len() as u32);
    }

    fn weak(&self, candidate: usize, links: Links) -> &[(u16, Cause)] {
        let skip = if links == Links::Houses { self.weak_in_cell[candidate] } else { 0 };
        &self.weak
            [self.weak_starts[candidate] as usize + skip as usize..self.weak_starts[candidate + 1] as usize]
    }

    fn strong(&self, candidate: usize, links: Links) -> &[(u16, Cause)] {
        let start = self.strong_starts[candidate] as usize;
        let middle = start + self.strong_in_cell[candidate] as usize;
        let end = self.strong_starts[candidate + 1] as usize;
        match links {
            Links::Houses => &self.strong[middle..end],
            Links::Cells => &self.strong[start..middle],
            Links::Both => &self.strong[start..end],
        }
    }
}

/// The search for single chains.
pub(super) struct Loops {
    graph: Graph,
    nodes: Vec<Node>,
    seen: Box<[u32; 1458]>,
    epoch: u32,
    on: Vec<u16>,
    off: Vec<u16>,
    found: Vec<Found>,
}

impl Default for Loops {
    fn default() -> Self {
        Self {
            graph: Graph::default(),
            nodes: Vec::new(),
            seen: Box::new([0; 1458]),
            epoch: 0,
            on: Vec::new(),
            off: Vec::new(),
            found: Vec::new(),
        }
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
        self.graph.build(marks);
        self.found.clear();
        self.pass(marks, Links::Houses, false, meter);
        self.pass(marks, Links::Cells, false, meter);
        let rank = |found: &Found| (rating(found), found.complexity, found.key());
        // Chains of both links start at 7.0.
        if self.found.iter().all(|found| rating(found) >= 70.0) {
            self.pass(marks, Links::Both, false, meter);
        }
        let best = self
            .found
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| rank(a).partial_cmp(&rank(b)).unwrap_or(core::cmp::Ordering::Equal))?
            .0;
        Some(self.found.swap_remove(best))
    }

    /// All chains, in the order of the scale.
    pub(super) fn all(&mut self, marks: &Marks, meter: &mut Meter) -> Vec<Found> {
        self.graph.build(marks);
        self.found.clear();
        for links in [Links::Houses, Links::Cells, Links::Both] {
            self.pass(marks, links, true, meter);
        }
        let mut found = core::mem::take(&mut self.found);
        found.sort_by(|a, b| {
            let rank = |found: &Found| (rating(found), found.complexity, found.key());
            rank(a).partial_cmp(&rank(b)).unwrap_or(core::cmp::Ordering::Equal)
        });
        found
    }

    fn pass(&mut self, marks: &Marks, links: Links, all: bool, meter: &mut Meter) {
        // Cycles and chains of one digit differ in their base difficulty, so each has its own bound.
        let (mut cycle_bound, mut chain_bound) = (u32::MAX, u32::MAX);
        for cell in 0..81 {
            let count = marks.cand[cell].count_ones();
            if count < 2 || (links == Links::Cells && count > 2) {
                continue;
            }
            for digit in bits(marks.cand[cell]) {
                let candidate = (cell * 9 + digit) as u16;
                let before = self.found.len();
                let hunt = Hunt { marks, links, all, bound: cycle_bound };
                self.cycles(&hunt, candidate);
                meter.spend(self.nodes.len());
                let middle = self.found.len();
                if !all {
                    let least = self.found[before..].iter().map(|found| found.complexity).min();
                    cycle_bound = cycle_bound.min(least.unwrap_or(u32::MAX));
                    if links == Links::Both {
                        chain_bound = chain_bound.min(cycle_bound);
                    }
                }
                if links != Links::Cells {
                    for start in [candidate * 2 + 1, candidate * 2] {
                        let hunt = Hunt { marks, links, all, bound: chain_bound };
                        self.chain(&hunt, start);
                        meter.spend(self.nodes.len());
                    }
                    if !all {
                        let least = self.found[middle..].iter().map(|found| found.complexity).min();
                        chain_bound = chain_bound.min(least.unwrap_or(u32::MAX));
                        if links == Links::Both {
                            cycle_bound = cycle_bound.min(chain_bound);
                        }
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
        let mut ends: Vec<Node> = Vec::new();
        while !self.on.is_empty() {
            for on in core::mem::take(&mut self.on) {
                let Node { lit, depth, .. } = self.nodes[on as usize];
                for i in 0..self.graph.weak(lit as usize / 2, hunt.links).len() {
                    let (other, cause) = self.graph.weak(lit as usize / 2, hunt.links)[i];
                    // A candidate whose absence leaves nothing alone is the end of the way.
                    if self.graph.strong(other as usize, hunt.links).is_empty()
                        || self.leads_to(on, other * 2)
                    {
                        continue;
                    }
                    let node = self.nodes.len() as u16;
                    self.nodes.push(Node { lit: other * 2, parent: on, depth: depth + 1, cause });
                    self.off.push(node);
                }
            }
            for off in core::mem::take(&mut self.off) {
                let Node { lit, depth, .. } = self.nodes[off as usize];
                for i in 0..self.graph.strong(lit as usize / 2, hunt.links).len() {
                    let (other, cause) = self.graph.strong(lit as usize / 2, hunt.links)[i];
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == source && depth >= 3 {
                        ends.push(next);
                    }
                    if self.seen[lit as usize] != self.epoch && u32::from(depth) + 1 < hunt.bound {
                        self.seen[lit as usize] = self.epoch;
                        self.on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                }
            }
        }
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
        while (!self.on.is_empty() || !self.off.is_empty()) && end.is_none() {
            for on in core::mem::take(&mut self.on) {
                let Node { lit, depth, .. } = self.nodes[on as usize];
                for i in 0..self.graph.weak(lit as usize / 2, hunt.links).len() {
                    let (other, cause) = self.graph.weak(lit as usize / 2, hunt.links)[i];
                    let lit = other * 2;
                    let next = Node { lit, parent: on, depth: depth + 1, cause };
                    if lit == goal && end.is_none() {
                        end = Some(next);
                    }
                    if self.seen[lit as usize] != self.epoch && u32::from(depth) + 1 < hunt.bound {
                        self.seen[lit as usize] = self.epoch;
                        if lit == goal || !self.graph.strong(other as usize, hunt.links).is_empty() {
                            self.off.push(self.nodes.len() as u16);
                            self.nodes.push(next);
                        }
                    }
                }
            }
            for off in core::mem::take(&mut self.off) {
                let Node { lit, depth, .. } = self.nodes[off as usize];
                for i in 0..self.graph.strong(lit as usize / 2, hunt.links).len() {
                    let (other, cause) = self.graph.strong(lit as usize / 2, hunt.links)[i];
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == goal && end.is_none() {
                        end = Some(next);
                    }
                    if self.seen[lit as usize] != self.epoch && u32::from(depth) + 1 < hunt.bound {
                        self.seen[lit as usize] = self.epoch;
                        self.on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                }
            }
        }
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
