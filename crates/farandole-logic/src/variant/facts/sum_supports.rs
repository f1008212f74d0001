//! A quick test whether every candidate occurs in an assignment with a required sum.
//!
//! Most sums on a path eliminate nothing, and a graph would be built only to show this. Here, a depth-first search places
//! each candidate in turn. For each cell, the bits of a word are the sums that the later cells can have. A value is placed
//! only if the total remains possible, so the search backtracks only because of equal values in cells that see each
//! other. After a few steps it gives up, and the graph decides.

use super::sets::{Set, Slots};
use crate::model::tables::bits;
use farandole_puzzle::board::ValueRange;

/// Maximum number of cells.
const CELLS: usize = 16;
/// Maximum number of values that are placed for one candidate.
const STEPS: u32 = 60;

/// A search for assignments with a weighted sum.
struct Search<'a> {
    masks: &'a [u16],
    /// For each cell, the weight of a step between values, and true if greater values add less.
    weights: Vec<(u32, bool)>,
    /// The slots of each cell.
    slots: Vec<Slots>,
    /// The greatest index of a value.
    last: u32,
    /// For each cell, the values in the assignments so far.
    covered: Vec<u16>,
    /// `sums[n]` holds the possible sums of the cells after the first `n`.
    sums: [u128; CELLS + 1],
    steps: u32,
}

/// Returns true if each of the candidates is found to occur in an assignment in which the values times the coefficients
/// add up to the total and the cells of each set differ. False means that this is not known.
pub(super) fn all_supported(
    (coefficients, total): (&[i64], i64),
    masks: &[u16],
    sets: &[Set],
    range: ValueRange,
) -> bool {
    let last = u32::from(range.count()) - 1;
    let least = |by: &i64| by * i64::from(if *by < 0 { range.high() } else { range.low() });
    // Sums are relative to the least possible one.
    let total = total - coefficients.iter().map(least).sum::<i64>();
    let most = coefficients.iter().map(|by| by.unsigned_abs()).sum::<u64>() * u64::from(last);
    if masks.len() > CELLS || most >= u64::from(u128::BITS) || !(0..=most as i64).contains(&total) {
        return false;
    }
    let mut search = Search {
        masks,
        weights: coefficients.iter().map(|by| (by.unsigned_abs() as u32, *by < 0)).collect(),
        slots: Slots::of_cells(sets, masks),
        last,
        covered: vec![0; masks.len()],
        sums: [1; CELLS + 1],
        steps: 0,
    };
    let mut later = 1;
    (0..masks.len()).rev().all(|at| {
        let is_covered = search.covers(at, later, total as u32);
        later = search.sums_with(at, masks[at], later);
        is_covered
    })
}

impl Search<'_> {
    /// Returns what the value with this index adds to the sum.
    fn summand(&self, at: usize, value: u32) -> u32 {
        let (weight, is_reversed) = self.weights[at];
        weight * if is_reversed { self.last - value } else { value }
    }

    /// Returns the sums with a cell that has one of these values, given the sums without it.
    fn sums_with(&self, at: usize, mask: u16, sums: u128) -> u128 {
        bits(mask).fold(0, |all, value| all | sums << self.summand(at, value as u32))
    }

    /// Returns true if each candidate of a cell occurs in an assignment. `later` is the sums of the later cells.
    fn covers(&mut self, at: usize, later: u128, total: u32) -> bool {
        self.sums[at + 1] = later;
        loop {
            let open = self.masks[at] & !self.covered[at];
            if open == 0 {
                return self.masks[at] != 0;
            }
            // The cell has only this value in the sums of the earlier cells.
            let only = open & open.wrapping_neg();
            let mut sums = self.sums_with(at, only, later);
            for before in (0..at).rev() {
                self.sums[before + 1] = sums;
                sums = self.sums_with(before, self.masks[before], sums);
            }
            self.steps = STEPS;
            if sums >> total & 1 == 0 || !self.place((at, only), 0, total, 0) {
                return false;
            }
        }
    }

    /// Places values in the cells from `at` on, the values without an assignment first. One cell has a single value. Returns
    /// false if there is no assignment, or after too many steps.
    fn place(&mut self, single: (usize, u16), at: usize, rest: u32, used: u64) -> bool {
        let Some(mask) = self.masks.get(at) else { return true };
        let mask = if single.0 == at { single.1 } else { *mask };
        let new = mask & !self.covered[at];
        for value in bits(new).chain(bits(mask & !new)) {
            let summand = self.summand(at, value as u32);
            if summand > rest || self.sums[at + 1] >> (rest - summand) & 1 == 0 {
                continue;
            }
            let Some(used) = self.slots[at].add(value as u8, used) else { continue };
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            if self.place(single, at + 1, rest - summand, used) {
                self.covered[at] |= 1 << value;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::board::Shape;
    use farandole_testkit::Random;

    /// Returns the values of each cell in the assignments with the sum in which the cells of the sets differ.
    fn by_enumeration(coefficients: &[i64], total: i64, masks: &[u16], sets: &[Vec<usize>]) -> Vec<u16> {
        let choices: Vec<Vec<usize>> = masks.iter().map(|mask| bits(*mask).collect()).collect();
        let count: usize = choices.iter().map(Vec::len).product();
        let mut found = vec![0; masks.len()];
        for mut code in 0..count {
            let values = choices.iter().map(|choices| {
                let value = choices[code % choices.len()];
                code /= choices.len();
                value
            });
            let values: Vec<usize> = values.collect();
            let sum: i64 = values.iter().zip(coefficients).map(|(value, by)| by * (*value as i64 + 1)).sum();
            let differ = |set: &Vec<usize>| {
                set.iter()
                    .enumerate()
                    .all(|(at, one)| set[..at].iter().all(|two| values[*one] != values[*two]))
            };
            if sum == total && sets.iter().all(differ) {
                found.iter_mut().zip(&values).for_each(|(mask, value)| *mask |= 1 << value);
            }
        }
        found
    }

    #[test]
    fn what_is_found_occurs_and_little_is_missed() {
        let range = Shape::square(9).unwrap().values();
        let mut random = Random::new(45);
        let (mut all, mut known) = (0, 0);
        for _ in 0..3000 {
            let count = 1 + random.below(5);
            let coefficients: Vec<i64> = (0..count).map(|_| [1, 1, 1, -1, 2][random.below(5)]).collect();
            let masks: Vec<u16> =
                (0..count).map(|_| 1 << random.below(9) | random.next() as u16 & 0x1ff).collect();
            let total = coefficients.iter().map(|by| by * (1 + random.below(9) as i64)).sum();
            let sets: Vec<Vec<usize>> =
                (0..random.below(3)).map(|_| (0..count).filter(|_| random.below(2) == 0).collect()).collect();
            let as_set = |(slot, set): (usize, &Vec<usize>)| {
                let mut set = Set::new(set, count);
                set.slot = slot;
                set
            };
            let as_sets: Vec<Set> = sets.iter().enumerate().map(as_set).collect();
            let found = all_supported((&coefficients, total), &masks, &as_sets, range);
            let is_true = by_enumeration(&coefficients, total, &masks, &sets) == masks;
            assert!(is_true || !found, "{coefficients:?} {total} {masks:?} {sets:?}");
            all += usize::from(is_true);
            known += usize::from(found);
        }
        assert!(all > 500 && known * 20 > all * 19, "{known} of {all} found");
    }
}
