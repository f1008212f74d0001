//! The exact breadth-first search for single chains from one candidate.

use super::found::{Cause, Found, Stop};
use super::link_closure::LinkClosure;
use super::links::{Links, strong_links, weak_links};
use super::rows::{Row, for_each};
use crate::model::tables::{PEER_SETS, cells};
use crate::model::{Candidate, Marks, Technique};

/// A visited assertion, with its predecessor.
#[derive(Clone, Copy)]
pub(super) struct Node {
    lit: u16,
    parent: u16,
    depth: u16,
    cause: Cause,
}

const NONE: u16 = u16::MAX;

/// The search from one candidate at a time, and its results.
pub(super) struct SingleSearch {
    pub(super) nodes: Vec<Node>,
    seen: Box<[u32; 1458]>,
    epoch: u32,
    on: Vec<u16>,
    off: Vec<u16>,
    /// The candidates with a strong link to another candidate.
    pub(super) fertile: [u64; 12],
    /// The candidates that may be true on chains of the current search.
    kept: [u64; 12],
    pub(super) found: Vec<Found>,
}

impl Default for SingleSearch {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            seen: Box::new([0; 1458]),
            epoch: 0,
            on: Vec::new(),
            off: Vec::new(),
            fertile: [0; 12],
            kept: [0; 12],
            found: Vec::new(),
        }
    }
}

/// The scope of a search. Chains with complexity `bound` or more are rejected.
#[derive(Clone, Copy)]
pub(super) struct Goal<'a> {
    pub(super) marks: &'a Marks,
    pub(super) links: Links,
    pub(super) all: bool,
    pub(super) bound: u32,
}

impl SingleSearch {
    /// Restricts the candidates that may be true on a chain to this set.
    pub(super) fn keep<const W: usize>(&mut self, closure: &LinkClosure<W>, set: &Row<W>) {
        self.kept = [0; 12];
        for_each(set, |number| {
            let candidate = closure.candidates[number];
            self.kept[candidate as usize / 64] |= 1 << (candidate % 64);
        });
    }

    /// Returns true if the candidate may be true on a chain of this search.
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

    /// Returns true if the candidate has a strong link to another one.
    const fn is_fertile(&self, candidate: u16) -> bool {
        self.fertile[candidate as usize / 64] >> (candidate % 64) & 1 == 1
    }

    /// Returns true if the assertion is an ancestor of the node.
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

    /// Finds closed chains through a true candidate. Each cycle can be followed in both directions.
    ///
    /// A 16-bit number suffices for the nodes, because each candidate becomes true at most once and
    /// excludes at most 28 others.
    pub(super) fn cycles(&mut self, goal: &Goal<'_>, candidate: u16) {
        let source = candidate * 2 + 1;
        self.start(source);
        let mut home = [u16::MAX; 4];
        let mut slots = home.iter_mut();
        strong_links(goal.marks, candidate, goal.links, |other, _| {
            slots.by_ref().take(1).for_each(|slot| *slot = other);
        });
        let mut ends: Vec<Node> = Vec::new();
        let (mut on, mut off) = (core::mem::take(&mut self.on), core::mem::take(&mut self.off));
        while !on.is_empty() {
            for on in on.drain(..) {
                let Node { lit, depth, .. } = self.nodes[on as usize];
                // An assertion at the second-to-last depth must lead back to the source.
                let last = u32::from(depth) + 2 >= goal.bound;
                weak_links(goal.marks, lit / 2, goal.links, |other, cause| {
                    // A candidate without strong links ends the path. A candidate visited earlier
                    // is only useful for returning to the source.
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
                strong_links(goal.marks, lit / 2, goal.links, |other, cause| {
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == source && depth >= 3 {
                        ends.push(next);
                    }
                    // Candidates outside the component do not lead back to the source.
                    if self.is_kept(other)
                        && self.seen[lit as usize] != self.epoch
                        && u32::from(depth) + 2 < goal.bound
                    {
                        self.seen[lit as usize] = self.epoch;
                        on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                });
            }
        }
        (self.on, self.off) = (on, off);
        self.take_cycles(goal, source, ends);
    }

    /// Collects the cycles with these ends that have eliminations.
    fn take_cycles(&mut self, goal: &Goal<'_>, source: u16, ends: Vec<Node>) {
        let mut bound = goal.bound;
        for end in ends {
            // The source occurs at both ends but counts once.
            let complexity = u32::from(end.depth) - 1;
            if complexity >= bound {
                continue;
            }
            let eliminations = self.cycle_eliminations(goal.marks, end);
            if !eliminations.is_empty() {
                if !goal.all {
                    bound = complexity;
                }
                let technique = match goal.links {
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

    /// Returns the candidates that see both a true and a false assertion of their digit on the
    /// cycle, in row-major order.
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

    /// Finds chains from an assertion to its negation.
    pub(super) fn chain(&mut self, goal: &Goal<'_>, source: u16) {
        self.start(source);
        let opposite = source ^ 1;
        let technique =
            if goal.links == Links::Both { Technique::ForcingChain } else { Technique::ForcingXChain };
        let mut end = None;
        let (mut on, mut off) = (core::mem::take(&mut self.on), core::mem::take(&mut self.off));
        while (!on.is_empty() || !off.is_empty()) && end.is_none() {
            for on in on.drain(..) {
                let Node { lit, depth, .. } = self.nodes[on as usize];
                weak_links(goal.marks, lit / 2, goal.links, |other, cause| {
                    let lit = other * 2;
                    let next = Node { lit, parent: on, depth: depth + 1, cause };
                    if lit == opposite && end.is_none() {
                        end = Some(next);
                    }
                    if self.is_fertile(other)
                        && self.seen[lit as usize] != self.epoch
                        && u32::from(depth) + 1 < goal.bound
                    {
                        self.seen[lit as usize] = self.epoch;
                        off.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                });
            }
            for off in off.drain(..) {
                let Node { lit, depth, .. } = self.nodes[off as usize];
                strong_links(goal.marks, lit / 2, goal.links, |other, cause| {
                    let lit = other * 2 + 1;
                    let next = Node { lit, parent: off, depth: depth + 1, cause };
                    if lit == opposite && end.is_none() {
                        end = Some(next);
                    }
                    // Only candidates on a shortest chain can be on this one.
                    if self.is_kept(other)
                        && self.seen[lit as usize] != self.epoch
                        && u32::from(depth) + 1 < goal.bound
                    {
                        self.seen[lit as usize] = self.epoch;
                        on.push(self.nodes.len() as u16);
                        self.nodes.push(next);
                    }
                });
            }
        }
        (self.on, self.off) = (on, off);
        let Some(end) = end.filter(|end| u32::from(end.depth) < goal.bound) else { return };
        let stops = self.stops(end);
        self.found.push(Found {
            technique,
            complexity: u32::from(end.depth),
            target: Some(opposite),
            eliminations: Vec::new(),
            ends: vec![stops],
            house: None,
        });
    }

    /// Returns the assertions of the path to a node, from its end to its start.
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

/// Returns the cycle in the opposite direction, with every assertion negated.
fn reversed(stops: &[Stop]) -> Vec<Stop> {
    let count = stops.len();
    // Starts at the source (first of `stops`), against the direction of the implications.
    (0..count)
        .map(|i| {
            let stop = &stops[(count - i) % count];
            let cause = if i == 0 { Cause::Assumed } else { stop.cause };
            Stop { lit: stop.lit ^ 1, cause, parents: vec![stops[(2 * count - i - 1) % count].lit ^ 1] }
        })
        .collect()
}
