//! Networks that consist only of houses and pairs of cells that differ: for example, those of
//! puzzles with diagonals, windows or the anti-knight constraint.

use crate::compile::builder::full_mask;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;

/// A puzzle that consists only of houses and pairs of cells that must differ.
#[derive(Debug)]
pub struct HousesOnly<'a> {
    /// The least value.
    pub low: u8,
    /// Number of values, at most 16.
    pub count: usize,
    /// The candidates of each cell. Bit `v - low` represents value `v`.
    pub domains: &'a [u16],
    /// The houses that hold every value, as lists of 0-based cell indices.
    pub houses: Vec<&'a [u16]>,
    /// The peers of each cell, from houses and pairs, as a bit set of cells.
    pub peers: Vec<&'a [u64]>,
}

impl<'a> HousesOnly<'a> {
    /// Returns the houses and pairs of a network, or `None` if the network has any other
    /// constraint or an auxiliary cell.
    pub(crate) fn of(network: &'a Network) -> Option<Self> {
        let full = full_mask(network.count);
        let mut houses = Vec::new();
        for propagator in &network.propagators {
            match propagator {
                AnyPropagator::HiddenSingle(house) if house.values() == full => houses.push(house.cells()),
                // These propagators are redundant: they follow from the houses and pairs.
                AnyPropagator::HiddenSingle(_) | AnyPropagator::Chute(_) | AnyPropagator::EqualSets(_) => {}
                _ => return None,
            }
        }
        // An edge concerns only some values, which a bit set of peers cannot express.
        if !network.edges.is_empty() || network.shown != network.domains.len() {
            return None;
        }
        Some(Self {
            low: network.low,
            count: network.count.into(),
            domains: &network.domains,
            houses,
            peers: (0..network.shown as u16).map(|cell| network.peers.row(cell)).collect(),
        })
    }
}
