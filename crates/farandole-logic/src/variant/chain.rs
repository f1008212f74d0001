//! Alternating inference chains of a variant: chains of implications.
//!
//! A node of a chain is a candidate that is assumed to be true or false. A link leads from a node to another
//! node that follows from it alone, for one of these reasons:
//!
//! - The candidates of the two nodes exclude each other, because they are in one cell or their cells see each
//!   other.
//! - Only one value is left for a cell, or only one place is left for a value in a house.
//! - All places that are left for a value in a house see the cell.
//! - A constraint requires it.
//!
//! A chain from "the candidate is true" to "the candidate is false" eliminates the candidate.
//!
//! The search assumes one node in a copy of the state and computes all its direct consequences together.
//! Grouped chains and chains through constraints therefore need no other kinds of nodes.

use super::candidate::Candidate;
use super::houses::seen_by_all;
use super::network::{Memory, Network};
use super::state::State;
use super::step::{Deduction, Technique};
use crate::model::Role;
use farandole_puzzle::Cell;
use std::collections::{BTreeMap, VecDeque};

/// Maximum number of values of a cell.
const VALUES: usize = 16;

/// Maximum number of values that a node leaves in a cell so that the facts of the cell are likely to have
/// consequences.
const FEW: u32 = 2;

/// The reason of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The two cells see each other, or both nodes are in one cell.
    Cells,
    /// The house, as an index, has one place left for the value, or the cell sees all places left for it.
    House(usize),
    /// A fact of the network, as an index.
    Fact(usize),
    /// A pair of the network, as an index.
    Pair(usize),
}

/// A candidate that is assumed to be true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    candidate: Candidate,
    is_true: bool,
}

/// The nodes that follow from a node, each with the reason.
type Links = Vec<(Node, Reason)>;

/// The link by which a node was first reached in a search. `links` is the number of links from the start.
#[derive(Clone, Copy, Debug)]
struct Origin {
    from: Node,
    reason: Reason,
    links: usize,
}

/// A search for chains in a state.
pub(super) struct Chains<'a> {
    state: &'a State,
    network: &'a Network,
    memory: &'a mut Memory,
    nodes: usize,
    /// For each node, its links, or `None` if they are not computed yet.
    links: Vec<Option<Links>>,
    /// For each node, the link by which it was last reached, and the number of that search.
    origins: Vec<Option<(Origin, u32)>>,
    search: u32,
}

impl<'a> Chains<'a> {
    /// Prepares searches in a state. A layer of a constraint's graph has at most `nodes` nodes.
    pub(super) fn new(state: &'a State, network: &'a Network, memory: &'a mut Memory, nodes: usize) -> Self {
        let count = state.variant().cell_count() * VALUES * 2;
        Self {
            state,
            network,
            memory,
            nodes,
            links: vec![None; count],
            origins: vec![None; count],
            search: 0,
        }
    }

    /// Returns the index of a node in the lists by node.
    fn index(&self, of: Node) -> usize {
        let Candidate { cell, value } = of.candidate;
        let value = usize::from(value - self.state.variant().board().values().low());
        (cell.index() * VALUES + value) * 2 + usize::from(of.is_true)
    }

    /// Returns the link by which the current search reached a node.
    fn origin(&self, of: Node) -> Option<Origin> {
        let (origin, search) = self.origins[self.index(of)]?;
        (search == self.search).then_some(origin)
    }

    /// Returns a shortest chain of at most `links` links that refutes a candidate, or `None` if there is none.
    pub(super) fn refute(&mut self, claim: Candidate, links: usize) -> Option<Deduction> {
        let [start, end] = [true, false].map(|is_true| Node { candidate: claim, is_true });
        self.search(start, Some(end), links);
        self.origin(end).is_some().then(|| self.deduction(end))
    }

    /// Returns a shortest chain from a true candidate to the opposite of another one.
    pub(super) fn exclude(&mut self, from: Candidate, gone: Candidate, links: usize) -> Option<Deduction> {
        let (start, end) =
            (Node { candidate: from, is_true: true }, Node { candidate: gone, is_true: false });
        self.search(start, Some(end), links);
        self.origin(end).is_some().then(|| self.deduction(end))
    }

