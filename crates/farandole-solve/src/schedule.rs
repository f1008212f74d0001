//! The schedule of a search: how much work each stage gets before it gives way to the next.
//!
//! The numbers were measured; see `docs/experiments`, the page of the general search.

/// Nodes of the usual search before all solutions of a puzzle are counted with a memo table instead. Puzzles that are
/// counted by then gain nothing from a table.
pub(crate) const MEMO_AFTER: u64 = 50_000;

/// When a stage of the general search gives way to the next.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// Nodes for the first stage, times cells: a node of a small grid costs less.
    pub(crate) easy_work: u64,
    /// Nodes for the first stage at least, times empty cells: with fewer a nearly empty grid would not be filled even once.
    pub(crate) easy_fills: u64,
    /// Nodes for the guess that the puzzle was cut from a pattern grid.
    pub(crate) pattern_nodes: u64,
    /// Solutions after which learning gives way to enumeration.
    pub(crate) list_from: usize,
    /// Conflicts before learned clauses are deleted for the first time.
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
