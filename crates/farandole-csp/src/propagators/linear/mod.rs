//! Weighted sums, by bounds consistency that takes distinct cells into account. While at most three cells are
//! open, pruning is exact: it removes every candidate that is in no solution of the sum.
//!
//! Cells of equal weight that all differ form a group. The least and the greatest sum of a group use distinct
//! values. The slack is the difference between the target and the least or greatest possible sum, and it bounds
//! each value. For example, three cells that differ and have the sum 8 have the least sum 1 + 2 + 3 = 6, so the
//! slack is 2 and no cell exceeds 3 + 2 = 5.
//!
//! If only two cells are open and must hold two values in some order, both values are removed from the common
//! peers of these cells.
//!
//! Cost: one pass over the cells for the bounds, and a second one if a group is wider than the slack. The
//! propagator performs badly on sums that share many cells, such as little killers: the bounds of one sum
//! ignore the other sums (docs/experiments/2026-11-23-variant-sums.md). Exact pruning of four or five open
//! cells costs more time than it saves (docs/experiments/2026-11-23-variants-in-turn.md).

mod open;

use crate::model::cliques::each_clique;
use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::propagator::{Cost, Propagator};

/// A weighted sum of value indices that equals the target.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    cells: Box<[u16]>,
    /// The terms of the cells, in the same order.
    terms: Box<[Term]>,
    target: i32,
    // All sums of a network share one matrix of peers.
    peers: Peers,
}

/// The term of a cell. Cells of equal weight that are peers of each other form a group, whose terms are
/// adjacent. `end` is the end of the group.
#[derive(Clone, Copy, Debug)]
struct Term {
    weight: i32,
    end: u16,
}

/// An open cell in exact pruning: its index in the propagator, its weight and its mask.
#[derive(Clone, Copy, Default, Debug)]
struct Open {
    at: usize,
    weight: i32,
    mask: u16,
}

/// Sums of at least this many cells run after cages and medium propagators, since few of their runs change
/// anything. With 6, a search makes 101 instead of 120 runs per guess and as many guesses. With 5, it makes
/// more guesses.
// The limit was measured on all 14 MATHEMAGIC killers (docs/experiments/2026-11-23-variants-in-turn.md).
const LONG: usize = 6;

/// The number of groups whose spans are stored between the two passes. The spans of further groups are computed
/// twice.
// A fixed number permits an array on the stack.
const NOTED: usize = 8;

/// The least and the greatest contribution of a group to the sum.
#[derive(Clone, Copy, Default)]
struct Span {
    low: i32,
    high: i32,
}

impl Linear {
    /// Builds the propagator from terms: pairs of a cell and its nonzero weight, without duplicate cells. The
    /// target refers to value indices: the caller subtracts the least value times the sum of the weights.
    pub(crate) fn new(terms: &[(u16, i32)], target: i32, peers: &Peers) -> Self {
        let mut cells = Vec::with_capacity(terms.len());
        let mut of_cells = Vec::with_capacity(terms.len());
        // Terms are ordered by group, so that a run need not compare cells.
        each_clique(terms, peers, |group| {
            let end = (cells.len() + group.len()) as u16;
            for &(cell, weight) in group {
                cells.push(cell);
                of_cells.push(Term { weight, end });
            }
        });
        Self { cells: cells.into(), terms: of_cells.into(), target, peers: peers.clone() }
    }

    /// Returns the start and the end of each group.
    #[inline]
    fn groups(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut end = 0;
        core::iter::from_fn(move || {
            let begin = end;
            end = usize::from(self.terms.get(begin)?.end);
            Some((begin, end))
        })
    }

