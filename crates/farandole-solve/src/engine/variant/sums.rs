//! Sums of values and the rules they become.

use super::network::Network;
use super::rules::combination::Combination;
use super::rules::linear::Linear;
use super::rules::set_list::Subsets;

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

/// Adds the rules for a sum of terms, each cell once: a cage as a Combination, a small cage as a Linear rule, too, any
/// other sum as a Linear rule.
pub(crate) fn add(network: &mut Network, terms: &[(u16, i32)], target: i32) {
    let weights: i32 = terms.iter().map(|&(_, weight)| weight).sum();
    let target = target - i32::from(network.low) * weights;
    let sign = terms.first().map_or(0, |&(_, weight)| weight);
    let unit = sign.abs() == 1 && terms.iter().all(|&(_, weight)| weight == sign);
    let mut cells = [0_u16; 16];
    let cage = unit && terms.len() <= cells.len() && {
        cells.iter_mut().zip(terms).for_each(|(cell, &(of, _))| *cell = of);
        network.peers.is_clique(&cells[..terms.len()])
    };
    if cage && terms.len() != 2 {
        let sets = Subsets::of(network.count).with_sum(terms.len(), target * sign).clone();
        network.rules.push(Combination::new(&cells[..terms.len()], sets, &network.peers).into());
    }
    if !cage || terms.len() <= SMALL {
        network.rules.push(Linear::new(terms, target, &network.peers).into());
    }
}
