//! The searches for variants by name.

/// A search for variants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum VariantSearch {
    /// Depth-first search in turns with learning: what [`CspSolver::run`](crate::CspSolver::run) does.
    Turns,
    /// Depth-first search alone.
    DepthFirst,
    /// Conflict-driven clause learning, behind a depth-first search of some milliseconds that finds where to begin. From four
    /// solutions on depth-first search goes on, since each solution would be a clause.
    Learning,
}

impl VariantSearch {
    /// Every search.
    pub const ALL: [Self; 3] = [Self::Turns, Self::DepthFirst, Self::Learning];

    /// The name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::DepthFirst => "depth-first",
            Self::Learning => "learning",
        }
    }

    /// The search with this name, in any case.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|search| search.name().eq_ignore_ascii_case(name))
    }
}
