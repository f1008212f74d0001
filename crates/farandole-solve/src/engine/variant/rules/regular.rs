//! The regular constraint: a list of cells whose values an automaton accepts, by the layered graph of Pesant.
//!
//! The automaton is unrolled when the rule is built: layer i has the states that can be reached after i cells and
//! from which an accepting state can still be reached. States with the same future are united, so that the layers of
//! a deterministic automaton are those of the smallest decision diagram.
//!
//! ```text
//! layer 0      layer 1        ...      layer k
//! start --{2,3}--> a --{1}--> ...  --> accepted
//!       --{1}----> b --{4}--> ...
//! ```
//!
//! The filter marks the nodes that are reached from the left, then those that reach the right, and keeps the values of
//! arcs between them. This is generalised arc consistency if no cell stands in the list twice.
//!
//! Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004; the automata
//! may be nondeterministic.

use crate::engine::variant::filter::{Cost, Filter};
use crate::engine::variant::masks::{Dead, Masks};
use core::hash::Hash;
use rustc_hash::FxHashMap;
use std::sync;

/// What an automaton is: states of any type, a step by a value, and which states accept.
pub(crate) trait Automaton {
    /// A state.
    type State: Clone + Eq + Hash;
    /// The states before the first cell.
    fn start(&self) -> Vec<Self::State>;
    /// Adds to `out` the states after the cell at place `at` has the value with index `value` (0 is the lowest).
    fn step(&self, state: &Self::State, at: usize, value: u8, out: &mut Vec<Self::State>);
    /// Whether a state accepts after the last cell.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// A cell of a sum takes as long as so many arcs.
const ARCS: usize = 6;

/// An arc of the layered graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Arc {
    to: u32,
    mask: u16,
}

/// An automaton unrolled over so many cells.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The first node of each layer and the end of the last one: multiples of 64.
    layers: Vec<u32>,
    /// The nodes of layer 0.
    starts: Vec<u32>,
    /// For each node, where its arcs begin; one more at the end.
    first_arc: Vec<u32>,
    arcs: Vec<Arc>,
}

/// Cells whose values, in order, an automaton accepts.
#[derive(Clone, Debug)]
pub(crate) struct Regular {
    /// The cells, each once.
    cells: Box<[u16]>,
    /// The cell of each layer; a cell may occur again.
    line: Box<[u16]>,
    graph: sync::Arc<Graph>,
}

/// The automaton has too many states for these cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

/// At most this many arcs in one unrolled automaton: 64 MB.
const ARC_LIMIT: usize = 1 << 23;

impl Graph {
    /// Unrolls an automaton over cells with these candidates.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the layered graph has more than 2^23 arcs.
    pub(crate) fn new<A: Automaton>(
        automaton: &A,
        domains: impl Iterator<Item = u16>,
    ) -> Result<Self, TooLarge> {
        Ok(unite(unroll(automaton, domains)?))
    }

    /// Whether no values of the domains are accepted.
    pub(crate) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many nodes the layers have room for.
    pub(crate) fn node_count(&self) -> usize {
        self.first_arc.len() - 1
    }

    /// The nodes of layer 0 that runs begin with.
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The arcs from a layer to the next one: the node before, the values, the node behind.
    pub(crate) fn arcs(&self, layer: usize) -> impl Iterator<Item = (u32, u16, u32)> + '_ {
        let nodes = self.layers[layer]..self.layers[layer + 1];
        nodes.flat_map(|node| self.arcs_of(node).iter().map(move |arc| (node, arc.mask, arc.to)))
    }

    /// The first node behind a node and the value with this index.
    pub(crate) fn step(&self, node: u32, value: u8) -> Option<u32> {
        self.arcs_of(node).iter().find(|arc| arc.mask >> value & 1 == 1).map(|arc| arc.to)
    }

    #[inline]
    fn arcs_of(&self, node: u32) -> &[Arc] {
        &self.arcs[self.first_arc[node as usize] as usize..self.first_arc[node as usize + 1] as usize]
    }
}

impl Regular {
    /// Unrolls an automaton over cells with these candidates.
    ///
    /// # Errors
    ///
    /// As for [`Graph::new`].
    pub(crate) fn new<A: Automaton>(
        automaton: &A,
        line: &[u16],
        domains: impl Fn(u16) -> u16,
    ) -> Result<Self, TooLarge> {
        let graph = Graph::new(automaton, line.iter().map(|&cell| domains(cell)))?;
        Ok(Self::over(sync::Arc::new(graph), line))
    }

