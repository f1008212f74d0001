//! A builder for [`Network`]. Domains, houses, pairs, sums and propagators may be added in any
//! order.

use super::automaton_cache::AutomatonCache;
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
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::Machine;
use std::sync::Arc;

/// A network under construction. Its functions receive real values, which start at `low`, whereas
/// propagators use 0-based values. Bit `v - low` of a mask represents the real value `v`.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    shown: usize,
    low: u8,
    count: u8,
    domains: Vec<u16>,
    houses: Vec<House>,
    // Derived sums and chutes rely on families: the houses of a family share no cells.
    /// Lists of disjoint houses, such as all rows, as indices into `houses`.
    families: Vec<Vec<u32>>,
    edges: Vec<Edge>,
    /// For each cell with a known equal cell, the cell and the first cell of its group of equal
    /// cells.
    // Few cells have an equal cell, so these pairs take less space than a list by cell.
    equal: Vec<(u16, u16)>,
    sums: Vec<Sum>,
    /// Groups of distinct cells, each with the sets of values that its cells may hold.
    combinations: Vec<(Vec<u16>, Vec<u16>)>,
    propagators: Vec<AnyPropagator>,
    priority: Vec<u32>,
    automata: AutomatonCache,
    // Only ranks read words, so these are not computed for other networks.
    /// The words of each side of the grid: the lines read from this side. Computed at the first request.
    sides: OnceCell<[Side; 4]>,
    /// True if sums in branches of disjunctions are simplified by subtracting houses.
    reduces: bool,
    /// The peers of each cell, computed at the first request and updated or cleared by later
    /// additions.
    peers: OnceCell<Peers>,
}

/// A network with the sources of its propagators.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// The network that is propagated before sums are derived, if it has houses, pairs and sums
    /// only.
    pub(crate) first: Option<Network>,
    /// The network that is searched. It has the propagators of `first` and the derived propagators, but no
    /// propagators if `first` decides the puzzle.
    pub(crate) network: Network,
    /// Number of propagators before those of the houses.
    pub(crate) own: usize,
    /// Numbers of propagators after the houses were added, after each sum, and after each list of
    /// sets of values, in the order in which they were added.
    pub(crate) ends: Vec<usize>,
    /// The derived sums of the propagators that were added after those of `ends`, in order.
    pub(crate) derived: Vec<Sum>,
    /// The houses and the pairs of different cells, in the order in which they were added.
    pub(crate) differing: (Vec<House>, Vec<Edge>),
}

impl Builder {
    /// Creates a builder for cells without propagators. Each cell has `count` values, at most 16,
    /// starting at `low`.
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

    /// Returns the least value.
    pub(crate) fn low(&self) -> u8 {
        self.low
    }

    /// Returns the number of values.
    pub(crate) fn count(&self) -> u8 {
        self.count
    }

    /// Returns the range of the values.
    pub(crate) fn values(&self) -> ValueRange {
        ValueRange::new(self.low, self.count).expect("the values of a board")
    }

    /// Returns the mask of all values.
    pub(crate) fn full_mask(&self) -> u16 {
        full_mask(self.count)
    }

    /// Returns the mask of one real value, or 0 if there is no such value.
    pub(crate) fn bit(&self, value: i32) -> u16 {
        let place = value - i32::from(self.low);
        if (0..i32::from(self.count)).contains(&place) { 1 << place } else { 0 }
    }

    /// Returns the mask of the real values for which `has` is true.
    pub(crate) fn mask(&self, mut has: impl FnMut(i32) -> bool) -> u16 {
        let low = i32::from(self.low);
        (low..low + i32::from(self.count)).filter(|&v| has(v)).map(|v| self.bit(v)).sum()
    }

    /// Enables the simplification of sums in branches that are added later: the houses that a sum
    /// mostly covers are subtracted from it.
    pub(crate) fn reduce_branches(&mut self) {
        self.reduces = true;
    }

