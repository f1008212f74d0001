//! Alternating inference chains on the facts of a variant.
//!
//! A weak link holds between two candidates that are not both true: values of one cell, equal values
//! of cells that see each other, and values that a constraint does not allow together. A strong link
//! holds between two candidates of which one is true: the two values of a cell, and the two places
//! for a value in a house. A chain that starts with a true candidate and ends with its opposite
//! eliminates it.

use super::candidate::Candidate;
use super::network::{Memory, Network};
use super::state::State;
use super::step::{Deduction, Technique};
use crate::model::Role;
use std::collections::VecDeque;

/// Number of values of a cell, at most.
const VALUES: usize = 16;

/// The reason of a weak link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weak {
    /// The candidates share a cell, or their cells see each other.
    Sight,
    /// A fact of the network.
    Fact(usize),
    /// A pair of the network.
    Pair(usize),
}

/// The candidates that a true candidate excludes, each with the reason.
type Excluded = Vec<(Candidate, Weak)>;

/// The candidates of which one is true if another is false, each with the house of the link, or none
/// for a cell.
type Alternatives = Vec<(Candidate, Option<usize>)>;

/// A search for chains in a state.
pub(super) struct Chains<'a> {
    state: &'a State,
    network: &'a Network,
    memory: &'a mut Memory,
    nodes: usize,
    /// The links found so far, by candidate.
    excluded: Vec<Option<Excluded>>,
    alternatives: Vec<Option<Alternatives>>,
    /// For each candidate, how it became true in the current search, and the number of that search.
    origins: Vec<Option<(Origin, u32)>>,
    search: u32,
}

/// How a candidate became true: the true candidate before it, the false one between them, the reason
/// of the weak link, and the house of the strong link unless it is a cell.
#[derive(Clone, Copy, Debug)]
struct Origin {
    from: Candidate,
    via: Candidate,
    weak: Weak,
    house: Option<usize>,
    links: usize,
}

impl<'a> Chains<'a> {
    /// Starts a search. A layer of a constraint's graph has at most `nodes` nodes.
    pub(super) fn new(state: &'a State, network: &'a Network, memory: &'a mut Memory, nodes: usize) -> Self {
        let count = state.variant().cell_count() * VALUES;
        Self {
            state,
            network,
            memory,
            nodes,
            excluded: vec![None; count],
            alternatives: vec![None; count],
            origins: vec![None; count],
            search: 0,
        }
    }

    fn index(&self, of: Candidate) -> usize {
        of.cell.index() * VALUES + usize::from(of.value - self.state.variant().board().values().low())
    }

    fn origin(&self, of: Candidate) -> Option<Origin> {
        let (origin, search) = self.origins[self.index(of)]?;
        (search == self.search).then_some(origin)
    }

    /// Returns a shortest chain of at most `links` strong links that refutes a candidate.
    pub(super) fn refute(&mut self, claim: Candidate, links: usize) -> Option<Deduction> {
        self.search += 1;
        let mut queue = VecDeque::from([claim]);
        while let Some(from) = queue.pop_front() {
            let used = self.origin(from).map_or(0, |origin| origin.links);
            let at = self.index(from);
            let excluded = match self.excluded[at].take() {
                Some(known) => known,
                None => self.find_excluded(from),
            };
            let last = excluded.iter().find(|(via, _)| *via == claim).map(|(_, weak)| *weak);
            if last.is_none() && used < links {
                for (via, weak) in &excluded {
                    self.extend(
                        &mut queue,
                        claim,
                        Origin { from, via: *via, weak: *weak, house: None, links: used + 1 },
                    );
                }
            }
            self.excluded[at] = Some(excluded);
            if let Some(weak) = last {
                return Some(self.deduction(claim, from, weak));
            }
        }
        None
    }

    /// Continues a chain over the strong links of a false candidate.
    fn extend(&mut self, queue: &mut VecDeque<Candidate>, claim: Candidate, origin: Origin) {
        let at = self.index(origin.via);
        let alternatives = match self.alternatives[at].take() {
            Some(known) => known,
            None => self.find_alternatives(origin.via),
        };
        for (to, house) in &alternatives {
            if *to != claim && self.origin(*to).is_none() {
                let index = self.index(*to);
                self.origins[index] = Some((Origin { house: *house, ..origin }, self.search));
                queue.push_back(*to);
            }
        }
        self.alternatives[at] = Some(alternatives);
    }

