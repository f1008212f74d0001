//! Least cost: solutions whose options cost the least, by branch and bound.

use alloc::vec::Vec;

use crate::backend::Backend;
use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::zdd::DiagramBuilder;
use crate::model::problem::Problem;
use crate::optimize::lp_bound::{Sign, relax, signs};
use crate::prune::Prune;
use crate::search::outcome::Step;
use crate::search::solver::Search;

/// How often all taxes are raised before the search. More rounds change little.
const ROUNDS: usize = 20;
/// 1 in fixed-point numbers.
const UNIT: i128 = 1 << 16;
/// No tax is higher than that, so that all of them can be added up.
const MOST_TAX: f64 = 1e27;

/// Taxes on items, and the net costs of options, as fixed-point numbers.
///
/// Any taxes such that no option costs less than the taxes of its items give a lower bound: what the active items' taxes
/// come to. They are raised item by item as far as the options allow. What is left of an option's cost is shared out
/// among its items; at each node the least share of those options that are still available comes on top of an item's
/// tax, as one of them must cover it.
///
/// Source: taxes are from D. E. Knuth, program DLX5; sharing and raising are coordinate ascent on the dual of
/// the linear relaxation.
#[derive(Clone, Debug)]
struct Prices {
    /// For each item; 0 or less for secondary ones.
    tax: Vec<i128>,
    /// For each option what its cost leaves after taxes.
    net: Vec<i128>,
    /// For each option its cost and the taxes of its secondary items, which no other option can get any more.
    paid: Vec<i128>,
    /// For each option `net` over the number of its primary items.
    share: Vec<i128>,
    /// What all secondary items could still get.
    back: i128,
}

impl Prices {
    /// Taxes that are quickly found.
    fn new(problem: &Problem) -> Self {
        Self::raised(problem, alloc::vec![0; problem.items() as usize])
    }

    /// Better ones, by the linear relaxation, unless the problem is too large for that. It need not come up to `enough`.
    fn relaxed(&self, problem: &Problem, enough: f64) -> Option<Self> {
        let signs = signs(problem);
        let known = self.tax.iter().map(|&tax| tax as f64 / UNIT as f64).collect();
        let relaxed = relax(problem, &signs, known, enough)?;
        let fixed = |tax: f64| (tax * UNIT as f64).clamp(-MOST_TAX, MOST_TAX) as i128;
        let mut tax: Vec<i128> = relaxed.into_iter().map(fixed).collect();
        // Down again until no option costs less than the taxes of its items.
        for option in 0..problem.options() {
            let items = problem.option(option);
            let taxes: i128 = items.iter().map(|&item| tax[item as usize]).sum();
            let mut excess = taxes - i128::from(problem.cost(option)) * UNIT;
            let size = items.iter().filter(|&&item| item < problem.primary_items()).count().max(1) as i128;
            let fair = excess / size + 1;
            for most in [fair, i128::MAX] {
                for &item in items {
                    let tax = &mut tax[item as usize];
                    let room = match signs[item as usize].0 {
                        Sign::Free => excess,
                        Sign::Positive => *tax,
                        Sign::Negative | Sign::Zero => 0,
                    };
                    let cut = excess.min(most).min(room).max(0);
                    *tax -= cut;
                    excess -= cut;
                }
            }
        }
        Some(Self::raised(problem, tax))
    }

    /// Raises taxes as far as the options allow.
    fn raised(problem: &Problem, mut tax: Vec<i128>) -> Self {
        let primary = problem.primary_items() as usize;
        let mut net = Vec::with_capacity(problem.options() as usize);
        let (mut paid, mut sizes) = (net.clone(), net.clone());
        let mut lists: Vec<Vec<u32>> = alloc::vec![Vec::new(); primary];
        for option in 0..problem.options() {
            let (mut own, mut others, mut size) = (0, i128::from(problem.cost(option)) * UNIT, 0);
            for &item in problem.option(option) {
                match lists.get_mut(item as usize) {
                    Some(list) => {
                        list.push(option);
                        own += tax[item as usize];
                        size += 1;
                    }
                    None => others -= tax[item as usize],
                }
            }
            net.push(others - own);
            paid.push(others);
            sizes.push(size.max(1));
        }
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
        let back = tax[primary..].iter().sum();
        Self { tax, net, paid, share, back }
    }

    /// The lower bound of the whole problem.
    fn bound(&self, problem: &Problem) -> i128 {
        let primary = 0..problem.primary_items();
        let taxes = primary.map(|item| self.tax[item as usize] * i128::from(problem.bounds(item).low));
        taxes.sum::<i128>() + self.back
    }
}

