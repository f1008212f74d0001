//! The last automata that were unrolled for several lines, so that each is unrolled once.

use crate::propagators::regular::{Automaton, Graph, TooLarge};
use farandole_puzzle::constraint;
use std::sync::Arc;

/// An automaton of a constraint, and how many breaks it reads before each cell and behind the last.
pub(crate) type Named = (Arc<constraint::Automaton>, Vec<u8>);

/// At most this many are remembered.
const MOST: usize = 16;

/// Graphs with what they depend on.
#[derive(Clone, Default, Debug)]
pub(crate) struct AutomatonCache {
    known: Vec<Known>,
}

/// A graph, its automaton, and the candidates of each cell.
#[derive(Clone, Debug)]
struct Known {
    name: Named,
    domains: Vec<u16>,
    graph: Arc<Graph>,
}

impl AutomatonCache {
    /// The graph of an automaton over cells with these candidates; `name` tells the automaton apart.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn graph<A: Automaton>(
        &mut self,
        name: Named,
        automaton: &A,
        domains: Vec<u16>,
    ) -> Result<Arc<Graph>, TooLarge> {
        if let Some(known) = self.known.iter().find(|known| known.domains == domains && known.name == name) {
            return Ok(Arc::clone(&known.graph));
        }
        let graph = Arc::new(Graph::new(automaton, domains.iter().copied())?);
        self.known.truncate(MOST - 1);
        self.known.insert(0, Known { name, domains, graph: Arc::clone(&graph) });
        Ok(graph)
    }
}
