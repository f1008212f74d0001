//! The way a network is put together: restrictions, houses, pairs, sums and propagators, in any order.

use super::automaton_cache::{AutomatonCache, Named};
use super::house_complement::house_complement;
use super::house_propagators;
use super::innies_outies::{Known, derive};
use super::sums::{self, Sum};
use crate::model::house::{Edge, House};
use crate::model::peers::Peers;
use crate::network::Network;
use crate::propagation::engine::PropagationEngine;
use crate::propagators::AnyPropagator;
use crate::propagators::cage::Cage;
use crate::propagators::lex_rank::Side;
use crate::propagators::regular::{Automaton, Graph, Regular, TooLarge};
use crate::propagators::relation::{Pairs, Relation};
use crate::propagators::set_list::SetList;
use core::cell::OnceCell;
use std::sync::Arc;

/// A network that grows. Values are real values, from `low` on; masks have bit `v - low` for value `v`.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    shown: usize,
    low: u8,
    count: u8,
    domains: Vec<u16>,
    houses: Vec<House>,
    /// Numbers of disjoint houses, such as all rows.
    families: Vec<Vec<u32>>,
    edges: Vec<Edge>,
    /// For each cell that equals another one, and that one: the first cell of the same value.
    equal: Vec<(u16, u16)>,
    sums: Vec<Sum>,
    /// Cells that differ, and the sets of values, one of which they hold.
    combinations: Vec<(Vec<u16>, Vec<u16>)>,
    propagators: Vec<AnyPropagator>,
    priority: Vec<u32>,
    automata: AutomatonCache,
    /// The words of each side of the grid, once it was asked for.
    sides: OnceCell<[Side; 4]>,
    /// Whether sums in the branches of disjunctions are told without the houses they hold.
    reduces: bool,
    /// Which cells differ, once it was asked for, until more is known.
    peers: OnceCell<Peers>,
}

/// A network, and where its propagators come from.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// The network that is propagated before sums are derived, if that is tried.
    pub(crate) first: Option<Network>,
    /// The network that is searched. Its propagators are those of `first` and more, or none if
    /// `first` decides the puzzle.
    pub(crate) network: Network,
    /// How many propagators there are before those of the houses.
    pub(crate) own: usize,
    /// The number of propagators behind those of the houses, behind each sum, and behind each list
    /// of sets of values.
    pub(crate) ends: Vec<usize>,
    /// For each propagator behind these the derived sum that it is for.
    pub(crate) derived: Vec<Sum>,
    /// The houses and the pairs that differ as they were added.
    pub(crate) differing: (Vec<House>, Vec<Edge>),
}

impl Builder {
    /// Cells without a propagator, each with `count` values, at most 16, from `low` on.
    pub(crate) fn new(cells: usize, low: u8, count: u8) -> Self {
        let full = full_mask(count);
        Self {
            shown: cells,
            low,
            count,
            domains: vec![full; cells],
            houses: Vec::new(),
            families: Vec::new(),
            edges: Vec::new(),
            equal: Vec::new(),
            sums: Vec::new(),
            combinations: Vec::new(),
            propagators: Vec::new(),
            priority: vec![0; cells],
            automata: AutomatonCache::default(),
            sides: OnceCell::new(),
            reduces: false,
            peers: OnceCell::new(),
        }
    }

    /// The least value.
    pub(crate) fn low(&self) -> u8 {
        self.low
    }

    /// How many values there are.
    pub(crate) fn count(&self) -> u8 {
        self.count
    }

    /// The mask of all values.
    pub(crate) fn full_mask(&self) -> u16 {
        full_mask(self.count)
    }

    /// The mask of one real value; 0 if there is no such value.
    pub(crate) fn bit(&self, value: i32) -> u16 {
        let place = value - i32::from(self.low);
        if (0..i32::from(self.count)).contains(&place) { 1 << place } else { 0 }
    }

    /// The mask of the real values with a property.
    pub(crate) fn mask(&self, mut has: impl FnMut(i32) -> bool) -> u16 {
        let low = i32::from(self.low);
        (low..low + i32::from(self.count)).filter(|&v| has(v)).map(|v| self.bit(v)).sum()
    }

    /// From now on sums in the branches of disjunctions are told without the houses they hold.
    pub(crate) fn reduce_branches(&mut self) {
        self.reduces = true;
    }

