//! A lower bound on the number of options that a search for the fewest still needs.

use alloc::vec::Vec;

use crate::backend::Core;

/// 1 in the fixed-point numbers of `weights`.
const UNIT: u64 = 1 << 32;

/// Lower bounds on how many more options must be chosen.
///
/// Two bounds are used, the cheap one first:
///
/// - *Shares.* An option with k primary items pays 1/k for each of them, so an item costs at least 1 over the
///   size of its largest option. What the active items cost in all, rounded up, is a lower bound. With the
///   sizes of all options this is a sum over the active items; with the available options alone it is sharper
///   and needs a look at each.
/// - *Strangers.* Active items of which no two share an available option need an option each. They are picked
///   greedily in item order.
///
/// An item that needs several options counts as often in both.
///
/// Source: the second is the bound known from repeated cover by dancing links (function h), where an item
/// strikes out those that one option of it could cover; here, as no item may be covered twice, it holds
/// unchanged, and the first one, which needs exactness, comes on top.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// `UNIT` over the number of primary items of the option, rounded down.
    shares: Vec<u64>,
    /// For each item the smallest of `shares` over all of its options; `UNIT` without options.
    least: Vec<u64>,
    marks: Vec<u32>,
    stamp: u32,
}

impl Bound {
    pub(crate) fn new(core: &impl Core) -> Self {
        let mut shares = alloc::vec![0_u64; core.options()];
        core.each_primary_entry(|_, option| shares[option as usize] += 1);
        for share in &mut shares {
            *share = UNIT / (*share).max(1);
        }
        let mut least = alloc::vec![UNIT; core.items()];
        core.each_primary_entry(|item, option| {
            let least = &mut least[item as usize];
            *least = shares[option as usize].min(*least);
        });
        let marks = alloc::vec![0; core.items()];
        Self { shares, least, marks, stamp: 0 }
    }

    /// Whether more than `spare` further options are surely needed.
    pub(crate) fn exceeds(&mut self, core: &impl Core, spare: u32) -> bool {
        let limit = u64::from(spare) * UNIT;
        let mut cost = 0;
        core.each_active(|item, need| {
            cost += self.least[item as usize] * u64::from(need);
            cost <= limit
        });
        if cost > limit {
            return true;
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.marks.fill(0);
            self.stamp = 1;
        }
        let (mut strangers, mut cost) = (0, 0);
        core.each_active(|item, need| {
            let fresh = self.marks[item as usize] != self.stamp;
            strangers += if fresh { need } else { 0 };
            let mut least = UNIT;
            core.each_option(item, |option| {
                least = least.min(self.shares[option as usize]);
                if fresh {
                    core.each_item(option, |other| self.marks[other as usize] = self.stamp);
                }
            });
            cost += least * u64::from(need);
            strangers <= spare && cost <= limit
        });
        strangers > spare || cost > limit
    }
}
