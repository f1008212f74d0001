//! Naked and hidden singles by sweeps over the open cells.
//!
//! One sweep looks at every open cell once, fills those with one candidate, and notes for each house the digits that it met
//! once and those that it met twice or more. A second one puts each digit met once where it was met.
//!
//! A set met in a sweep can be out of date at its end, since cells are filled on the way. It is then too large, never too
//! small: a digit met once in such sets has at most one place, and one never met has none.

use super::state::{DeadEnd, Scratch, State, take};
use super::table::NO_HOUSE;
use super::word::Word;

/// Fills naked and then hidden singles, and adds their number to `placed`; whether there were any.
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
    // From here on `once` holds what was met exactly once and is still lacking.
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

/// Fills the cells with one candidate, and notes for each house what the others have once and twice.
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

/// Fills the cells that have a digit which `once` says has its only place there.
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
