//! LP bound: dual prices of items by the subgradient method on the linear relaxation.
//!
//! The Lagrangian relaxation drops the condition that items are covered exactly. Each option is then chosen on its own
//! if its reduced cost is negative. For any prices, the sum of the prices and of the negative reduced costs is a lower
//! bound on the cost of a solution. The best prices, those of the linear relaxation, are approached along
//! subgradients: the price of an item that the chosen options hold too often falls, that of an item which they leave
//! out rises.
//!
//! Source: M. Held, R. M. Karp, The traveling-salesman problem and minimum spanning trees, part II, Mathematical
//! Programming 1, 1971.

use alloc::vec::Vec;

use crate::model::problem::{Bounds, Color, Problem};

/// Most steps.
const STEPS: usize = 3_000;
/// Fewer steps are not worth their time.
const FEWEST_STEPS: usize = 100;
/// Most entries of options that are looked at.
const WORK: usize = 1 << 27;
/// Steps without a better bound until the step is made shorter, and by how much.
const PATIENCE: usize = 20;
const SHORTER: f64 = 0.7;
/// The share of the last direction that is kept.
const MOMENTUM: f64 = 0.7;
/// The length of the first step, as the share of the bound by which a gap is to be closed.
const GAP: f64 = 0.05;
/// The shortest step.
const SHORTEST: f64 = 2e-4;

/// The sign that a price may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Any: the item is held by a fixed number of options.
    Free,
    /// 0 or more: there may be more options than are needed.
    Positive,
    /// 0 or less, for secondary items without colors, which at most one option may hold.
    Negative,
    /// Always 0, for secondary items with colors.
    Zero,
}

/// For each item the sign of its price, and how many options it needs, 1 for secondary ones.
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

/// Better prices than `prices`, those of primary items; those of secondary ones are 0 or less. `None` if the problem
/// is so large that it would take too long. It ends early when the bound reaches `enough`.
pub(crate) fn dual_prices(
    problem: &Problem,
    signs: &[(Sign, u32)],
    mut prices: Vec<f64>,
    enough: f64,
) -> Option<Vec<f64>> {
    let steps = (WORK / (problem.entries() as usize + signs.len()).max(1)).min(STEPS);
    if steps < FEWEST_STEPS {
        return None;
    }
    prices.resize(signs.len(), 0.0);
    let costs: Vec<f64> = (0..problem.options()).map(|option| problem.cost(option) as f64).collect();
    // No solution costs more than all options together. Where there is no solution, prices would rise without end.
    let enough = enough.min(costs.iter().sum());
    let mut best = (f64::MIN, prices.clone());
    let mut direction = alloc::vec![0.0; signs.len()];
    let mut gradient = direction.clone();
    let (mut step, mut idle) = (1.0, 0);
    for _ in 0..steps {
        let bound = subgradient(problem, signs, &costs, &prices, &mut gradient);
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
            prices.copy_from_slice(&best.1);
        }
        let mut square = 0.0;
        for (direction, gradient) in direction.iter_mut().zip(&gradient) {
            *direction = MOMENTUM * *direction + gradient;
            square += *direction * *direction;
        }
        if square == 0.0 {
            break;
        }
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
        *gradient = f64::from(need);
        bound += price * f64::from(need);
    }
    for (option, cost) in (0..).zip(costs) {
        let items = problem.option(option);
        let net = items.iter().fold(*cost, |net, &item| net - prices[item as usize]);
        if net < 0.0 {
            bound += net;
            items.iter().for_each(|&item| gradient[item as usize] -= 1.0);
        }
    }
    bound
}
