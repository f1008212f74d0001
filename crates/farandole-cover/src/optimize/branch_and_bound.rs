//! Branch and bound: the solutions of least cost, with a lower bound from dual prices.
//!
//! Performs badly if the bound is far below the least cost, because then few branches are cut off.
//! The diagram that takes turns with it helps only if subproblems repeat.

use alloc::vec::Vec;

use crate::backend::Backend;
use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::zdd::DiagramBuilder;
use crate::model::problem::Problem;
use crate::optimize::lp_bound::{Sign, dual_prices, signs};
use crate::prune::Prune;
use crate::search::outcome::Step;
use crate::search::solver::Search;

/// Rounds of coordinate ascent before the search. More rounds change little
/// (docs/experiments/2026-11-21-source-comments.md).
const ROUNDS: usize = 20;
/// The fixed-point representation of 1. Sums of fixed-point numbers are exact, so rounding never
/// makes a bound too high.
// In i128, 16 fractional bits leave 111 bits for sums of costs, which have 64 bits each.
const UNIT: i128 = 1 << 16;
/// Upper limit of a price, so that the sum of all prices does not overflow.
const MOST_PRICE: f64 = 1e27;

/// Dual prices of items, and reduced costs of options, as fixed-point numbers.
///
/// Prices are dual feasible if no option costs less than the prices of its items. Then the prices
/// of the active items add up to a lower bound. Prices are raised item by item as far as the
/// options allow. The reduced cost of an option is divided among its items. At each node the least
/// share among the available options of an item is added to its price, because one of these options
/// must cover the item.
///
/// Source: D. E. Knuth, program DLX5, calls the prices taxes; raising them is coordinate ascent on
/// the dual of the linear relaxation.
#[derive(Clone, Debug)]
struct DualPrices {
    /// The price of each item; 0 or less for secondary ones.
    price: Vec<i128>,
    /// The reduced cost of each option: its cost less the prices of its items.
    reduced: Vec<i128>,
    /// The cost of each option less the prices of its secondary items, which no other option can
    /// cover any more.
    paid: Vec<i128>,
    /// The reduced cost of each option divided by the number of its primary items.
    share: Vec<i128>,
    /// The sum of the prices of all secondary items.
    back: i128,
}

impl DualPrices {
    /// Computes prices by coordinate ascent alone.
    fn new(problem: &Problem) -> Self {
        Self::raised(problem, alloc::vec![0; problem.items() as usize])
    }

    /// Improves the prices by the linear relaxation; `None` if the problem is too large for that.
    /// Stops when the bound reaches `enough`.
    fn relaxed(&self, problem: &Problem, enough: f64) -> Option<Self> {
        let signs = signs(problem);
        let known = self.price.iter().map(|&price| price as f64 / UNIT as f64).collect();
        let relaxed = dual_prices(problem, &signs, known, enough)?;
        // Prices grow without limit if there is no solution.
        let fixed = |price: f64| (price * UNIT as f64).clamp(-MOST_PRICE, MOST_PRICE) as i128;
        let mut price: Vec<i128> = relaxed.into_iter().map(fixed).collect();
        // The relaxed prices need not be dual feasible. They are lowered until no option costs less
        // than the prices of its items: first in fair shares, then as far as needed.
        for option in 0..problem.options() {
            let items = problem.option(option);
            let prices: i128 = items.iter().map(|&item| price[item as usize]).sum();
            let mut excess = prices - i128::from(problem.cost(option)) * UNIT;
            // Each primary item gives up a fair share first, so that no price falls to 0 if all
            // could fall a little.
            let size = items.iter().filter(|&&item| item < problem.primary_items()).count().max(1) as i128;
            let fair = excess / size + 1;
            for most in [fair, i128::MAX] {
                for &item in items {
                    let price = &mut price[item as usize];
                    let room = match signs[item as usize].0 {
                        Sign::Free => excess,
                        Sign::Positive => *price,
                        Sign::Negative | Sign::Zero => 0,
                    };
                    let cut = excess.min(most).min(room).max(0);
                    *price -= cut;
                    excess -= cut;
                }
            }
        }
        Some(Self::raised(problem, price))
    }

