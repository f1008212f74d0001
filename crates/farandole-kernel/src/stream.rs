//! Feedback streams: searches supplied one by one, each as soon as a lane is free, so that the next search
//! can depend on earlier results.
//!
//! A random walk over puzzles needs one answer before it can make the next query. With batches, every step
//! would wait for the slowest puzzle of a slice; here the lane that has just finished takes the next query at
//! once.
//!
//! It performs badly if there are fewer independent walks than lanes: the remaining lanes idle, and each half
//! sweep costs the same.

use core::ops::ControlFlow;

use crate::arch::generic::load::write_lane;
use crate::arch::generic::search::Source;
use crate::batch::dispatch;
use crate::layout::{ALL, Grid};
use crate::{Config, Counters, End, Isa};

/// A source of queries and the receiver of their solutions.
pub trait Stream {
    /// Writes the candidates of the next query and returns a number that identifies it. Each mask holds the
    /// candidates of a cell, row-major, in bit `digit - 1`; bits above the ninth are ignored.
    ///
    /// Returns `None` if there is no query now. The lane then stays idle until the call ends. The call right
    /// after [`finish`](Self::finish) is for the lane that has become free.
    fn next(&mut self, masks: &mut [u16; 81]) -> Option<usize>;

    /// Receives the `nth` solution, counted from 1, of a query: digits `b'1'..=b'9'`, row-major. The search
    /// of this query ends if the method returns `Break`, or at [`Config::limit`].
    fn solution(&mut self, query: usize, nth: u32, grid: &[u8; 81]) -> ControlFlow<()>;

    /// Receives the end of a query: [`End::Exhausted`], [`End::LimitReached`], [`End::BudgetSpent`], or
    /// [`End::Stopped`] if [`solution`](Self::solution) returned `Break`.
    fn finish(&mut self, query: usize, end: End, counters: Counters);
}

/// Searches every query of a stream, [`Isa::lanes`] at a time, and returns the sum of the counters.
///
/// The result of a query does not depend on the others, and solutions come in the same order on every
/// instruction set. [`Config::limit`] and [`Config::budget`] apply to each query. With a limit of 2 the
/// second solution may be counted without being visited.
///
/// ```
/// use core::ops::ControlFlow;
/// use farandole_kernel::{Config, Counters, End, Isa, Stream, solve_stream};
///
/// /// Adds digits of a solution until the puzzle has only this one.
/// struct Fill { masks: [u16; 81], open: Option<usize>, queries: usize }
///
/// impl Stream for Fill {
///     fn next(&mut self, masks: &mut [u16; 81]) -> Option<usize> {
///         *masks = self.masks;
///         self.queries += 1;
///         (self.queries == 1 || self.open.is_some()).then_some(0)
///     }
///     fn solution(&mut self, _: usize, nth: u32, grid: &[u8; 81]) -> ControlFlow<()> {
///         self.open = (0..81).find(|cell| nth == 2 && self.masks[*cell].count_ones() > 1);
///         if let Some(cell) = self.open { self.masks[cell] = 1 << (grid[cell] - b'1') }
///         if nth == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
///     }
///     fn finish(&mut self, _: usize, _: End, _: Counters) {}
/// }
///
/// let mut fill = Fill { masks: [0x1ff; 81], open: None, queries: 0 };
/// let all = Config { limit: u32::MAX, ..Config::default() };
/// solve_stream(Isa::detect(), &all, &mut fill);
/// assert!(fill.queries > 1);
/// ```
pub fn solve_stream(isa: Isa, config: &Config, stream: &mut dyn Stream) -> Counters {
    dispatch(isa, config, &mut Queries(stream), None)
}

struct Queries<'a>(&'a mut dyn Stream);

impl Source for Queries<'_> {
    // A query is not stored, so a search cannot start again from it.
    const MAY_SHARE: bool = false;

    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        let mut masks = [ALL; 81];
        // Open masks are the neutral start, so a caller may fill only some cells.
        let query = self.0.next(&mut masks)?;
        // The search relies on these bits being zero.
        for mask in &mut masks {
            *mask &= ALL;
        }
        write_lane(to, lane, &masks);
        Some(query)
    }

    fn solution(&mut self, query: usize, nth: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()> {
        self.0.solution(query, nth, &grid())
    }

    fn finish(&mut self, query: usize, _: u32, end: End, counters: Counters) {
        self.0.finish(query, end, counters);
    }
}
