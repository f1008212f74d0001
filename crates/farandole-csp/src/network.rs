//! The constraint network of a variant: cells with candidate masks, houses, pairs that differ, and
//! propagators.

use crate::model::house::Edge;
use crate::model::peers::Peers;
use crate::propagators::AnyPropagator;
use farandole_cover::Random;

/// The input of a search. Cells are 0-based indices. Bit `v - low` of a mask represents the value
/// `v`.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// Number of shown cells, which are the cells of a reported solution. They precede the auxiliary
    /// cells.
    // Auxiliary cells come last, so that the shown cells are a prefix of every list by cell.
    pub(crate) shown: usize,
    /// The least value, 0 or 1.
    pub(crate) low: u8,
    /// Number of values, at most 16, so that a mask is a `u16`.
    pub(crate) count: u8,
    /// The candidates of each cell, auxiliary cells included.
    pub(crate) domains: Vec<u16>,
    /// For each cell, the cells that cannot hold the same value.
    pub(crate) peers: Peers,
    /// Pairs of cells that cannot share certain values, but may share others.
    pub(crate) edges: Vec<Edge>,
    /// The propagators.
    pub(crate) propagators: Vec<AnyPropagator>,
    /// Initial branching preference of each cell. A greater number raises the start score of the cell.
    pub(crate) priority: Vec<u32>,
}

/// Exclusive upper bound of the random branching bonus given to a cell.
// Small compared with the start scores that come from constraints. The threads of a race thus differ in
// details, but still branch on constrained cells first.
const PREFERENCES: u32 = 4;

impl Network {
    /// Returns a network with these candidates, without pairs and propagators.
    pub(crate) fn of_masks(low: u8, count: u8, masks: Vec<u16>) -> Self {
        Self {
            shown: masks.len(),
            low,
            count,
            edges: Vec::new(),
            peers: Peers::new(masks.len()),
            propagators: Vec::new(),
            priority: vec![0; masks.len()],
            domains: masks,
        }
    }

    /// Returns the values of the only solution if each cell has one candidate and the network has no
    /// pairs and propagators; otherwise `None`.
    pub(crate) fn decided(&self) -> Option<Vec<u8>> {
        let says_nothing = self.propagators.is_empty() && self.edges.is_empty() && self.peers.is_empty();
        let is_decided = says_nothing && self.domains.iter().all(|mask| mask.is_power_of_two());
        let value = |mask: &u16| mask.trailing_zeros() as u8 + self.low;
        is_decided.then(|| self.domains[..self.shown].iter().map(value).collect())
    }

    /// Returns a copy of the network with random preferences, so that each thread of a race branches
    /// on other cells at first.
    pub(crate) fn preferring_some(&self, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let priority = self.priority.iter().map(|weight| weight + random.below(PREFERENCES)).collect();
        Self { priority, ..self.clone() }
    }
}
