//! A line divided into segments of equal sum: knapsack propagation (Trick) with one bit for each
//! partial sum.
//!
//! The state between two cells is the partial sum of the current segment, from 0 to the sum less 1. A set of
//! states is one word, and adding a value shifts it. A forward sweep computes the reachable states, and a
//! backward sweep computes the states that lead to the end. A value is kept if it connects two such states. A
//! ring starts in any state and ends in the same one, so each start state has its own two sweeps.
//!
//! Cost: cells times values for each start state; a ring multiplies this by the sum. If no cell
//! occurs twice, this is domain consistency. It performs badly on rings with a large sum.
//!
//! Source: M. Trick, "A dynamic programming approach for consistency and propagation for knapsack
//! constraints", Annals of Operations Research 118 (2003), for the two sweeps.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// Maximum sum of a segment: its states and the sum itself are bits of a 64-bit word.
pub(crate) const GREATEST: u8 = 63;

/// A line whose values can be divided into segments of equal sum. Propagation is exact if no cell
/// occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct EqualSumSegments {
    /// The cells, each once.
    cells: Box<[u16]>,
    line: Box<[u16]>,
    sum: u32,
    /// The least value.
    // For a line the only start state is 0. A ring may be cut inside a segment, so all partial sums are
    // possible.
    low: u32,
    /// Possible start states; the line ends in the state in which it starts.
    starts: u64,
}

impl EqualSumSegments {
    /// Builds the propagator for a line whose first segment starts at its first cell.
    pub(crate) fn of_line(line: &[u16], sum: u8, low: u8) -> Self {
        Self::new(line, sum, low, 1)
    }

    /// Builds the propagator for a ring whose segments may start at any cell. The least value is 1.
    pub(crate) fn of_ring(line: &[u16], sum: u8) -> Self {
        Self::new(line, sum, 1, (1 << sum) - 1)
    }

    /// Builds the propagator for a sum from 1 to [`GREATEST`].
    fn new(line: &[u16], sum: u8, low: u8, starts: u64) -> Self {
        let mut cells = line.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), line: line.into(), sum: sum.into(), low: low.into(), starts }
    }

    /// Returns the states after a cell with one of these values. A complete segment returns to
    /// state 0.
    #[inline]
    fn after(&self, states: u64, mask: u16) -> u64 {
        let reached = self.sums(mask).fold(0, |reached, value| reached | states << value);
        // Partial sums above the sum are cut off, and the sum itself becomes state 0 of the next segment.
        reached & ((1 << self.sum) - 1) | reached >> self.sum & 1
    }

    /// Returns the values of a mask that do not exceed the sum.
    #[inline]
    fn sums(&self, mask: u16) -> impl Iterator<Item = u32> + use<> {
        // The word maps bit indices to values: its bit v represents the value v. Values above the sum fit
        // into no segment.
        let mut rest = u64::from(mask) << self.low & (u64::MAX >> (63 - self.sum));
        core::iter::from_fn(move || {
            let value = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                value
            })
        })
    }

    /// Adds the values on paths from `start` back to `start` to `kept`, which is indexed by
    /// position on the line.
    fn sweep(&self, start: u64, masks: &Masks<'_>, states: &mut [u64], kept: &mut [u64]) {
        states[0] = start;
        for (at, &cell) in self.line.iter().enumerate() {
            states[at + 1] = self.after(states[at], masks.get(cell));
        }
        let mut ends = states[self.line.len()] & start;
        for (at, &cell) in self.line.iter().enumerate().rev() {
            // The states meet nowhere: this start contributes nothing.
            if ends == 0 {
                return;
            }
            // State 0 after this cell means that the segment is complete, so its sum is reached
            // here.
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
        // Each start state has its own sweeps, because a ring must end in the state in which it
        // started.
        while starts != 0 {
            self.sweep(starts & starts.wrapping_neg(), masks, states, kept);
            starts &= starts - 1;
            // A pass may end before all start states are tried, because further states only add kept values.
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
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // One buffer holds the states before each cell and after the last one. Another holds the values kept
        // for each cell.
        let mut words = masks.scratch().take_words(2 * self.line.len() + 1);
        let repeats = self.cells.len() < self.line.len();
        let mut result = self.pass(masks, &mut words);
        // If no cell occurs twice, the two sweeps are exact and a second pass would change nothing.
        while repeats && result == Ok(true) {
            result = self.pass(masks, &mut words);
        }
        masks.scratch().give_words(words);
        result.map(|_| ())
    }

    fn cost(&self) -> Cost {
        // The sweeps visit every cell and value for each start state, so bounds of sums run first.
        Cost::Expensive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line, propagate};

    /// Returns true if the values, read from some start, divide into segments of the sum.
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
