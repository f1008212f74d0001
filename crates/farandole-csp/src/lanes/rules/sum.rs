//! Sums with weights 1 and -1 in lane form: bounds by groups of distinct cells, and the possible offsets from
//! the least sum.
//!
//! A cell of weight -1 is read in reverse, as 8 minus its value, so all weights are 1. Bounds follow from the
//! least sum, for which the cells of a group take distinct values; the greatest sum is the least sum of the
//! reversed masks. If the target exceeds the least sum by at most 15, the sums that subsets of the cells can
//! reach fit into a mask of 16 offsets, and each value is tested against the sums before and after its cell.
//!
//! Cost: two passes over the cells for the bounds, and nine operations per cell for the offsets in each
//! direction. Groups of distinct cells are not considered in offsets.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// Number of cells of a sum up to which offsets are considered.
pub(in crate::lanes) const SHORT: usize = 7;
/// Maximum number of cells of a sum.
pub(in crate::lanes) const LONG: usize = 24;

/// One cell of a sum.
#[derive(Clone, Copy, Debug)]
pub(in crate::lanes) struct Term {
    pub(in crate::lanes) cell: u16,
    /// All ones if the weight is -1, else 0.
    pub(in crate::lanes) reversed: u16,
    /// All ones if the cell is the last one of a group of distinct cells, else 0.
    pub(in crate::lanes) ends: u16,
}

/// A sum of values from 0 to 8, some of them reversed.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Sum {
    pub(in crate::lanes) terms: Box<[Term]>,
    pub(in crate::lanes) target: i32,
}

/// A sum of exactly `N` cells if `N` is at most [`SHORT`], and of at most `N` cells otherwise.
pub(in crate::lanes) struct Terms<'a, const N: usize>(pub(in crate::lanes) &'a Sum);

/// Returns the lanes in which the least sum is below the target, and for each cell the values up to which the
/// target is not exceeded.
#[inline(always)]
fn below<S: Vectors, const N: usize>(
    s: S,
    masks: &[S::V; N],
    terms: &[Term],
    target: i32,
) -> (S::M, [S::V; N]) {
    let zero = s.splat(0);
    let (mut used, mut keep) = ([zero; N], [zero; N]);
    let (mut taken, mut least, mut over) = (zero, zero, zero);
    for ((used, &mask), term) in used.iter_mut().zip(masks).zip(terms) {
        // Each cell takes the least value that is free in its group and not below its own least one.
        let free = s.without(s.sub(zero, s.lowest(mask)), taken);
        let bit = s.lowest(free);
        taken = s.or(taken, bit);
        least = s.add(least, s.index(bit));
        *used = taken;
        over = s.or(over, taken);
        taken = s.without(taken, s.splat(term.ends));
    }
    let slack = s.sub(s.splat(target as u16), least);
    // A negative slack has the highest bit; values above the ninth do not exist.
    let dead = s.either(s.meets(slack, s.splat(0x8000)), s.meets(over, s.splat(0xfe00)));
    let factor = s.power(slack);
    let mut all = zero;
    for (((keep, &mask), &used), term) in keep.iter_mut().zip(masks).zip(&used).zip(terms).rev() {
        all = s.or(s.without(all, s.splat(term.ends)), used);
        // Without this cell, the other cells of the group take at most one more value: the first above the
        // run that starts at the cell's least value. The carry of an addition crosses this run.
        let above = s.without(s.add(all, s.lowest(mask)), all);
        *keep = s.sub(s.mul(above, factor), s.splat(1));
    }
    (dead, keep)
}

/// Returns, for each cell, the values that occur in some choice with the target sum. Lanes whose target
/// exceeds the least sum by more than 15 do not change.
#[inline(always)]
fn reachable<S: Vectors, const N: usize>(s: S, masks: &[S::V; N], target: i32) -> [S::V; N] {
    let zero = s.splat(0);
    let least = masks.map(|mask| s.lowest(mask));
    let (mut slack, mut offsets) = (s.splat(target as u16), [zero; N]);
    for at in 0..N {
        let index = s.index(least[at]);
        slack = s.sub(slack, index);
        offsets[at] = s.shift_right(masks[at], index);
    }
    let far = s.meets(slack, s.splat(0xfff0));
    // Sums of the cells before each cell, as offsets from their least sum.
    let mut before = [zero; N];
    let mut sums = s.splat(1);
    for at in 0..N {
        before[at] = sums;
        let mut shifted = sums;
        sums = zero;
        for offset in 0..9 {
            sums = s.or(sums, s.keep(s.meets(offsets[at], s.splat(1 << offset)), shifted));
            shifted = s.add(shifted, shifted);
        }
    }
    // Sums of the cells before each cell that can be completed after it.
    let mut wanted = s.power(slack);
    let mut kept = [zero; N];
    for at in (0..N).rev() {
        let (mut shifted, mut back) = (before[at], wanted);
        let (mut next, mut values) = (zero, zero);
        for offset in 0..9 {
            let bit = s.splat(1 << offset);
            let has = s.meets(offsets[at], bit);
            values = s.or(values, s.keep(s.both(has, s.meets(shifted, wanted)), bit));
            next = s.or(next, s.keep(has, back));
            shifted = s.add(shifted, shifted);
            back = s.half(back);
        }
        wanted = next;
        kept[at] = s.select(far, masks[at], s.mul(values, least[at]));
    }
    kept
}

impl<const N: usize> LaneRule for Terms<'_, N> {
    #[inline(always)]
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) {
        let s = lanes.s;
        let zero = s.splat(0);
        // A constant length lets the compiler unroll the loops over short sums.
        let size = if N <= SHORT { N } else { self.0.terms.len() };
        let Some(terms) = self.0.terms.get(..size) else { return };
        let (mut old, mut plus, mut minus) = ([zero; N], [zero; N], [zero; N]);
        for (at, term) in terms.iter().enumerate() {
            old[at] = lanes.get(term.cell);
            let (reverse, all) = (s.reverse(old[at]), s.splat(term.reversed));
            plus[at] = s.or(s.and(reverse, all), s.without(old[at], all));
            minus[at] = s.or(s.and(old[at], all), s.without(reverse, all));
        }
        let (low, up_to) = below(s, &plus, terms, self.0.target);
        let (high, down_to) = below(s, &minus, terms, 8 * terms.len() as i32 - self.0.target);
        lanes.forbid(s.either(low, high));
        for at in 0..terms.len() {
            plus[at] = s.and(s.and(plus[at], up_to[at]), s.reverse(down_to[at]));
        }
        if N <= SHORT {
            plus = reachable(s, &plus, self.0.target);
        }
        for (at, term) in terms.iter().enumerate() {
            let all = s.splat(term.reversed);
            let new = s.or(s.and(s.reverse(plus[at]), all), s.without(plus[at], all));
            lanes.put(term.cell, old[at], new);
        }
    }
}
