//! Branch and bound: the solutions of least cost, with a lower bound from dual prices.
//!
//! If the bound is far below the least cost, few branches are cut off, and the search is slow. It alternates
//! with the construction of a decision diagram, which helps only if subproblems repeat.

use alloc::vec::Vec;

use crate::backend::Backend;
use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::zdd::DiagramBuilder;
use crate::model::problem::Problem;
use crate::optimize::fewest::{Bound, NewBound, OptionLimit};
use crate::optimize::lp_bound::{Sign, dual_prices, signs};
use crate::prune::Prune;
use crate::search::outcome::Step;
use crate::search::solver::Search;

/// Number of rounds of coordinate ascent before the search. More rounds change little
/// (docs/experiments/2026-11-21-source-comments.md).
const ROUNDS: usize = 20;
/// The fixed-point representation of 1. Sums of fixed-point numbers are exact, so rounding never
/// makes a bound too high.
// In i128, 16 fractional bits leave 111 bits for sums of costs, which have 64 bits each.
const UNIT: i128 = 1 << 16;
/// Maximum absolute value of a price, as a fixed-point number, so that sums of prices do not overflow.
const MOST_PRICE: f64 = 1e27;

/// Dual prices of items, and reduced costs of options, as fixed-point numbers.
///
/// The *reduced cost* of an option is its cost minus the prices of its items. Prices are *dual feasible* if
/// no reduced cost is negative. The sum of the prices of the active items is then a lower bound on the cost
/// of covering them. For example, if the only options are `a` with cost 2 and `a b` with cost 3, the prices 2
/// for a and 1 for b are dual feasible.
///
/// Coordinate ascent raises the prices item by item as far as the options allow. The remaining reduced cost
/// of an option is divided into equal shares of its primary items. At each node, the smallest share among the
/// available options of an item is added to its price, because one of these options must cover the item.
///
/// Source: D. E. Knuth, program DLX5, where the prices are called taxes; raising them is coordinate ascent on
/// the dual of the linear relaxation.
#[derive(Clone, Debug)]
struct DualPrices {
    /// The price of each item; 0 or less for secondary items.
    price: Vec<i128>,
    /// The reduced cost of each option.
    reduced: Vec<i128>,
    /// The cost of each option minus the prices of its secondary items.
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

