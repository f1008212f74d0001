//! Exact pruning of sums with at most three open cells. A pair is pruned by one shift of a mask.
//!
//! It performs badly if many sums have three wide-open cells with weights other than 1 and -1, because then
//! each value is tried.
//!
//! Cost: constant for a pair; for three cells, one pair for each value of the first.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::linear::{Linear, Open};

impl Linear {
    /// Returns the weight and the cells of each group of distinct cells.
    pub(crate) fn weighted_groups(&self) -> impl Iterator<Item = (i32, &[u16])> {
        self.groups().map(|(begin, end)| (self.terms[begin].weight, &self.cells[begin..end]))
    }

    /// Returns the target, for values counted from 0.
    pub(crate) fn target(&self) -> i32 {
        self.target
    }

    /// Prunes at most three open cells exactly; `rest` is their part of the sum.
    pub(super) fn exact(&self, open: &[Open], rest: i32, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        match *open {
            [] => {
                if rest == 0 {
                    Ok(())
                } else {
                    Err(Contradiction)
                }
            }
            // One open cell must take the rest. A remainder, or a value that does not exist, leaves no
            // candidate, which `keep` reports as a contradiction.
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
                // Both cells hold the same two values in some order, as a naked pair. Cages of two cells are
                // compiled to sums, and without this step they would prune less than a list of sets.
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
        // The first cell is enumerated; for each of its values, the other two are a pair.
        let mut values = a.mask;
        while values != 0 {
            let bit = values & values.wrapping_neg();
            values ^= bit;
            // A cell loses the value of the first one only if the two must differ; sums across houses may
            // repeat values.
            b.mask = if ab { mask_b & !bit } else { mask_b };
            c.mask = if ac { mask_c & !bit } else { mask_c };
            let rest = rest - a.weight * bit.trailing_zeros() as i32;
            let (of_b, of_c) = pair(&b, &c, rest, bc);
            // A value of the first cell remains if it has any partner pair; partners of all values are
            // united.
            keep_a |= if of_b == 0 { 0 } else { bit };
            keep_b |= of_b;
            keep_c |= of_c;
        }
        masks.keep(self.cells[a.at], keep_a)?;
        masks.keep(self.cells[b.at], keep_b)?;
        masks.keep(self.cells[c.at], keep_c).map(|_| ())
    }
}

/// Returns the values of two cells that have a partner in the other cell.
#[inline]
fn pair(a: &Open, b: &Open, rest: i32, differ: bool) -> (u16, u16) {
    let (rest, same) = match (a.weight, b.weight) {
        // Weights of 1 and -1 need shifts only.
        (1, 1) => (rest, true),
        (-1, -1) => (-rest, true),
        (1, -1) => (rest, false),
        (-1, 1) => (-rest, false),
        _ => return pair_by_value(a, b, rest, differ),
    };
    if same {
        let mut keep = a.mask & opposite(b.mask, rest);
        // Two equal values would be half of the rest each.
        if differ && rest % 2 == 0 && (0..32).contains(&rest) {
            // `rest / 2` paired with itself is the only pair of equal values.
            keep &= !(1 << (rest / 2));
        }
        (keep, b.mask & opposite(keep, rest))
    } else {
        if differ && rest == 0 {
            return (0, 0);
        }
        let keep = a.mask & moved(b.mask, rest);
        // The second mask uses the first one after pruning, so both are exact after one step.
        (keep, b.mask & moved(keep, -rest))
    }
}

/// Returns the values `rest - v` for the values v of a mask.
#[inline]
fn opposite(mask: u16, rest: i32) -> u16 {
    // The reversed mask maps v to 31 - v, and the shift maps that to rest - v.
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

/// Returns what [`pair`] returns, for any weights.
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
