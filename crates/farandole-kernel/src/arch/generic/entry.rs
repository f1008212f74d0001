//! Multiversioned functions: the hot code of the kernel, compiled once for each instruction set.
//!
//! The generic bodies are `#[inline(always)]`. Each instruction set enters them from one function with its
//! `#[target_feature]`s, so that every intrinsic is inlined; `cargo xtask asm` checks that.

use super::branch::Choice;
use super::narrow::Outcome;
use super::propagate::{Convergence, Marks};
use crate::layout::{Grid, Snapshot};

/// The hot functions, each compiled for one instruction set with `L` lanes.
pub(crate) trait Entry<const L: usize>: Copy {
    /// See [`super::propagate::half_sweep`].
    fn half_sweep(self, from: &Grid<L>, to: &mut Grid<L>, convergence: &mut Convergence<L>) -> Marks;
    /// Copies a lane out and returns the cell to branch on; see [`super::branch::choose`].
    fn split(self, from: &Grid<L>, lane: usize, most: usize, to: &mut Snapshot) -> Choice;
    /// See [`super::load::read_solution`].
    fn read_solution(self, from: &Grid<L>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool;
    /// See [`super::narrow::settle`].
    fn settle(self, puzzle: &Grid<1>) -> Outcome;
}
