//! Houses, and pairs of cells that differ.

/// Cells that hold different values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct House {
    /// The cells, in ascending order, each once.
    pub(crate) cells: Vec<u16>,
    /// The candidate values of the cells if there are as many values as cells, so that each value must occur;
    /// otherwise 0.
    pub(crate) values: u16,
}

impl House {
    /// Returns true if every candidate value of the cells occurs in the house.
    pub(crate) fn is_full(&self) -> bool {
        self.values != 0
    }
}

/// Two cells that cannot both hold the same value of a mask. They may share other values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    /// The two cells.
    pub(crate) cells: [u16; 2],
    /// The values that the cells must not share.
    pub(crate) mask: u16,
}
