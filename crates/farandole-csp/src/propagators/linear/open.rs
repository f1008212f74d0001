//! Exact pruning of sums with at most three open cells: every candidate that is in no solution of the sum is
//! removed. For a pair of cells, this takes one shift of a mask.
//!
//! Cost: constant for a pair of cells with weights 1 or -1. Three cells are pruned as one pair for each
//! candidate of the first cell.
//!
//! Pruning is slow if many sums have three open cells with many candidates and other weights, because then each
//! value is tried.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::linear::{Linear, Open};

impl Linear {
    /// Returns the weight and the cells of each group of cells that differ.
    pub(crate) fn weighted_groups(&self) -> impl Iterator<Item = (i32, &[u16])> {
        self.groups().map(|(begin, end)| (self.terms[begin].weight, &self.cells[begin..end]))
    }

    /// Returns the target of the weighted sum of value indices.
    pub(crate) fn target(&self) -> i32 {
        self.target
    }

    /// Prunes at most three open cells exactly. `rest` is the sum that their terms must have.
    pub(super) fn exact(&self, open: &[Open], rest: i32, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        match *open {
            [] => {
                if rest == 0 {
                    Ok(())
                } else {
                    Err(Contradiction)
                }
            }
            // The value must be `rest` divided by the weight. If there is no such value, no candidate remains,
            // which `keep` reports as a contradiction.
            [a] => {
                let value =
                    rest.checked_rem(a.weight).filter(|rem| *rem == 0).map_or(-1, |_| rest / a.weight);
                let bit = if (0..16).contains(&value) { 1 << value } else { 0 };
                masks.keep(self.cells[a.at], bit).map(|_| ())
            }
            [a, b] => {
                let (keep_a, keep_b) = pair(&a, &b, rest, self.differ(&a, &b));
                masks.keep(self.cells[a.at], keep_a)?;
                masks.keep(self.cells[b.at], keep_b)?;
                // The two cells hold two values in some order, as a naked pair. Cages of two cells are compiled
                // to sums. Without this step, such a sum would prune less than a list of value sets.
                if keep_a == keep_b && keep_a.count_ones() == 2 && self.differ(&a, &b) {
                    let pair = [self.cells[a.at], self.cells[b.at]];
                    masks.exclude(keep_a & keep_a.wrapping_neg(), &pair, &self.peers)?;
                    masks.exclude(keep_a & (keep_a - 1), &pair, &self.peers)?;
                }
                Ok(())
            }
            [a, b, c, ..] => self.three(a, b, c, rest, masks),
        }
    }

    fn three(
        &self,
        a: Open,
        mut b: Open,
        mut c: Open,
        rest: i32,
        masks: &mut Masks<'_>,
    ) -> Result<(), Contradiction> {
        let (ab, ac, bc) = (self.differ(&a, &b), self.differ(&a, &c), self.differ(&b, &c));
        let (mut keep_a, mut keep_b, mut keep_c) = (0, 0, 0);
        let (mask_b, mask_c) = (b.mask, c.mask);
        // For each value of the first cell, the other two cells are a pair.
        let mut values = a.mask;
        while values != 0 {
            let bit = values & values.wrapping_neg();
            values ^= bit;
            // A sum across houses may repeat values, so only cells that differ from the first one lose its
            // value.
            b.mask = if ab { mask_b & !bit } else { mask_b };
            c.mask = if ac { mask_c & !bit } else { mask_c };
            let rest = rest - a.weight * bit.trailing_zeros() as i32;
            let (of_b, of_c) = pair(&b, &c, rest, bc);
            keep_a |= if of_b == 0 { 0 } else { bit };
            keep_b |= of_b;
            keep_c |= of_c;
        }
        masks.keep(self.cells[a.at], keep_a)?;
        masks.keep(self.cells[b.at], keep_b)?;
        masks.keep(self.cells[c.at], keep_c).map(|_| ())
    }
}

/// Returns the masks of the values of two cells that have a partner in the other cell. Partners are values with
/// which the weighted sum of both cells is `rest`.
#[inline]
fn pair(a: &Open, b: &Open, rest: i32, differ: bool) -> (u16, u16) {
    let (rest, same) = match (a.weight, b.weight) {
        // Weights of 1 and -1 need only shifts.
        (1, 1) => (rest, true),
        (-1, -1) => (-rest, true),
        (1, -1) => (rest, false),
        (-1, 1) => (-rest, false),
        _ => return pair_by_value(a, b, rest, differ),
    };
    if same {
        let mut keep = a.mask & opposite(b.mask, rest);
        // Two equal values would each be half of `rest`.
        if differ && rest % 2 == 0 && (0..32).contains(&rest) {
            keep &= !(1 << (rest / 2));
        }
        (keep, b.mask & opposite(keep, rest))
    } else {
        if differ && rest == 0 {
            return (0, 0);
        }
        let keep = a.mask & moved(b.mask, rest);
        // The second mask is derived from the reduced first mask, so one step is exact.
        (keep, b.mask & moved(keep, -rest))
    }
}

/// Returns the values `rest - v` for the values v of a mask.
#[inline]
fn opposite(mask: u16, rest: i32) -> u16 {
    // Reversing the mask maps v to 31 - v, and the shift maps 31 - v to `rest - v`.
    if (0..32).contains(&rest) { (u32::from(mask).reverse_bits() >> (31 - rest)) as u16 } else { 0 }
}

/// Returns the values `v + by` for the values v of a mask.
#[inline]
fn moved(mask: u16, by: i32) -> u16 {
    match by {
        0..16 => mask << by,
        -15..0 => mask >> -by,
        _ => 0,
    }
}

/// Returns the same masks as [`pair`], for any weights, by trying each value of the first cell.
fn pair_by_value(a: &Open, b: &Open, rest: i32, differ: bool) -> (u16, u16) {
    let (mut keep_a, mut keep_b) = (0, 0);
    for value in (0..16).filter(|value| a.mask >> value & 1 == 1) {
        let left = rest - a.weight * value;
        let partner = left / b.weight;
        let fits = left % b.weight == 0 && (0..16).contains(&partner) && b.mask >> partner & 1 == 1;
        if fits && !(differ && partner == value) {
            keep_a |= 1 << value;
            keep_b |= 1 << partner;
        }
    }
    (keep_a, keep_b)
}
