//! A small cache of unrolled automata, shared between the lines of one network.

use crate::propagators::regular::{Automaton, Graph, TooLarge};
use farandole_puzzle::constraint;
use std::sync::Arc;

/// The automaton of a constraint, and the number of breaks between segments before each cell and after
/// the last cell.
pub(crate) type Named = (Arc<constraint::Automaton>, Vec<u8>);

/// Maximum number of graphs in the cache.
// The cache is searched linearly, so it stays small.
const MOST: usize = 16;

/// Unrolled automata with their keys, the most recently built first.
#[derive(Clone, Default, Debug)]
pub(crate) struct AutomatonCache {
    known: Vec<Known>,
}

/// A graph with its automaton and the candidates of each cell.
#[derive(Clone, Debug)]
struct Known {
    name: Named,
    domains: Vec<u16>,
    graph: Arc<Graph>,
}

impl AutomatonCache {
    /// Returns the graph of an automaton over cells with the given candidates. `name` identifies
    /// the automaton.
    ///
    /// # Errors
    /// Returns an error if the graph is too large.
    pub(crate) fn graph<A: Automaton>(
        &mut self,
        name: Named,
        automaton: &A,
        domains: Vec<u16>,
    ) -> Result<Arc<Graph>, TooLarge> {
        // The candidates are compared first, which is cheaper than comparing automata.
        if let Some(known) = self.known.iter().find(|known| known.domains == domains && known.name == name) {
            return Ok(Arc::clone(&known.graph));
        }
        let graph = Arc::new(Graph::new(automaton, domains.iter().copied())?);
        self.known.truncate(MOST - 1);
        self.known.insert(0, Known { name, domains, graph: Arc::clone(&graph) });
        Ok(graph)
    }
}
