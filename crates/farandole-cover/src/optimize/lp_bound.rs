//! LP bound: dual prices of items by the subgradient method on the linear relaxation.
//!
//! The Lagrangian relaxation drops the condition that items are covered exactly. Instead, an option is chosen
//! whenever its reduced cost (its cost minus the prices of its items) is negative. For any prices, the sum of
//! the prices and of the negative reduced costs is a lower bound on the cost of a solution. The best prices
//! are those of the linear relaxation.
//!
//! The method approaches the best prices along subgradients. If the chosen options cover an item too often,
//! its price falls. If they do not cover an item, its price rises.
//!
//! The method is slow on large problems: a step visits every entry, and at least a hundred steps are needed. It
//! converges slowly near the best prices, so the bound stays slightly below that of the linear relaxation.
//!
//! Source: M. Held, R. M. Karp, The traveling-salesman problem and minimum spanning trees, part II,
//! Mathematical Programming 1, 1971.

use alloc::vec::Vec;

use crate::model::problem::{Bounds, Color, Problem};

/// Maximum number of steps.
const STEPS: usize = 3_000;
/// Minimum number of steps. With fewer steps, the improvement does not justify the time
/// (docs/experiments/2026-11-21-source-comments.md).
const FEWEST_STEPS: usize = 100;
/// Maximum number of entries visited in all steps. It bounds the time on large problems.
const WORK: usize = 1 << 27;
/// Number of steps without a better bound after which the step size is reduced.
const PATIENCE: usize = 20;
/// Factor by which the step size is reduced.
const SHORTER: f64 = 0.7;
/// The share of the previous direction that is kept. It damps the zigzag of plain subgradients.
const MOMENTUM: f64 = 0.7;
/// The assumed gap between the bound and the least cost, as a share of the bound.
const GAP: f64 = 0.05;
/// The step size at which the method ends.
const SHORTEST: f64 = 2e-4;

/// The allowed sign of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Any sign, for primary items that a fixed number of options must cover.
    Free,
    /// 0 or more, for primary items that more options than needed may cover.
    Positive,
    /// 0 or less, for secondary items without colors, which at most one option may cover.
    Negative,
    /// Always 0, for secondary items with colors, which any number of options may cover.
    Zero,
}

/// Returns, for each item, the sign of its price and the number of options that it needs; 1 for secondary
/// items.
pub(crate) fn signs(problem: &Problem) -> Vec<(Sign, u32)> {
    let mut signs: Vec<(Sign, u32)> = (0..problem.items())
        .map(|item| match problem.bounds(item) {
            _ if item >= problem.primary_items() => (Sign::Negative, 1),
            Bounds { low, high } if low == high => (Sign::Free, low),
            Bounds { low, .. } => (Sign::Positive, low),
        })
        .collect();
    for option in 0..problem.options() {
        for entry in problem.option_entries(option).filter(|entry| entry.color != Color::NONE) {
            signs[entry.item as usize].0 = Sign::Zero;
        }
    }
    signs
}

/// Improves the given prices, which may omit secondary items, and returns prices of all items. Returns `None`
/// if the problem is so large that this would take too long. Ends early when the bound reaches `enough`.
pub(crate) fn dual_prices(
    problem: &Problem,
    signs: &[(Sign, u32)],
    mut prices: Vec<f64>,
    enough: f64,
) -> Option<Vec<f64>> {
    // A step visits every entry and every item a constant number of times.
    let steps = (WORK / (problem.entries() as usize + signs.len()).max(1)).min(STEPS);
    if steps < FEWEST_STEPS {
        return None;
    }
    prices.resize(signs.len(), 0.0);
    let costs: Vec<f64> = (0..problem.options()).map(|option| problem.cost(option) as f64).collect();
    // No solution costs more than all options together. Without this limit, prices would rise forever if there
    // is no solution.
    let enough = enough.min(costs.iter().sum());
    let mut best = (f64::MIN, prices.clone());
    let mut direction = alloc::vec![0.0; signs.len()];
    let mut gradient = direction.clone();
    let (mut step, mut idle) = (1.0, 0);
    for _ in 0..steps {
        let bound = subgradient(problem, signs, &costs, &prices, &mut gradient);
        // The bound does not improve in every step, so the best prices are stored.
        if bound > best.0 {
            best.0 = bound;
            best.1.copy_from_slice(&prices);
            idle = 0;
        } else {
            idle += 1;
        }
        if bound >= enough || step < SHORTEST {
            break;
        }
        if idle == PATIENCE {
            idle = 0;
            step *= SHORTER;
            // With the smaller step size, the method continues at the best prices.
            prices.copy_from_slice(&best.1);
        }
        let mut square = 0.0;
        for (direction, gradient) in direction.iter_mut().zip(&gradient) {
            *direction = MOMENTUM * *direction + gradient;
            square += *direction * *direction;
        }
        // The length of the direction is needed as a divisor. If the subgradient is 0, the prices are the best.
        if square == 0.0 {
            break;
        }
        // This is Polyak's rule for the length of a step, with a share of the bound instead of the unknown gap.
        let length = step * (GAP * best.0.abs() + 1.0) / square;
        for ((price, direction), (sign, _)) in prices.iter_mut().zip(&direction).zip(signs) {
            let moved = *price + length * direction;
            *price = match sign {
                Sign::Free => moved,
                Sign::Positive => moved.max(0.0),
                Sign::Negative => moved.min(0.0),
                Sign::Zero => 0.0,
            };
        }
    }
    Some(best.1)
}

/// Sets `gradient` to a subgradient of the bound at `prices`, and returns the bound.
fn subgradient(
    problem: &Problem,
    signs: &[(Sign, u32)],
    costs: &[f64],
    prices: &[f64],
    gradient: &mut [f64],
) -> f64 {
    let mut bound = 0.0;
    for ((gradient, &price), &(_, need)) in gradient.iter_mut().zip(prices).zip(signs) {
        // The subgradient of an item is its need minus the number of chosen options that cover it.
        *gradient = f64::from(need);
        bound += price * f64::from(need);
    }
    for (option, cost) in (0..).zip(costs) {
        let items = problem.option(option);
        // The relaxed problem chooses every option with a negative reduced cost.
        let net = items.iter().fold(*cost, |net, &item| net - prices[item as usize]);
        if net < 0.0 {
            bound += net;
            items.iter().for_each(|&item| gradient[item as usize] -= 1.0);
        }
    }
    bound
}
