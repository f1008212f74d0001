//! Sums of values and the propagators they become.

use crate::model::peers::Peers;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::cage::Cage;
use crate::propagators::linear::Linear;
use crate::propagators::set_list::{SetList, Subsets};
use std::sync::Arc;

/// Most cells of a cage that is a Linear propagator as well: so many are pruned exactly.
const SMALL: usize = 3;

/// Of more sets of values than these, those that the candidates of the cells allow are a list of their own.
const MANY: usize = 64;

/// A weighted sum of real values and its target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    /// Cells with weights other than 0, each cell once, in order.
    pub(crate) terms: Vec<(u16, i32)>,
    /// What the sum is.
    pub(crate) target: i32,
}

impl Sum {
    /// A sum of terms in any order; a cell listed twice adds its weights.
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

/// What the propagators for a sum depend on besides it.
pub(crate) struct Cells<'a> {
    /// The least value.
    pub(crate) low: u8,
    /// How many values there are.
    pub(crate) count: u8,
    /// Which cells differ.
    pub(crate) peers: &'a Peers,
    /// The candidates of each cell.
    pub(crate) domains: &'a [u16],
}

/// Adds the propagators for a sum of terms, each cell once, to a network.
pub(crate) fn add(network: &mut Network, terms: &[(u16, i32)], target: i32) {
    let Network { low, count, peers, domains, propagators, .. } = network;
    add_to(propagators, terms, target, &Cells { low: *low, count: *count, peers, domains });
}

/// Adds the propagators for a sum of terms, each cell once: a cage as a Cage, a cage of one or
/// three cells as a Linear propagator, too, and any other sum as a Linear propagator. Of two cells
/// that is enough: it is exact, and takes a pair of values from the peers of both.
pub(crate) fn add_to(
    propagators: &mut Vec<AnyPropagator>,
    terms: &[(u16, i32)],
    target: i32,
    among: &Cells<'_>,
) {
    let &Cells { low, count, peers, domains } = among;
    let weights: i32 = terms.iter().map(|&(_, weight)| weight).sum();
    let target = target - i32::from(low) * weights;
    let sign = terms.first().map_or(0, |&(_, weight)| weight);
    let unit = sign.abs() == 1 && terms.iter().all(|&(_, weight)| weight == sign);
    let mut cells = [0_u16; 16];
    let cage = unit && terms.len() <= cells.len() && {
        cells.iter_mut().zip(terms).for_each(|(cell, &(of, _))| *cell = of);
        peers.is_clique(&cells[..terms.len()])
    };
    if cage && terms.len() != 2 {
        let cells = &cells[..terms.len()];
        let all = Subsets::of(count).with_sum(terms.len(), target * sign);
        let sets = if all.sets().len() > MANY {
            let allowed = cells.iter().fold(0, |all, &cell| all | domains[usize::from(cell)]);
            let fits = all.sets().iter().copied().filter(|set| set & !allowed == 0);
            Arc::new(SetList::new(fits.collect::<Vec<_>>()))
        } else {
            all.clone()
        };
        propagators.push(Cage::new(cells, sets, peers).into());
    }
    if !cage || terms.len() <= SMALL {
        propagators.push(Linear::new(terms, target, peers).into());
    }
}
