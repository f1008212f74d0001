//! Least cost: solutions whose options cost the least, by branch and bound.

use alloc::vec::Vec;

use crate::control::{Control, Ending, Step, Unsupported};
use crate::diagram::DiagramBuilder;
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
    /// Options tried, by both ways together.
    pub nodes: u64,
}

/// Branch and bound that can be held.
struct Descent {
    prices: Prices,
    /// The problem's own numbers of the options, in the order of the search.
    order: Vec<u32>,
    problem: Problem,
    search: Search,
    k: usize,
    best: Vec<(u128, Vec<u32>)>,
}

impl Descent {
    fn new(problem: &Problem, k: usize) -> Result<Self, Unsupported> {
        let mut prices = Prices::new(problem);
        let mut order: Vec<u32> = (0..problem.options()).collect();
        order.sort_by_key(|&option| prices.share[option as usize]);
        prices.share = order.iter().map(|&option| prices.share[option as usize]).collect();
        let problem = problem.reordered(&order);
        let search = Search::new(&problem)?;
        Ok(Self { prices, order, problem, search, k, best: Vec::new() })
    }

    fn run(&mut self, control: &Control<'_>) -> Ending {
        loop {
            let cost = match self.best.last() {
                Some(&(cost, _)) if self.best.len() >= self.k => cost,
                _ if self.k == 0 => return Ending::Complete,
                _ => u128::MAX,
            };
            let mut below = Below { cost, problem: &self.problem, prices: &self.prices };
            match self.search.step_within(control, &mut below) {
                Step::Solution => {
                    let chosen = self.search.solution();
                    let cost = chosen.iter().map(|&option| u128::from(self.problem.cost(option))).sum();
                    let solution = chosen.iter().map(|&option| self.order[option as usize]).collect();
                    let at = self.best.partition_point(|&(other, _)| other <= cost);
                    self.best.insert(at, (cost, solution));
                    self.best.truncate(self.k);
                }
                Step::End => return Ending::Complete,
                Step::BudgetSpent => return Ending::BudgetSpent,
                Step::Cancelled => return Ending::Cancelled,
            }
        }
    }
}

/// Options that branch and bound tries before a diagram is begun, and how much more each gets in its next turn.
const TURN: u64 = 1 << 14;
const GROWTH: u64 = 4;

/// Bytes of memory for the diagram, and the most options tried for it, which bounds its edges.
const MEMORY: usize = 1 << 28;
const MOST_EDGES: u64 = 1 << 25;

/// Looks for the `k` solutions of least cost, the sum of their options' costs.
///
/// Two ways take turns, each of them longer than the last, until one comes to the end. *Branch and bound*: options that
/// cost less are tried first, and a branch is given up when what was chosen and a lower bound on the rest cost no
/// less than the k-th best solution so far. *A diagram* of all solutions, up to a size, in which the best are looked
/// up: faster by far where subproblems come up again and again, as with dominoes. Which way comes to the end first is
/// known in advance of neither, and costs a factor of about two.
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
    let mut descent = Descent::new(problem, k)?;
    let mut turn = TURN;
    // Built when branch and bound needs a second turn, and dropped when it grows too large.
    let mut diagram: Option<DiagramBuilder> = None;
    let mut drawn = 0;
    loop {
        let ending = descent.run(&control.up_to(descent.search.stats().nodes + turn, drawn));
        let descended = descent.search.stats().nodes;
        let nodes = descended + drawn;
        if ending != Ending::BudgetSpent || control.is_spent(nodes) {
            return Ok(Cheapest { best: descent.best, ending, nodes });
        }
        if turn == TURN {
            diagram = DiagramBuilder::new(problem, MEMORY).ok();
        }
        if let Some(builder) = &mut diagram {
            let ending = builder.run(&control.up_to(drawn + turn, descended));
            drawn = builder.stats().nodes;
            let nodes = descended + drawn;
            if ending == Ending::Complete
                && let Some(diagram) = diagram.take().and_then(DiagramBuilder::into_diagram)
            {
                let best = diagram.cheapest(k, |option| problem.cost(option));
                return Ok(Cheapest { best, ending, nodes });
            }
            if ending == Ending::Cancelled || control.is_spent(nodes) {
                return Ok(Cheapest { best: descent.best, ending, nodes });
            }
            if drawn > MOST_EDGES {
                diagram = None;
            }
        }
        turn = turn.saturating_mul(GROWTH);
    }
}
