//! Houses, and pairs of cells that differ.

/// Cells that hold different values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct House {
    /// The cells, in order, each once.
    pub(crate) cells: Vec<u16>,
    /// The values that each have a place, if there are as many cells as such values; otherwise 0.
    pub(crate) values: u16,
}

impl House {
    /// Whether each value that the cells can have has a place.
    pub(crate) fn is_full(&self) -> bool {
        self.values != 0
    }
}

/// Two cells that do not hold the same value, if it is one of some values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    /// The cells.
    pub(crate) cells: [u16; 2],
    /// The values.
    pub(crate) mask: u16,
}
