//! The fewest options: branch and bound on the number of options.
//!
//! Performs badly if every item has one option that is much larger than its others: the shares are
//! then small, and the bound is far below the number of options that are needed.

use alloc::vec::Vec;

use crate::backend::Backend;
use crate::config::{Config, End};
use crate::prune::Prune;
use crate::search::outcome::Step;
use crate::search::solver::{Search, Visit};

/// The fixed-point representation of 1 in shares.
const UNIT: u64 = 1 << 32;

/// Lower bounds on the number of options that must still be chosen.
///
/// There are two bounds, and the cheap one is tried first:
///
/// - *Shares.* An option with k primary items gives 1/k to each of them, so an item receives at
///   least 1 divided by the size of its largest option. The sum over the active items, rounded up,
///   is a lower bound. With the sizes of all options this needs only the active items. With those
///   of the available options it is sharper, and examines each of them.
/// - *Independent items.* Active items that pairwise share no available option need an option each. They are
///   picked greedily in item order.
///
/// An item that needs several options counts that many times in both bounds.
///
/// Source: the second bound is function h of repeated cover by dancing links. There an item strikes
/// out those that one option of it could cover; it holds unchanged here, where no item is covered
/// twice. The first bound needs exactness.
#[derive(Clone, Debug)]
struct Bound {
    /// `UNIT` divided by the number of primary items of each option, rounded down.
    shares: Vec<u64>,
    /// The smallest of `shares` over all options of each item; `UNIT` without options.
    least: Vec<u64>,
    exclusions: Vec<u32>,
    stamp: u32,
}

impl Bound {
    fn new(backend: &impl Backend) -> Self {
        let mut shares = alloc::vec![0_u64; backend.options()];
        backend.each_primary_entry(|_, option| shares[option as usize] += 1);
        for share in &mut shares {
            // Rounding down keeps the sum a lower bound.
            *share = UNIT / (*share).max(1);
        }
        // An item without options makes the node dead anyway; a whole unit keeps its share
        // harmless.
        let mut least = alloc::vec![UNIT; backend.items()];
        backend.each_primary_entry(|item, option| {
            let least = &mut least[item as usize];
            *least = shares[option as usize].min(*least);
        });
        let exclusions = alloc::vec![0; backend.items()];
        Self { shares, least, exclusions, stamp: 0 }
    }

    /// Returns true if more than `spare` further options are certainly needed.
    fn exceeds(&mut self, backend: &impl Backend, spare: u32) -> bool {
        // The product fits: `spare` has 32 bits, and a unit is 2^32.
        let limit = u64::from(spare) * UNIT;
        let mut cost = 0;
        backend.each_active(|item, need| {
            cost += self.least[item as usize] * u64::from(need);
            cost <= limit
        });
        // The cheap bound looks at active items alone; only nodes that pass it pay for their
        // options.
        if cost > limit {
            return true;
        }
        // A new stamp clears all marks at once.
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.exclusions.fill(0);
            self.stamp = 1;
        }
        let (mut strangers, mut cost) = (0, 0);
        backend.each_active(|item, need| {
            let fresh = self.exclusions[item as usize] != self.stamp;
            // The item shares no available option with those picked, so it needs options of its
            // own.
            strangers += if fresh { need } else { 0 };
            let mut least = UNIT;
            backend.each_option(item, |option| {
                least = least.min(self.shares[option as usize]);
                if fresh {
                    backend.each_item(option, |other| self.exclusions[other as usize] = self.stamp);
                }
            });
            cost += least * u64::from(need);
            // Either bound suffices, so the walk ends as soon as one of them is exceeded.
            strangers <= spare && cost <= limit
        });
        strangers > spare || cost > limit
    }
}

/// A pruning rule that cuts off solutions with more options than a limit.
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
    /// The best solution found, as option indices in order of choice; the first in search order if
    /// several are equally good.
    pub best: Option<Vec<u32>>,
    /// [`End::Exhausted`] if `best` has the fewest options possible, or, if it is `None`, no
    /// solution is within the limit. Otherwise there may be a better solution.
    pub end: End,
}

impl Search {
    /// Finds a solution with the fewest options, and with at most `most` if given. Selected options
    /// count. Starts again from the selected options.
    ///
    /// A branch is cut off when the chosen options and a lower bound on those still needed exceed
    /// the limit. The first of several equally good solutions in search order wins.
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
                        // The search continues below the solution found; it does not start again,
                        // since a lower limit only cuts off more.
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
