//! The combined result of several searches.

/// The combined result of several searches on one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding<T> {
    /// The result; `None` if the puzzle has no solution.
    pub found: Option<T>,
    /// True if every search ended before its budget. Otherwise the result may be incomplete.
    pub exact: bool,
    /// Number of search nodes of all searches together.
    pub nodes: u64,
}

impl<T> Finding<T> {
    /// The exact result "no solution", without any work.
    pub const NONE: Self = Self { found: None, exact: true, nodes: 0 };

    /// Applies a function to the result, if there is one.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Finding<U> {
        let Self { found, exact, nodes } = self;
        Finding { found: found.map(convert), exact, nodes }
    }
}
