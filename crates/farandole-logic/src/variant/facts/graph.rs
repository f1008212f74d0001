//! A layered graph, and what propagation by it finds.

use farandole_puzzle::board::ValueRange;

/// An edge between two layers: the index of its source in the layer before the cell, the index of the value,
/// and the index of its target in the layer after the cell.
pub(super) type Edge = (u32, u8, u32);

/// The runs of an automaton: the nodes and edges of all layers, one layer after the other.
pub(super) struct Graph {
    pub(super) range: ValueRange,
    /// The number of nodes of each layer: before the first cell, and after each cell.
    pub(super) counts: Vec<usize>,
    /// For each node after a cell, the edge by which it was first reached.
    pub(super) parents: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// For each cell, the index of its first edge. The last entry is the number of edges.
    pub(super) starts: Vec<usize>,
    /// The states of the automaton in the last layer.
    pub(super) last: Vec<u64>,
}

impl Graph {
    /// Returns the edges of a cell.
    pub(super) fn edges_of(&self, at: usize) -> &[Edge] {
        &self.edges[self.starts[at]..self.starts[at + 1]]
    }

    /// Returns the number of the first node of each layer, and the number of nodes, over all layers.
    pub(super) fn offsets(&self) -> Vec<usize> {
        (0..=self.counts.len()).map(|at| self.counts[..at].iter().sum()).collect()
    }
}

/// The result of propagation by a graph.
pub(in crate::variant) enum Supported {
    /// The values of each cell that occur in a satisfying assignment. If `is_exact` is false, they may include
    /// further values, because some cells that see each other were allowed to have equal values.
    Masks { masks: Vec<u16>, is_exact: bool },
    /// The graph has more nodes than the limit.
    Limit,
}

impl Supported {
    /// Returns the supported values of each cell, or `None` if a limit was exceeded.
    pub(in crate::variant) fn masks(self) -> Option<Vec<u16>> {
        match self {
            Self::Masks { masks, .. } => Some(masks),
            Self::Limit => None,
        }
    }
}
