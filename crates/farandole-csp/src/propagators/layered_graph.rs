//! Automata that are unrolled over a fixed number of cells. The result is a layered graph, similar to a
//! decision diagram (MDD).
//!
//! Layer i has the states that are reachable after i cells and from which an accepting state is reachable.
//! States with the same arcs are merged, from the last layer to the first. For a deterministic automaton, this
//! yields the smallest decision diagram.
//!
//! ```text
//! layer 0      layer 1        ...      layer k
//! start --{2,3}--> a --{1}--> ...  --> accepted
//!       --{1}----> b --{4}--> ...
//! ```
//!
//! Cost: one step per reachable state, cell and value. Automata that count many things at once have the most
//! states; if the graph becomes too large, construction ends with [`TooLarge`].
//!
//! Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004.

use core::hash::Hash;
use rustc_hash::FxHashMap;

/// An automaton with states of any type, a step function and accepting states. It may be nondeterministic.
pub(crate) trait Automaton {
    /// A state.
    type State: Clone + Eq + Hash;
    /// Returns the states before the first cell.
    fn start(&self) -> Vec<Self::State>;
    /// Adds to `out` the states that can follow `state` if the cell at index `at` has the value with index
    /// `value`.
    fn step(&self, state: &Self::State, at: usize, value: u8, out: &mut Vec<Self::State>);
    /// Returns true if the word is accepted when this state follows the last cell.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// An arc of the layered graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Arc {
    /// The target node, in the next layer.
    pub(super) to: u32,
    /// The mask of the values of the arc.
    pub(super) mask: u16,
}

/// An automaton unrolled over a fixed number of cells.
#[derive(Debug)]
pub(crate) struct Graph {
    // Layers start at multiples of 64, so that a layer is a range of whole words of a bit set.
    /// The first node of each layer, then the end of the last layer. All are multiples of 64.
    layers: Vec<u32>,
    /// The start nodes in layer 0.
    starts: Vec<u32>,
    /// For each node, the index of its first arc in `arcs`, then the number of arcs.
    first_arc: Vec<u32>,
    arcs: Vec<Arc>,
}

/// The error for an automaton with too many arcs for its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

/// Maximum number of arcs in one unrolled automaton (64 MB).
// An arc takes eight bytes. Input texts can describe automata that count many things at once, and building such
// an automaton must stop before memory is exhausted.
const ARC_LIMIT: usize = 1 << 23;

/// The number that marks a missing node or an empty slot.
const NONE: u32 = u32::MAX;

impl Graph {
    /// Unrolls an automaton over cells. `domains` has the mask of each cell, in order.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the unrolled automaton has more than 2^23 arcs before states are merged.
    // The search only removes candidates, so a graph that was built for the initial masks stays correct.
    pub(crate) fn new<A: Automaton>(
        automaton: &A,
        domains: impl Iterator<Item = u16>,
    ) -> Result<Self, TooLarge> {
        Ok(unite(&unroll(automaton, domains)?))
    }

    /// Returns true if the automaton accepts no sequence of values.
    pub(crate) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the number of node indices, a multiple of 64. It includes unused indices.
    pub(crate) fn node_count(&self) -> usize {
        self.first_arc.len() - 1
    }

    pub(super) fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// Returns the start nodes, which are in layer 0.
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Returns the range of the words that hold the nodes of a layer in a bit set.
    #[inline]
    pub(super) fn words(&self, layer: usize) -> core::ops::Range<u32> {
        self.layers[layer] / 64..self.layers[layer + 1] / 64
    }

    /// Returns the arcs from a layer to the next layer, as triples of source node, mask and target node.
    pub(crate) fn arcs(&self, layer: usize) -> impl Iterator<Item = (u32, u16, u32)> + '_ {
        let nodes = self.layers[layer]..self.layers[layer + 1];
        nodes.flat_map(|node| self.arcs_of(node).iter().map(move |arc| (node, arc.mask, arc.to)))
    }

    /// Returns the first successor of a node for the value with this index, or `None` if there is none.
    pub(crate) fn step(&self, node: u32, value: u8) -> Option<u32> {
        self.arcs_of(node).iter().find(|arc| arc.mask >> value & 1 == 1).map(|arc| arc.to)
    }

    #[inline]
    pub(super) fn arcs_of(&self, node: u32) -> &[Arc] {
        &self.arcs[self.first_arc[node as usize] as usize..self.first_arc[node as usize + 1] as usize]
    }
}