/// Costs up to a limit. Options are in order of their shares.
pub(crate) struct CostLimit<'a> {
    cost: u128,
    problem: &'a Problem,
    prices: &'a Prices,
    /// Whether anything was left out.
    cut: &'a mut bool,
}

impl Prune for CostLimit<'_> {
    fn allows(&mut self, backend: &impl Backend) -> bool {
        let most = i128::try_from(self.cost).unwrap_or(i128::MAX).saturating_mul(UNIT);
        let mut cost = self.prices.back;
        cost += backend.all_chosen().map(|option| self.prices.paid[option as usize]).sum::<i128>();
        backend.each_active(|item, need| {
            let share = backend.first_option(item).map_or(0, |option| self.prices.share[option as usize]);
            cost += (self.prices.tax[item as usize] + share) * i128::from(need);
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
    /// The best solutions met, cheapest first: the cost, and the option numbers in order of choice.
    pub best: Vec<(u128, Vec<u32>)>,
    /// [`End::Exhausted`]: no others are cheaper. Otherwise there may be.
    pub end: End,
    /// Options tried, by both ways together.
    pub nodes: u64,
}

/// Branch and bound that can be held, among the solutions that cost no more than a limit.
struct Descent {
    prices: Prices,
    /// The problem's own numbers of the options, in the order of the search.
    order: Vec<u32>,
    problem: Problem,
    search: Search,
    limit: u128,
    /// Whether a solution that costs more may have been left out.
    cut: bool,
    k: usize,
    best: Vec<(u128, Vec<u32>)>,
}

impl Descent {
    fn new(problem: &Problem, prices: &Prices, limit: u128, k: usize) -> Result<Self, Unsupported> {
        let most = i128::try_from(limit).unwrap_or(i128::MAX).saturating_mul(UNIT);
        let spare = most.saturating_sub(prices.bound(problem));
        let mut order: Vec<u32> =
            (0..problem.options()).filter(|&option| prices.net[option as usize] <= spare).collect();
        let cut = order.len() < problem.options() as usize;
        order.sort_by_key(|&option| prices.share[option as usize]);
        let pick = |of: &[i128]| order.iter().map(|&option| of[option as usize]).collect();
        let prices = Prices {
            tax: prices.tax.clone(),
            net: Vec::new(),
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
            // Costs are whole: what comes must cost 1 less.
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

/// The cost of the last of the `k` best, if so many are known.
fn worst(best: &[(u128, Vec<u32>)], k: usize) -> Option<u128> {
    (best.len() >= k).then(|| best.last().map_or(0, |last| last.0))
}

/// Adds a solution to the `k` best.
fn insert(best: &mut Vec<(u128, Vec<u32>)>, k: usize, solution: (u128, Vec<u32>)) {
    let at = best.partition_point(|(other, _)| *other <= solution.0);
    best.insert(at, solution);
    best.truncate(k);
}

/// Options that the first descent may try.
const FIRST_TURN: u64 = 1 << 12;
/// Options that each way tries in its first turn after that, and how much more in the next.
const TURN: u64 = 1 << 14;
const GROWTH: u64 = 4;

/// Bytes of memory for the diagram, and the most options tried for it, which bounds its edges.
const MEMORY: usize = 1 << 28;
const MOST_EDGES: u64 = 1 << 25;

/// Looks for the `k` solutions of least cost, the sum of their options' costs.
///
/// *Branch and bound*: options that cost less are tried first, and a branch is given up when what was chosen and a
/// lower bound on the rest cost more than is wanted. If that takes long, the bound is made better by the linear
/// relaxation, and solutions are looked for that cost a little more than the bound, then twice as much more, and so on:
/// options that would cost too much are left out beforehand. *A diagram* of all solutions, up to a size, in which the best
/// are looked up, takes turns with that, each of them longer than the last, until one comes to the end: where subproblems
/// come up again and again it may be faster.
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
    let prices = Prices::new(problem);
    let mut descent = Descent::new(problem, &prices, u128::MAX, k)?;
    let end = descent.run(&config.up_to(FIRST_TURN, 0));
    if end != End::BudgetSpent || config.is_spent(descent.nodes()) {
        return Ok(Cheapest { nodes: descent.nodes(), best: descent.best, end });
    }
    let mut deeper = Deeper::new(problem, prices, k, descent)?;
    let mut turn = TURN;
    // Dropped when it grows too large.
    let mut diagram = DiagramBuilder::new(problem, MEMORY).ok();
    let mut drawn = 0;
    loop {
        let end = deeper.run(config, turn, drawn)?;
        let nodes = deeper.nodes() + drawn;
        if end != End::BudgetSpent || config.is_spent(nodes) {
            return Ok(Cheapest { best: deeper.into_best(), end, nodes });
        }
        if let Some(builder) = &mut diagram {
            let end = builder.run(&config.up_to(drawn + turn, deeper.nodes()));
            drawn = builder.stats().nodes;
            let nodes = deeper.nodes() + drawn;
            if end == End::Exhausted
                && let Some(diagram) = diagram.take().and_then(DiagramBuilder::into_diagram)
            {
                let best = diagram.cheapest(k, |option| problem.cost(option));
                return Ok(Cheapest { best, end, nodes });
            }
            if end == End::Cancelled || config.is_spent(nodes) {
                return Ok(Cheapest { best: deeper.into_best(), end, nodes });
            }
            if drawn > MOST_EDGES {
                diagram = None;
            }
        }
        turn = turn.saturating_mul(GROWTH);
    }
}

/// Descents one after the other, with limits further and further above the lower bound.
struct Deeper<'a> {
    problem: &'a Problem,
    prices: Prices,
    k: usize,
    /// The lower bound, rounded up.
    bound: u128,
    /// How far above it the limit is.
    spare: u128,
    descent: Descent,
    /// Nodes of the descents before.
    nodes: u64,
    /// The best solutions of the descents before.
    best: Vec<(u128, Vec<u32>)>,
}

impl<'a> Deeper<'a> {
    /// Goes on where the first descent gave up.
    fn new(problem: &'a Problem, prices: Prices, k: usize, first: Descent) -> Result<Self, Unsupported> {
        let (nodes, best) = (first.nodes(), first.best);
        let enough = worst(&best, k).unwrap_or(u128::MAX);
        let prices = prices.relaxed(problem, enough as f64).unwrap_or(prices);
        let bound = prices.bound(problem).max(0) as u128;
        let bound = bound.div_ceil(UNIT as u128);
        // Where costs are large, the first limit is no closer than a thousandth.
        let spare = (bound >> 10).max(1);
        let limit = limit(bound, spare, &best, k);
        let descent = Descent::new(problem, &prices, limit, k)?;
        Ok(Self { problem, prices, k, bound, spare, descent, nodes, best })
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.descent.nodes()
    }

    /// Tries up to `turn` more options, no more in all than the budget leaves besides `others`.
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
            let is_done = worst(&self.best, self.k).is_some_and(|cost| cost <= met);
            if is_done || !self.descent.cut {
                return Ok(end);
            }
            self.nodes += self.descent.nodes();
            self.spare = self.spare.saturating_mul(2);
            let limit = limit(self.bound, self.spare, &self.best, self.k);
            self.descent = Descent::new(self.problem, &self.prices, limit, self.k)?;
        }
    }

    /// Puts what the descent found to what was known.
    fn keep(&mut self) {
        let sorted = |options: &[u32]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options
        };
        for solution in self.descent.best.drain(..) {
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

/// The next limit: there is no need to look for what is not cheaper than the solutions known.
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

    /// The costs of all solutions, least first.
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
            let quick = Prices::new(&problem);
            let relaxed = quick.relaxed(&problem, f64::MAX).unwrap();
            let Some(&least) = costs(&problem).first() else { continue };
            for prices in [&quick, &relaxed] {
                assert!(prices.bound(&problem) <= least as i128 * UNIT);
                assert!(prices.net.iter().all(|&net| net >= 0));
            }
            better += u32::from(relaxed.bound(&problem) > quick.bound(&problem) + UNIT / 2);
        }
        assert!(better > 100, "{better}");
    }

    #[test]
    fn descents_one_after_the_other_find_the_best() {
        let mut random = Random::new(2);
        let mut total = 0;
        for round in 0..1_000 {
            let problem = problem(&mut random);
            let prices = Prices::new(&problem);
            let k = random.below(5) as usize;
            let mut first = Descent::new(&problem, &prices, u128::MAX, k).unwrap();
            first.run(&Config::new().budget(u64::from(random.below(30))));
            let mut deeper = Deeper::new(&problem, prices, k, first).unwrap();
            while deeper.run(&Config::new(), 10, 0).unwrap() != End::Exhausted {}
            let best = deeper.into_best();
            let mut expected = costs(&problem);
            expected.truncate(k);
            assert_eq!(best.iter().map(|best| best.0).collect::<Vec<_>>(), expected, "{round}");
            total += best.len();
        }
        assert!(total > 500, "{total}");
    }
}