    /// Returns prices that are improved by the linear relaxation; `None` if the problem is too large for this
    /// method. The improvement stops when the bound reaches the cost `enough`.
    fn relaxed(&self, problem: &Problem, enough: f64) -> Option<Self> {
        let signs = signs(problem);
        let known = self.price.iter().map(|&price| price as f64 / UNIT as f64).collect();
        let relaxed = dual_prices(problem, &signs, known, enough)?;
        // If there is no solution, prices grow without limit.
        let fixed = |price: f64| (price * UNIT as f64).clamp(-MOST_PRICE, MOST_PRICE) as i128;
        let mut price: Vec<i128> = relaxed.into_iter().map(fixed).collect();
        // The relaxed prices need not be dual feasible. They are lowered until no reduced cost is negative:
        // first in equal shares, then as far as needed.
        for option in 0..problem.options() {
            let items = problem.option(option);
            let prices: i128 = items.iter().map(|&item| price[item as usize]).sum();
            let mut excess = prices - i128::from(problem.cost(option)) * UNIT;
            // Each item first gives up at most an equal share, so that no single price falls more than
            // necessary.
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

    /// Raises prices by coordinate ascent as far as the options allow. `price` must be dual feasible.
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
        // Each step keeps the prices dual feasible, because a price grows by no more than the smallest
        // reduced cost of the options of its item. The ascent may therefore stop after any round.
        for round in 1..=ROUNDS {
            for (price, list) in price.iter_mut().zip(&lists) {
                // In each round, a price grows only by an equal share of the reduced cost, so that the first
                // items do not take everything. In the last round, it grows as far as possible.
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

    /// Returns the lower bound on the cost of a solution of the whole problem, as a fixed-point number.
    fn bound(&self, problem: &Problem) -> i128 {
        let primary = 0..problem.primary_items();
        let prices = primary.map(|item| self.price[item as usize] * i128::from(problem.bounds(item).low));
        prices.sum::<i128>() + self.back
    }
}

/// A pruning rule that cuts off solutions above a cost limit. The options of the search must be in ascending
/// order of their shares.
pub(crate) struct CostLimit<'a> {
    cost: u128,
    problem: &'a Problem,
    prices: &'a DualPrices,
    /// Set to true if anything was cut off because of its cost.
    cut: &'a mut bool,
    /// The limit of the number of options, if there is one.
    options: Option<OptionLimit<'a>>,
}

impl Prune for CostLimit<'_> {
    fn allows(&mut self, backend: &impl Backend) -> bool {
        // Without a limit, `cost` is `u128::MAX`, which must not overflow when it is scaled.
        let most = i128::try_from(self.cost).unwrap_or(i128::MAX).saturating_mul(UNIT);
        // The bound is the cost of the chosen options plus the prices of the active items. The prices of
        // secondary items are at most 0. All of them are added first, and `paid` removes those that chosen
        // options cover.
        let mut cost = self.prices.back;
        cost += backend.all_chosen().map(|option| self.prices.paid[option as usize]).sum::<i128>();
        backend.each_active(|item, need| {
            // Options are sorted by share, so the first available option has the smallest share.
            let share = backend.first_option(item).map_or(0, |option| self.prices.share[option as usize]);
            cost += (self.prices.price[item as usize] + share) * i128::from(need);
            true
        });
        *self.cut |= cost > most;
        cost <= most && self.options.as_mut().is_none_or(|limit| limit.allows(backend))
    }

    fn accepts(&mut self, backend: &impl Backend) -> bool {
        if !self.options.as_mut().is_none_or(|limit| limit.accepts(backend)) {
            return false;
        }
        let cost: u128 = backend.all_chosen().map(|option| u128::from(self.problem.cost(option))).sum();
        *self.cut |= cost > self.cost;
        cost <= self.cost
    }
}

/// Solutions of least cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cheapest {
    /// The best solutions found, the cheapest first: the cost, and the option indices in order of
    /// choice.
    pub best: Vec<(u128, Vec<u32>)>,
    /// [`End::Exhausted`] if the solutions in `best` are the cheapest of all. Otherwise there may be cheaper
    /// solutions.
    pub end: End,
    /// Number of nodes of both methods together.
    pub nodes: u64,
}

/// The wanted solutions: the `k` cheapest among those with at most `most` options.
#[derive(Clone, Copy)]
struct Wanted {
    k: usize,
    most: Option<u32>,
}

/// A resumable branch and bound over the solutions up to a cost limit.
struct BranchAndBound {
    /// The prices, for the options of the search.
    prices: DualPrices,
    /// For each option of the search, its index in the original problem.
    order: Vec<u32>,
    problem: Problem,
    search: Search,
    limit: u128,
    /// True if a more expensive solution may have been cut off.
    cut: bool,
    /// The limit of the number of options, with the lower bound on this number.
    most: Option<(u32, Bound)>,
    k: usize,
    best: Vec<(u128, Vec<u32>)>,
}

impl BranchAndBound {
    fn new(problem: &Problem, prices: &DualPrices, limit: u128, wanted: Wanted) -> Result<Self, Unsupported> {
        let most = i128::try_from(limit).unwrap_or(i128::MAX).saturating_mul(UNIT);
        // Reduced cost fixing: a solution with an option costs at least the bound plus the reduced cost of
        // the option.
        let spare = most.saturating_sub(prices.bound(problem));
        let mut order: Vec<u32> =
            (0..problem.options()).filter(|&option| prices.reduced[option as usize] <= spare).collect();
        // A removed option may belong to a solution above the limit, so the end of this search does not prove
        // that no solution is left.
        let cut = order.len() < problem.options() as usize;
        // Cheap options come first, so that good solutions are found early and lower the limit.
        order.sort_by_key(|&option| prices.share[option as usize]);
        let pick = |of: &[i128]| order.iter().map(|&option| of[option as usize]).collect();
        let prices = DualPrices {
            price: prices.price.clone(),
            // Reduced costs are needed only to select the options of the search.
            reduced: Vec::new(),
            paid: pick(&prices.paid),
            share: pick(&prices.share),
            back: prices.back,
        };
        let problem = problem.reordered(&order);
        let mut search = Search::new(&problem)?;
        let most = wanted.most.map(|most| (most, search.visit(NewBound)));
        search.restart();
        Ok(Self { prices, order, problem, search, limit, cut, most, k: wanted.k, best: Vec::new() })
    }

