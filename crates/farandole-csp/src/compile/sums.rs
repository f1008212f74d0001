//! Sums of values, and their propagators.

use crate::model::peers::Peers;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::cage::Cage;
use crate::propagators::linear::Linear;
use crate::propagators::set_list::{SetList, Subsets};
use std::sync::Arc;

/// Maximum number of cells of a cage that also gets a `Linear` propagator, which is exact for up to
/// three open cells. For larger cages, the list of sets prunes more than bounds of the sum
/// (docs/experiments/2026-11-22-variants.md).
const SMALL: usize = 3;

/// Maximum number of sets of values of a cage that uses the list shared by all cages of its size and sum. A cage
/// with more sets gets its own list of the sets that its candidates allow. A list is read in blocks of 64 sets.
const MANY: usize = 64;

/// A weighted sum of real values with its target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    /// Cells with weights other than 0, sorted, each cell once.
    pub(crate) terms: Vec<(u16, i32)>,
    /// The required sum.
    pub(crate) target: i32,
}

impl Sum {
    /// Creates a sum from terms in any order. The weights of a cell listed twice are added.
    pub(crate) fn new(terms: &[(u16, i32)], target: i32) -> Self {
        let mut sorted = terms.to_vec();
        sorted.sort_unstable_by_key(|&(cell, _)| cell);
        let mut merged: Vec<(u16, i32)> = Vec::with_capacity(sorted.len());
        for (cell, weight) in sorted {
            match merged.last_mut() {
                Some(last) if last.0 == cell => last.1 += weight,
                _ => merged.push((cell, weight)),
            }
        }
        merged.retain(|&(_, weight)| weight != 0);
        Self { terms: merged, target }
    }
}

/// The properties of the cells on which the propagators of a sum depend.
pub(crate) struct Cells<'a> {
    /// The least value.
    pub(crate) low: u8,
    /// Number of values.
    pub(crate) count: u8,
    /// The pairs of cells that differ.
    pub(crate) peers: &'a Peers,
    /// The candidates of each cell.
    pub(crate) domains: &'a [u16],
}

/// Adds the propagators of a sum to a network. Each cell occurs in one term.
pub(crate) fn add(network: &mut Network, terms: &[(u16, i32)], target: i32) {
    let Network { low, count, peers, domains, propagators, .. } = network;
    add_to(propagators, terms, target, &Cells { low: *low, count: *count, peers, domains });
}

/// Adds the propagators of a sum to a list. Each cell occurs in one term.
///
/// A sum whose cells all differ and have the same weight, 1 or -1, is a cage. A cage becomes a
/// `Cage` propagator, and a `Linear` propagator too if it has one or three cells. Any other sum
/// becomes a `Linear` propagator. So does a cage of two cells, since `Linear` is exact for it and
/// also removes a pair of values from the common peers.
pub(crate) fn add_to(
    propagators: &mut Vec<AnyPropagator>,
    terms: &[(u16, i32)],
    target: i32,
    among: &Cells<'_>,
) {
    let &Cells { low, count, peers, domains } = among;
    let weights: i32 = terms.iter().map(|&(_, weight)| weight).sum();
    // Propagators use 0-based values, so the least value is subtracted from every term.
    let target = target - i32::from(low) * weights;
    let sign = terms.first().map_or(0, |&(_, weight)| weight);
    let unit = sign.abs() == 1 && terms.iter().all(|&(_, weight)| weight == sign);
    let mut cells = [0_u16; 16];
    let cage = unit && terms.len() <= cells.len() && {
        cells.iter_mut().zip(terms).for_each(|(cell, &(of, _))| *cell = of);
        peers.is_clique(&cells[..terms.len()])
    };
    if cage && terms.len() != 2 {
        // For two distinct cells with a sum, `Linear` is exact, so a list of sets would add nothing.
        let cells = &cells[..terms.len()];
        let all = Subsets::of(count).with_sum(terms.len(), target * sign);
        let sets = if all.sets().len() > MANY {
            let allowed = cells.iter().fold(0, |all, &cell| all | domains[usize::from(cell)]);
            // A set is dropped if it contains a value that is not a candidate of any cell.
            let fits = all.sets().iter().copied().filter(|set| set & !allowed == 0);
            Arc::new(SetList::new(fits.collect::<Vec<_>>()))
        } else {
            all.clone()
        };
        propagators.push(Cage::new(cells, sets, peers).into());
    }
    // Cages of one or three cells get both propagators: the list of sets relates all cells, and the sum is
    // exact for pairs and fixed cells.
    if !cage || terms.len() <= SMALL {
        propagators.push(Linear::new(terms, target, peers).into());
    }
}
