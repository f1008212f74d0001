//! Propagation of a single puzzle in a narrow layout: its three bands are in three lanes, so a half sweep costs
//! as much as one band.
//!
//! In the layout of a batch, a call with one puzzle would use one lane of many. The narrow path propagates to
//! the fixpoint without a guess, which solves easy puzzles completely. Otherwise the search in many lanes
//! continues from the fixpoint, so the narrow path does not help puzzles that need many guesses.

use super::load::write_digits;
use super::propagate::half_sweep_narrow;
use crate::layout::{ALL, Band, Grid, SNAPSHOT_LEN, SOLVED_SUM, Snapshot};
use crate::simd::Simd;

/// The result of propagating one puzzle without a guess.
pub(crate) struct Outcome {
    pub(crate) fixpoint: Fixpoint,
    /// Number of half sweeps, which is the same as in the search in many lanes.
    pub(crate) sweeps: u64,
}

/// The state in which propagation stopped.
pub(crate) enum Fixpoint {
    /// There is no solution.
    Contradiction,
    /// The one solution, `b'1'..=b'9'`, row-major.
    Solved([u8; 81]),
    /// The remaining candidates, with rows and columns exchanged if the number of half sweeps is odd.
    Open([u16; 81]),
}

/// Propagates a puzzle to its fixpoint.
#[inline(always)]
pub(crate) fn converge<S: Simd, const L: usize>(s: S, puzzle: &Grid<1>) -> Outcome {
    // Lane 3 of each four is an open band, which propagation never changes. All groups of four hold the same
    // puzzle.
    let bands: Band<L> = core::array::from_fn(|i| {
        let [a, b, c] = [0, 27, 54].map(|band| puzzle.0[i + band][0]);
        let quad = [a, b, c, ALL];
        core::array::from_fn(|lane| quad[lane % 4])
    });
    let (mut one, mut two, mut between) = (bands, bands, bands);
    let (mut from, mut to) = (&mut one, &mut two);
    // Two different sums that no grid has. The first two half sweeps therefore always count as changes, as in
    // the wide search, so that the counters agree.
    let (mut last, mut before) = (0xffff, 0xfffe);
    let mut sweeps = 0;
    loop {
        let (sum, dead) = half_sweep_narrow(s, from, &mut between, to);
        core::mem::swap(&mut from, &mut to);
        sweeps += 1;
        if dead {
            return Outcome { fixpoint: Fixpoint::Contradiction, sweeps };
        }
        if sum == SOLVED_SUM {
            let mut masks = Snapshot([0; SNAPSHOT_LEN]);
            for (cell, mask) in masks.0.iter_mut().enumerate().take(81) {
                // After an odd number of half sweeps the state is transposed.
                let cell = if sweeps % 2 == 1 { cell % 9 * 9 + cell / 9 } else { cell };
                *mask = from[cell % 27][cell / 27];
            }
            let mut digits = [0; 81];
            write_digits(&masks, &mut digits);
            let fixpoint =
                if s.is_complete(&masks) { Fixpoint::Solved(digits) } else { Fixpoint::Contradiction };
            return Outcome { fixpoint, sweeps };
        }
        // Candidates only disappear, so equal sums mean that two half sweeps, one in each orientation,
        // changed nothing.
        if sum == before {
            let masks = core::array::from_fn(|cell| from[cell % 27][cell / 27]);
            return Outcome { fixpoint: Fixpoint::Open(masks), sweeps };
        }
        (before, last) = (last, sum);
    }
}
