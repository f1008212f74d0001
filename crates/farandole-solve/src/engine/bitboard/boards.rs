//! Houses and pairs of cells that differ, without a geometry.

/// A puzzle without a geometry: houses, and pairs of cells that differ.
#[derive(Debug)]
pub(crate) struct Boards<'a> {
    /// The least value.
    pub(crate) low: u8,
    /// How many values there are, at most 16.
    pub(crate) count: usize,
    /// The candidates of each cell: bit `v - low` is value `v`.
    pub(crate) domains: &'a [u16],
    /// The houses of as many cells as values.
    pub(crate) houses: Vec<&'a [u16]>,
    /// For each cell those that differ from it, of its houses and others, as a bit set.
    pub(crate) peers: Vec<&'a [u64]>,
}