/// The states of all layers and their arcs, before merging. States are numbered within their layer.
#[derive(Default)]
struct AutomatonCache {
    /// The number of states in layer 0, which are the start states.
    starts: usize,
    /// The number of states in each layer except the last.
    sizes: Vec<usize>,
    /// For each of these states, layer by layer, the end of its arcs in `arcs`.
    ends: Vec<u32>,
    arcs: Vec<Arc>,
    /// For each state of the last layer, true if it accepts.
    accepting: Vec<bool>,
}

/// Computes the states that are reachable after each cell, and their arcs.
fn unroll<A: Automaton>(
    automaton: &A,
    domains: impl Iterator<Item = u16>,
) -> Result<AutomatonCache, TooLarge> {
    // Nondeterministic automata may return a start state twice.
    let mut states = Vec::new();
    for state in automaton.start() {
        if !states.contains(&state) {
            states.push(state);
        }
    }
    let mut unrolled = AutomatonCache { starts: states.len(), ..AutomatonCache::default() };
    let (mut next, mut index, mut out) = (Vec::new(), FxHashMap::default(), Vec::new());
    for (at, domain) in domains.enumerate() {
        for state in &states {
            let first = unrolled.arcs.len();
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
                    // A state has one arc per target, whose mask collects all values that lead there.
                    match unrolled.arcs[first..].iter_mut().find(|arc| arc.to == to) {
                        Some(arc) => arc.mask |= 1 << value,
                        None => unrolled.arcs.push(Arc { to, mask: 1 << value }),
                    }
                }
            }
            // This is tested after each state, so that memory is bounded during unrolling too.
            if unrolled.arcs.len() > ARC_LIMIT {
                return Err(TooLarge);
            }
            unrolled.ends.push(unrolled.arcs.len() as u32);
        }
        unrolled.sizes.push(states.len());
        // The buffers are swapped, so that layers do not allocate.
        core::mem::swap(&mut states, &mut next);
        next.clear();
        index.clear();
    }
    unrolled.accepting = states.iter().map(|state| automaton.accepts(state)).collect();
    Ok(unrolled)
}

/// Removes states from which no accepting state is reachable. Merges states with the same arcs, from the last
/// layer to the first.
fn unite(unrolled: &AutomatonCache) -> Graph {
    // For each state of the next layer, its number after merging, or `NONE` if it was removed. Merging proceeds
    // from the last layer to the first, so these numbers are final.
    let mut behind: Vec<u32> = unrolled.accepting.iter().map(|&ok| if ok { 0 } else { NONE }).collect();
    let mut united = United::default();
    united.ends.reserve(unrolled.ends.len() + 1);
    united.arcs.reserve(unrolled.arcs.len());
    // All accepting states of the last layer are merged into one state.
    united.sizes.push(1);
    united.ends.push(0);
    let (mut here, mut kept) = (Vec::new(), Vec::new());
    let mut state = unrolled.ends.len();
    for &size in unrolled.sizes.iter().rev() {
        state -= size;
        united.begin_layer(size);
        here.clear();
        for state in state..state + size {
            let start = if state == 0 { 0 } else { unrolled.ends[state - 1] };
            let arcs = &unrolled.arcs[start as usize..unrolled.ends[state] as usize];
            keep_arcs(arcs, &behind, &mut kept);
            // A state without arcs to a remaining state is removed.
            here.push(if kept.is_empty() { NONE } else { united.node(&kept) });
        }
        core::mem::swap(&mut here, &mut behind);
    }
    let mut starts: Vec<u32> =
        behind[..unrolled.starts].iter().copied().filter(|&node| node != NONE).collect();
    starts.sort_unstable();
    starts.dedup();
    united.graph(starts)
}

