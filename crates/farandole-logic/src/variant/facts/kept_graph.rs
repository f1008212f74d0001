//! A graph that is kept for many queries: the runs for the candidates of a state contain the runs for fewer candidates.
//!
//! A chain assumes one node after the other in the same state. To follow the edges whose values are left takes much less time
//! than to build a graph for each assumption.

use super::graph::{Graph, Supported};

/// Maximum number of nodes of a layer before those that lead to no accepting node are left out.
pub(super) const NODES: usize = 6_000;
/// Maximum number of edges. A query visits each edge twice.
const EDGES: usize = 200_000;

/// The edges of a layered graph on paths to accepting nodes.
#[derive(Clone, Debug)]
pub(in crate::variant) struct KeptGraph {
    /// The edges, one layer after the other: the nodes before and after the cell, numbered over all layers, and the value as
    /// a bit.
    edges: Vec<(u32, u32, u16)>,
    /// For each cell, the index of its first edge. The last entry is the number of edges.
    starts: Vec<usize>,
    nodes: usize,
    /// The nodes of the first layer have lower numbers than this one.
    first: usize,
    /// The nodes of the last layer have this number or higher ones.
    last: usize,
    /// True if cells that see each other always differ.
    is_exact: bool,
}

impl KeptGraph {
    /// Keeps a graph. `is_alive` returns true for a node, numbered over all layers, that is on a path to an accepting
    /// node, and `offsets` holds the number of the first node of each layer. Returns `None` for a large graph. `is_exact` is
    /// true if cells that see each other always differ in it.
    pub(super) fn new(
        graph: &Graph,
        offsets: &[usize],
        is_alive: &dyn Fn(usize) -> bool,
        is_exact: bool,
    ) -> Option<Self> {
        let (mut edges, mut starts) = (Vec::new(), vec![0]);
        let cells = offsets.len() - 2;
        for at in 0..cells {
            for (from, value, to) in graph.edges_of(at) {
                let (from, to) = (offsets[at] + *from as usize, offsets[at + 1] + *to as usize);
                if is_alive(to) {
                    edges.push((from as u32, to as u32, 1 << value));
                }
            }
            starts.push(edges.len());
        }
        let nodes = *offsets.last()?;
        (edges.len() <= EDGES).then(|| Self {
            edges,
            starts,
            nodes,
            first: offsets[1],
            last: offsets[cells],
            is_exact,
        })
    }

    /// Returns the values of each cell on the paths whose values are all in these masks, which are subsets of those for which
    /// the graph was built.
    pub(super) fn supported(&self, masks: &[u16]) -> Supported {
        let mut reached = vec![false; self.nodes];
        reached[..self.first].fill(true);
        let of_cell = |at: usize| &self.edges[self.starts[at]..self.starts[at + 1]];
        for (at, mask) in masks.iter().enumerate() {
            for (from, to, bit) in of_cell(at) {
                reached[*to as usize] |= reached[*from as usize] & (mask & bit != 0);
            }
        }
        let mut is_alive = vec![false; self.nodes];
        is_alive[self.last..].copy_from_slice(&reached[self.last..]);
        let mut supported = vec![0; masks.len()];
        for (at, mask) in masks.iter().enumerate().rev() {
            for (from, to, bit) in of_cell(at) {
                if mask & bit != 0 && is_alive[*to as usize] && reached[*from as usize] {
                    is_alive[*from as usize] = true;
                    supported[at] |= bit;
                }
            }
        }
        Supported::Masks { masks: supported, is_exact: self.is_exact }
    }
}
