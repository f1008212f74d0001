//! Sums of values and the rules they become.

use super::network::{Network, Peers};
use super::rules::Rule;
use super::rules::combination::{Combination, Subsets};
use super::rules::linear::Linear;

/// Most cells of a cage that is a Linear rule as well: so many are pruned exactly.
const SMALL: usize = 3;

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

/// Adds the rules for a sum of terms, each cell once.
pub(crate) fn add(network: &mut Network, terms: &[(u16, i32)], target: i32) {
    let (low, count) = (network.low, network.count);
    let rules = rules(terms, target, low, count, &network.peers, &network.domains);
    network.rules.extend(rules);
}

/// The rules for a sum of terms, each cell once, in a network with `count` values from `low` on: a cage as a Combination, a
/// small cage as a Linear rule, too, any other sum as a Linear rule.
pub(crate) fn rules(
    terms: &[(u16, i32)],
    target: i32,
    low: u8,
    count: u8,
    peers: &Peers,
    domains: &[u16],
) -> Vec<Rule> {
    let weights: i32 = terms.iter().map(|&(_, weight)| weight).sum();
    let target = target - i32::from(low) * weights;
    let sign = terms.first().map_or(0, |&(_, weight)| weight);
    let unit = sign.abs() == 1 && terms.iter().all(|&(_, weight)| weight == sign);
    let mut cells = [0_u16; 16];
    let cage = unit && terms.len() <= cells.len() && {
        cells.iter_mut().zip(terms).for_each(|(cell, &(of, _))| *cell = of);
        peers.is_clique(&cells[..terms.len()])
    };
    let mut rules = Vec::new();
    if cage {
        let cells = &cells[..terms.len()];
        let sets = Subsets::of(count).with_sum(terms.len(), target * sign);
        let allowed = cells.iter().fold(0, |all, &cell| all | domains[usize::from(cell)]);
        rules.push(if allowed.count_ones() < u32::from(count) {
            let sets: Vec<u16> = sets.iter().copied().filter(|set| set & !allowed == 0).collect();
            Combination::new(cells, sets, peers).into()
        } else {
            Combination::new(cells, sets, peers).into()
        });
    }
    if !cage || terms.len() <= SMALL {
        rules.push(Linear::new(terms, target, peers).into());
    }
    rules
}
