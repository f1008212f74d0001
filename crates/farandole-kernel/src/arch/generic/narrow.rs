//! One puzzle, as quickly as possible: its three bands in three lanes, so that a half sweep is one band's work
//! instead of three. It goes as far as it gets without a branch; what needs one is left to the search in many lanes,
//! which has the lanes to try several branches at once.

use super::load::write_digits;
use super::propagate::{Band, half_sweep_narrow};
use crate::layout::{ALL, FLAT, Flat, Grid, SOLVED_SUM};
use crate::simd::Simd;

/// What follows without a guess.
pub(crate) struct Outcome {
    pub(crate) end: End,
    /// Half sweeps that it took: as many as in many lanes.
    pub(crate) sweeps: u64,
}

pub(crate) enum End {
    /// There is no solution.
    Dead,
    /// The one solution, `b'1'..=b'9'`, row-major.
    Solved([u8; 81]),
    /// What is left, with rows and columns exchanged after an odd number of half sweeps.
    Stuck([u16; 81]),
}

/// Applies the rules until nothing follows any more.
#[inline(always)]
pub(crate) fn settle<S: Simd, const L: usize>(s: S, puzzle: &Grid<1>) -> Outcome {
    let bands: Band<L> = core::array::from_fn(|i| {
        let [a, b, c] = [0, 27, 54].map(|band| puzzle.0[i + band][0]);
        let quad = [a, b, c, ALL];
        core::array::from_fn(|lane| quad[lane % 4])
    });
    let (mut one, mut two, mut between) = (bands, bands, bands);
    let (mut from, mut to) = (&mut one, &mut two);
    // Sums that no grid has.
    let (mut last, mut before) = (0xffff, 0xfffe);
    let mut sweeps = 0;
    loop {
        let (sum, dead) = half_sweep_narrow(s, from, &mut between, to);
        core::mem::swap(&mut from, &mut to);
        sweeps += 1;
        if dead {
            return Outcome { end: End::Dead, sweeps };
        }
        if sum == SOLVED_SUM {
            let mut masks = Flat([0; FLAT]);
            for (cell, mask) in masks.0.iter_mut().enumerate().take(81) {
                let cell = if sweeps % 2 == 1 { cell % 9 * 9 + cell / 9 } else { cell };
                *mask = from[cell % 27][cell / 27];
            }
            let mut digits = [0; 81];
            write_digits(&masks, &mut digits);
            let end = if s.is_complete(&masks) { End::Solved(digits) } else { End::Dead };
            return Outcome { end, sweeps };
        }
        if sum == before {
            let masks = core::array::from_fn(|cell| from[cell % 27][cell / 27]);
            return Outcome { end: End::Stuck(masks), sweeps };
        }
        (before, last) = (last, sum);
    }
}