    /// A graph of so many layers over the cells of a line.
    pub(crate) fn over(graph: sync::Arc<Graph>, line: &[u16]) -> Self {
        let mut cells = line.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), line: line.into(), graph }
    }

    /// The unrolled automaton.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// One sweep there and one back, again while a cell that occurs twice changes.
    fn sweep(&self, masks: &mut Masks<'_>, live: &mut [u64]) -> Result<(), Dead> {
        let repeats = self.cells.len() < self.line.len();
        loop {
            live.fill(0);
            self.mark_forward(masks, live)?;
            if !self.keep_backward(masks, live)? || !repeats {
                return Ok(());
            }
        }
    }

    /// Marks the nodes that are reached from the left.
    fn mark_forward(&self, masks: &Masks<'_>, live: &mut [u64]) -> Result<(), Dead> {
        let graph = &*self.graph;
        for node in &graph.starts {
            live[*node as usize / 64] |= 1 << (node % 64);
        }
        for (at, cell) in self.line.iter().enumerate() {
            let mask = masks.get(*cell);
            let mut any = false;
            for word in graph.layers[at] / 64..graph.layers[at + 1] / 64 {
                let mut nodes = live[word as usize];
                while nodes != 0 {
                    let node = word * 64 + nodes.trailing_zeros();
                    nodes &= nodes - 1;
                    for arc in graph.arcs_of(node) {
                        if arc.mask & mask != 0 {
                            live[arc.to as usize / 64] |= 1 << (arc.to % 64);
                            any = true;
                        }
                    }
                }
            }
            if !any {
                return Err(Dead);
            }
        }
        Ok(())
    }

    /// Unmarks the nodes that do not reach the right, and keeps the values of arcs between marked nodes.
    fn keep_backward(&self, masks: &mut Masks<'_>, live: &mut [u64]) -> Result<bool, Dead> {
        let graph = &*self.graph;
        let mut changed = false;
        for (at, cell) in self.line.iter().enumerate().rev() {
            let mask = masks.get(*cell);
            let mut support = 0;
            for word in graph.layers[at] / 64..graph.layers[at + 1] / 64 {
                let mut nodes = live[word as usize];
                while nodes != 0 {
                    let node = word * 64 + nodes.trailing_zeros();
                    let mut here = 0;
                    for arc in graph.arcs_of(node) {
                        if live[arc.to as usize / 64] >> (arc.to % 64) & 1 != 0 {
                            here |= arc.mask & mask;
                        }
                    }
                    if here == 0 {
                        live[word as usize] &= !(nodes & nodes.wrapping_neg());
                    }
                    support |= here;
                    nodes &= nodes - 1;
                }
            }
            changed |= masks.keep(*cell, support)?;
        }
        Ok(changed)
    }
}

impl Filter for Regular {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn filter(&self, masks: &mut Masks<'_>) -> Result<(), Dead> {
        let words = self.graph.layers[self.line.len() + 1] as usize / 64;
        let mut live = masks.scratch().take_words(words);
        let result = self.sweep(masks, &mut live);
        masks.scratch().give_words(live);
        result
    }

    fn size(&self) -> usize {
        self.cells.len().max(self.graph.arcs.len() / ARCS)
    }

    fn cost(&self) -> Cost {
        if self.graph.arcs.len() > 2000 { Cost::Heavy } else { Cost::Dear }
    }
}

/// By layer, by state of the layer: its arcs to states of the next one. The last layer has no arcs.
struct Unrolled {
    starts: usize,
    layers: Vec<Vec<Vec<Arc>>>,
    accepting: Vec<bool>,
}

/// Finds the states reached after each cell.
fn unroll<A: Automaton>(automaton: &A, domains: impl Iterator<Item = u16>) -> Result<Unrolled, TooLarge> {
    let mut states = Vec::new();
    for state in automaton.start() {
        if !states.contains(&state) {
            states.push(state);
        }
    }
    let starts = states.len();
    let mut layers = Vec::new();
    let mut count = 0;
    for (at, domain) in domains.enumerate() {
        let mut next = Vec::new();
        let mut index = FxHashMap::default();
        let mut layer = Vec::with_capacity(states.len());
        let mut out = Vec::new();
        for state in &states {
            let mut arcs: Vec<Arc> = Vec::new();
            let mut left = domain;
            while left != 0 {
                let value = left.trailing_zeros() as u8;
                left &= left - 1;
                automaton.step(state, at, value, &mut out);
                for target in out.drain(..) {
                    let to = *index.entry(target).or_insert_with_key(|target: &A::State| {
                        next.push(target.clone());
                        next.len() as u32 - 1
                    });
                    match arcs.iter_mut().find(|arc| arc.to == to) {
                        Some(arc) => arc.mask |= 1 << value,
                        None => arcs.push(Arc { to, mask: 1 << value }),
                    }
                }
            }
            count += arcs.len();
            if count > ARC_LIMIT {
                return Err(TooLarge);
            }
            layer.push(arcs);
        }
        layers.push(layer);
        states = next;
    }
    let accepting = states.iter().map(|state| automaton.accepts(state)).collect();
    Ok(Unrolled { starts, layers, accepting })
}