    /// The sums of a branch become propagators that rely on this network. `false` if branches do
    /// not rely on it.
    pub(crate) fn reduce_sums_of(&self, branch: &mut Self) -> bool {
        if self.reduces {
            let sums = core::mem::take(&mut branch.sums).into_iter();
            let sums: Vec<Sum> = sums.map(|sum| house_complement(&sum, &self.houses, self.low)).collect();
            let (own, cells) =
                (self.peers(), |sum: &Sum| sum.terms.iter().map(|&(cell, _)| cell).collect::<Vec<u16>>());
            sums.iter().for_each(|sum| branch.differ_as(&own, &cells(sum)));
            let peers = branch.peers();
            let among =
                sums::Cells { low: self.low, count: self.count, peers: &peers, domains: &self.domains };
            for Sum { terms, target } in sums {
                sums::add_to(&mut branch.propagators, &terms, target, &among);
            }
        }
        self.reduces
    }

    /// Of some cells those that differ elsewhere differ here.
    pub(crate) fn differ_as(&mut self, peers: &Peers, cells: &[u16]) {
        for (at, &a) in cells.iter().enumerate() {
            let others = cells[at + 1..].iter().filter(|&&b| peers.differ(a, b));
            others.for_each(|&b| self.differ(a, b, u16::MAX));
        }
    }

    /// The candidates of a cell so far.
    pub(crate) fn domain(&self, cell: u16) -> u16 {
        self.domains[usize::from(cell)]
    }

    /// A new auxiliary cell with these candidates, among the values. It is no part of a solution.
    /// The other cells must determine it, or solutions are counted more than once.
    pub(crate) fn auxiliary(&mut self, mask: u16) -> u16 {
        debug_assert_eq!(mask & !self.full_mask(), 0, "a candidate beyond the values");
        self.domains.push(mask);
        self.priority.push(0);
        self.peers.take();
        (self.domains.len() - 1) as u16
    }

    /// Allows a cell only these candidates.
    pub(crate) fn restrict(&mut self, cell: u16, mask: u16) {
        self.domains[usize::from(cell)] &= mask;
    }

    /// Houses by number that share no cells, such as all rows.
    pub(crate) fn family(&mut self, houses: Vec<u32>) {
        if houses.iter().any(|&house| self.houses[house as usize].is_full()) {
            self.families.push(houses);
        }
    }

    /// These cells differ. A cell listed twice can hold nothing. Returns the number of the house.
    pub(crate) fn distinct(&mut self, cells: &[u16]) -> u32 {
        self.house(cells.to_vec())
    }

    /// As [`distinct`](Self::distinct).
    pub(crate) fn house(&mut self, mut cells: Vec<u16>) -> u32 {
        cells.sort_unstable();
        if let Some(at) = (1..cells.len()).find(|&at| cells[at] == cells[at - 1]) {
            self.restrict(cells[at], 0);
        }
        cells.dedup();
        let ends = (cells.first(), cells.last());
        let same = |house: &House| (house.cells.first(), house.cells.last()) == ends && house.cells == cells;
        let known = self.houses.iter().position(same);
        known.map_or_else(|| self.new_house(cells), |number| number as u32)
    }

    /// As [`distinct`](Self::distinct), of rising cells that are no house yet, each once.
    pub(crate) fn new_house(&mut self, cells: Vec<u16>) -> u32 {
        if cells.len() > usize::from(self.count) {
            self.restrict(cells[0], 0);
        }
        if self.equal.is_empty()
            && let Some(peers) = self.peers.get_mut()
        {
            peers.insert_all(&cells);
        } else {
            self.peers.take();
        }
        self.houses.push(House { values: self.values_of(&cells), cells });
        (self.houses.len() - 1) as u32
    }

    /// The values that different cells hold together, if there are no more than cells; otherwise 0.
    fn values_of(&self, cells: &[u16]) -> u16 {
        let full = self.full_mask();
        let domains = cells.iter().fold(0, |all, &cell| all | self.domain(cell));
        let all = if cells.len() == usize::from(self.count) { full } else { domains };
        if all.count_ones() as usize == cells.len() { all } else { 0 }
    }

    /// Two cells do not both hold the same one of these values.
    pub(crate) fn differ(&mut self, a: u16, b: u16, mask: u16) {
        if a == b {
            self.restrict(a, !mask);
        } else {
            self.edges.push(Edge { cells: [a.min(b), a.max(b)], mask });
            self.peers.take();
        }
    }

    /// Two cells hold the same value, as a propagator says: what differs from one of them differs
    /// from the other.
    pub(crate) fn equal(&mut self, a: u16, b: u16) {
        let [a, b] = [self.first_equal(a), self.first_equal(b)];
        let (first, other) = (a.min(b), a.max(b));
        if first == other {
            return;
        }
        self.peers.take();
        for cell in [first, other] {
            if !self.equal.iter().any(|&(known, _)| known == cell) {
                self.equal.push((cell, cell));
            }
        }
        self.equal.iter_mut().filter(|(_, of)| *of == other).for_each(|(_, of)| *of = first);
    }

    fn first_equal(&self, cell: u16) -> u16 {
        self.equal.iter().find(|&&(known, _)| known == cell).map_or(cell, |&(_, first)| first)
    }

