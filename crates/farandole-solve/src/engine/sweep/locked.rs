//! Locked candidates (pointing and claiming) for any two houses that share several cells.
//!
//! If all cells for a digit in a house of N cells are in a second house, the digit is eliminated
//! from the other cells of the second house. A crossing is the set of cells that two houses share.
//! The candidates of the crossings of a house show which digits are confined to a single crossing.

use super::state::{ByHouse, DeadEnd, Scratch, State};
use super::table::{Crossings, NO_HOUSE, Table};
use super::word::Word;

/// Eliminates locked candidates. Returns true if there were any. If it returns false,
/// `scratch.sets` contains the current candidates.
pub(super) fn drop_locked<W: Word, const K: usize>(
    state: &mut State<W, K>,
    scratch: &mut Scratch<W>,
    table: &Table,
) -> Result<bool, DeadEnd> {
    let State { lacking, open, .. } = state;
    let Scratch { needed, once, twice, sets, crossings } = scratch;
    let count = table.full().len();
    sets.clear();
    sets.extend(open.iter().map(|cell| cell.candidates(lacking)));
    let mut dropped = false;
    for Crossings { houses, of } in table.crossings() {
        crossings.clear();
        crossings.resize(houses.len(), W::EMPTY);
        for (cell, set) in open.iter().zip(&*sets) {
            crossings[of[cell.cell as usize] as usize] |= *set;
        }
        meet(houses, crossings, count, once, twice);
        // From here, `once` contains the digits that a house must have in a single crossing. The
        // sets `twice` (renamed to `claimed`) contain the digits that the other house of a crossing
        // requires there.
        for house in 0..count {
            once[house] &= needed[house] & !twice[house];
        }
        once[NO_HOUSE as usize] = W::EMPTY;
        let claimed = &mut *twice;
        claim(houses, crossings, count, once, claimed)?;
        let mut any = W::EMPTY;
        for ((first, second), set) in houses.iter().zip(&mut *crossings) {
            let (first, second) = (*first as usize, *second as usize);
            *set &= (claimed[first] & !once[second]) | (claimed[second] & !once[first]);
            any |= *set;
        }
        if any != W::EMPTY {
            dropped = true;
            for (cell, set) in open.iter_mut().zip(&mut *sets) {
                let drop = crossings[of[cell.cell as usize] as usize];
                cell.allowed &= !drop;
                *set &= !drop;
            }
        }
    }
    Ok(dropped)
}

/// Collects, for each house, the digits that occur in at least one of its crossings, and those that
/// occur in at least two.
#[inline(always)]
fn meet<W: Word>(
    houses: &[(u8, u8)],
    crossings: &[W],
    count: usize,
    once: &mut ByHouse<W>,
    twice: &mut ByHouse<W>,
) {
    once[..count].fill(W::EMPTY);
    twice[..count].fill(W::EMPTY);
    for ((first, second), set) in houses.iter().zip(crossings) {
        for house in [*first as usize, *second as usize] {
            twice[house] |= once[house] & *set;
            once[house] |= *set;
        }
    }
}

/// Collects, for each house, the digits that must be in one of its crossings because the other
/// house of the crossing requires them there. If two crossings of a house claim the same digit,
/// there is a conflict.
#[inline(always)]
fn claim<W: Word>(
    houses: &[(u8, u8)],
    crossings: &[W],
    count: usize,
    once: &ByHouse<W>,
    claimed: &mut ByHouse<W>,
) -> Result<(), DeadEnd> {
    claimed[..count].fill(W::EMPTY);
    claimed[NO_HOUSE as usize] = W::EMPTY;
    let mut clash = W::EMPTY;
    let pairs = houses.iter().zip(crossings);
    for ((first, second), set) in pairs.filter(|((first, second), _)| *first.max(second) != NO_HOUSE) {
        let (first, second) = (*first as usize, *second as usize);
        let (for_first, for_second) = (*set & once[first], *set & once[second]);
        clash |= (claimed[second] & for_first) | (claimed[first] & for_second);
        claimed[second] |= for_first;
        claimed[first] |= for_second;
    }
    if clash == W::EMPTY { Ok(()) } else { Err(DeadEnd) }
}