/// Drops states from which nothing is accepted and unites those with the same arcs, from the last layer to the first.
fn unite(forward: Unrolled) -> Graph {
    // For each state of the layer behind, its place among the united states.
    let mut place: Vec<Option<u32>> =
        forward.accepting.iter().map(|accepting| accepting.then_some(0)).collect();
    let mut united: Vec<Vec<Vec<Arc>>> = Vec::with_capacity(forward.layers.len() + 1);
    united.push(vec![Vec::new()]);
    for layer in forward.layers.into_iter().rev() {
        let mut index: FxHashMap<Vec<Arc>, u32> = FxHashMap::default();
        let mut nodes = Vec::new();
        place = layer
            .into_iter()
            .map(|arcs| {
                let arcs = kept_arcs(arcs, &place);
                if arcs.is_empty() {
                    return None;
                }
                Some(*index.entry(arcs).or_insert_with_key(|arcs| {
                    nodes.push(arcs.clone());
                    nodes.len() as u32 - 1
                }))
            })
            .collect();
        united.push(nodes);
    }
    let mut starts: Vec<u32> = place[..forward.starts].iter().flatten().copied().collect();
    starts.sort_unstable();
    starts.dedup();
    united.reverse();
    flatten(&united, starts)
}

/// The arcs to states that are left, by their new places; those to one state as one arc.
fn kept_arcs(arcs: Vec<Arc>, place: &[Option<u32>]) -> Vec<Arc> {
    let mut kept: Vec<Arc> = arcs
        .into_iter()
        .filter_map(|arc| place[arc.to as usize].map(|to| Arc { to, mask: arc.mask }))
        .collect();
    kept.sort_unstable();
    kept.dedup_by(|arc, before| {
        let same = arc.to == before.to;
        if same {
            before.mask |= arc.mask;
        }
        same
    });
    kept
}

/// Numbers the nodes of all layers, each layer from a multiple of 64.
fn flatten(united: &[Vec<Vec<Arc>>], starts: Vec<u32>) -> Graph {
    let mut layers = vec![0];
    for layer in united {
        let end = layers[layers.len() - 1] + (layer.len() as u32).div_ceil(64) * 64;
        layers.push(end);
    }
    let mut first_arc = Vec::new();
    let mut arcs = Vec::new();
    for (at, layer) in united.iter().enumerate() {
        for node in 0..(layers[at + 1] - layers[at]) as usize {
            first_arc.push(arcs.len() as u32);
            let out = layer.get(node).map_or(&[][..], Vec::as_slice);
            arcs.extend(out.iter().map(|arc| Arc { to: arc.to + layers[at + 1], mask: arc.mask }));
        }
    }
    first_arc.push(arcs.len() as u32);
    Graph { layers, starts, first_arc, arcs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::variant::testing::{Strength, compare};

    /// The remainder of the sum of the places by 3 is 1; the state is the remainder so far.
    struct Remainder;

    impl Automaton for Remainder {
        type State = u8;
        fn start(&self) -> Vec<u8> {
            vec![0]
        }
        fn step(&self, state: &u8, _: usize, value: u8, out: &mut Vec<u8>) {
            out.push((state + value) % 3);
        }
        fn accepts(&self, state: &u8) -> bool {
            *state == 1
        }
    }

    /// Somewhere a value is followed by the same value, guessed where: a nondeterministic machine.
    struct Pair;

    impl Automaton for Pair {
        type State = Option<u8>;
        fn start(&self) -> Vec<Option<u8>> {
            vec![None]
        }
        fn step(&self, state: &Option<u8>, _: usize, value: u8, out: &mut Vec<Option<u8>>) {
            match state {
                None => out.extend([None, Some(value)]),
                Some(99) => out.push(Some(99)),
                Some(before) if *before == value => out.push(Some(99)),
                Some(_) => {}
            }
        }
        fn accepts(&self, state: &Option<u8>) -> bool {
            *state == Some(99)
        }
    }

    #[test]
    fn deterministic_machines_are_filtered_exactly() {
        for cells in 1..6 {
            let line: Vec<u16> = (0..cells).collect();
            let rule = Regular::new(&Remainder, &line, |_| 0b11111).expect("small");
            let holds = |v: &[u8]| v.iter().sum::<u8>() % 3 == 1;
            compare(&rule, usize::from(cells), 5, u64::from(cells), Strength::Exact, holds);
        }
    }

    #[test]
    fn nondeterministic_machines_are_filtered_exactly() {
        let rule = Regular::new(&Pair, &[0, 1, 2, 3], |_| 0b1111).expect("small");
        compare(&rule, 4, 4, 9, Strength::Exact, |v| v.windows(2).any(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn a_line_may_cross_itself() {
        let rule = Regular::new(&Remainder, &[0, 1, 0, 2], |_| 0b1111).expect("small");
        compare(&rule, 3, 4, 5, Strength::Sound, |v| (2 * v[0] + v[1] + v[2]) % 3 == 1);
    }

    #[test]
    fn states_with_the_same_future_are_united() {
        let rule = Regular::new(&Remainder, &[0, 1, 2], |_| 0b111111).expect("small");
        assert_eq!(rule.graph().arcs.len(), 3 + 9 + 3);
        assert!(!rule.graph().is_empty());
    }
}