    /// Returns the span of a group, and the value sets with which it reaches its least and its greatest sum
    /// (without its weight).
    #[inline]
    fn span(&self, begin: usize, end: usize, masks: &Masks<'_>) -> Result<(Span, u32, u32), Contradiction> {
        let weight = self.terms[begin].weight;
        if end == begin + 1 {
            // A group of one cell needs no set of values.
            let mask = u32::from(masks.get(self.cells[begin]));
            let (least, most) = (mask & mask.wrapping_neg(), 1 << (31 - mask.leading_zeros()));
            return Ok((Span::new(weight, first(least), first(most)), least, most));
        }
        // Each cell receives the first free value that is not below its least value, or not above its greatest
        // value. If each cell could hold all values between, this greedy assignment would yield the exact least
        // and greatest sums, and the same set in any order of the cells.
        let (mut least, mut most) = (0_u32, 0_u32);
        let (mut low, mut high) = (0, 0);
        for &cell in &self.cells[begin..end] {
            let mask = u32::from(masks.get(cell));
            // `-(lowest bit)` has all bits that are not below the lowest bit of the mask.
            let free = !least & (mask & mask.wrapping_neg()).wrapping_neg();
            low += free.trailing_zeros() as i32;
            least |= free & free.wrapping_neg();
            let below = !most & (u32::MAX >> mask.leading_zeros());
            // No free value is left for this cell. The lower side needs no such test, because a 32-bit word has
            // room above the 16 values.
            if below == 0 {
                return Err(Contradiction);
            }
            let top = 31 - below.leading_zeros();
            high += top as i32;
            most |= 1 << top;
        }
        Ok((Span::new(weight, low, high), least, most))
    }

    /// Runs one pass. Removes candidates by exact pruning if at most three cells are open, and by the slack
    /// otherwise. Returns true if another pass may change a mask.
    fn prune(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // Exact pruning removes everything that bounds would remove.
        if let Some((open, count, rest)) = self.few_open(masks) {
            return self.exact(&open[..count], rest, masks).map(|()| false);
        }
        let (mut low, mut high, mut widest) = (0, 0, 0);
        let mut spans = [(Span::default(), 0, 0); NOTED];
        for (at, (begin, end)) in self.groups().enumerate() {
            let found = self.span(begin, end, masks)?;
            if let Some(noted) = spans.get_mut(at) {
                *noted = found;
            }
            let span = found.0;
            low += span.low;
            high += span.high;
            // The widest group determines if anything can be pruned, so the test below need not visit all
            // spans.
            widest = widest.max(span.high - span.low);
        }
        let up = self.target - low;
        let down = high - self.target;
        // The target is out of range.
        if up < 0 || down < 0 {
            return Err(Contradiction);
        }
        // No group is wider than the slack, so nothing can be pruned. Most runs of long sums end here.
        if up >= widest && down >= widest {
            return Ok(false);
        }
        let mut changed = false;
        for (at, (begin, end)) in self.groups().enumerate() {
            let (span, least, most) = match spans.get(at) {
                Some(&noted) => noted,
                None => self.span(begin, end, masks)?,
            };
            let width = span.high - span.low;
            if width <= up && width <= down {
                continue;
            }
            let weight = self.terms[begin].weight;
            let size = weight.unsigned_abs();
            // A negative weight exchanges the roles of the two bounds.
            let (up, down) = if weight > 0 { (up, down) } else { (down, up) };
            let (mut up, mut down) = (up.unsigned_abs(), down.unsigned_abs());
            // Divisions are slow, so weights of 1 and -1 skip them.
            if size != 1 {
                (up, down) = (up / size, down / size);
            }
            for &cell in &self.cells[begin..end] {
                let mask = u32::from(masks.get(cell));
                // `least` has a run of consecutive values that starts at the least value of the cell. Without
                // this cell, the least sum of the group would drop by at most the last value of the run. The
                // cell can therefore hold at most this value plus the slack. For the greatest sum, the bound is
                // symmetric.
                let bottom = mask.trailing_zeros();
                let highest = bottom + (least >> bottom).trailing_ones() - 1 + up;
                let top = 31 - mask.leading_zeros();
                let run = (most << (31 - top)).leading_ones();
                let lowest = (top + 1).saturating_sub(run).saturating_sub(down);
                // The `min` prevents an overflow of the shift.
                let keep = (u32::MAX << lowest) & (u32::MAX >> (31 - highest.min(31)));
                changed |= masks.keep(cell, keep as u16)?;
            }
        }
        Ok(changed)
    }

