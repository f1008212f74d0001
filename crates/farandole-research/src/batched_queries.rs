//! Batched queries: many puzzles are processed at once, each with one query at a time.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use farandole_kernel::{Config, Counters, End, Isa, Stream, solve_stream};

/// A stop flag that is never set.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

/// A sequence of dependent queries to the kernel.
pub(crate) trait QuerySequence {
    /// Writes the candidates of the next query. Returns false if there are no more queries.
    fn next_query(&mut self, masks: &mut [u16; 81]) -> bool;
    /// Receives a solution in ASCII. The query ends if this returns [`ControlFlow::Break`].
    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()>;
    /// Called when the query has ended. [`End::Stopped`] means that [`solution`](Self::solution)
    /// returned [`ControlFlow::Break`].
    fn query_ended(&mut self, end: End);
}

/// Runs sequences of queries until there are no more. `done` receives each sequence at its end, in
/// order of completion.
///
/// `begin` returns the next sequence, if there is one. Sequences in progress are dropped if `stop`
/// is set. Returns the counters of all queries, and their number.
pub(crate) fn run_batched<W: QuerySequence>(
    isa: Isa,
    budget: u64,
    stop: &AtomicBool,
    begin: &mut dyn FnMut() -> Option<W>,
    done: &mut dyn FnMut(W),
) -> (Counters, u64) {
    let config = Config { limit: u32::MAX, budget };
    let mut lanes = Lanes { sequences: Vec::new(), free: None, stop, begin, done, queries: 0 };
    let counters = solve_stream(isa, &config, &mut lanes);
    (counters, lanes.queries)
}

struct Lanes<'a, W> {
    /// The sequences in progress. A query is identified by the index of its sequence.
    sequences: Vec<Option<W>>,
    /// The index of the sequence whose query has just been answered.
    free: Option<usize>,
    stop: &'a AtomicBool,
    begin: &'a mut dyn FnMut() -> Option<W>,
    done: &'a mut dyn FnMut(W),
    queries: u64,
}

impl<W: QuerySequence> Stream for Lanes<'_, W> {
    fn next(&mut self, masks: &mut [u16; 81]) -> Option<usize> {
        // The sequence that was just answered continues in the same lane.
        let index = self.free.take().unwrap_or_else(|| {
            self.sequences.push(None);
            self.sequences.len() - 1
        });
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if self.sequences[index].is_none() {
                self.sequences[index] = (self.begin)();
            }
            if self.sequences[index].as_mut()?.next_query(masks) {
                self.queries += 1;
                return Some(index);
            }
            if let Some(sequence) = self.sequences[index].take() {
                (self.done)(sequence);
            }
        }
    }

    fn solution(&mut self, index: usize, _: u32, grid: &[u8; 81]) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.sequences[index].as_mut().map_or(ControlFlow::Break(()), |sequence| sequence.solution(grid))
    }

    fn finish(&mut self, index: usize, end: End, _: Counters) {
        // The result of a stopped query is not valid.
        if let Some(sequence) = &mut self.sequences[index]
            && !self.stop.load(Ordering::Relaxed)
        {
            sequence.query_ended(end);
        }
        self.free = Some(index);
    }
}