    fn run(&mut self, config: &Config<'_>) -> End {
        loop {
            // Costs are integers, so the next solution must cost at least 1 less.
            let limit = match worst(&self.best, self.k).map(|cost| cost.checked_sub(1)) {
                Some(Some(less)) => less,
                Some(None) => return End::Exhausted,
                None => self.limit,
            };
            let Self { problem, prices, cut, most, .. } = self;
            let options = most.as_mut().map(|(options, bound)| OptionLimit { options: *options, bound });
            let mut limit = CostLimit { cost: limit, problem, prices, cut, options };
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

/// Returns the cost of the last of the `k` best solutions; `None` if there are fewer than `k`.
fn worst(best: &[(u128, Vec<u32>)], k: usize) -> Option<u128> {
    (best.len() >= k).then(|| best.last().map_or(0, |last| last.0))
}

/// Inserts a solution into the `k` best solutions, in ascending order of cost.
fn insert(best: &mut Vec<(u128, Vec<u32>)>, k: usize, solution: (u128, Vec<u32>)) {
    // The solution is inserted after solutions of equal cost, so that these stay in the order in which they
    // were found.
    let at = best.partition_point(|(other, _)| *other <= solution.0);
    best.insert(at, solution);
    best.truncate(k);
}

/// Number of nodes of the first branch and bound, with prices from coordinate ascent alone. Most small
/// problems are solved by then.
const FIRST_TURN: u64 = 1 << 12;
/// Number of nodes of each method in its first turn after that.
const TURN: u64 = 1 << 14;
/// Factor by which the number of nodes grows from one turn to the next.
const GROWTH: u64 = 4;

/// Size of the memo table of the diagram in bytes.
const MEMORY: usize = 1 << 28;
/// Number of nodes of the search at which the construction of the diagram is given up. It bounds the edges of
/// the diagram.
const MOST_EDGES: u64 = 1 << 25;

/// Finds the `k` solutions of least cost. The cost of a solution is the sum of the costs of its
/// options. If `most` is given, only solutions with at most `most` options are considered.
///
/// Two methods run alternately, with growing turns, until one of them has finished.
///
/// *Branch and bound* tries cheap options first. It cuts off a branch if the cost of the chosen options plus
/// a lower bound on the remaining cost exceeds the limit. After a short first search, the linear relaxation
/// improves the bound. In the searches that follow, the limit is slightly above the bound at first. Its
/// distance from the bound then doubles from search to search. Options that would cost too much are removed
/// in advance.
///
/// *A decision diagram* of all solutions is faster if subproblems repeat. It is given up if it becomes too
/// large. The best solutions are read from the complete diagram.
///
/// ```
/// use farandole_cover::{Config, cheapest, format};
///
/// let parsed = format::parse(b"a b c\na b |5\nc |1\na |2\nb c |3\n", None)?;
/// let answer = cheapest(&parsed.problem, 1, None, &Config::new())?;
/// assert_eq!(answer.best, [(5, vec![2, 3])]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// The problem has multiplicities, and 65,535 or more options or primary items.
pub fn cheapest(
    problem: &Problem,
    k: usize,
    most: Option<u32>,
    config: &Config<'_>,
) -> Result<Cheapest, Unsupported> {
    let prices = DualPrices::new(problem);
    let wanted = Wanted { k, most };
    let mut descent = BranchAndBound::new(problem, &prices, u128::MAX, wanted)?;
    let end = descent.run(&config.up_to(FIRST_TURN, 0));
    if end != End::BudgetSpent || config.is_spent(descent.nodes()) {
        return Ok(Cheapest { nodes: descent.nodes(), best: descent.best, end });
    }
    let mut deepening = Deepening::new(problem, prices, wanted, descent)?;
    let mut turn = TURN;
    // The diagram is `None` if the problem has multiplicities or is too large for bit sets, or once the
    // diagram is too large. Branch and bound then runs alone.
    let mut diagram = DiagramBuilder::new(problem, MEMORY).ok();
    // The number of nodes of the diagram. The budget of the caller applies to both methods together.
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
                let best = diagram.cheapest(k, most, |option| problem.cost(option));
                return Ok(Cheapest { best, end, nodes });
            }
            if end == End::Cancelled || config.is_spent(nodes) {
                return Ok(Cheapest { best: deepening.into_best(), end, nodes });
            }
            if drawn > MOST_EDGES {
                diagram = None;
            }
        }
        // With growing turns, the total is at most a constant factor above that of the better method alone.
        turn = turn.saturating_mul(GROWTH);
    }
}

/// Iterative deepening by cost: branch and bound with growing limits above the lower bound.
struct Deepening<'a> {
    problem: &'a Problem,
    prices: DualPrices,
    wanted: Wanted,
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
    /// Prepares the searches that follow the first branch and bound.
    fn new(
        problem: &'a Problem,
        prices: DualPrices,
        wanted: Wanted,
        first: BranchAndBound,
    ) -> Result<Self, Unsupported> {
        let (nodes, best) = (first.nodes(), first.best);
        // If the bound reaches the cost of the known solutions, these are the best, so a higher bound is not
        // needed.
        let enough = worst(&best, wanted.k).unwrap_or(u128::MAX);
        let prices = prices.relaxed(problem, enough as f64).unwrap_or(prices);
        let bound = prices.bound(problem).max(0) as u128;
        let bound = bound.div_ceil(UNIT as u128);
        // The first limit is about a thousandth above the bound, and at least 1.
        let spare = (bound >> 10).max(1);
        let limit = limit(bound, spare, &best, wanted.k);
        let descent = BranchAndBound::new(problem, &prices, limit, wanted)?;
        Ok(Self { problem, prices, wanted, bound, spare, descent, nodes, best })
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.descent.nodes()
    }

