//! Construction of diagrams by a search with memoization.

use super::diagram::Diagram;
use super::nodes::Nodes;
use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::memo::{MemoStats, Memoized, Parts};
use crate::model::problem::Problem;

/// A builder of a [`Diagram`] by search with memoization. [`Counter`](crate::Counter) runs the same
/// search and keeps only the counts.
pub struct DiagramBuilder {
    search: Memoized<Nodes>,
}

impl DiagramBuilder {
    /// Prepares the construction of a diagram. The memo table takes up to about `bytes` bytes. The diagram
    /// takes another 12 bytes per node and 8 per edge.
    ///
    /// # Errors
    /// The problem has multiplicities, or is too large for bit sets (65,535 or more options or primary items).
    pub fn new(problem: &Problem, bytes: usize) -> Result<Self, Unsupported> {
        let search = Memoized::new(problem, Nodes::new(), bytes, Parts::Split)?;
        Ok(Self { search })
    }

    /// Builds until the diagram is complete or a limit of `config` is reached. Another call continues. A budget
    /// in nodes also limits the size of the diagram, because each option tried adds at most one edge to an
    /// `Either` node.
    pub fn run(&mut self, config: &Config<'_>) -> End {
        self.search.run(config)
    }

    /// Returns the counters so far.
    #[must_use]
    pub fn stats(&self) -> MemoStats {
        self.search.stats()
    }

    /// Returns the diagram; `None` unless [`run`](Self::run) has returned [`End::Exhausted`].
    #[must_use]
    pub fn into_diagram(self) -> Option<Diagram> {
        let (nodes, root) = self.search.into_result();
        Some(Diagram::new(nodes, root?))
    }
}
