//! Instruction sets, and the code they share.

pub(crate) mod all;
pub(crate) mod generic;

use crate::layout::{Flat, Grid};
use generic::propagate::{Book, Marks};

/// The two hot functions, each compiled for one instruction set with `L` lanes.
pub(crate) trait Entry<const L: usize>: Copy {
    /// See [`generic::propagate::half_sweep`].
    fn half_sweep(self, from: &Grid<L>, to: &mut Grid<L>, book: &mut Book<L>) -> Marks;
    /// See [`generic::branch::choose`].
    fn choose(self, cells: &Flat) -> usize;
}
