//! The fewest options: branch and bound on the number of options.

use alloc::vec::Vec;

use crate::backend::Backend;
use crate::config::{Config, End};
use crate::prune::Prune;
use crate::search::outcome::Step;
use crate::search::solver::{Search, Visit};

/// 1 in the fixed-point numbers of the shares.
const UNIT: u64 = 1 << 32;

/// Lower bounds on how many more options must be chosen.
///
/// Two bounds are used, the cheap one first:
///
/// - *Shares.* An option with k primary items gives 1/k to each of them, so an item receives at least 1 over the size
///   of its largest option. The sum over the active items, rounded up, is a lower bound. With the sizes of all options
///   this needs only the active items. With those of the available options it is sharper, and needs a look at each.
/// - *Independent items.* Active items of which no two share an available option need an option each. They are picked
///   greedily in item order.
///
/// An item that needs several options counts that often in both bounds.
///
/// Source: the second bound is function h of repeated cover by dancing links. There an item strikes out those that one
/// option of it could cover; it holds unchanged here, where no item is covered twice. The first bound needs exactness.
#[derive(Clone, Debug)]
struct Bound {
    /// `UNIT` over the number of primary items of the option, rounded down.
    shares: Vec<u64>,
    /// For each item the smallest of `shares` over all of its options; `UNIT` without options.
    least: Vec<u64>,
    exclusions: Vec<u32>,
    stamp: u32,
}

impl Bound {
    fn new(backend: &impl Backend) -> Self {
        let mut shares = alloc::vec![0_u64; backend.options()];
        backend.each_primary_entry(|_, option| shares[option as usize] += 1);
        for share in &mut shares {
            *share = UNIT / (*share).max(1);
        }
        let mut least = alloc::vec![UNIT; backend.items()];
        backend.each_primary_entry(|item, option| {
            let least = &mut least[item as usize];
            *least = shares[option as usize].min(*least);
        });
        let exclusions = alloc::vec![0; backend.items()];
        Self { shares, least, exclusions, stamp: 0 }
    }

    /// Whether more than `spare` further options are surely needed.
    fn exceeds(&mut self, backend: &impl Backend, spare: u32) -> bool {
        let limit = u64::from(spare) * UNIT;
        let mut cost = 0;
        backend.each_active(|item, need| {
            cost += self.least[item as usize] * u64::from(need);
            cost <= limit
        });
        if cost > limit {
            return true;
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.exclusions.fill(0);
            self.stamp = 1;
        }
        let (mut strangers, mut cost) = (0, 0);
        backend.each_active(|item, need| {
            let fresh = self.exclusions[item as usize] != self.stamp;
            strangers += if fresh { need } else { 0 };
            let mut least = UNIT;
            backend.each_option(item, |option| {
                least = least.min(self.shares[option as usize]);
                if fresh {
                    backend.each_item(option, |other| self.exclusions[other as usize] = self.stamp);
                }
            });
            cost += least * u64::from(need);
            strangers <= spare && cost <= limit
        });
        strangers > spare || cost > limit
    }
}

/// Cuts off solutions with more options than a limit.
struct OptionLimit<'a> {
    options: u32,
    bound: &'a mut Bound,
}

impl Prune for OptionLimit<'_> {
    fn allows(&mut self, backend: &impl Backend) -> bool {
        let spare = u64::from(self.options).checked_sub(backend.options_chosen() as u64);
        spare.is_some_and(|spare| !self.bound.exceeds(backend, spare as u32))
    }

    fn accepts(&mut self, backend: &impl Backend) -> bool {
        backend.options_chosen() as u64 <= u64::from(self.options)
    }
}

/// Prepares the bound of a search.
struct NewBound;

impl Visit for NewBound {
    type Output = Bound;

    fn visit(self, backend: &mut impl Backend) -> Bound {
        Bound::new(backend)
    }
}

/// The result of a search for the fewest options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fewest {
    /// The best solution found, as option numbers in order of choice; of several with as few options the first.
    pub best: Option<Vec<u32>>,
    /// [`End::Exhausted`]: `best` has the fewest options possible, or, if it is `None`, no solution has as few as
    /// allowed. Otherwise there may be a better solution.
    pub end: End,
}

impl Search {
    /// Finds the solution with the fewest options, selected ones included, and with no more than `most` if given.
    /// Starts again from the selected options.
    ///
    /// A branch is cut off when the chosen options and a lower bound on those still needed exceed the limit. Of
    /// several solutions with as few options the first in the order of the search wins.
    pub fn fewest(&mut self, most: Option<u32>, config: &Config<'_>) -> Fewest {
        let mut most = most.unwrap_or(u32::MAX);
        let mut best = None;
        let mut bound = self.visit(NewBound);
        self.restart();
        let end = loop {
            let step = self.step_pruned(config, &mut OptionLimit { options: most, bound: &mut bound });
            match step {
                Step::Solution => {
                    let solution = self.solution().to_vec();
                    let options = solution.len() as u32;
                    best = Some(solution);
                    match options.checked_sub(1) {
                        Some(fewer) => most = fewer,
                        None => break End::Exhausted,
                    }
                }
                Step::End(end) => break end,
            }
        };
        Fewest { best, end }
    }
}