    /// Raises prices as far as the options allow.
    fn raised(problem: &Problem, mut price: Vec<i128>) -> Self {
        let primary = problem.primary_items() as usize;
        let mut reduced = Vec::with_capacity(problem.options() as usize);
        let (mut paid, mut sizes) = (reduced.clone(), reduced.clone());
        let mut lists: Vec<Vec<u32>> = alloc::vec![Vec::new(); primary];
        for option in 0..problem.options() {
            let (mut own, mut others, mut size) = (0, i128::from(problem.cost(option)) * UNIT, 0);
            for &item in problem.option(option) {
                match lists.get_mut(item as usize) {
                    Some(list) => {
                        list.push(option);
                        own += price[item as usize];
                        size += 1;
                    }
                    None => others -= price[item as usize],
                }
            }
            reduced.push(others - own);
            paid.push(others);
            sizes.push(size.max(1));
        }
        // Each step keeps the prices dual feasible: an item takes no more than the least reduced
        // cost of its options. So the ascent may stop after any round.
        for round in 1..=ROUNDS {
            for (price, list) in price.iter_mut().zip(&lists) {
                // An item takes a fair share in every round, so that the first items do not take
                // everything. In the last round it takes all that remains.
                let fair = |option: usize| {
                    if round == ROUNDS { reduced[option] } else { reduced[option] / sizes[option] }
                };
                let Some(more) = list.iter().map(|&option| fair(option as usize)).min() else { continue };
                *price += more;
                list.iter().for_each(|&option| reduced[option as usize] -= more);
            }
        }
        let share = reduced.iter().zip(sizes).map(|(reduced, size)| reduced / size).collect();
        let back = price[primary..].iter().sum();
        Self { price, reduced, paid, share, back }
    }

    /// Returns the lower bound of the whole problem.
    fn bound(&self, problem: &Problem) -> i128 {
        let primary = 0..problem.primary_items();
        let prices = primary.map(|item| self.price[item as usize] * i128::from(problem.bounds(item).low));
        prices.sum::<i128>() + self.back
    }
}

/// A pruning rule that cuts off solutions above a cost limit. The options must be in order of their
/// shares.
pub(crate) struct CostLimit<'a> {
    cost: u128,
    problem: &'a Problem,
    prices: &'a DualPrices,
    /// Set to true if anything was cut off.
    cut: &'a mut bool,
}

impl Prune for CostLimit<'_> {
    fn allows(&mut self, backend: &impl Backend) -> bool {
        // An unlimited cost must not overflow when it is scaled.
        let most = i128::try_from(self.cost).unwrap_or(i128::MAX).saturating_mul(UNIT);
        // Exact costs of the chosen options, and prices for the items that are still active.
        let mut cost = self.prices.back;
        cost += backend.all_chosen().map(|option| self.prices.paid[option as usize]).sum::<i128>();
        backend.each_active(|item, need| {
            // Options are sorted by share, so the first available one has the least.
            let share = backend.first_option(item).map_or(0, |option| self.prices.share[option as usize]);
            cost += (self.prices.price[item as usize] + share) * i128::from(need);
            true
        });
        *self.cut |= cost > most;
        cost <= most
    }

    fn accepts(&mut self, backend: &impl Backend) -> bool {
        let cost: u128 = backend.all_chosen().map(|option| u128::from(self.problem.cost(option))).sum();
        *self.cut |= cost > self.cost;
        cost <= self.cost
    }
}

/// Solutions of least cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cheapest {
    /// The best solutions found, cheapest first: the cost, and the option indices in order of
    /// choice.
    pub best: Vec<(u128, Vec<u32>)>,
    /// [`End::Exhausted`] if no other solution is cheaper. Otherwise there may be one.
    pub end: End,
    /// Number of options tried, by both methods together.
    pub nodes: u64,
}

/// A resumable branch and bound over the solutions up to a cost limit.
struct BranchAndBound {
    prices: DualPrices,
    /// The index in the original problem of each option of the search.
    order: Vec<u32>,
    problem: Problem,
    search: Search,
    limit: u128,
    /// True if a more expensive solution may have been cut off.
    cut: bool,
    k: usize,
    best: Vec<(u128, Vec<u32>)>,
}