    /// If at most three cells are open, returns these cells, their number, and the target less the terms of the
    /// fixed cells.
    #[inline]
    fn few_open(&self, masks: &Masks<'_>) -> Option<([Open; 3], usize, i32)> {
        let all = masks.all();
        let mut open_cells = 0;
        // Counting stops at the fourth open cell, so that long sums spend little time here.
        for &cell in &*self.cells {
            let mask = all[usize::from(cell)];
            open_cells += u32::from(mask & (mask - 1) != 0);
            if open_cells > 3 {
                return None;
            }
        }
        let (mut open, mut count, mut rest) = ([Open::default(); 3], 0, self.target);
        for (at, (&cell, &Term { weight, .. })) in self.cells.iter().zip(&self.terms).enumerate() {
            let mask = all[usize::from(cell)];
            if mask & (mask - 1) == 0 {
                rest -= weight * mask.trailing_zeros() as i32;
            } else {
                open[count] = Open { at, weight, mask };
                count += 1;
            }
        }
        Some((open, count, rest))
    }

    #[inline]
    fn differ(&self, a: &Open, b: &Open) -> bool {
        self.peers.differ(self.cells[a.at], self.cells[b.at])
    }
}

impl Span {
    #[inline]
    fn new(weight: i32, low: i32, high: i32) -> Self {
        if weight > 0 {
            Self { low: weight * low, high: weight * high }
        } else {
            Self { low: weight * high, high: weight * low }
        }
    }
}

/// Returns the index of the only bit.
#[inline]
fn first(bit: u32) -> i32 {
    bit.trailing_zeros() as i32
}

impl Propagator for Linear {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // The engine does not queue the propagator for its own changes, so it repeats until no mask changes.
        while self.prune(masks)? {}
        Ok(())
    }

    fn reads_bounds(&self) -> bool {
        // A sum of at most three cells is pruned exactly, so it depends on all values. Longer sums depend
        // mostly on bounds, so most runs after other changes would have no effect.
        self.cells.len() > 3
    }

    fn cost(&self) -> Cost {
        if self.cells.len() < LONG { Cost::Medium } else { Cost::Expensive }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare_within};

    /// Pairs of cells that are peers of each other.
    type Pairs = &'static [(u16, u16)];

    fn check(weights: &[i32], pairs: Pairs, count: u8, target: i32, strength: Strength) {
        let mut peers = Peers::new(weights.len());
        pairs.iter().for_each(|&(a, b)| peers.insert(a, b));
        let terms: Vec<(u16, i32)> = (0..).zip(weights.iter().copied()).collect();
        let given = |v: &[u8]| pairs.iter().all(|&(a, b)| v[usize::from(a)] != v[usize::from(b)]);
        let sum =
            |v: &[u8]| v.iter().zip(weights).map(|(&value, weight)| i32::from(value) * weight).sum::<i32>();
        let equal = Linear::new(&terms, target, &peers);
        compare_within(&equal, count, strength, given, |v| sum(v) == target);
    }

    #[test]
    fn three_cells_are_exact() {
        for target in [3, 6, 9] {
            check(&[1, 1], &[], 6, target, Strength::ExactOpen);
            check(&[1, 1], &[(0, 1)], 6, target, Strength::ExactOpen);
            check(&[1, -1, 1], &[(0, 2)], 6, target, Strength::ExactOpen);
            check(&[1, 1, 1], &[(0, 1), (1, 2), (0, 2)], 6, target, Strength::ExactOpen);
            check(&[-1, -1, 1], &[(0, 1)], 6, -target, Strength::ExactOpen);
            check(&[2, -3, 10], &[], 6, 3 * target, Strength::ExactOpen);
        }
    }

    #[test]
    fn more_cells_lose_nothing() {
        check(&[1, 1, 1, 1, 1], &[(0, 1), (1, 2), (0, 2), (3, 4)], 5, 6, Strength::Sound);
        check(&[1, 1, 1, 1, 1], &[(0, 1), (1, 2), (0, 2), (3, 4)], 5, 16, Strength::Sound);
        check(&[1, 1, 1, -1, -1], &[(0, 1), (1, 2), (0, 2), (3, 4)], 5, 7, Strength::Sound);
        check(&[-2, -2, 3, 1, 1], &[(0, 1), (3, 4)], 5, 1, Strength::Sound);
        check(&[10, 1, -1, -1, -1, -1], &[(2, 3), (2, 4), (3, 4), (4, 5)], 5, 0, Strength::Sound);
    }
}
