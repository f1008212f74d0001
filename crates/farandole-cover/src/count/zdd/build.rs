//! Builds diagrams by search with memoization.

use super::diagram::Diagram;
use super::nodes::Nodes;
use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::memo::{MemoStats, Memoized, Parts};
use crate::model::problem::Problem;

/// Builds a [`Diagram`] by search with memoization. [`Counter`](crate::Counter) does the same and keeps the counts
/// alone.
pub struct DiagramBuilder {
    search: Memoized<Nodes>,
}

impl DiagramBuilder {
    /// Prepares a diagram. The memo table takes up to about `bytes` of memory. The diagram comes on top: 12 bytes for
    /// each node and 8 for each edge.
    ///
    /// # Errors
    /// The problem has multiplicities, or is too large for bit sets (65,535 options or primary items).
    pub fn new(problem: &Problem, bytes: usize) -> Result<Self, Unsupported> {
        let search = Memoized::new(problem, Nodes::new(), bytes, Parts::Split)?;
        Ok(Self { search })
    }

    /// Builds until the end or until `config` stops; it can be called again to continue. A budget in nodes limits the
    /// size of the diagram too: it has no more edges than options were tried.
    pub fn run(&mut self, config: &Config<'_>) -> End {
        self.search.run(config)
    }

    /// Counters so far.
    #[must_use]
    pub fn stats(&self) -> MemoStats {
        self.search.stats()
    }

    /// The diagram; `None` unless [`run`](Self::run) has come to the end.
    #[must_use]
    pub fn into_diagram(self) -> Option<Diagram> {
        let (nodes, root) = self.search.into_result();
        Some(Diagram::new(nodes, root?))
    }
}