    /// Returns the candidates that chains from a true candidate exclude, each with the number of links.
    pub(super) fn excluded(&mut self, from: Candidate, links: usize) -> Vec<(Candidate, usize)> {
        let start = Node { candidate: from, is_true: true };
        self.search(start, None, links);
        let candidates = self.state.cells().flat_map(|cell| self.state.candidates_of(cell));
        let with_links = |candidate: Candidate| {
            let origin = self.origin(Node { candidate, is_true: false })?;
            Some((candidate, origin.links))
        };
        candidates.filter_map(with_links).collect()
    }

    /// Finds the nodes that follow from a node in at most this many links, in order of their number, until the end
    /// is reached.
    fn search(&mut self, start: Node, end: Option<Node>, links: usize) {
        self.search += 1;
        let mut queue = VecDeque::from([start]);
        while let Some(from) = queue.pop_front() {
            let used = self.origin(from).map_or(0, |origin| origin.links);
            if used == links {
                return;
            }
            let at = self.index(from);
            let found = match self.links[at].take() {
                Some(known) => known,
                None => self.find_links(from),
            };
            for (to, reason) in &found {
                if *to != start && self.origin(*to).is_none() {
                    let index = self.index(*to);
                    let origin = Origin { from, reason: *reason, links: used + 1 };
                    self.origins[index] = Some((origin, self.search));
                    queue.push_back(*to);
                }
            }
            self.links[at] = Some(found);
            if end.is_some_and(|end| self.origin(end).is_some()) {
                return;
            }
        }
    }

    /// Finds the nodes that follow from a node.
    fn find_links(&mut self, from: Node) -> Links {
        let mut after = self.state.clone();
        if from.is_true {
            after.set(from.candidate);
        } else {
            after.remove(from.candidate);
        }
        let count = self.state.variant().cell_count();
        let mut found = Found { start: from, links: Vec::new(), known: vec![[0; 2]; count] };
        let changed: Vec<Cell> =
            self.state.cells().filter(|it| self.state.candidates(*it) != after.candidates(*it)).collect();
        for cell in &changed {
            let masks = (self.state.candidates(*cell), after.candidates(*cell));
            found.add_masks(&after, *cell, masks, Reason::Cells);
        }
        self.add_houses(&after, &changed, &mut found);
        for (at, one, two) in self.pairs_of(&changed) {
            let pair = &self.network.pairs[at].1;
            let fits = |it: &Candidate| after.candidates_of(one).any(|one| pair.allows(self.state, one, *it));
            let left = after.candidates_of(two).filter(fits);
            let left = left.fold(0, |mask, it| mask | after.bit(it.value));
            found.add_masks(&after, two, (after.candidates(two), left), Reason::Pair(at));
        }
        let mut facts: Vec<usize> =
            changed.iter().flat_map(|cell| self.network.facts_of[cell.index()].iter().copied()).collect();
        facts.retain(|at| self.network.single.contains(at));
        facts.sort_unstable();
        facts.dedup();
        facts.retain(|at| self.is_affected(from, &after, &self.network.facts[*at].cells));
        for at in facts {
            let supported = self.memory.supported_after(self.network, (self.state, &after), at, self.nodes);
            let Some((masks, _)) = supported else { continue };
            // If one constraint alone refutes the node, a simpler technique finds it.
            if masks.contains(&0) {
                continue;
            }
            let cells = &self.network.facts[at].cells;
            for (cell, mask) in cells.iter().zip(masks) {
                found.add_masks(&after, *cell, (after.candidates(*cell), *mask), Reason::Fact(at));
            }
        }
        found.links
    }

    /// Returns true if a node is likely to have consequences in a fact with these cells. Other facts are
    /// skipped to save time. Consequences are likely if the node places its value in one of the cells, if it
    /// leaves at most one place for the value among them, or if it leaves at most [`FEW`] values for one of
    /// them.
    fn is_affected(&self, from: Node, after: &State, cells: &[Cell]) -> bool {
        let Candidate { cell, value } = from.candidate;
        let bit = self.state.bit(value);
        let is_left = |of: &&Cell| after.candidates(**of) & bit != 0;
        let is_narrow = |of: &Cell| {
            let (before, left) = (self.state.candidates(*of), after.candidates(*of));
            before != left && left.count_ones() <= FEW
        };
        (from.is_true && cells.contains(&cell))
            || cells.iter().filter(is_left).count() <= 1
            || cells.iter().any(is_narrow)
    }

