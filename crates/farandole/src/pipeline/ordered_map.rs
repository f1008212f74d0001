//! Ordered parallel map: all threads process records, and results are delivered in the order of the
//! input.
//!
//! [`map_in_order`] splits a block of records into parts and distributes the parts to the threads
//! of the current rayon pool. At the same time, one of the threads reads the next block. The block
//! size adapts to the processing time. Blocks of slow searches are small, so that answers appear
//! soon; blocks of fast searches are large enough to keep all threads busy. Memory use is
//! independent of the length of the input.

use super::records::{MOST_BYTES, MapError, RecordSlice, Records};
use rayon::prelude::*;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of records in progress per thread.
const MOST_RECORDS: usize = 1 << 14;
/// Number of parts per thread in a block. With fewer parts, threads wait longer for the last part.
/// With more parts, vector lanes of the kernel are idle more often.
const PIECES: usize = 8;
/// Target duration of the work on one block.
const ROUND: Duration = Duration::from_millis(100);

/// Calls `work` on parts of the records on the threads of the current rayon pool. Calls `done` on
/// the results in the order of the records, each as soon as all earlier results are done. If `done`
/// breaks, the work in progress is discarded.
///
/// # Errors
/// If reading fails, after `done` has received every earlier result, or if `done` returns an error.
pub fn map_in_order<T: Send, E: Send>(
    records: &mut Records,
    work: impl Fn(RecordSlice<'_>) -> T + Sync,
    mut done: impl FnMut(T) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), MapError<E>> {
    let threads = rayon::current_num_threads();
    let mut most = 16 * threads;
    let most_bytes = threads * MOST_BYTES;
    let mut next = records.next_block(most, most_bytes).map_err(MapError::Read)?;
    while let Some(block) = next {
        let start = Instant::now();
        let mut took = Duration::ZERO;
        let most_now = most;
        let (flow, following) = rayon::join(
            || {
                let whole = block.whole();
                let size = whole.len().div_ceil(PIECES * threads).max(1);
                let slices: Vec<RecordSlice<'_>> = whole.chunks(size).collect();
                let queue = Mutex::new(Queue::new(slices.len(), &mut done));
                slices.into_par_iter().enumerate().for_each(|(k, slice)| {
                    let result = work(slice);
                    queue.lock().unwrap_or_else(PoisonError::into_inner).put(k, result);
                });
                let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
                took = start.elapsed().saturating_sub(queue.took);
                queue.flow
            },
            || records.next_block(most_now, most_bytes),
        );
        if flow.map_err(MapError::Done)?.is_break() {
            return Ok(());
        }
        if took < ROUND / 2 {
            most = (2 * most).min(threads * MOST_RECORDS);
        } else if took > 2 * ROUND {
            most = (most / 2).max(threads);
        }
        next = following.map_err(MapError::Read)?;
    }
    Ok(())
}

/// Results that arrive in any order and are delivered in the order of the records.
struct Queue<'a, T, E, D> {
    /// For each part of the block, its result between its arrival and its delivery.
    waiting: Vec<Option<T>>,
    next: usize,
    done: &'a mut D,
    /// The last result of `done`. After a break or an error, `done` is not called again.
    flow: Result<ControlFlow<()>, E>,
    /// Total duration of the calls to `done`.
    took: Duration,
}

impl<'a, T, E, D: FnMut(T) -> Result<ControlFlow<()>, E>> Queue<'a, T, E, D> {
    fn new(count: usize, done: &'a mut D) -> Self {
        let waiting = (0..count).map(|_| None).collect();
        Self { waiting, next: 0, done, flow: Ok(ControlFlow::Continue(())), took: Duration::ZERO }
    }

    fn put(&mut self, k: usize, result: T) {
        self.waiting[k] = Some(result);
        let start = Instant::now();
        while let Some(result) = self.waiting.get_mut(self.next).and_then(Option::take) {
            self.next += 1;
            if matches!(self.flow, Ok(ControlFlow::Continue(()))) {
                self.flow = (self.done)(result);
            }
        }
        self.took += start.elapsed();
    }
}

/// Returns a pool of this many threads, or of one thread per core if `count` is `None`.
///
/// # Errors
/// If the system cannot start the threads.
pub fn threads(count: Option<usize>) -> io::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(count.unwrap_or(0)).build().map_err(io::Error::other)
}

/// Workers that are created on demand and reused, so that their buffers and tables are kept.
pub(super) struct Workers<W, F> {
    /// The idle workers. They are boxed, since workers may be large and are moved for every part.
    idle: Mutex<Vec<Box<W>>>,
    make: F,
}

impl<W, F: Fn() -> W> Workers<W, F> {
    /// Returns an empty set; `make` creates a worker.
    pub(super) const fn new(make: F) -> Self {
        Self { idle: Mutex::new(Vec::new()), make }
    }

    /// Runs `task` with an idle worker, or with a new one if all are busy.
    pub(super) fn with<T>(&self, task: impl FnOnce(&mut W) -> T) -> T {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut worker = idle.unwrap_or_else(|| Box::new((self.make)()));
        let result = task(&mut worker);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        result
    }
}
