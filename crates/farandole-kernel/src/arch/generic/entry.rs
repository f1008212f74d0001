//! Function multiversioning: the hot functions of the kernel, compiled once per instruction set.
//!
//! The generic bodies are `#[inline(always)]`. Each instruction set calls them from one function with its
//! `#[target_feature]`s, so that every intrinsic is inlined. A body must not be recursive: it would leave
//! that function, and each intrinsic would become a call. `cargo xtask asm` checks the machine code for such
//! calls.

use super::branch::{Breadth, Choice};
use super::narrow::Outcome;
use super::propagate::{Convergence, Marks};
use crate::layout::{Grid, Snapshot};

/// The hot functions, compiled for one instruction set with `L` lanes.
pub(crate) trait Entry<const L: usize>: Copy {
    /// Propagates all lanes once; see [`super::propagate::half_sweep`].
    fn half_sweep(self, from: &Grid<L>, to: &mut Grid<L>, convergence: &mut Convergence<L>) -> Marks;
    /// Copies a lane out and returns the cells to branch on; see [`super::branch::split`].
    fn split(self, from: &Grid<L>, lane: usize, breadth: Breadth, to: &mut Snapshot) -> Choice;
    /// Reads a lane that may be a solution; see [`super::load::read_solution`].
    fn read_solution(self, from: &Grid<L>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool;
    /// Propagates a single puzzle to its fixpoint; see [`super::narrow::converge`].
    fn converge(self, puzzle: &Grid<1>) -> Outcome;
}
