//! Least cost: solutions whose options cost the least, by branch and bound.

use alloc::vec::Vec;

use crate::control::{Control, Ending, Stats, Step, Unsupported};
use crate::engine::Core;
use crate::problem::Problem;
use crate::run::Limit;
use crate::search::Search;

/// How often all taxes are raised before the search. More rounds change little.
const ROUNDS: usize = 20;

/// Taxes on items, and the net costs of options.
///
/// Any taxes of 0 or more such that no option costs less than the taxes of its items give a lower bound: what
/// the active items' taxes come to. They are raised item by item as far as the options allow. What is left of
/// an option's cost is shared out among its items; at each node the least share of those options that are still
/// available comes on top of an item's tax, as one of them must cover it.
///
/// Source: taxes are from D. E. Knuth, program DLX5; sharing and raising are coordinate ascent on the dual of
/// the linear relaxation.
#[derive(Clone, Debug)]
struct Prices {
    /// 1 in the fixed-point numbers of the other fields.
    unit: u64,
    /// For each item.
    tax: Vec<u64>,
    /// For each option what its cost leaves after taxes, over the number of its primary items.
    share: Vec<u64>,
}

impl Prices {
    fn new(problem: &Problem) -> Self {
        let options = 0..problem.options();
        let primary = problem.primary_items();
        let most = options.clone().map(|option| problem.cost(option)).max().unwrap_or(0);
        let unit = 1_u64 << most.leading_zeros().min(16);
        let mut net: Vec<u64> = options.clone().map(|option| problem.cost(option) * unit).collect();
        let mut sizes = Vec::with_capacity(net.len());
        let mut lists: Vec<Vec<u32>> = alloc::vec![Vec::new(); primary as usize];
        for option in options {
            let items = problem.option(option).iter().filter(|&&item| item < primary);
            sizes.push(items.clone().count().max(1) as u64);
            items.for_each(|&item| lists[item as usize].push(option));
        }
        let mut tax = alloc::vec![0_u64; primary as usize];
        for round in 1..=ROUNDS {
            for (tax, list) in tax.iter_mut().zip(&lists) {
                // First each item takes a fair share, in the last round all that can be had.
                let fair =
                    |option: usize| if round == ROUNDS { net[option] } else { net[option] / sizes[option] };
                let Some(more) = list.iter().map(|&option| fair(option as usize)).min() else { continue };
                *tax += more;
                list.iter().for_each(|&option| net[option as usize] -= more);
            }
        }
        let share = net.iter().zip(sizes).map(|(net, size)| net / size).collect();
        Self { unit, tax, share }
    }
}

/// Costs below a limit. Options are in order of their shares.
struct Below<'a> {
    cost: u128,
    problem: &'a Problem,
    prices: &'a Prices,
}

impl Below<'_> {
    fn spare(&self, core: &impl Core) -> Option<u128> {
        let chosen = (0..core.level()).filter_map(|level| core.chosen(level));
        self.cost.checked_sub(chosen.map(|option| u128::from(self.problem.cost(option))).sum())
    }
}

impl Limit for Below<'_> {
    fn allows(&mut self, core: &impl Core) -> bool {
        // Costs are whole: what is left must come to spare - 1 or less.
        let Some(most) = self.spare(core).and_then(|spare| spare.checked_sub(1)) else { return false };
        let most = most.saturating_mul(u128::from(self.prices.unit));
        let mut cost = 0_u128;
        core.each_active(|item, need| {
            let share = core.first_option(item).map_or(0, |option| self.prices.share[option as usize]);
            cost += u128::from(self.prices.tax[item as usize] + share) * u128::from(need);
            cost <= most
        });
        cost <= most
    }

    fn accepts(&self, core: &impl Core) -> bool {
        self.spare(core).is_some_and(|spare| spare > 0)
    }
}

/// Solutions of least cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cheapest {
    /// The best solutions met, cheapest first: the cost, and the option numbers in order of choice.
    pub best: Vec<(u128, Vec<u32>)>,
    /// [`Ending::Complete`]: no others are cheaper. Otherwise there may be.
    pub ending: Ending,
    /// Counters of the search.
    pub stats: Stats,
}

/// Looks for the `k` solutions of least cost, the sum of their options' costs.
///
/// Options that cost less are tried first. A branch is given up when what was chosen and a lower bound on the
/// rest cost no less than the k-th best solution so far.
///
/// ```
/// use farandole_cover::{Control, cheapest, format};
///
/// let parsed = format::parse(b"a b c\na b |5\nc |1\na |2\nb c |3\n", None)?;
/// let answer = cheapest(&parsed.problem, 1, &Control::new())?;
/// assert_eq!(answer.best, [(5, vec![2, 3])]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// The problem has multiplicities and 65,535 options or primary items.
pub fn cheapest(problem: &Problem, k: usize, control: &Control<'_>) -> Result<Cheapest, Unsupported> {
    let mut prices = Prices::new(problem);
    let mut order: Vec<u32> = (0..problem.options()).collect();
    order.sort_by_key(|&option| prices.share[option as usize]);
    prices.share = order.iter().map(|&option| prices.share[option as usize]).collect();
    let problem = problem.reordered(&order);
    let mut search = Search::new(&problem)?;
    let mut best: Vec<(u128, Vec<u32>)> = Vec::new();
    let ending = loop {
        let cost = match best.last() {
            Some(&(cost, _)) if best.len() >= k => cost,
            _ if k == 0 => break Ending::Complete,
            _ => u128::MAX,
        };
        match search.step_within(control, &mut Below { cost, problem: &problem, prices: &prices }) {
            Step::Solution => {
                let chosen = search.solution();
                let cost = chosen.iter().map(|&option| u128::from(problem.cost(option))).sum();
                let solution = chosen.iter().map(|&option| order[option as usize]).collect();
                let at = best.partition_point(|&(other, _)| other <= cost);
                best.insert(at, (cost, solution));
                best.truncate(k);
            }
            Step::End => break Ending::Complete,
            Step::BudgetSpent => break Ending::BudgetSpent,
            Step::Cancelled => break Ending::Cancelled,
        }
    };
    Ok(Cheapest { best, ending, stats: search.stats() })
}
