//! The searches for variants, by name.

/// A search for variants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum VariantSearch {
    /// Alternates between depth-first search and learning. This is the search of
    /// [`CspSolver::run`](crate::CspSolver::run).
    Alternating,
    /// Depth-first search alone.
    DepthFirst,
    /// Conflict-driven clause learning, after some milliseconds of depth-first search that provide
    /// initial branching scores. After four solutions, depth-first search takes over, since learning
    /// needs a clause for each solution to exclude it.
    Learning,
}

impl VariantSearch {
    /// All searches.
    pub const ALL: [Self; 3] = [Self::Alternating, Self::DepthFirst, Self::Learning];

    /// Returns the name of the search on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alternating => "turns",
            Self::DepthFirst => "depth-first",
            Self::Learning => "learning",
        }
    }

    /// Returns the search with this name, ignoring ASCII case.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|search| search.name().eq_ignore_ascii_case(name))
    }
}
