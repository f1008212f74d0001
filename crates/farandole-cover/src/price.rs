//! A lower bound on what the items left will cost, for the search for least cost.

use alloc::vec::Vec;

use crate::engine::Core;

/// Costs are held as multiples of 1 / `UNIT`, so that shares of them lose little by rounding down.
const UNIT: u128 = 1 << 16;

/// How often all taxes are raised before the search. More rounds change little.
const ROUNDS: usize = 20;

/// Taxes on items, and the net costs of options.
///
/// Any taxes of 0 or more such that no option costs less than the taxes of its items give a lower bound: what
/// the active items' taxes come to. They are raised item by item as far as the options allow. At each node the
/// net costs of the options that are still available are shared out once more among their items, as each item
/// must be covered by one of them.
///
/// Source: taxes are from D. E. Knuth, program DLX5; sharing and raising are coordinate ascent on the dual of
/// the linear relaxation.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    /// For each option what is left of its cost after the taxes of its items, times `UNIT`.
    net: Vec<u128>,
    sizes: Vec<u32>,
    tax: Vec<u128>,
}

impl Prices {
    pub(crate) fn new(core: &impl Core, cost: impl Fn(u32) -> u64) -> Self {
        let mut sizes = alloc::vec![0; core.options()];
        let mut lists = alloc::vec![Vec::new(); core.items()];
        core.each_primary_entry(|item, option| {
            sizes[option as usize] += 1;
            lists[item as usize].push(option);
        });
        let net = (0..core.options() as u32).map(|option| u128::from(cost(option)) * UNIT).collect();
        let mut prices = Self { net, sizes, tax: alloc::vec![0; core.items()] };
        for round in 0..ROUNDS {
            for (item, list) in lists.iter().enumerate() {
                // First each item takes a fair share, in the last round all that can be had.
                let options = list.iter().map(|&option| option as usize);
                let share = |option: usize| match round + 1 {
                    ROUNDS => prices.net[option],
                    _ => prices.net[option] / u128::from(prices.sizes[option]),
                };
                let Some(more) = options.clone().map(share).min() else { continue };
                prices.tax[item] += more;
                for option in options {
                    prices.net[option] -= more;
                }
            }
        }
        prices
    }

    /// Whether what is left to cover surely costs `spare` or more.
    pub(crate) fn reaches(&self, core: &impl Core, spare: u128) -> bool {
        // A bound of more than spare - 1 means spare or more, as costs are whole.
        let Some(limit) = spare.checked_sub(1) else { return true };
        let limit = limit.saturating_mul(UNIT);
        let mut cost = 0_u128;
        core.each_active(|item, need| {
            cost += self.tax[item as usize] * u128::from(need);
            cost <= limit
        });
        if cost > limit {
            return true;
        }
        core.each_active(|item, need| {
            let mut least = u128::MAX;
            core.each_option(item, |option| {
                let option = option as usize;
                least = least.min(self.net[option] / u128::from(self.sizes[option]));
            });
            if least != u128::MAX {
                cost += least * u128::from(need);
            }
            cost <= limit
        });
        cost > limit
    }
}
