//! The constraint network of a variant: cells with candidate masks, houses, pairs that differ, and
//! propagators.

use crate::model::house::Edge;
use crate::model::peers::Peers;
use crate::propagators::AnyPropagator;
use farandole_cover::Random;

/// The input of a search. Cells are indices from 0; bit `v - low` of a mask represents the value
/// `v`.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// Number of cells that are part of a solution. They come first, before auxiliary cells.
    // Auxiliary cells come last, so that the shown cells are a prefix of every list by cell.
    pub(crate) shown: usize,
    /// The least value, 0 or 1.
    pub(crate) low: u8,
    /// Number of values, at most 16, so that a mask is a `u16`.
    pub(crate) count: u8,
    /// The candidates of each cell, auxiliary cells included.
    pub(crate) domains: Vec<u16>,
    /// Cells that differ in every value.
    pub(crate) peers: Peers,
    /// Pairs that differ in some values only.
    pub(crate) edges: Vec<Edge>,
    /// The propagators.
    pub(crate) propagators: Vec<AnyPropagator>,
    /// Initial branching preference of each cell; cells with a greater weight come first.
    pub(crate) priority: Vec<u32>,
}

/// Exclusive upper bound of the random branching bonus given to a cell.
// Small compared with the start scores of constraints: a race should differ in details, not ignore the
// constraints.
const PREFERENCES: u32 = 4;

impl Network {
    /// Returns the values of the only solution if each cell has one value and there is no other
    /// constraint.
    pub(crate) fn decided(&self) -> Option<Vec<u8>> {
        let says_nothing = self.propagators.is_empty() && self.edges.is_empty() && self.peers.is_empty();
        let is_decided = says_nothing && self.domains.iter().all(|mask| mask.is_power_of_two());
        let value = |mask: &u16| mask.trailing_zeros() as u8 + self.low;
        is_decided.then(|| self.domains[..self.shown].iter().map(value).collect())
    }

    /// Returns a copy of the network whose search initially prefers random cells. A race uses it to
    /// diversify its threads.
    pub(crate) fn preferring_some(&self, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let priority = self.priority.iter().map(|weight| weight + random.below(PREFERENCES)).collect();
        Self { priority, ..self.clone() }
    }
}
