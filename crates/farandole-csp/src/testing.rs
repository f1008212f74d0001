//! Test support: compares propagators with brute force on random masks, and makes random killers.

use crate::model::masks::{Changed, Contradiction, Masks, Scratch};
use crate::model::peers::Peers;
use crate::propagators::propagator::Propagator;
use core::fmt::Write;

/// The guarantees of a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    /// The propagator never removes a value of a solution, but may miss a violation by fixed cells,
    /// which other propagators detect.
    Weak,
    /// The propagator never removes a value of a solution, and detects every violation by fixed cells.
    Sound,
    /// The propagator removes every value that is not part of a solution (generalized arc consistency).
    Exact,
    /// The propagator is exact as long as no cell is fixed. It may rely on the network, which removes
    /// the value of a fixed cell from the peers of that cell.
    ExactOpen,
}

/// A pseudorandom number generator (xorshift) with a fixed sequence for each seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }
}

/// Returns the number of random cases: the value of the environment variable `FARANDOLE_CASES`, or
/// `usual`.
pub(crate) fn cases(usual: u32) -> u32 {
    std::env::var("FARANDOLE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// Number of random masks for each propagator.
const MASKS: u32 = 10_000;

/// Compares a propagator with brute force on random masks of the cells that it reads, with `count` values. `holds`
/// returns true for solutions of the constraint. The argument of `holds` is the list of the 0-based values of all
/// cells up to the last cell that the propagator reads.
pub(crate) fn compare(
    propagator: &impl Propagator,
    count: u8,
    strength: Strength,
    holds: impl Fn(&[u8]) -> bool,
) {
    compare_within(propagator, count, strength, |_| true, holds);
}

/// Compares a propagator with brute force like [`compare`], if it relies on other propagators of the network.
/// `given` returns true for the assignments that the other propagators allow.
pub(crate) fn compare_within(
    propagator: &impl Propagator,
    count: u8,
    strength: Strength,
    given: impl Fn(&[u8]) -> bool,
    holds: impl Fn(&[u8]) -> bool,
) {
    let cells = propagator.cells().iter().max().map_or(1, |&last| usize::from(last) + 1);
    compare_among(cells, propagator, count, strength, given, holds);
}

/// Compares a propagator with brute force like [`compare_within`], with masks of the cells `0..cells`. A propagator
/// that removes values from peers needs more cells than it reads.
pub(crate) fn compare_among(
    cells: usize,
    propagator: &impl Propagator,
    count: u8,
    strength: Strength,
    given: impl Fn(&[u8]) -> bool,
    holds: impl Fn(&[u8]) -> bool,
) {
    // The seed depends only on the size, so each test always gets the same masks.
    let mut random = Random::new((cells as u64) << 8 | u64::from(count));
    for round in 0..cases(MASKS) {
        let start: Vec<u16> = (0..cells).map(|_| random_mask(&mut random, count, round)).collect();
        let supported = brute_force(&start, |values| given(values) && holds(values));
        let mut all = start.clone();
        let result = propagate(propagator, &mut all);
        let dead = supported.contains(&0);
        if result.is_err() {
            assert!(dead, "{propagator_cells:?} dies on {start:?}", propagator_cells = propagator.cells());
            continue;
        }
        for cell in 0..cells {
            assert_eq!(supported[cell] & !all[cell], 0, "cell {cell} loses a value: {start:?} -> {all:?}");
        }
        let values: Vec<u8> = start.iter().map(|mask| mask.trailing_zeros() as u8).collect();
        let single = start.iter().all(|mask| mask.is_power_of_two());
        assert!(strength == Strength::Weak || !(dead && single && given(&values)), "accepts {start:?}");
        let fixed = start.iter().any(|mask| mask.is_power_of_two());
        if strength == Strength::Exact || strength == Strength::ExactOpen && !fixed {
            assert_eq!((all, dead), (supported, false), "not exact on {start:?}");
        }
    }
}

pub(crate) fn propagate(propagator: &impl Propagator, all: &mut [u16]) -> Result<(), Contradiction> {
    let (mut changed, mut scratch) = (Changed::new(all.len()), Scratch::default());
    propagator.propagate(&mut Masks::new(all, &mut changed, &mut scratch))
}

/// Returns the cells `0..count`.
pub(crate) fn line(count: u16) -> Vec<u16> {
    (0..count).collect()
}

/// Returns the peers of `cells` cells in which the cells of each list differ.
pub(crate) fn peers_of(cells: usize, lists: &[&[u16]]) -> Peers {
    let mut peers = Peers::new(cells);
    lists.iter().for_each(|list| peers.insert_all(list));
    peers
}

pub(crate) fn distinct(values: &[u8]) -> bool {
    (1..values.len()).all(|at| !values[..at].contains(&values[at]))
}

/// Returns a random nonempty mask. In half of the rounds, masks have fewer values; in every eighth
/// round, they have one.
pub(crate) fn random_mask(random: &mut Random, count: u8, round: u32) -> u16 {
    loop {
        let (mut mask, thin) = (random.next(), random.next());
        if round % 4 < 2 {
            mask &= thin;
        }
        if round.is_multiple_of(8) {
            mask = 1 << (random.next() % u64::from(count));
        }
        let mask = mask as u16 & crate::compile::builder::full_mask(count);
        if mask != 0 {
            return mask;
        }
    }
}

/// Returns, for each cell, the values that occur in assignments within the masks for which `holds`
/// returns true.
pub(crate) fn brute_force(masks: &[u16], holds: impl Fn(&[u8]) -> bool) -> Vec<u16> {
    let mut supported = vec![0; masks.len()];
    let mut values: Vec<u8> = masks.iter().map(|mask| mask.trailing_zeros() as u8).collect();
    loop {
        if holds(&values) {
            values.iter().zip(&mut supported).for_each(|(value, mask)| *mask |= 1 << value);
        }
        let advanced = (0..masks.len()).any(|cell| {
            let above = masks[cell] & !((2_u32 << values[cell]) - 1) as u16;
            let next = if above == 0 { masks[cell] } else { above };
            values[cell] = next.trailing_zeros() as u8;
            above != 0
        });
        if !advanced {
            return supported;
        }
    }
}

/// Returns random cages of neighbouring cells, with the sums that a grid has there, as constraint text. A cage
/// has at most `most` cells.
pub(crate) fn cages(grid: &[u8], side: usize, most: usize, random: &mut Random) -> String {
    let mut text = String::new();
    let mut free = vec![true; grid.len()];
    for start in 0..grid.len() {
        if !free[start] || random.next().is_multiple_of(4) {
            continue;
        }
        let mut cage = vec![start];
        for _ in 1..1 + random.next() as usize % most {
            let last = cage[random.next() as usize % cage.len()];
            let next = if random.next().is_multiple_of(2) { last + 1 } else { last + side };
            let same_row = next == last + side || next / side == last / side;
            let fits = next < grid.len() && free[next] && same_row && !cage.contains(&next);
            if fits && cage.iter().all(|&cell| grid[cell] != grid[next]) {
                cage.push(next);
            }
        }
        cage.iter().for_each(|&cell| free[cell] = false);
        write!(text, ".Cage~{}", cage.iter().map(|&cell| u32::from(grid[cell])).sum::<u32>()).unwrap();
        cage.iter().for_each(|cell| write!(text, "~R{}C{}", cell / side + 1, cell % side + 1).unwrap());
    }
    text
}

/// Calls `visit` with all grids of a small classic board, by backtracking.
pub(crate) fn grids(side: usize, height: usize, grid: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    let at = grid.len();
    if at == side * side {
        return visit(grid);
    }
    let width = side / height;
    for value in 1..=side as u8 {
        let is_met = (0..at).any(|other| {
            let same_box =
                other / side / height == at / side / height && other % side / width == at % side / width;
            grid[other] == value && (other / side == at / side || other % side == at % side || same_box)
        });
        if !is_met {
            grid.push(value);
            grids(side, height, grid, visit);
            grid.pop();
        }
    }
}
