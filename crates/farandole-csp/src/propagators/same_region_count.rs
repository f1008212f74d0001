//! The number of cells that are in the same region as a given cell, where regions are unknown. This is a plain
//! count, or the total length of runs along arms.
//!
//! A flag is an extra cell for a pair of cells. It has two values: "together" if the pair is in one region, and
//! "apart" otherwise. [`SameRegionCount`] uses bounds of the count. [`SameRegionRuns`] uses sets of sums with
//! one bit per sum.
//!
//! Cost: one pass over the flags for a count, and one pass per arm for runs. Neither propagator considers the
//! shape of the region. The propagator of the partition does (`regions/counts.rs` and `regions/runs.rs`).

use super::regions::{APART, TOGETHER};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// A control cell whose value is the number of flags with the value "together". Propagation achieves
/// generalized arc consistency if no flag occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct SameRegionCount {
    cells: Box<[u16]>,
    control: u16,
    flags: Box<[u16]>,
    /// The difference between the bit index of the control cell and the count of flags.
    // The shift accounts for counted cells without a flag, such as the cell itself, and for the least value of
    // the control cell.
    shift: i32,
}

impl SameRegionCount {
    /// Builds the propagator. Bit `count + shift` of the control cell represents a count of flags.
    pub(crate) fn new(control: u16, flags: &[u16], shift: i32) -> Self {
        let mut cells = [&[control], flags].concat();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), control, flags: flags.into(), shift }
    }
}

/// Returns the mask of the bits from one index to another, inclusive. Indices outside of 0..=15 are dropped.
#[inline]
fn range(from: i32, to: i32) -> u16 {
    // Such indices occur if clues require more or fewer cells than there are.
    if to < 0 || from > 15 || from > to {
        return 0;
    }
    let low = from.max(0) as u32;
    let high = to.min(15) as u32;
    (((2_u32 << high) - 1) & (u32::MAX << low)) as u16
}

impl Propagator for SameRegionCount {
    // A run makes a few passes over flags, whose masks have two bits.
    const COST: Cost = Cost::Cheap;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let is = |flag: &&u16, mask: u16| masks.get(**flag) == mask;
        let min = self.flags.iter().filter(|flag| is(flag, TOGETHER)).count() as i32;
        let max = self.flags.iter().filter(|flag| !is(flag, APART)).count() as i32;
        masks.keep(self.control, range(min + self.shift, max + self.shift))?;
        // The previous line may have reduced the mask of the control cell, so it is read again.
        let counts = masks.get(self.control);
        let least = counts.trailing_zeros() as i32 - self.shift;
        let most = counts.ilog2() as i32 - self.shift;
        // Flags are fixed only if the count must be its maximum or its minimum.
        if min == max || (least < max && most > min) {
            return Ok(());
        }
        // The count must be `max`, or else it must be `min`.
        let value = if least == max { TOGETHER } else { APART };
        for &flag in &self.flags {
            if !masks.get(flag).is_power_of_two() {
                masks.keep(flag, value)?;
            }
        }
        Ok(())
    }
}

/// A control cell whose value is the total length of the runs along some arms. The run of an arm consists of
/// its flags "together" before its first flag "apart". Propagation achieves generalized arc consistency if no
/// flag occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct SameRegionRuns {
    cells: Box<[u16]>,
    control: u16,
    arms: Box<[Box<[u16]>]>,
    /// The difference between the bit index of the control cell and the sum of the lengths.
    shift: i32,
}

impl SameRegionRuns {
    /// Builds the propagator. Bit `sum + shift` of the control cell represents a sum of lengths. All arms
    /// together have at most 63 flags.
    // With 63 flags, the sums are 0 to 63, so a set of sums is one word.
    pub(crate) fn new(control: u16, arms: &[Vec<u16>], shift: i32) -> Self {
        let mut cells = arms.concat();
        cells.push(control);
        cells.sort_unstable();
        cells.dedup();
        Self {
            cells: cells.into(),
            control,
            arms: arms.iter().map(|arm| arm.as_slice().into()).collect(),
            shift,
        }
    }