    /// Converts the sums of a branch into propagators that rely on the houses of this network.
    /// Returns false, and leaves the branch unchanged, if branches are compiled independently of
    /// the network.
    pub(crate) fn reduce_sums_of(&self, branch: &mut Self) -> bool {
        if self.reduces {
            let sums = core::mem::take(&mut branch.sums).into_iter();
            // The houses of the whole network also hold in the branch.
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

    /// Copies pairs of different cells from another network: two cells of the list must differ if they are
    /// peers in `peers`.
    pub(crate) fn differ_as(&mut self, peers: &Peers, cells: &[u16]) {
        for (at, &a) in cells.iter().enumerate() {
            let others = cells[at + 1..].iter().filter(|&&b| peers.differ(a, b));
            others.for_each(|&b| self.differ(a, b, u16::MAX));
        }
    }

    /// Returns the current candidates of a cell.
    pub(crate) fn domain(&self, cell: u16) -> u16 {
        self.domains[usize::from(cell)]
    }

    /// Adds an auxiliary cell with the given candidates and returns its index. An auxiliary cell is
    /// not part of a solution. The other cells must determine its value; otherwise, solutions are
    /// counted more than once.
    pub(crate) fn auxiliary(&mut self, mask: u16) -> u16 {
        debug_assert_eq!(mask & !self.full_mask(), 0, "a candidate beyond the values");
        self.domains.push(mask);
        self.priority.push(0);
        // The matrix has a row per cell, so a new cell invalidates it.
        self.peers.take();
        (self.domains.len() - 1) as u16
    }

    /// Removes the candidates of a cell that are not in `mask`.
    pub(crate) fn restrict(&mut self, cell: u16, mask: u16) {
        self.domains[usize::from(cell)] &= mask;
    }

    /// Adds a list of houses, by index, that share no cells, such as all rows.
    pub(crate) fn family(&mut self, houses: Vec<u32>) {
        // Houses that are not full have no known sum, so a family without full houses is of no use.
        if houses.iter().any(|&house| self.houses[house as usize].is_full()) {
            self.families.push(houses);
        }
    }

    /// Returns the number of houses.
    pub(crate) fn house_count(&self) -> usize {
        self.houses.len()
    }

    /// Requires that the cells differ, and returns the index of their house. A cell that is listed
    /// twice cannot differ from itself, so it loses all candidates.
    pub(crate) fn distinct(&mut self, cells: &[u16]) -> u32 {
        self.house(cells.to_vec())
    }

    /// Adds a house as [`distinct`](Self::distinct) does, from an owned list.
    pub(crate) fn house(&mut self, mut cells: Vec<u16>) -> u32 {
        cells.sort_unstable();
        if let Some(at) = (1..cells.len()).find(|&at| cells[at] == cells[at - 1]) {
            self.restrict(cells[at], 0);
        }
        cells.dedup();
        // Comparing the first and the last cell rejects most houses without comparing all cells.
        let ends = (cells.first(), cells.last());
        let same = |house: &House| (house.cells.first(), house.cells.last()) == ends && house.cells == cells;
        let known = self.houses.iter().position(same);
        known.map_or_else(|| self.new_house(cells), |number| number as u32)
    }

    /// Adds a house as [`distinct`](Self::distinct) does. The cells must be sorted, without
    /// duplicates, and must not form an existing house.
    pub(crate) fn new_house(&mut self, cells: Vec<u16>) -> u32 {
        // More cells than values cannot all differ.
        if cells.len() > usize::from(self.count) {
            self.restrict(cells[0], 0);
        }
        // With equal cells, which share peers, the matrix is rebuilt on request instead of updated.
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

    /// Returns the values that occur in the house, if they are known: if the number of candidate
    /// values equals the number of cells. Otherwise, returns 0.
    fn values_of(&self, cells: &[u16]) -> u16 {
        let full = self.full_mask();
        let domains = cells.iter().fold(0, |all, &cell| all | self.domain(cell));
        // With as many cells as values on the board, every value occurs, even if domains lack some values.
        let all = if cells.len() == usize::from(self.count) { full } else { domains };
        if all.count_ones() as usize == cells.len() { all } else { 0 }
    }

    /// Requires that the two cells do not both hold the same value of `mask`.
    pub(crate) fn differ(&mut self, a: u16, b: u16, mask: u16) {
        if a == b {
            self.restrict(a, !mask);
        } else {
            self.edges.push(Edge { cells: [a.min(b), a.max(b)], mask });
            self.peers.take();
        }
    }

    /// Records that two cells hold the same value, so that both have the same peers. A propagator
    /// must enforce the equality.
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
        // Each group of equal cells is represented by its first cell, which changes for the later group.
        self.equal.iter_mut().filter(|(_, of)| *of == other).for_each(|(_, of)| *of = first);
    }

    fn first_equal(&self, cell: u16) -> u16 {
        self.equal.iter().find(|&&(known, _)| known == cell).map_or(cell, |&(_, first)| first)
    }

    /// Returns, for each cell of a list, the first cell of its group of equal cells.
    pub(crate) fn same_as(&self, cells: &[u16]) -> Vec<u16> {
        cells.iter().map(|&cell| self.first_equal(cell)).collect()
    }

    /// Adds a weighted sum of real values. The weights of a cell listed twice are added.
    pub(crate) fn sum(&mut self, terms: &[(u16, i32)], target: i32) {
        self.sums.push(Sum::new(terms, target));
    }

    /// Requires that the cells differ and hold one of the given sets of values. Each cell is listed
    /// once, and each mask has as many values as there are cells.
    pub(crate) fn one_of(&mut self, cells: &[u16], sets: &[u16]) {
        self.distinct(cells);
        self.combinations.push((cells.to_vec(), sets.to_vec()));
    }

    /// Requires that the real values of every two consecutive cells pass the test `allowed`.
    pub(crate) fn chain(&mut self, cells: &[u16], mut allowed: impl FnMut(i32, i32) -> bool) {
        let low = i32::from(self.low);
        let pairs = Pairs::new(self.count, |a, b| allowed(low + i32::from(a), low + i32::from(b)));
        self.relate(cells, &Arc::new(pairs));
    }

    /// Requires that every two consecutive cells hold an allowed pair of values.
    pub(crate) fn relate(&mut self, cells: &[u16], pairs: &Arc<Pairs>) {
        if cells.len() >= 2 {
            self.post(Relation::new(cells, Arc::clone(pairs)));
        }
    }

    /// Requires that an automaton accepts the values of a line.
    ///
    /// # Errors
    /// Returns an error if the unrolled automaton is too large.
    pub(crate) fn regular<A: Automaton>(&mut self, automaton: &A, line: &[u16]) -> Result<(), TooLarge> {
        let propagator = Regular::new(automaton, line, |cell| self.domain(cell))?;
        self.add_regular(propagator);
        Ok(())
    }

    /// Adds a machine as [`regular`](Self::regular) adds an automaton, and caches the unrolled machine for other lines.
    ///
    /// # Errors
    /// Returns an error if the unrolled machine is too large.
    pub(crate) fn regular_cached(&mut self, machine: &Machine, line: &[u16]) -> Result<(), TooLarge> {
        let domains = line.iter().map(|&cell| self.domain(cell)).collect();
        // In one puzzle with a large automaton, unrolling takes 94 % of all instructions
        // (`docs/experiments/2026-11-22-variants-beside-iss.md`).
        let graph = self.automata.graph(machine, self.values(), domains)?;
        self.regular_graph(&graph, line);
        Ok(())
    }

    /// Requires that an unrolled automaton accepts the values of a line. The graph must have been
    /// unrolled over the same number of cells, with candidates that include those of the line.
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

    /// Adds a propagator.
    pub(crate) fn post(&mut self, propagator: impl Into<AnyPropagator>) {
        self.propagators.push(propagator.into());
    }

    /// Makes the network unsatisfiable by removing all candidates of the first cell.
    pub(crate) fn impossible(&mut self) {
        // One empty cell is enough: propagation fails before any search.
        self.domains[0] = 0;
    }

    /// Increases the initial branching priority of a cell.
    pub(crate) fn prefer(&mut self, cell: u16, weight: u32) {
        self.priority[usize::from(cell)] += weight;
    }

    /// Returns a builder with the same cells and values, but without constraints. Each cell has all
    /// values as candidates.
    pub(crate) fn without_propagators(&self) -> Self {
        Self { shown: self.shown, ..Self::new(self.domains.len(), self.low, self.count) }
    }

    /// Returns the pairs of cells known to differ in all values.
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
        // Cells that hold the same value have the same peers.
        for &(one, first) in &self.equal {
            for &(other, _) in self.equal.iter().filter(|&&(other, of)| of == first && other != one) {
                let around: Vec<u16> = peers.of(one).collect();
                around.into_iter().for_each(|cell| peers.insert(other, cell));
            }
        }
        peers
    }

    /// Returns the words of each side of the grid. `make`, which computes them, is called only for
    /// the first request.
    pub(crate) fn sides(&self, make: impl FnOnce() -> [Side; 4]) -> [Side; 4] {
        self.sides.get_or_init(make).clone()
    }

    /// Builds the network, including derived sums.
    pub(crate) fn build(mut self) -> Network {
        let mut network = self.build_base(|_| ());
        self.derive_sums(&mut network, |_, _, _| ());
        network
    }

    /// Builds the network without deductions that combine several constraints, such as derived sums and laws
    /// of leftovers. Proofs have no steps for these deductions.
    pub(crate) fn build_for_proof(mut self) -> Network {
        let full = self.full_mask();
        // If a house has fewer cells than the board has values, its values follow from candidates of its
        // cells, and thus from other constraints.
        self.houses.iter_mut().filter(|house| house.values != full).for_each(|house| house.values = 0);
        let mut network = self.build_base(|_| ());
        network.propagators.retain(|propagator| !matches!(propagator, AnyPropagator::EqualSets(_)));
        network
    }

    /// Builds the network as [`build`](Self::build) does. If it has houses, pairs and sums only,
    /// these are propagated before sums are derived, since this decides most easy killers. The
    /// network of a decided puzzle contains only its values.
    pub(crate) fn build_propagated(mut self) -> Network {
        let only_sums = self.has_only_sums();
        let mut network = self.build_base(|_| ());
        // In two lists of easy killers, propagation of houses and sums decides 81 of 135 and 328 of 405
        // puzzles. These need no derived sums (docs/experiments/2026-11-22-variants-setup.md).
        if !(only_sums && propagated(&mut network)) {
            self.derive_sums(&mut network, |_, _, _| ());
        }
        network
    }

    /// Builds the same network as [`build_propagated`](Self::build_propagated), and the data that a log of the
    /// search needs.
    pub(crate) fn build_with_steps(mut self) -> Steps {
        let (own, only_sums) = (self.propagators.len(), self.has_only_sums());
        let (mut ends, mut derived, edges) = (Vec::new(), Vec::new(), self.edges.clone());
        // The log finds the constraint of a propagator from the counts after each step.
        let mut network = self.build_base(|count| ends.push(count));
        let (first, stated) = (only_sums.then(|| network.clone()), network.propagators.len());
        if !(only_sums && propagated(&mut network)) {
            self.derive_sums(&mut network, |terms, target, count| {
                derived.resize(count - stated, Sum { terms: terms.to_vec(), target });
            });
        }
        Steps { first, network, own, ends, derived, differing: (self.houses, edges) }
    }

    /// Returns true if there are sums, and otherwise only houses, pairs and lists of sets of values.
    fn has_only_sums(&self) -> bool {
        self.propagators.is_empty() && !self.sums.is_empty()
    }

    /// Returns the current numbers of propagators, sums, lists of sets of values, houses and pairs
    /// of different cells.
    pub(crate) fn counts(&self) -> [usize; 5] {
        let [propagators, sums, sets] = [self.propagators.len(), self.sums.len(), self.combinations.len()];
        [propagators, sums, sets, self.houses.len(), self.edges.len()]
    }

    /// Builds the network without derived sums. Calls `added` with the number of propagators after
    /// the houses were added, after each sum, and after each list of sets of values.
    fn build_base(&mut self, mut added: impl FnMut(usize)) -> Network {
        let full = self.full_mask();
        let peers = self.peers();
        let mut edges = core::mem::take(&mut self.edges);
        // Pairs that differ in all values are already in the peer matrix.
        edges.retain(|edge| edge.mask & full != full && !peers.differ(edge.cells[0], edge.cells[1]));
        let mut propagators = core::mem::take(&mut self.propagators);
        // Propagators of houses come after those of constraints; `Steps` relies on this order.
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
        // Sums come after all houses, because their groups of distinct cells are computed from the peers.
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

    /// Adds derived sums to the network. Calls `found` with the terms and the target of each sum,
    /// and with the number of propagators after it.
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

/// Propagates the candidates to a fixpoint, and returns true if this decides the puzzle. In that
/// case the propagators are removed, since all of them accept the remaining values.
fn propagated(network: &mut Network) -> bool {
    let mut masks = network.domains.clone();
    let result = PropagationEngine::new(network).propagate_all(&mut masks);
    let decided = result.is_err() || masks.iter().all(|mask| mask.is_power_of_two());
    if decided {
        network.propagators.clear();
        // A decided network contains only its values, so that `Network::decided` recognizes it.
        network.edges.clear();
        network.peers = Peers::new(masks.len());
    }
    if result.is_err() {
        masks.fill(0);
    }
    network.domains = masks;
    decided
}

/// Returns the mask of the first `count` values. `count` is 1 to 16.
pub(crate) fn full_mask(count: u8) -> u16 {
    (u32::MAX >> (32 - u32::from(count))) as u16
}
