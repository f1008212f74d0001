//! Instruction sets, and the code they share.

pub(crate) mod all;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod generic;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
pub(crate) mod v128;

use crate::layout::{Flat, Grid};
use generic::branch::Choice;
use generic::narrow::Outcome;
use generic::propagate::{Book, Marks};

/// The hot functions, each compiled for one instruction set with `L` lanes.
pub(crate) trait Entry<const L: usize>: Copy {
    /// See [`generic::propagate::half_sweep`].
    fn half_sweep(self, from: &Grid<L>, to: &mut Grid<L>, book: &mut Book<L>) -> Marks;
    /// Copies a lane out and returns the cell to branch on; see [`generic::branch::choose`].
    fn split(self, from: &Grid<L>, lane: usize, most: usize, to: &mut Flat) -> Choice;
    /// See [`generic::load::read_solution`].
    fn read_solution(self, from: &Grid<L>, lane: usize, turned: bool, to: &mut [u8; 81]) -> bool;
    /// See [`generic::narrow::settle`].
    fn settle(self, puzzle: &Grid<1>) -> Outcome;
}

/// The `N` lanes from `at` on; `at` is a multiple of `N` and `L` too.
#[inline(always)]
#[allow(dead_code, reason = "a target without vectors has no use for it")]
pub(crate) fn window<const N: usize, const L: usize>(lanes: &[u16; L], at: usize) -> &[u16; N] {
    const { assert!(L.is_multiple_of(N)) };
    &lanes.as_chunks().0[at / N]
}

/// As [`window`], for writing.
#[inline(always)]
#[allow(dead_code, reason = "a target without vectors has no use for it")]
pub(crate) fn window_mut<const N: usize, const L: usize>(lanes: &mut [u16; L], at: usize) -> &mut [u16; N] {
    const { assert!(L.is_multiple_of(N)) };
    &mut lanes.as_chunks_mut().0[at / N]
}