impl BranchAndBound {
    fn new(problem: &Problem, prices: &DualPrices, limit: u128, k: usize) -> Result<Self, Unsupported> {
        let most = i128::try_from(limit).unwrap_or(i128::MAX).saturating_mul(UNIT);
        // A solution with an option costs at least the bound plus the reduced cost of the option
        // (reduced cost fixing).
        let spare = most.saturating_sub(prices.bound(problem));
        let mut order: Vec<u32> =
            (0..problem.options()).filter(|&option| prices.reduced[option as usize] <= spare).collect();
        // A removed option may belong to a solution above the limit, so the end of this search does
        // not prove that none is left.
        let cut = order.len() < problem.options() as usize;
        // Cheap options first: good solutions are found early, and they lower the limit.
        order.sort_by_key(|&option| prices.share[option as usize]);
        let pick = |of: &[i128]| order.iter().map(|&option| of[option as usize]).collect();
        let prices = DualPrices {
            price: prices.price.clone(),
            // Reduced costs select options before the search and are not needed in it.
            reduced: Vec::new(),
            paid: pick(&prices.paid),
            share: pick(&prices.share),
            back: prices.back,
        };
        let problem = problem.reordered(&order);
        let search = Search::new(&problem)?;
        Ok(Self { prices, order, problem, search, limit, cut, k, best: Vec::new() })
    }

    fn run(&mut self, config: &Config<'_>) -> End {
        loop {
            // Costs are integers, so the next solution must cost at least 1 less.
            let limit = match worst(&self.best, self.k).map(|cost| cost.checked_sub(1)) {
                Some(Some(less)) => less,
                Some(None) => return End::Exhausted,
                None => self.limit,
            };
            let Self { problem, prices, cut, .. } = self;
            let mut limit = CostLimit { cost: limit, problem, prices, cut };
            match self.search.step_pruned(config, &mut limit) {
                Step::Solution => {
                    let chosen = self.search.solution();
                    let cost = chosen.iter().map(|&option| u128::from(self.problem.cost(option))).sum();
                    let solution = chosen.iter().map(|&option| self.order[option as usize]).collect();
                    insert(&mut self.best, self.k, (cost, solution));
                }
                Step::End(end) => return end,
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.search.stats().nodes
    }
}

/// Returns the cost of the last of the `k` best solutions, if there are that many.
fn worst(best: &[(u128, Vec<u32>)], k: usize) -> Option<u128> {
    (best.len() >= k).then(|| best.last().map_or(0, |last| last.0))
}

/// Inserts a solution into the `k` best.
fn insert(best: &mut Vec<(u128, Vec<u32>)>, k: usize, solution: (u128, Vec<u32>)) {
    // After equal costs, so that the solution found first stays ahead.
    let at = best.partition_point(|(other, _)| *other <= solution.0);
    best.insert(at, solution);
    best.truncate(k);
}

/// Nodes of the first branch and bound, with quick prices. Most small problems end within it.
const FIRST_TURN: u64 = 1 << 12;
/// Nodes of each method in its first turn after that, and the growth factor from one turn to the
/// next.
const TURN: u64 = 1 << 14;
const GROWTH: u64 = 4;

/// Bytes of the memo table of the diagram, and the largest number of its nodes, which bounds its
/// edges.
const MEMORY: usize = 1 << 28;
const MOST_EDGES: u64 = 1 << 25;

/// Finds the `k` solutions of least cost. The cost of a solution is the sum of the costs of its
/// options.
///
/// Two methods take turns, each turn longer than the last, until one of them ends.
///
/// *Branch and bound* tries cheap options first. It cuts a branch off when the cost of the chosen
/// options and a lower bound on the rest exceed the limit. After a short first search the linear
/// relaxation improves the bound. Then searches follow whose limits lie a little above the bound,
/// twice as far, and so on. Options that would cost too much are removed beforehand.
///
/// *A decision diagram* of all solutions, up to a size, is faster if subproblems repeat. The best
/// solutions are looked up in it.
///
/// ```
/// use farandole_cover::{Config, cheapest, format};
///
/// let parsed = format::parse(b"a b c\na b |5\nc |1\na |2\nb c |3\n", None)?;
/// let answer = cheapest(&parsed.problem, 1, &Config::new())?;
/// assert_eq!(answer.best, [(5, vec![2, 3])]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// The problem has multiplicities and 65,535 options or primary items.
pub fn cheapest(problem: &Problem, k: usize, config: &Config<'_>) -> Result<Cheapest, Unsupported> {
    let prices = DualPrices::new(problem);
    let mut descent = BranchAndBound::new(problem, &prices, u128::MAX, k)?;
    let end = descent.run(&config.up_to(FIRST_TURN, 0));
    if end != End::BudgetSpent || config.is_spent(descent.nodes()) {
        return Ok(Cheapest { nodes: descent.nodes(), best: descent.best, end });
    }
    let mut deepening = Deepening::new(problem, prices, k, descent)?;
    let mut turn = TURN;
    // Set to `None` when it grows too large.
    // Problems with multiplicities and very large ones have no diagram; branch and bound runs alone then.
    let mut diagram = DiagramBuilder::new(problem, MEMORY).ok();
    // The diagram counts its nodes separately; the budget of the caller covers both methods.
    let mut drawn = 0;
    loop {
        let end = deepening.run(config, turn, drawn)?;
        let nodes = deepening.nodes() + drawn;
        if end != End::BudgetSpent || config.is_spent(nodes) {
            return Ok(Cheapest { best: deepening.into_best(), end, nodes });
        }
        if let Some(builder) = &mut diagram {
            let end = builder.run(&config.up_to(drawn + turn, deepening.nodes()));
            drawn = builder.stats().nodes;
            let nodes = deepening.nodes() + drawn;
            if end == End::Exhausted
                && let Some(diagram) = diagram.take().and_then(DiagramBuilder::into_diagram)
            {
                let best = diagram.cheapest(k, |option| problem.cost(option));
                return Ok(Cheapest { best, end, nodes });
            }
            if end == End::Cancelled || config.is_spent(nodes) {
                return Ok(Cheapest { best: deepening.into_best(), end, nodes });
            }
            // The diagram is dropped before it takes too much memory; branch and bound continues alone.
            if drawn > MOST_EDGES {
                diagram = None;
            }
        }
        // Growing turns keep the total within a constant factor of the better method alone.
        turn = turn.saturating_mul(GROWTH);
    }
}

/// Iterative deepening by cost: branch and bound with growing limits above the lower bound.
struct Deepening<'a> {
    problem: &'a Problem,
    prices: DualPrices,
    k: usize,
    /// The lower bound, rounded up.
    bound: u128,
    /// The distance from the bound to the limit.
    spare: u128,
    descent: BranchAndBound,
    /// Number of nodes of the earlier searches.
    nodes: u64,
    /// The best solutions of the earlier searches.
    best: Vec<(u128, Vec<u32>)>,
}

impl<'a> Deepening<'a> {
    /// Continues after the first branch and bound was stopped.
    fn new(
        problem: &'a Problem,
        prices: DualPrices,
        k: usize,
        first: BranchAndBound,
    ) -> Result<Self, Unsupported> {
        let (nodes, best) = (first.nodes(), first.best);
        // A bound that reaches the cost of the known solutions proves them best, so better prices
        // have no use.
        let enough = worst(&best, k).unwrap_or(u128::MAX);
        let prices = prices.relaxed(problem, enough as f64).unwrap_or(prices);
        let bound = prices.bound(problem).max(0) as u128;
        let bound = bound.div_ceil(UNIT as u128);
        // If costs are large, the first limit is at least a thousandth above the bound.
        let spare = (bound >> 10).max(1);
        let limit = limit(bound, spare, &best, k);
        let descent = BranchAndBound::new(problem, &prices, limit, k)?;
        Ok(Self { problem, prices, k, bound, spare, descent, nodes, best })
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.descent.nodes()
    }

