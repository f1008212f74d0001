//! The constraint network of a variant: cells with candidate masks, houses, pairs that differ, and
//! propagators.

use crate::model::house::Edge;
use crate::model::peers::Peers;
use crate::propagators::AnyPropagator;
use farandole_cover::Random;

/// Everything a search needs. Cells are numbers from 0; bit `v - low` of a mask is value `v`.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// Cells that are part of a solution, before the auxiliary ones.
    pub(crate) shown: usize,
    /// The least value.
    pub(crate) low: u8,
    /// How many values there are, at most 16.
    pub(crate) count: u8,
    /// The candidates of each cell, auxiliary cells too.
    pub(crate) domains: Vec<u16>,
    /// Cells that differ in every value.
    pub(crate) peers: Peers,
    /// Pairs that differ in some values only.
    pub(crate) edges: Vec<Edge>,
    /// The propagators.
    pub(crate) propagators: Vec<AnyPropagator>,
    /// Where the search should branch first: a weight for each cell.
    pub(crate) priority: Vec<u32>,
}

/// A cell is preferred by less than this by chance.
const PREFERENCES: u32 = 4;

impl Network {
    /// The values of the only solution, if each cell has one value and nothing else is said.
    pub(crate) fn decided(&self) -> Option<Vec<u8>> {
        let says_nothing = self.propagators.is_empty() && self.edges.is_empty() && self.peers.is_empty();
        let is_decided = says_nothing && self.domains.iter().all(|mask| mask.is_power_of_two());
        let value = |mask: &u16| mask.trailing_zeros() as u8 + self.low;
        is_decided.then(|| self.domains[..self.shown].iter().map(value).collect())
    }

    /// The same network, whose search prefers some cells at first, by chance.
    pub(crate) fn preferring_some(&self, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let priority = self.priority.iter().map(|weight| weight + random.below(PREFERENCES)).collect();
        Self { priority, ..self.clone() }
    }
}
