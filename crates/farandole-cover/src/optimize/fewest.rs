//! The fewest options: branch and bound on the number of options.
//!
//! The search is slow if every item has one option that is much larger than its other options: the shares (see
//! [`Bound`]) are then small, and the bound is far below the number of options that are needed.

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
/// There are two bounds:
///
/// - *Shares.* An option with k primary items contributes 1/k to each of them. Each item therefore receives
///   at least 1 divided by the size of its largest option. The sum over the active items, rounded up, is a
///   lower bound. For example, 7 active items whose options have at most 3 primary items need at least 3
///   options.
/// - *Independent items.* Active items that pairwise share no available option need an option each. They are
///   chosen greedily in item order.
///
/// At first, the shares are computed from all options of an item, which is cheap. If this bound does not
/// suffice, they are computed from the available options, which is more precise, together with the second
/// bound. An item that needs several options counts that many times in both bounds.
///
/// Source: the second bound is the function h of repeated cover with dancing links, in which options may
/// cover an item more than once. It also holds for exact cover. The first bound holds only for exact cover.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// For each option, `UNIT` divided by the number of its primary items, rounded down.
    shares: Vec<u64>,
    /// For each item, the smallest share of its options; `UNIT` if it has no options.
    least: Vec<u64>,
    /// For each item, the last stamp at which it was found to share an available option with an independent
    /// item.
    exclusions: Vec<u32>,
    stamp: u32,
}

impl Bound {
    fn new(backend: &impl Backend) -> Self {
        let mut shares = alloc::vec![0_u64; backend.options()];
        backend.each_primary_entry(|_, option| shares[option as usize] += 1);
        for share in &mut shares {
            // The shares are rounded down, so that the sum stays a lower bound.
            *share = UNIT / (*share).max(1);
        }
        // An item without options makes the node dead anyway, so its share does not matter.
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
        // The product does not overflow, because `spare` has 32 bits and a unit is 2^32.
        let limit = u64::from(spare) * UNIT;
        let mut cost = 0;
        backend.each_active(|item, need| {
            cost += self.least[item as usize] * u64::from(need);
            cost <= limit
        });
        // The first bound needs only the active items. The available options are examined only if it does not
        // suffice.
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
            // The item shares no available option with the independent items so far, so it needs other options.
            strangers += if fresh { need } else { 0 };
            let mut least = UNIT;
            backend.each_option(item, |option| {
                least = least.min(self.shares[option as usize]);
                if fresh {
                    backend.each_item(option, |other| self.exclusions[other as usize] = self.stamp);
                }
            });
            cost += least * u64::from(need);
            // One of the bounds suffices, so the loop ends as soon as one of them exceeds the limit.
            strangers <= spare && cost <= limit
        });
        strangers > spare || cost > limit
    }
}

/// A pruning rule that cuts off solutions with more options than a limit.
pub(super) struct OptionLimit<'a> {
    pub(super) options: u32,
    pub(super) bound: &'a mut Bound,
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

/// A visitor that prepares the bound of a search.
pub(super) struct NewBound;

impl Visit for NewBound {
    type Output = Bound;

    fn visit(self, backend: &mut impl Backend) -> Bound {
        Bound::new(backend)
    }
}

/// The result of a search for the fewest options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fewest {
    /// The best solution found, as option indices in order of choice. If several are equally good, it is the
    /// first in the order of the search. `None` if no solution within the limit was found.
    pub best: Option<Vec<u32>>,
    /// [`End::Exhausted`] if there is no better solution. Otherwise there may be one.
    pub end: End,
}

impl Search {
    /// Finds a solution with the fewest options. If `most` is given, only solutions with at most `most`
    /// options are considered. Selected options are counted. The search starts again after the selected
    /// options.
    ///
    /// A branch is cut off if the number of chosen options plus a lower bound on the number of further
    /// options exceeds the limit. Of several equally good solutions, the result is the first in the order of
    /// the search.
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
                        // The search continues with the new limit. It need not start again, because the
                        // branches that were cut off contain no better solution.
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