    /// For each of these cells the first cell that is known to hold the same value.
    pub(crate) fn same_as(&self, cells: &[u16]) -> Vec<u16> {
        cells.iter().map(|&cell| self.first_equal(cell)).collect()
    }

    /// A weighted sum of real values. A cell listed twice adds its weights.
    pub(crate) fn sum(&mut self, terms: &[(u16, i32)], target: i32) {
        self.sums.push(Sum::new(terms, target));
    }

    /// Cells, each once, that differ and hold one of these sets of values; each mask has as many
    /// values as there are cells.
    pub(crate) fn one_of(&mut self, cells: &[u16], sets: &[u16]) {
        self.distinct(cells);
        self.combinations.push((cells.to_vec(), sets.to_vec()));
    }

    /// Each cell of a chain and the next one are a pair that the test of real values allows.
    pub(crate) fn chain(&mut self, cells: &[u16], mut allowed: impl FnMut(i32, i32) -> bool) {
        let low = i32::from(self.low);
        let pairs = Pairs::new(self.count, |a, b| allowed(low + i32::from(a), low + i32::from(b)));
        self.relate(cells, &Arc::new(pairs));
    }

    /// Each cell of a chain and the next one are an allowed pair.
    pub(crate) fn relate(&mut self, cells: &[u16], pairs: &Arc<Pairs>) {
        if cells.len() >= 2 {
            self.post(Relation::new(cells, Arc::clone(pairs)));
        }
    }

