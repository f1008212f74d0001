//! Naked and hidden singles by sweeps over the open cells.
//!
//! The first sweep visits every open cell once and fills the cells that have one candidate. For
//! each house, it collects the digits that occur in at least one of the other cells, and those that
//! occur in at least two. The second sweep places every digit that occurred exactly once.
//!
//! The sets can be out of date at the end of a sweep, because cells are filled during the sweep.
//! They are then too large, never too small. A digit that occurred once therefore has at most one
//! cell, and a digit that did not occur has none.

use super::state::{DeadEnd, Scratch, State, take};
use super::table::NO_HOUSE;
use super::word::Word;

/// Fills naked and then hidden singles, and adds their number to `placed`. Returns true if there
/// were any.
pub(super) fn place_singles<W: Word, const K: usize>(
    state: &mut State<W, K>,
    scratch: &mut Scratch<W>,
    houses: usize,
    placed: &mut u64,
) -> Result<bool, DeadEnd> {
    let before = state.open.len();
    place_naked(state, scratch, houses)?;
    *placed += (before - state.open.len()) as u64;
    let Scratch { needed, once, twice, .. } = scratch;
    // From here, `once` contains the missing digits that occurred exactly once.
    let mut hidden = W::EMPTY;
    for house in 0..houses {
        let needed = state.lacking[house] & needed[house];
        if needed & !once[house] != W::EMPTY {
            return Err(DeadEnd);
        }
        once[house] = needed & !twice[house];
        hidden |= once[house];
    }
    if hidden == W::EMPTY {
        return Ok(before != state.open.len());
    }
    once[NO_HOUSE as usize] = W::EMPTY;
    let before = state.open.len();
    place_hidden(state, scratch)?;
    *placed += (before - state.open.len()) as u64;
    Ok(true)
}

/// Fills the cells that have one candidate. Collects, for each house, the digits of the other cells
/// in `once` and `twice`.
#[inline(always)]
fn place_naked<W: Word, const K: usize>(
    state: &mut State<W, K>,
    scratch: &mut Scratch<W>,
    houses: usize,
) -> Result<(), DeadEnd> {
    let State { lacking, open, digits, .. } = state;
    let Scratch { once, twice, .. } = scratch;
    once[..houses].fill(W::EMPTY);
    twice[..houses].fill(W::EMPTY);
    let mut kept = 0;
    for place in 0..open.len() {
        let cell = open[place];
        let set = cell.candidates(lacking);
        if set.is_at_most_one() {
            if set == W::EMPTY {
                return Err(DeadEnd);
            }
            digits[cell.cell as usize] = set.lowest() as u8 + 1;
            take(lacking, cell.houses, set);
            continue;
        }
        for house in cell.houses {
            twice[house as usize] |= once[house as usize] & set;
            once[house as usize] |= set;
        }
        open[kept] = cell;
        kept += 1;
    }
    open.truncate(kept);
    Ok(())
}

/// Fills each cell that is the only one for a digit of `once`.
#[inline(always)]
fn place_hidden<W: Word, const K: usize>(
    state: &mut State<W, K>,
    scratch: &Scratch<W>,
) -> Result<(), DeadEnd> {
    let State { lacking, open, digits, .. } = state;
    let mut kept = 0;
    for place in 0..open.len() {
        let cell = open[place];
        let known = cell.houses.iter().fold(W::EMPTY, |set, house| set | scratch.once[*house as usize]);
        let set = known & cell.candidates(lacking);
        if set == W::EMPTY {
            open[kept] = cell;
            kept += 1;
            continue;
        }
        if !set.is_at_most_one() {
            return Err(DeadEnd);
        }
        digits[cell.cell as usize] = set.lowest() as u8 + 1;
        take(lacking, cell.houses, set);
    }
    open.truncate(kept);
    Ok(())
}