    /// Returns the possible lengths of the run on an arm. Bit i represents the length i.
    fn lengths(arm: &[u16], masks: &Masks<'_>) -> u64 {
        let mut lengths = 0;
        for (at, &flag) in arm.iter().enumerate() {
            let mask = masks.get(flag);
            if mask & APART != 0 {
                // A run of length `at` ends at this flag.
                lengths |= 1 << at;
            }
            // The flag is "apart", so longer runs are impossible.
            if mask & TOGETHER == 0 {
                return lengths;
            }
        }
        lengths | 1 << arm.len()
    }

    /// Keeps the values of flags that lead to one of the lengths, which are given as a bit set. Returns true if
    /// a mask changed.
    fn keep(arm: &[u16], lengths: u64, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut changed = false;
        for (at, &flag) in arm.iter().enumerate() {
            // A longer run needs "together" here, and a run of this length needs "apart". A shorter run permits
            // both.
            let longer = lengths >> (at + 1) != 0;
            let shorter = lengths & ((1 << at) - 1) != 0;
            let here = lengths >> at & 1 == 1;
            let together = if longer || shorter { TOGETHER } else { 0 };
            let apart = if shorter || here { APART } else { 0 };
            changed |= masks.keep(flag, together | apart)?;
        }
        Ok(changed)
    }
}

// The largest sum is at most 63, so no bit is lost.
/// Returns all sums of an element of the set `a` and an element of the set `b`.
#[inline]
fn add(a: u64, mut b: u64) -> u64 {
    let mut sums = 0;
    while b != 0 {
        sums |= a << b.trailing_zeros();
        b &= b - 1;
    }
    sums
}

impl Propagator for SameRegionRuns {
    // Since a set of sums is one word, runs are hardly more expensive than a plain count.
    const COST: Cost = Cost::Medium;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // There are few arms, so prefix and suffix sums would not save time.
        let sums = |but: usize, masks: &Masks<'_>| {
            let others = self.arms.iter().enumerate().filter(|(at, _)| *at != but);
            others.fold(1, |sums, (_, arm)| add(sums, Self::lengths(arm, masks)))
        };
        // No arm has this index, so all arms are added.
        let all = sums(usize::MAX, masks);
        let possible = if self.shift < 0 { all >> -self.shift } else { all << self.shift };
        let mut changed = masks.keep(self.control, possible as u16)?;
        let wanted = u64::from(masks.get(self.control));
        let wanted = if self.shift < 0 { wanted << -self.shift } else { wanted >> self.shift };
        for (at, arm) in self.arms.iter().enumerate() {
            let others = sums(at, masks);
            // A length has support if it completes a sum of the other arms to a possible total.
            let fits = |length: &u32| others << length & wanted != 0;
            let lengths = Self::lengths(arm, masks);
            let kept = (0..=arm.len() as u32).filter(|length| lengths >> length & 1 == 1).filter(fits);
            changed |= Self::keep(arm, kept.fold(0, |kept, length| kept | 1 << length), masks)?;
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare_within};

    /// Returns true if each flag has one of its two values. Cell 0 is the control cell.
    fn flags(values: &[u8]) -> bool {
        values[1..].iter().all(|&value| value < 2)
    }

    #[test]
    fn flags_are_counted() {
        for shift in [0, 1, -1] {
            let propagator = SameRegionCount::new(0, &[1, 2, 3, 4], shift);
            let holds =
                |v: &[u8]| i32::from(v[0]) == v[1..].iter().filter(|&&flag| flag == 0).count() as i32 + shift;
            compare_within(&propagator, 2, Strength::Sound, flags, holds);
        }
    }

    #[test]
    fn runs_are_added_up() {
        for shift in [0, 1, -1] {
            let propagator = SameRegionRuns::new(0, &[vec![1, 2, 3], vec![4], vec![5, 6]], shift);
            let run = |flags: &[u8]| flags.iter().take_while(|&&flag| flag == 0).count() as i32;
            let holds = |v: &[u8]| i32::from(v[0]) == run(&v[1..4]) + run(&v[4..5]) + run(&v[5..7]) + shift;
            compare_within(&propagator, 2, Strength::Exact, flags, holds);
        }
    }
}
