//! Innies and outies of unions of consecutive houses: distinct cells whose sum follows from the sums of cages
//! (the "rule of 45").
//!
//! Only remainders of a few distinct cells are kept, since they are cages. The sums of
//! `compile/innies_outies.rs` include those of other unions, and take some hundred microseconds to derive.

use super::rules::{Cage, Cells, Rules, each};

/// Maximum number of houses in a union.
const HOUSES: usize = 3;
/// Maximum number of cells of a remainder. Longer ones have many value sets, so they remove few candidates.
const LONGEST: u32 = 4;

/// Adds the remainders of a killer to its cages, up to a fixed number. `masks` are the candidates at a fixpoint;
/// the values of fixed cells are subtracted.
pub(super) fn add(rules: &mut Rules, masks: &[u16]) {
    let fixed = (0..rules.domains.len()).filter(|&cell| masks[cell].is_power_of_two());
    let fixed = fixed.fold(0, |set: Cells, cell| set | 1 << cell);
    let width = rules.full.count_ones() as usize;
    // The cages with cells in each house, before remainders are added.
    let meeting: Vec<u64> = rules
        .houses
        .iter()
        .map(|(cells, _)| cells[..width].iter().fold(0, |all, &cell| all | rules.cages_of[usize::from(cell)]))
        .collect();
    let total = each(rules.full.into()).map(|value| value as i32 + 1).sum::<i32>();
    // Short unions come first, because their remainders are the shortest.
    for count in 1..=HOUSES {
        for first in 0..(rules.houses.len() + 1).saturating_sub(count) {
            let houses = &rules.houses[first..first + count];
            let union = houses.iter().fold(0, |union, (_, house)| union | house);
            // The total of a union is known only if no cell counts twice.
            if union.count_ones() as usize != count * width {
                continue;
            }
            let of_houses = count as i32 * total;
            let (mut inside, mut touched, mut sum_inside, mut sum_touched) = (0, 0, 0, 0);
            let mut cages = meeting[first..first + count].iter().fold(0, |all, cages| all | cages);
            while cages != 0 {
                let Cage { set, sum, .. } = rules.cages[cages.trailing_zeros() as usize];
                cages &= cages - 1;
                // Cages that overlap with an earlier one are skipped.
                if set & touched == 0 {
                    touched |= set;
                    sum_touched += sum;
                    if set & !union == 0 {
                        inside |= set;
                        sum_inside += sum;
                    }
                }
            }
            let (inner, outer) = (union & !inside, touched & !union);
            keep(rules, inner & !fixed, || of_houses - sum_inside - sum_of(masks, inner & fixed));
            // Cells without a cage are subtracted only if they are fixed.
            let missing = union & !touched;
            if missing & !fixed == 0 {
                let sum = || sum_touched + sum_of(masks, missing) - of_houses - sum_of(masks, outer & fixed);
                keep(rules, outer & !fixed, sum);
            }
        }
    }
}

/// Returns the sum of fixed cells.
fn sum_of(masks: &[u16], cells: Cells) -> i32 {
    each(cells).map(|cell| masks[cell].trailing_zeros() as i32 + 1).sum()
}

/// Adds open cells as a cage if they differ, are few, and are not known. Does nothing if there are too many cages.
fn keep(rules: &mut Rules, cells: Cells, sum: impl Fn() -> i32) {
    let is_short = (1..=LONGEST).contains(&cells.count_ones());
    let differ = || each(cells).all(|cell| cells & !rules.peers[cell] == 1 << cell);
    let is_new = || {
        let mut known = rules.cages_of[cells.trailing_zeros() as usize];
        let mut is_new = true;
        while known != 0 {
            is_new &= rules.cages[known.trailing_zeros() as usize].set != cells;
            known &= known - 1;
        }
        is_new
    };
    if is_short && differ() && is_new() {
        // A remainder is redundant, so it may be dropped.
        let _ = rules.add_cage(cells, sum());
    }
}