/// Replaces the targets of arcs with their numbers after merging, drops arcs to removed states, and merges arcs
/// with the same target. `behind` has the numbers of the next layer.
fn keep_arcs(arcs: &[Arc], behind: &[u32], kept: &mut Vec<Arc>) {
    kept.clear();
    let left = arcs.iter().map(|arc| Arc { to: behind[arc.to as usize], mask: arc.mask });
    kept.extend(left.filter(|arc| arc.to != NONE));
    // Sorting gives states with the same arcs equal lists.
    kept.sort_unstable();
    kept.dedup_by(|arc, before| {
        let same = arc.to == before.to;
        if same {
            before.mask |= arc.mask;
        }
        same
    });
}

/// The merged states, with the last layer first.
#[derive(Default)]
struct United {
    /// The number of states in each layer.
    sizes: Vec<usize>,
    /// The end of the arcs of each state in `arcs`.
    ends: Vec<u32>,
    arcs: Vec<Arc>,
    /// The first state of the current layer.
    first: usize,
    /// A hash table with open addressing, which finds the states of the current layer by their arcs.
    table: Vec<u32>,
}

impl United {
    /// Starts a layer of at most `size` states.
    fn begin_layer(&mut self, size: usize) {
        self.first = self.ends.len();
        self.sizes.push(0);
        self.table.clear();
        // The table is at most half full, so that linear probing ends quickly.
        self.table.resize((2 * size).next_power_of_two(), NONE);
    }

    /// Returns the number, within the layer, of the state with these arcs. Adds the state if it is new.
    fn node(&mut self, arcs: &[Arc]) -> u32 {
        // This is a multiplicative hash, similar to FxHash. Its upper half chooses the slot, since the low bits
        // of a product are weak.
        let hash = arcs.iter().fold(0_u64, |hash, arc| {
            (hash.rotate_left(5) ^ u64::from(arc.to) ^ u64::from(arc.mask) << 32)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let last = self.table.len() - 1;
        let mut slot = (hash >> 32) as usize & last;
        while self.table[slot] != NONE {
            let state = self.first + self.table[slot] as usize;
            // Different lists can have the same hash, so the arcs are compared.
            if self.arcs[self.ends[state - 1] as usize..self.ends[state] as usize] == *arcs {
                return self.table[slot];
            }
            slot = (slot + 1) & last;
        }
        self.arcs.extend_from_slice(arcs);
        let number = (self.ends.len() - self.first) as u32;
        self.ends.push(self.arcs.len() as u32);
        self.table[slot] = number;
        let layer = self.sizes.len() - 1;
        self.sizes[layer] += 1;
        number
    }

    /// Builds the graph by numbering the states of all layers. Each layer starts at a multiple of 64.
    fn graph(&self, starts: Vec<u32>) -> Graph {
        let mut layers = vec![0];
        let room = self.sizes.iter().map(|size| size.div_ceil(64) * 64).sum::<usize>();
        let (mut first_arc, mut arcs) = (Vec::with_capacity(room + 1), Vec::with_capacity(self.arcs.len()));
        let mut end = self.ends.len();
        for &size in self.sizes.iter().rev() {
            let behind = first_arc.len() as u32 + (size as u32).div_ceil(64) * 64;
            layers.push(behind);
            for state in end - size..end {
                first_arc.push(arcs.len() as u32);
                let start = if state == 0 { 0 } else { self.ends[state - 1] };
                let of_state = &self.arcs[start as usize..self.ends[state] as usize];
                arcs.extend(of_state.iter().map(|arc| Arc { to: arc.to + behind, mask: arc.mask }));
            }
            // Unused node indices at the end of a layer have no arcs.
            first_arc.resize(behind as usize, arcs.len() as u32);
            end -= size;
        }
        first_arc.push(arcs.len() as u32);
        Graph { layers, starts, first_arc, arcs }
    }
}
