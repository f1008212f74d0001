//! The schedule of a search: the amount of work of each stage before the next one starts.
//!
//! The numbers were measured; see `docs/experiments`, the page on the general search.

/// Number of nodes of the normal search before all solutions of a puzzle are counted with a memo
/// table. A table does not speed up shorter counts.
pub(crate) const MEMO_AFTER: u64 = 50_000;

/// The work limits of the stages of the general search.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// Maximum work of the first stage, as nodes times cells. Nodes of small grids are faster, so a small
    /// grid gets more of them.
    pub(crate) easy_work: u64,
    /// Minimum number of nodes of the first stage per empty cell. With fewer nodes, an almost empty
    /// grid would not be filled even once.
    pub(crate) easy_fills: u64,
    /// Maximum number of nodes of the stage that guesses that the puzzle was derived from a pattern grid.
    pub(crate) pattern_nodes: u64,
    /// Number of solutions after which the search switches from learning to enumeration.
    pub(crate) list_from: usize,
    /// Number of conflicts before learned clauses are deleted for the first time.
    pub(crate) reduce_first: u64,
}

impl Schedule {
    /// The schedule of every [`Solver`](crate::Solver).
    pub(crate) const DEFAULT: Self =
        Self { easy_work: 200_000, easy_fills: 2, pattern_nodes: 5_000, list_from: 1000, reduce_first: 2000 };
}

impl Default for Schedule {
    fn default() -> Self {
        Self::DEFAULT
    }
}