    /// Visits up to `turn` more nodes, within the part of the budget that remains after `others`.
    fn run(&mut self, config: &Config<'_>, turn: u64, others: u64) -> Result<End, Unsupported> {
        let end = self.nodes() + turn;
        loop {
            let most = end.saturating_sub(self.nodes);
            let end = self.descent.run(&config.up_to(most, others + self.nodes));
            if end != End::Exhausted {
                return Ok(end);
            }
            self.keep();
            let met = self.descent.limit.saturating_add(1);
            // Every solution up to the limit is known now. All others cost at least 1 more.
            let is_done = worst(&self.best, self.k).is_some_and(|cost| cost <= met);
            if is_done || !self.descent.cut {
                return Ok(end);
            }
            self.nodes += self.descent.nodes();
            // Doubling bounds the number of searches by the logarithm of the gap.
            self.spare = self.spare.saturating_mul(2);
            let limit = limit(self.bound, self.spare, &self.best, self.k);
            self.descent = BranchAndBound::new(self.problem, &self.prices, limit, self.k)?;
        }
    }

    /// Merges the solutions of the current search into the known ones.
    fn keep(&mut self) {
        let sorted = |options: &[u32]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options
        };
        for solution in self.descent.best.drain(..) {
            // A solution may have been found by an earlier search too, with its options in another
            // order.
            let same = |(cost, options): &(u128, Vec<u32>)| {
                *cost == solution.0 && sorted(options) == sorted(&solution.1)
            };
            if !self.best.iter().any(same) {
                insert(&mut self.best, self.k, solution);
            }
        }
    }

