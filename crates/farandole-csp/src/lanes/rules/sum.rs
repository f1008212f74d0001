//! Sums with weights 1 and -1 in lane form, by bounds of groups of distinct cells and by the sums that short
//! lists of cells can reach.
//!
//! A cell of weight -1 is read in reverse, as 8 minus its value index, so that all weights are 1. The bounds
//! follow from the least sum, in which the cells of a group have distinct values. The greatest sum follows from
//! the least sum of the reversed masks.
//!
//! An *offset* is the difference between a sum and the least sum. If the offset of the target is at most 15, a
//! mask of 16 bits represents all offsets that the cells can reach. Each value is then tested against the
//! offsets of the cells before it and after it.
//!
//! Cost: two passes over the cells for the bounds, and nine steps per cell and direction for the offsets. The
//! offsets ignore that the cells of a group differ.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// The maximum number of cells of a sum whose offsets are computed.
pub(in crate::lanes) const SHORT: usize = 7;
/// The maximum number of cells of a sum.
pub(in crate::lanes) const LONG: usize = 24;

/// One cell of a sum.
#[derive(Clone, Copy, Debug)]
pub(in crate::lanes) struct Term {
    pub(in crate::lanes) cell: u16,
    /// All ones if the weight is -1, else 0.
    pub(in crate::lanes) reversed: u16,
    /// All ones if the cell is the last cell of a group of distinct cells, else 0.
    pub(in crate::lanes) ends: u16,
}

/// A sum of value indices from 0 to 8, some of them reversed, that equals a target.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Sum {
    pub(in crate::lanes) terms: Box<[Term]>,
    pub(in crate::lanes) target: i32,
}

/// A sum of exactly `N` cells if `N` is at most [`SHORT`], or of at most `N` cells otherwise.
pub(in crate::lanes) struct Terms<'a, const N: usize>(pub(in crate::lanes) &'a Sum);

/// Returns the lanes with a contradiction: the least sum exceeds the target, or a group has too few values.
/// Also returns, for each cell, the mask of the values with which the sum need not exceed the target.
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
        // Each cell receives the least value that is free in its group and not below its own least value.
        let free = s.without(s.sub(zero, s.lowest(mask)), taken);
        let bit = s.lowest(free);
        taken = s.or(taken, bit);
        least = s.add(least, s.index(bit));
        *used = taken;
        over = s.or(over, taken);
        taken = s.without(taken, s.splat(term.ends));
    }
    let slack = s.sub(s.splat(target as u16), least);
    // A negative slack has its highest bit set. The bits 9 to 15 represent no value.
    let dead = s.either(s.meets(slack, s.splat(0x8000)), s.meets(over, s.splat(0xfe00)));
    let factor = s.power(slack);
    let mut all = zero;
    for (((keep, &mask), &used), term) in keep.iter_mut().zip(masks).zip(&used).zip(terms).rev() {
        all = s.or(s.without(all, s.splat(term.ends)), used);
        // `all` has a run of consecutive values that starts at the least value of the cell, and the carry of
        // the addition yields the first value above the run. Without this cell, the least sum of the group
        // would drop by at most the last value of the run. The cell can hold at most this value plus the slack.
        let above = s.without(s.add(all, s.lowest(mask)), all);
        *keep = s.sub(s.mul(above, factor), s.splat(1));
    }
    (dead, keep)
}

/// Returns, for each cell, the values that are in some choice of values with the target sum. Masks do not
/// change in lanes in which the target exceeds the least sum by more than 15.
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
    // `before` has the reachable sums of the cells before each cell, as offsets from their least sum.
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
    // `wanted` has the offsets before a cell from which the later cells can reach the target.
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
