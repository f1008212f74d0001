//! Results of several searches together.

/// What was found out about a puzzle by several searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding<T> {
    /// The finding; `None` if the puzzle has no solution.
    pub found: Option<T>,
    /// Whether every search ended before its budget. Otherwise there may be more than was found.
    pub exact: bool,
    /// Search nodes of all searches together.
    pub nodes: u64,
}

impl<T> Finding<T> {
    /// An exact finding of no solution, without any work.
    pub const NONE: Self = Self { found: None, exact: true, nodes: 0 };
}
