//! Locked candidates (pointing and claiming) for any two houses that share several cells.
//!
//! If all places of a digit in a house of N cells lie in another house, the digit has no other place in that one. The cells
//! that two houses share are a crossing; the candidates of each crossing tell which digits a house can have in that
//! crossing alone.

use super::state::{ByHouse, DeadEnd, Scratch, State};
use super::table::{Crossings, NO_HOUSE, Table};
use super::word::Word;

/// Removes locked candidates. Whether any were removed; if not, `scratch.sets` is up to date.
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
        // From here on `once` holds what a house must have in one crossing, and `twice` what a house has in a
        // crossing because the other house of that crossing needs it there.
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

/// Notes for each house the digits that occur in one of its crossings or more, and those that occur in two or more.
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

/// Notes for each house the digits that it must have in a crossing because the other house has them nowhere else. Two
/// crossings of a house that claim the same digit are a contradiction.
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
