//! A line or ring that is divided into segments of equal sum, by Trick's knapsack propagation. Each partial sum
//! is one bit.
//!
//! The state between two cells is the partial sum of the current segment, from 0 to one less than the segment
//! sum. For example, with segments of sum 7, the states after the values 3, 4 and 2 are 3, 0 and 2. A set of
//! states is one word, and adding a value shifts the word.
//!
//! A forward sweep computes the states that are reachable from the start. A backward sweep computes the states
//! from which the end is reachable. A value is kept if it connects two such states. A ring may start in any
//! state and ends in the same state, so each start state has its own two sweeps.
//!
//! Cost: cells times values for each start state. A line has one start state. A ring has as many as its segment
//! sum, so it is slow if this sum is large. If no cell occurs twice, propagation achieves generalized arc
//! consistency.
//!
//! Source: M. Trick, "A dynamic programming approach for consistency and propagation for knapsack
//! constraints", Annals of Operations Research 118 (2003), for the two sweeps.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// Maximum sum of a segment. The states and the sum itself are bits of a 64-bit word.
pub(crate) const GREATEST: u8 = 63;

/// A line or ring whose values can be divided into segments of equal sum. Propagation achieves generalized arc
/// consistency if no cell occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct EqualSumSegments {
    /// The cells without duplicates.
    cells: Box<[u16]>,
    line: Box<[u16]>,
    sum: u32,
    /// The least value.
    low: u32,
    /// The possible start states, as a bit set. A line starts in state 0. A ring may start inside a segment, so
    /// all states are possible. Both end in the state in which they start.
    starts: u64,
}

impl EqualSumSegments {
    /// Builds the propagator for a line whose first segment starts at its first cell.
    pub(crate) fn of_line(line: &[u16], sum: u8, low: u8) -> Self {
        Self::new(line, sum, low, 1)
    }

    /// Builds the propagator for a ring whose segments may start at any cell. The values of the network start
    /// at 1.
    pub(crate) fn of_ring(line: &[u16], sum: u8) -> Self {
        Self::new(line, sum, 1, (1 << sum) - 1)
    }

    /// Builds the propagator. The segment sum is from 1 to [`GREATEST`].
    fn new(line: &[u16], sum: u8, low: u8, starts: u64) -> Self {
        let mut cells = line.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), line: line.into(), sum: sum.into(), low: low.into(), starts }
    }

    /// Returns the states that can follow `states` after a cell with this mask. A complete segment leads to the
    /// state 0.
    #[inline]
    fn after(&self, states: u64, mask: u16) -> u64 {
        let reached = self.sums(mask).fold(0, |reached, value| reached | states << value);
        // Partial sums above the segment sum are dropped. The segment sum itself becomes state 0 of the next
        // segment.
        reached & ((1 << self.sum) - 1) | reached >> self.sum & 1
    }

    /// Returns the values (not bit indices) of a mask that do not exceed the segment sum, in ascending order.
    #[inline]
    fn sums(&self, mask: u16) -> impl Iterator<Item = u32> + use<> {
        // Bit v of this word represents the value v.
        let mut rest = u64::from(mask) << self.low & (u64::MAX >> (63 - self.sum));
        core::iter::from_fn(move || {
            let value = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                value
            })
        })
    }

    /// Adds to `kept` the values on paths from the state `start` back to the same state. `kept` is indexed by
    /// position on the line, and bit v represents the value v. `states` is a buffer for the states before each
    /// cell and after the last cell.
    fn sweep(&self, start: u64, masks: &Masks<'_>, states: &mut [u64], kept: &mut [u64]) {
        states[0] = start;
        for (at, &cell) in self.line.iter().enumerate() {
            states[at + 1] = self.after(states[at], masks.get(cell));
        }
        let mut ends = states[self.line.len()] & start;
        for (at, &cell) in self.line.iter().enumerate().rev() {
            // No path from this start state ends in the same state.
            if ends == 0 {
                return;
            }
            // State 0 after this cell can mean that a segment is complete, so the full sum counts as a state
            // too.
            let full = ends | (ends & 1) << self.sum;
            let mut before = 0;
            for value in self.sums(masks.get(cell)) {
                let from = full >> value & states[at];
                before |= from;
                kept[at] |= u64::from(from != 0) << value;
            }
            ends = before;
        }
    }

    /// Runs the algorithm once. Returns true if a mask changed.
    fn pass(&self, masks: &mut Masks<'_>, words: &mut [u64]) -> Result<bool, Contradiction> {
        let (states, kept) = words.split_at_mut(self.line.len() + 1);
        kept.fill(0);
        let mut starts = self.starts;
        while starts != 0 {
            self.sweep(starts & starts.wrapping_neg(), masks, states, kept);
            starts &= starts - 1;
            // Once every candidate is kept, further start states cannot change the result.
            let whole = |(&cell, &kept): (&u16, &u64)| u64::from(masks.get(cell)) << self.low == kept;
            if self.line.iter().zip(kept.iter()).all(whole) {
                return Ok(false);
            }
        }
        let mut changed = false;
        for (&cell, &kept) in self.line.iter().zip(kept.iter()) {
            changed |= masks.keep(cell, (kept >> self.low) as u16)?;
        }
        Ok(changed)
    }
}