    /// Visits up to `turn` more nodes. `others` is the number of nodes that the other method has taken from
    /// the budget.
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
            // All solutions up to the limit have been considered. All other solutions cost at least 1 more.
            let is_done = worst(&self.best, self.wanted.k).is_some_and(|cost| cost <= met);
            if is_done || !self.descent.cut {
                return Ok(end);
            }
            self.nodes += self.descent.nodes();
            // With doubling, the number of searches is logarithmic in the gap between the bound and the least
            // cost.
            self.spare = self.spare.saturating_mul(2);
            let limit = limit(self.bound, self.spare, &self.best, self.wanted.k);
            self.descent = BranchAndBound::new(self.problem, &self.prices, limit, self.wanted)?;
        }
    }

    /// Merges the solutions of the current search into the known solutions.
    fn keep(&mut self) {
        let sorted = |options: &[u32]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options
        };
        for solution in self.descent.best.drain(..) {
            // An earlier search may have found the same solution with its options in another order.
            let same = |(cost, options): &(u128, Vec<u32>)| {
                *cost == solution.0 && sorted(options) == sorted(&solution.1)
            };
            if !self.best.iter().any(same) {
                insert(&mut self.best, self.wanted.k, solution);
            }
        }
    }

    fn into_best(mut self) -> Vec<(u128, Vec<u32>)> {
        self.keep();
        self.best
    }
}

/// Returns the next limit: `spare` above the bound, but below the cost of the `k` known solutions.
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

    /// Returns a random problem with up to 6 primary items, some of them with bounds, and up to 3 secondary
    /// items, of which the first may have colors.
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
            let wanted = Wanted { k, most: None };
            let mut first = BranchAndBound::new(&problem, &prices, u128::MAX, wanted).unwrap();
            first.run(&Config::new().budget(u64::from(random.below(30))));
            let mut deepening = Deepening::new(&problem, prices, wanted, first).unwrap();
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
