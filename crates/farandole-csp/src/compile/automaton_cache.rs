//! A small cache of unrolled automata, shared between the lines of one network.

use crate::propagators::regular::{Graph, Reader, TooLarge};
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::Machine;
use std::sync::Arc;

/// Maximum number of graphs in the cache.
// The cache is searched linearly, so it stays small.
const MOST: usize = 16;

/// Unrolled automata with their keys, the most recently built first.
#[derive(Clone, Default, Debug)]
pub(crate) struct AutomatonCache {
    known: Vec<Known>,
}

/// A graph with its machine and the candidates of each cell.
#[derive(Clone, Debug)]
struct Known {
    machine: Machine,
    domains: Vec<u16>,
    graph: Arc<Graph>,
}

impl AutomatonCache {
    /// Returns the graph of a machine over cells with the given candidates.
    ///
    /// # Errors
    /// Returns an error if the graph is too large.
    pub(crate) fn graph(
        &mut self,
        machine: &Machine,
        values: ValueRange,
        domains: Vec<u16>,
    ) -> Result<Arc<Graph>, TooLarge> {
        // The candidates are compared first, which is cheaper than comparing automata.
        let is_known = |known: &&Known| known.domains == domains && known.machine == *machine;
        if let Some(known) = self.known.iter().find(is_known) {
            return Ok(Arc::clone(&known.graph));
        }
        let graph = Arc::new(Graph::new(&Reader::new(machine, values), domains.iter().copied())?);
        self.known.truncate(MOST - 1);
        self.known.insert(0, Known { machine: machine.clone(), domains, graph: Arc::clone(&graph) });
        Ok(graph)
    }
}
