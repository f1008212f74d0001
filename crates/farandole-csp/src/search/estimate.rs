//! Knuth's random dives for variants. A dive is a random path from the root to a leaf of the search
//! tree: each node fixes a cell with the fewest candidates to one of them, chosen at random.
//!
//! If a small part of the tree contains most solutions, the variance is large, and a good estimate
//! needs many dives.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
//! Computation 29 (1975).

use crate::network::Network;
use crate::propagation::engine::PropagationEngine;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_cover::{Dive, Estimate, Mean, Random};

/// Estimates the number of solutions, and the number of nodes of a search for all of them, from
/// `dives` dives, or from the dives completed before `stop` is set.
pub(crate) fn estimate(
    network: &Network,
    dives: u64,
    random: &mut Random,
    stop: Option<&AtomicBool>,
) -> Estimate {
    // The root is propagated once. Every dive starts from a copy of its fixpoint.
    let mut engine = PropagationEngine::new(network);
    let mut root = network.domains.clone();
    if engine.propagate_all(&mut root).is_err() {
        // After a contradiction at the root, the tree has exactly one node.
        let nodes = Mean { value: 1.0, variance: 0.0 };
        return Estimate { dives, nodes, ..Estimate::default() };
    }
    let mut masks = root.clone();
    let goes_on = |_: &u64| !stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
    Estimate::of_dives((0..dives).take_while(goes_on).map(|_| {
        masks.copy_from_slice(&root);
        dive(&mut engine, &mut masks, random)
    }))
}

/// Follows one random path. Returns the estimated number of nodes and the estimated number of
/// solutions. Both assume that all nodes of a level have as many branches as the node on the path.
fn dive(engine: &mut PropagationEngine<'_>, masks: &mut [u16], random: &mut Random) -> Dive {
    let (mut width, mut nodes) = (1.0, 1.0);
    while let Some(cell) = fewest(masks) {
        let mut values = masks[cell];
        let count = values.count_ones();
        // The product of the branch counts is the inverse of the probability of this path, which makes the
        // estimate unbiased.
        width *= f64::from(count);
        nodes += width;
        // Clears a random number of low bits, so that each value is equally likely.
        for _ in 0..random.below(count) {
            values &= values - 1;
        }
        masks[cell] = values & values.wrapping_neg();
        if engine.propagate_from(cell as u16, masks).is_err() {
            // A path without a solution contributes 0 solutions, but its nodes count.
            return Dive { nodes, solutions: 0.0, width };
        }
    }
    Dive { nodes, solutions: width, width }
}

/// Returns the first open cell with the fewest values, or `None` if all cells are fixed.
fn fewest(masks: &[u16]) -> Option<usize> {
    // Cells with few values give small factors, which reduces the variance.
    let open = (0..masks.len()).filter(|&cell| !masks[cell].is_power_of_two());
    open.min_by_key(|&cell| masks[cell].count_ones())
}

#[cfg(test)]
mod tests {
    use crate::CspSolver;
    use farandole_puzzle::format::iss;

    #[test]
    fn small_counts_are_met_within_the_error() {
        for text in [
            ".Shape~4x4",
            ".Shape~4x4.Thermo~R1C1~R1C2~R2C2",
            ".Shape~4x4.AntiKnight",
            ".Shape~4x4.~R1C1_1.~R1C2_1",
        ] {
            let solver = CspSolver::new(&iss::read(text).unwrap()).unwrap();
            let all = crate::Config { limit: u64::MAX, ..Default::default() };
            let exact = solver.count(&all).solutions as f64;
            let found = solver.estimate(4000, 1).solutions;
            assert!((found.value - exact).abs() <= 5.0 * found.variance.sqrt(), "{text}: {found:?} {exact}");
        }
    }
}