    /// An automaton accepts the values of a line.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn regular<A: Automaton>(&mut self, automaton: &A, line: &[u16]) -> Result<(), TooLarge> {
        let propagator = Regular::new(automaton, line, |cell| self.domain(cell))?;
        self.add_regular(propagator);
        Ok(())
    }

    /// As [`regular`](Self::regular), for an automaton that reads several lines; `name` tells it apart.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn regular_cached<A: Automaton>(
        &mut self,
        name: Named,
        automaton: &A,
        line: &[u16],
    ) -> Result<(), TooLarge> {
        let domains = line.iter().map(|&cell| self.domain(cell)).collect();
        let graph = self.automata.graph(name, automaton, domains)?;
        self.regular_graph(&graph, line);
        Ok(())
    }

    /// An automaton that was unrolled over so many cells with all values accepts the values of a line.
    pub(crate) fn regular_graph(&mut self, graph: &Arc<Graph>, line: &[u16]) {
        self.add_regular(Regular::over(Arc::clone(graph), line));
    }

    fn add_regular(&mut self, propagator: Regular) {
        if propagator.graph().is_empty() {
            self.impossible();
        } else {
            self.post(propagator);
        }
    }

    /// A propagator.
    pub(crate) fn post(&mut self, propagator: impl Into<AnyPropagator>) {
        self.propagators.push(propagator.into());
    }

    /// No value is left for anything: the network has no solution.
    pub(crate) fn impossible(&mut self) {
        self.domains[0] = 0;
    }

    /// The search should branch on this cell earlier.
    pub(crate) fn prefer(&mut self, cell: u16, weight: u32) {
        self.priority[usize::from(cell)] += weight;
    }

    /// The same cells, all values, and nothing else.
    pub(crate) fn without_propagators(&self) -> Self {
        Self { shown: self.shown, ..Self::new(self.domains.len(), self.low, self.count) }
    }

    /// Which cells differ in all values, as far as it is known yet.
    pub(crate) fn peers(&self) -> Peers {
        self.peers.get_or_init(|| self.find_peers()).clone()
    }

    fn find_peers(&self) -> Peers {
        let mut peers = Peers::new(self.domains.len());
        for house in &self.houses {
            peers.insert_all(&house.cells);
        }
        let full = self.full_mask();
        let apart = self.edges.iter().filter(|edge| edge.mask & full == full);
        peers.insert_pairs(apart.map(|edge| edge.cells.into()));
        for &(one, first) in &self.equal {
            for &(other, _) in self.equal.iter().filter(|&&(other, of)| of == first && other != one) {
                let around: Vec<u16> = peers.of(one).collect();
                around.into_iter().for_each(|cell| peers.insert(other, cell));
            }
        }
        peers
    }

    /// The words of each side of the grid, which are made once.
    pub(crate) fn sides(&self, make: impl FnOnce() -> [Side; 4]) -> [Side; 4] {
        self.sides.get_or_init(make).clone()
    }

    /// The finished network, with sums that follow from others.
    pub(crate) fn build(mut self) -> Network {
        let mut network = self.build_base(|_| ());
        self.derive_sums(&mut network, |_, _, _| ());
        network
    }

    /// The network of what was said alone: nothing that takes several propagators together to see.
    pub(crate) fn build_for_proof(mut self) -> Network {
        let full = self.full_mask();
        self.houses.iter_mut().filter(|house| house.values != full).for_each(|house| house.values = 0);
        let mut network = self.build_base(|_| ());
        network.propagators.retain(|propagator| !matches!(propagator, AnyPropagator::EqualSets(_)));
        network
    }

    /// As [`build`](Self::build). If houses, pairs and sums are all there is, they are propagated
    /// first: this decides most easy puzzles before any sum is derived. Of a puzzle that is decided
    /// only the values remain.
    pub(crate) fn build_propagated(mut self) -> Network {
        let only_sums = self.has_only_sums();
        let mut network = self.build_base(|_| ());
        if !(only_sums && propagated(&mut network)) {
            self.derive_sums(&mut network, |_, _, _| ());
        }
        network
    }

    /// The network of [`build_propagated`](Self::build_propagated), with what a log of the search
    /// needs to know of it.
    pub(crate) fn build_with_steps(mut self) -> Steps {
        let (own, only_sums) = (self.propagators.len(), self.has_only_sums());
        let (mut ends, mut derived, edges) = (Vec::new(), Vec::new(), self.edges.clone());
        let mut network = self.build_base(|count| ends.push(count));
        let (first, stated) = (only_sums.then(|| network.clone()), network.propagators.len());
        if !(only_sums && propagated(&mut network)) {
            self.derive_sums(&mut network, |terms, target, count| {
                derived.resize(count - stated, Sum { terms: terms.to_vec(), target });
            });
        }
        Steps { first, network, own, ends, derived, differing: (self.houses, edges) }
    }

    /// Whether houses, pairs and sums are all there is.
    fn has_only_sums(&self) -> bool {
        self.propagators.is_empty() && !self.sums.is_empty()
    }

    /// How many propagators, sums, lists of sets of values, houses and pairs that differ were added so far.
    pub(crate) fn counts(&self) -> [usize; 5] {
        let [propagators, sums, sets] = [self.propagators.len(), self.sums.len(), self.combinations.len()];
        [propagators, sums, sets, self.houses.len(), self.edges.len()]
    }

    /// What was said, without the sums that follow. `added` is told the number of propagators
    /// behind those of the houses, behind each sum and behind each list of sets of values.
    fn build_base(&mut self, mut added: impl FnMut(usize)) -> Network {
        let full = self.full_mask();
        let peers = self.peers();
        let mut edges = core::mem::take(&mut self.edges);
        edges.retain(|edge| edge.mask & full != full && !peers.differ(edge.cells[0], edge.cells[1]));
        let mut propagators = core::mem::take(&mut self.propagators);
        propagators.extend(house_propagators::house_propagators(&self.houses, &self.families));
        let mut network = Network {
            shown: self.shown,
            low: self.low,
            count: self.count,
            domains: core::mem::take(&mut self.domains),
            edges,
            peers,
            propagators,
            priority: core::mem::take(&mut self.priority),
        };
        added(network.propagators.len());
        for sum in &self.sums {
            sums::add(&mut network, &sum.terms, sum.target);
            added(network.propagators.len());
        }
        for (cells, sets) in self.combinations.drain(..) {
            network.propagators.push(Cage::new(&cells, Arc::new(SetList::new(sets)), &network.peers).into());
            added(network.propagators.len());
        }
        network
    }

    /// Adds the sums that follow. `found` is told the terms and the target of each, and the number
    /// of propagators behind it.
    fn derive_sums(&self, network: &mut Network, mut found: impl FnMut(&[(u16, i32)], i32, usize)) {
        let low = i32::from(self.low);
        let peers = network.peers.clone();
        let domains = network.domains.clone();
        let known = Known {
            sums: &self.sums,
            houses: &self.houses,
            families: &self.families,
            values: low..low + i32::from(self.count),
            peers: &peers,
            domains: &domains,
        };
        derive(&known, |terms, target| {
            sums::add(network, terms, target);
            found(terms, target, network.propagators.len());
        });
    }
}

/// Propagates the candidates to a fixpoint, and says whether that decides the puzzle. Then its
/// propagators go, since every propagator accepts the values that are left.
fn propagated(network: &mut Network) -> bool {
    let mut masks = network.domains.clone();
    let result = PropagationEngine::new(network).propagate_all(&mut masks);
    let decided = result.is_err() || masks.iter().all(|mask| mask.is_power_of_two());
    if decided {
        network.propagators.clear();
        network.edges.clear();
        network.peers = Peers::new(masks.len());
    }
    if result.is_err() {
        masks.fill(0);
    }
    network.domains = masks;
    decided
}

/// The mask of this many values.
pub(crate) fn full_mask(count: u8) -> u16 {
    (u32::MAX >> (32 - u32::from(count))) as u16
}