    /// Finds the candidates that a true candidate excludes.
    fn find_excluded(&mut self, of: Candidate) -> Excluded {
        let mut found = self.in_sight(of);
        let mut alone = self.state.clone();
        for other in self.state.candidates_of(of.cell).filter(|it| *it != of) {
            alone.remove(other);
        }
        let network = self.network;
        let is_single = |at: &&usize| network.single.contains(*at);
        for at in network.facts_of[of.cell.index()].iter().filter(is_single) {
            let Some((masks, _)) = self.memory.supported(self.network, &alone, *at, self.nodes) else {
                continue;
            };
            for (cell, mask) in self.network.facts[*at].cells.iter().zip(masks) {
                let gone = self.state.candidates(*cell) & !mask;
                for candidate in self.state.candidates_of(*cell) {
                    let is_gone = gone & self.state.bit(candidate.value) != 0;
                    if is_gone && *cell != of.cell && !found.iter().any(|(it, _)| *it == candidate) {
                        found.push((candidate, Weak::Fact(*at)));
                    }
                }
            }
        }
        for at in &self.network.pairs_of[of.cell.index()] {
            let (_, pair) = &self.network.pairs[*at];
            for other in pair.cells().into_iter().filter(|cell| *cell != of.cell) {
                for candidate in self.state.candidates_of(other) {
                    if !pair.allows(self.state, of, candidate)
                        && !found.iter().any(|(it, _)| *it == candidate)
                    {
                        found.push((candidate, Weak::Pair(*at)));
                    }
                }
            }
        }
        found
    }

    /// Returns the candidates in the same cell and those with the same value in cells that see it.
    fn in_sight(&self, of: Candidate) -> Excluded {
        let bit = self.state.bit(of.value);
        let same_cell = self.state.candidates_of(of.cell).filter(|it| *it != of);
        let seen = self.state.cells().filter(|cell| *cell != of.cell);
        let seen =
            seen.filter(|cell| self.state.candidates(*cell) & self.state.sees(of.cell, *cell) & bit != 0);
        let seen = seen.map(|cell| Candidate { cell, value: of.value });
        same_cell.chain(seen).map(|it| (it, Weak::Sight)).collect()
    }

    /// Finds the candidates that are true if this one is false: the only other value of its cell, and
    /// the only other place for its value in a house.
    fn find_alternatives(&self, of: Candidate) -> Alternatives {
        let mut found = Vec::new();
        let mut others = self.state.candidates_of(of.cell).filter(|it| *it != of);
        if let (Some(other), None) = (others.next(), others.next()) {
            found.push((other, None));
        }
        for house in &self.network.houses_of[of.cell.index()] {
            let cells = self.state.variant().houses()[*house].cells.iter();
            let others = cells.map(|cell| Candidate { cell: *cell, value: of.value });
            let mut others = others.filter(|it| *it != of && self.state.has(*it));
            if let (Some(other), None) = (others.next(), others.next()) {
                found.push((other, Some(*house)));
            }
        }
        found
    }

    /// Writes the chain that ends with a true candidate which excludes the claim.
    fn deduction(&self, claim: Candidate, last: Candidate, weak: Weak) -> Deduction {
        let mut step = Deduction::new(Technique::Chain);
        let mut links = vec![weak];
        let mut nodes = vec![(Role::Off, claim)];
        let mut at = last;
        while let Some(origin) = self.origin(at) {
            nodes.extend([(Role::On, at), (Role::Off, origin.via)]);
            step.houses.extend(origin.house);
            links.push(origin.weak);
            at = origin.from;
        }
        nodes.push((Role::On, at));
        nodes.reverse();
        step.pattern = nodes;
        step.houses.reverse();
        step.houses.dedup();
        for link in links.iter().rev() {
            let (number, cells) = match link {
                Weak::Sight => continue,
                Weak::Fact(at) => {
                    (self.network.facts[*at].constraints[0], &self.network.facts[*at].cells[..])
                }
                Weak::Pair(at) => (self.network.pairs[*at].0, &self.network.pairs[*at].1.cells()[..]),
            };
            if !step.constraints.contains(&number) {
                step.constraints.push(number);
            }
            for candidate in cells.iter().flat_map(|cell| self.state.candidates_of(*cell)) {
                let is_listed = step.pattern.contains(&(Role::Support, candidate));
                if !self.state.is_placed(candidate.cell) && !is_listed {
                    step.pattern.push((Role::Support, candidate));
                }
            }
        }
        step.eliminations.push(claim);
        step
    }
}