    /// Returns the related pairs that contain one of some cells: the index of the pair, this cell, and the
    /// other cell.
    fn pairs_of(&self, cells: &[Cell]) -> Vec<(usize, Cell, Cell)> {
        let of = |one: &Cell| {
            let one = *one;
            self.network.pairs_of[one.index()].iter().flat_map(move |at| {
                let cells = self.network.pairs[*at].1.cells();
                cells.into_iter().filter(move |two| *two != one).map(move |two| (*at, one, two))
            })
        };
        cells.iter().flat_map(of).collect()
    }

    /// Adds the links through houses. For each value that lost a place in a house, adds its last place, if only
    /// one is left, and the candidates that see all places left.
    fn add_houses(&self, after: &State, changed: &[Cell], found: &mut Found) {
        let variant = self.state.variant();
        let mut lost: BTreeMap<usize, u16> = BTreeMap::new();
        for cell in changed {
            let gone = self.state.candidates(*cell) & !after.candidates(*cell);
            for house in &self.network.houses_of[cell.index()] {
                *lost.entry(*house).or_default() |= gone;
            }
        }
        for (house, values) in lost {
            let cells = &variant.houses()[house].cells;
            for value in variant.board().values().values_of(values) {
                let has = |cell: &Cell| after.has(Candidate { cell: *cell, value });
                let places: Vec<Cell> = cells.iter().copied().filter(has).collect();
                if let [cell] = places[..] {
                    found.add(Candidate { cell, value }, true, Reason::House(house));
                }
                if !places.is_empty() {
                    for candidate in seen_by_all(after, &places, value) {
                        found.add(candidate, false, Reason::House(house));
                    }
                }
            }
        }
    }

    /// Converts the chain that leads to a node in the current search to a deduction.
    fn deduction(&self, end: Node) -> Deduction {
        let mut step = Deduction::new(Technique::Chain);
        let mut reasons = Vec::new();
        let mut nodes = vec![end];
        while let Some(origin) = self.origin(nodes[nodes.len() - 1]) {
            reasons.push(origin.reason);
            nodes.push(origin.from);
        }
        let role = |node: &Node| if node.is_true { Role::On } else { Role::Off };
        step.pattern = nodes.iter().rev().map(|node| (role(node), node.candidate)).collect();
        for reason in reasons.iter().rev() {
            let (number, cells) = match reason {
                Reason::Cells => continue,
                Reason::House(house) => {
                    if !step.houses.contains(house) {
                        step.houses.push(*house);
                    }
                    continue;
                }
                Reason::Fact(at) => {
                    (self.network.facts[*at].constraints[0], &self.network.facts[*at].cells[..])
                }
                Reason::Pair(at) => (self.network.pairs[*at].0, &self.network.pairs[*at].1.cells()[..]),
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
        step.eliminations.push(end.candidate);
        step
    }
}

/// The links of a node while they are collected.
struct Found {
    start: Node,
    links: Links,
    /// For each cell, the values of the false nodes and those of the true nodes in `links`, as masks with bit
    /// `value`.
    known: Vec<[u32; 2]>,
}

impl Found {
    /// Adds a link unless the node is the start or has a link.
    fn add(&mut self, candidate: Candidate, is_true: bool, reason: Reason) {
        let node = Node { candidate, is_true };
        let known = &mut self.known[candidate.cell.index()][usize::from(is_true)];
        let bit = 1 << candidate.value;
        if node != self.start && *known & bit == 0 {
            *known |= bit;
            self.links.push((node, reason));
        }
    }

    /// Adds links to the candidates that a cell loses, and to the remaining candidate if only one is left.
    fn add_masks(&mut self, state: &State, cell: Cell, (before, after): (u16, u16), reason: Reason) {
        let range = state.variant().board().values();
        for value in range.values_of(before & !after) {
            self.add(Candidate { cell, value }, false, reason);
        }
        if before != after && after.is_power_of_two() {
            range.values_of(after).for_each(|value| self.add(Candidate { cell, value }, true, reason));
        }
    }
}