    fn into_best(mut self) -> Vec<(u128, Vec<u32>)> {
        self.keep();
        self.best
    }
}

/// Returns the next limit, which is below the cost of the known solutions.
fn limit(bound: u128, spare: u128, best: &[(u128, Vec<u32>)], k: usize) -> u128 {
    let known = worst(best, k).map_or(u128::MAX, |cost| cost.saturating_sub(1));
    bound.saturating_add(spare).min(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::Builder;
    use crate::model::problem::{Bounds, Color, Entry};
    use crate::random::Random;

    /// Up to 6 primary items, some with bounds, up to 3 secondary ones, some with colors.
    fn problem(random: &mut Random) -> Problem {
        let mut builder = Builder::new();
        let (primary, secondary) = (1 + random.below(6), random.below(4));
        builder.primary_unnamed(primary).unwrap();
        builder.secondary_unnamed(secondary).unwrap();
        let multiple = random.below(2) == 0;
        for item in (0..primary).filter(|_| multiple) {
            let low = random.below(3);
            builder.set_bounds(item, Bounds { low, high: (low + random.below(2)).max(1) }).unwrap();
        }
        let most = [3, 20, 1000][random.below(3) as usize];
        for _ in 0..4 + random.below(12) {
            let mut entries: Vec<Entry> = Vec::new();
            for item in 0..primary + secondary {
                if random.below(3) == 0 {
                    let color = if item == primary && random.below(4) > 0 {
                        Color::new(random.below(2)).unwrap()
                    } else {
                        Color::NONE
                    };
                    entries.push(Entry { item, color });
                }
            }
            if entries.iter().all(|entry| entry.item >= primary) {
                entries.push(random.below(primary).into());
            }
            let option = builder.option_with_colors(&entries).unwrap();
            builder.set_cost(option, random.below(most).into()).unwrap();
        }
        builder.build()
    }

    /// Returns the costs of all solutions in ascending order.
    fn costs(problem: &Problem) -> Vec<u128> {
        let cost = |options: Vec<u32>| options.iter().map(|&option| u128::from(problem.cost(option))).sum();
        let mut costs: Vec<u128> = Search::new(problem).unwrap().solutions(Config::new()).map(cost).collect();
        costs.sort_unstable();
        costs
    }

    #[test]
    fn bounds_are_no_more_than_solutions_cost() {
        let mut random = Random::new(1);
        let mut better = 0;
        for _ in 0..1_000 {
            let problem = problem(&mut random);
            let quick = DualPrices::new(&problem);
            let relaxed = quick.relaxed(&problem, f64::MAX).unwrap();
            let Some(&least) = costs(&problem).first() else { continue };
            for prices in [&quick, &relaxed] {
                assert!(prices.bound(&problem) <= least as i128 * UNIT);
                assert!(prices.reduced.iter().all(|&reduced| reduced >= 0));
            }
            better += u32::from(relaxed.bound(&problem) > quick.bound(&problem) + UNIT / 2);
        }
        assert!(better > 100, "{better}");
    }

    #[test]
    fn iterative_deepening_finds_the_best() {
        let mut random = Random::new(2);
        let mut total = 0;
        for round in 0..1_000 {
            let problem = problem(&mut random);
            let prices = DualPrices::new(&problem);
            let k = random.below(5) as usize;
            let mut first = BranchAndBound::new(&problem, &prices, u128::MAX, k).unwrap();
            first.run(&Config::new().budget(u64::from(random.below(30))));
            let mut deepening = Deepening::new(&problem, prices, k, first).unwrap();
            while deepening.run(&Config::new(), 10, 0).unwrap() != End::Exhausted {}
            let best = deepening.into_best();
            let mut expected = costs(&problem);
            expected.truncate(k);
            assert_eq!(best.iter().map(|best| best.0).collect::<Vec<_>>(), expected, "{round}");
            total += best.len();
        }
        assert!(total > 500, "{total}");
    }
}