impl Propagator for EqualSumSegments {
    // The sweeps visit every cell and value for each start state, so cheaper bounds of sums run first.
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // The first part of the buffer holds the states before each cell and after the last cell. The second
        // part holds the kept values of each cell.
        let mut words = masks.scratch().take_words(2 * self.line.len() + 1);
        let repeats = self.cells.len() < self.line.len();
        let mut result = self.pass(masks, &mut words);
        // If no cell occurs twice, the first pass reaches a fixpoint.
        while repeats && result == Ok(true) {
            result = self.pass(masks, &mut words);
        }
        masks.scratch().give_words(words);
        result.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line, propagate};

    /// Returns true if the values can be divided into segments of this sum. A ring may be read from any start.
    fn cut(values: &[u8], sum: u8, ring: bool) -> bool {
        (0..if ring { values.len() } else { 1 }).any(|first| {
            let (mut now, mut fits) = (0, true);
            for value in values[first..].iter().chain(&values[..first]) {
                now += value;
                fits &= now <= sum;
                now %= sum;
            }
            fits && now == 0
        })
    }

    #[test]
    fn lines_are_filtered_exactly() {
        for (low, sum) in [(0, 4), (1, 5), (1, 7), (0, 1), (1, 1)] {
            let propagator = EqualSumSegments::of_line(&line(5), sum, low);
            let real = |v: &[u8]| v.iter().map(|value| value + low).collect::<Vec<u8>>();
            compare(&propagator, 5, Strength::Exact, |v| cut(&real(v), sum, false));
        }
    }

    #[test]
    fn rings_are_filtered_exactly() {
        for sum in [4, 7, 1, 9] {
            let propagator = EqualSumSegments::of_ring(&line(5), sum);
            let real = |v: &[u8]| v.iter().map(|value| value + 1).collect::<Vec<u8>>();
            compare(&propagator, 5, Strength::Exact, |v| cut(&real(v), sum, true));
        }
    }

    #[test]
    fn a_line_may_cross_itself() {
        let propagator = EqualSumSegments::of_line(&[0, 1, 0, 2], 5, 1);
        let holds = |v: &[u8]| cut(&[v[0] + 1, v[1] + 1, v[0] + 1, v[2] + 1], 5, false);
        compare(&propagator, 4, Strength::Sound, holds);
    }

    #[test]
    fn a_sum_may_need_all_bits() {
        let propagator = EqualSumSegments::of_ring(&[0, 1, 2, 3], GREATEST);
        let mut masks = [u16::MAX, 1 << 15, u16::MAX, 1 << 15];
        assert_eq!(propagate(&propagator, &mut masks), Ok(()));
        assert_eq!(masks, [0b11 << 14, 1 << 15, 0b11 << 14, 1 << 15]);
        assert_eq!(propagate(&propagator, &mut [1 << 15; 4]), Err(Contradiction));
    }
}
