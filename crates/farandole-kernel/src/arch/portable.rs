//! Portable path: one `u16` per vector, for every target. Compilers vectorize the loop over lanes.

use super::generic::branch::{Choice, split};
use super::generic::entry::Entry;
use super::generic::load::read_solution;
use super::generic::narrow::{Outcome, converge};
use super::generic::propagate::{Convergence, Marks, half_sweep};
use crate::layout::{Grid, Snapshot};
use crate::simd::Simd;

/// Number of lanes of the portable path.
///
/// 16 lanes fill a 256-bit vector, or two of 128 bits, when the compiler vectorizes. More lanes spread the
/// cost of a half sweep over more puzzles; fewer leave less idle at the end of a batch.
pub(crate) const LANES: usize = 16;

/// Token of the portable path; always available.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Simd for Portable {
    const STEP: usize = 1;
    const FEW_REGISTERS: bool = false;
    type V = u16;

    #[inline(always)]
    fn splat(self, x: u16) -> u16 {
        x
    }
    #[inline(always)]
    fn load<const L: usize>(self, from: &[u16; L], at: usize) -> u16 {
        from[at]
    }
    #[inline(always)]
    fn store<const L: usize>(self, to: &mut [u16; L], at: usize, v: u16) {
        to[at] = v;
    }
    #[inline(always)]
    fn and(self, a: u16, b: u16) -> u16 {
        a & b
    }
    #[inline(always)]
    fn or(self, a: u16, b: u16) -> u16 {
        a | b
    }
    #[inline(always)]
    fn without(self, a: u16, b: u16) -> u16 {
        a & !b
    }
    #[inline(always)]
    fn add(self, a: u16, b: u16) -> u16 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn min(self, a: u16, b: u16) -> u16 {
        // Signed, because SSE2 has no unsigned minimum of words.
        (a.cast_signed()).min(b.cast_signed()).cast_unsigned()
    }
    #[inline(always)]
    fn equal(self, a: u16, b: u16) -> u16 {
        if a == b { 0xffff } else { 0 }
    }
    #[inline(always)]
    fn bits(self, mask: u16) -> u64 {
        // The mask is all ones or zero.
        u64::from(mask & 1)
    }
}

impl Entry<LANES> for Portable {
    #[inline(never)]
    fn half_sweep(
        self,
        from: &Grid<LANES>,
        to: &mut Grid<LANES>,
        convergence: &mut Convergence<LANES>,
    ) -> Marks {
        half_sweep(self, from, to, convergence)
    }
    #[inline(never)]
    fn split(self, from: &Grid<LANES>, lane: usize, most: usize, to: &mut Snapshot) -> Choice {
        split(self, from, lane, most, to)
    }
    #[inline(never)]
    fn read_solution(self, from: &Grid<LANES>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool {
        read_solution(self, from, lane, transposed, to)
    }
    #[inline(never)]
    fn converge(self, puzzle: &Grid<1>) -> Outcome {
        converge::<_, LANES>(self, puzzle)
    }
}
