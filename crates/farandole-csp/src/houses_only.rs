//! Networks of houses and pairs of cells that differ: diagonals, windows, cells a knight's move apart.

use crate::compile::builder::full_mask;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;

/// A puzzle without a geometry: houses, and pairs of cells that differ.
#[derive(Debug)]
pub struct HousesOnly<'a> {
    /// The least value.
    pub low: u8,
    /// How many values there are, at most 16.
    pub count: usize,
    /// The candidates of each cell: bit `v - low` is value `v`.
    pub domains: &'a [u16],
    /// The houses of as many cells as values.
    pub houses: Vec<&'a [u16]>,
    /// For each cell those that differ from it, of its houses and others, as a bit set.
    pub peers: Vec<&'a [u64]>,
}

impl<'a> HousesOnly<'a> {
    /// The houses and pairs of a network, if it says nothing but which cells differ and which values they may hold.
    pub(crate) fn of(network: &'a Network) -> Option<Self> {
        let full = full_mask(network.count);
        let mut houses = Vec::new();
        for propagator in &network.propagators {
            match propagator {
                AnyPropagator::HiddenSingle(house) if house.values() == full => houses.push(house.cells()),
                // They follow from houses.
                AnyPropagator::HiddenSingle(_) | AnyPropagator::Chute(_) | AnyPropagator::EqualSets(_) => {}
                _ => return None,
            }
        }
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
