//! Portable path: one `u16` per vector, for every target. Compilers vectorize the loop over lanes.

use super::generic::branch::{Breadth, Choice, split};
use super::generic::entry::Entry;
use super::generic::load::read_solution;
use super::generic::narrow::{Outcome, converge};
use super::generic::propagate::{Convergence, Marks, half_sweep};
use crate::layout::{Grid, Snapshot};
use crate::simd::Simd;
use crate::vectors::sealed::Token;
use crate::vectors::{Task, Vectors};

/// Number of lanes of the portable path.
///
/// 16 lanes fill a 256-bit vector, or two of 128 bits, when the compiler vectorizes. More lanes spread the
/// cost of a half sweep over more puzzles; fewer leave less idle at the end of a batch.
pub(crate) const LANES: usize = 16;

/// Token of the portable path; always available.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Token for Portable {}

impl Vectors for Portable {
    const STEP: usize = 1;
    type V = u16;
    type M = bool;

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
    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
    #[inline(always)]
    fn sub(self, a: u16, b: u16) -> u16 {
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn mul(self, a: u16, b: u16) -> u16 {
        a.wrapping_mul(b)
    }
    #[inline(always)]
    fn meets(self, a: u16, b: u16) -> bool {
        a & b != 0
    }
    #[inline(always)]
    fn differs(self, a: u16, b: u16) -> bool {
        a != b
    }
    #[inline(always)]
    fn both(self, a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn either(self, a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn except(self, a: bool, b: bool) -> bool {
        a & !b
    }
    #[inline(always)]
    fn lanes(self, m: bool) -> u32 {
        u32::from(m)
    }
    #[inline(always)]
    fn of_lanes(self, bits: u32) -> bool {
        bits & 1 != 0
    }
    #[inline(always)]
    fn select(self, m: bool, a: u16, b: u16) -> u16 {
        if m { a } else { b }
    }
    #[inline(always)]
    fn keep(self, m: bool, a: u16) -> u16 {
        if m { a } else { 0 }
    }
    #[inline(always)]
    fn half(self, a: u16) -> u16 {
        a >> 1
    }
    #[inline(always)]
    fn index(self, a: u16) -> u16 {
        // An empty mask has 16 trailing zeros.
        (a.trailing_zeros() % 16) as u16
    }
    #[inline(always)]
    fn reverse(self, a: u16) -> u16 {
        a.reverse_bits() >> 7
    }
    #[inline(always)]
    fn power(self, a: u16) -> u16 {
        1 << a.min(15)
    }
    #[inline(always)]
    fn shift_right(self, a: u16, by: u16) -> u16 {
        a >> (by & 15)
    }
}

impl Simd for Portable {
    const FEW_REGISTERS: bool = false;
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
    fn split(self, from: &Grid<LANES>, lane: usize, breadth: Breadth, to: &mut Snapshot) -> Choice {
        split(self, from, lane, breadth, to)
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
