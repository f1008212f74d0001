//! Almost locked sets (ALS): n cells of a house with n + 1 digits, and their restricted common digits.

use super::grid::{Grid, common_peers};
use super::parts::Parts;
use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};

/// An almost locked set.
#[derive(Clone, Debug)]
pub(crate) struct Als {
    pub(crate) set: u128,
    pub(crate) digits: u16,
    /// For each digit, its candidates in the set (`places`), and its candidates outside that see
    /// all of these (`seen`).
    pub(crate) places: [u128; 9],
    pub(crate) seen: [u128; 9],
}

/// The permitted overlap of two sets with a restricted common digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overlap {
    None,
    Any,
}

/// The sets that share restricted common digits with each set, in ascending order, each with a mask
/// of these digits.
pub(crate) type Joined = Vec<Vec<(u32, u16)>>;

/// Returns the almost locked sets of a grid, house by house, without duplicates.
pub(crate) fn collect(grid: &Grid<'_>, parts: &Parts) -> Vec<Als> {
    let mut sets = Vec::new();
    for house in 0..27 {
        for part in parts.of(house) {
            if part.surplus != 1 || is_in_earlier_house(part.set, house) {
                continue;
            }
            let mut als = Als { set: part.set, digits: part.digits, places: [0; 9], seen: [0; 9] };
            for digit in bits(part.digits) {
                als.places[digit] = grid.places[digit] & part.set;
                als.seen[digit] = common_peers(als.places[digit]) & grid.places[digit];
            }
            sets.push(als);
        }
    }
    sets
}

/// A subset of a block of almost locked sets, with one bit for each set.
///
/// Most states have 60 to 300 sets. Bit sets of arbitrary length were twice as slow as comparing
/// the sets in pairs; see `docs/experiments/2026-11-21-ratings.md`.
type SetBits = [u64; 4];
const BLOCK: usize = 256;

/// Returns the sets that share a restricted common digit with each set, in ascending order, with
/// these digits.
pub(crate) fn join(grid: &Grid<'_>, sets: &[Als], overlap: Overlap) -> Joined {
    let mut joined: Joined = vec![Vec::new(); sets.len()];
    // `holding` contains the sets that have a digit in a cell, and `touching` the sets that contain
    // the cell. Entry 81 of `holding` covers all cells.
    let mut holding: Vec<[SetBits; 9]> = vec![[[0; 4]; 9]; 82];
    let mut touching: Vec<SetBits> = vec![[0; 4]; 81];
    let mut blind: Vec<[SetBits; 9]> = vec![[[0; 4]; 9]; 81];
    for (block, members) in sets.chunks(BLOCK).enumerate() {
        holding.fill([[0; 4]; 9]);
        touching.fill([0; 4]);
        for (number, set) in members.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            for digit in bits(set.digits) {
                holding[81][digit][word] |= bit;
                cells(set.places[digit]).for_each(|cell| holding[cell][digit][word] |= bit);
            }
            cells(set.set).for_each(|cell| touching[cell][word] |= bit);
        }
        find_blind(grid, &holding, &mut blind);
        for (set, joined) in sets.iter().zip(&mut joined) {
            let mut apart = [!0; 4];
            if overlap == Overlap::None {
                for cell in cells(set.set) {
                    (0..4).for_each(|word| apart[word] &= !touching[cell][word]);
                }
            }
            let mut common: [(u16, SetBits); 9] = [(0, [0; 4]); 9];
            let (mut count, mut any) = (0, [0; 4]);
            for digit in bits(set.digits) {
                let mut all: SetBits = core::array::from_fn(|word| holding[81][digit][word] & apart[word]);
                for cell in cells(set.places[digit]) {
                    (0..4).for_each(|word| all[word] &= !blind[cell][digit][word]);
                }
                (0..4).for_each(|word| any[word] |= all[word]);
                common[count] = (1 << digit, all);
                count += 1;
            }
            joined.reserve(any.iter().map(|any| any.count_ones() as usize).sum());
            for (word, mut any) in any.into_iter().enumerate() {
                while any != 0 {
                    let bit = any.trailing_zeros();
                    any &= any - 1;
                    let digit_if_common =
                        |(digit, all): &(u16, SetBits)| digit * (all[word] >> bit & 1) as u16;
                    let digits = common[..count].iter().map(digit_if_common).sum();
                    joined.push(((BLOCK * block + 64 * word) as u32 + bit, digits));
                }
            }
        }
    }
    joined
}

/// Computes, for each candidate, the sets that have its digit in a cell that it does not see.
fn find_blind(grid: &Grid<'_>, holding: &[[SetBits; 9]], blind: &mut [[SetBits; 9]]) {
    for digit in 0..9 {
        for from in cells(grid.places[digit]) {
            let mut out = [0; 4];
            for cell in cells(grid.places[digit] & !PEER_SETS[from]) {
                (0..4).for_each(|word| out[word] |= holding[cell][digit][word]);
            }
            blind[from][digit] = out;
        }
    }
}

fn is_in_earlier_house(set: u128, house: usize) -> bool {
    let [row, col, _] = HOUSES[set.trailing_zeros() as usize].map(usize::from);
    house >= 9 && set & !HOUSE_SETS[row] == 0 || house >= 18 && set & !HOUSE_SETS[col] == 0
}
