//! Sums of values and the rules they become.

use super::network::Network;
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

/// Adds the rules for these sums.
pub(crate) fn add(network: &mut Network, sums: Vec<Sum>) {
    for sum in sums {
        add_rules(network, &sum);
    }
}

/// A sum as a rule: a cage as a Combination, a small cage as a Linear rule, too, any other sum as a Linear rule.
fn add_rules(network: &mut Network, sum: &Sum) {
    let weights: i32 = sum.terms.iter().map(|&(_, weight)| weight).sum();
    let target = sum.target - i32::from(network.low) * weights;
    let cells: Vec<u16> = sum.terms.iter().map(|&(cell, _)| cell).collect();
    let sign = sum.terms.first().map_or(0, |&(_, weight)| weight);
    let unit = sign.abs() == 1 && sum.terms.iter().all(|&(_, weight)| weight == sign);
    let cage = unit && cells.len() <= 16 && network.peers.is_clique(&cells);
    if cage {
        let sets = Subsets::of(network.count).with_sum(cells.len(), target * sign);
        network.rules.push(Combination::new(&cells, sets, &network.peers).into());
    }
    if !cage || cells.len() <= SMALL {
        let rule = Linear::new(&sum.terms, target, &network.peers);
        network.rules.push(rule.into());
    }
}
