//! Work sharing: each thread takes the next chunk of a table until none is left.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;

/// Settings for processing a table.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Number of threads; with 1, the calling thread does the work.
    pub threads: NonZeroUsize,
    /// The run stops soon after this flag becomes `true`. The answers for the remaining rows are
    /// then meaningless.
    pub stop: &'a AtomicBool,
}

impl Run<'static> {
    /// Returns settings for a run on the calling thread, without a stop flag.
    pub const fn alone() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { threads: NonZeroUsize::MIN, stop: &NEVER }
    }
}

impl Run<'_> {
    /// Returns true if the run should stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Calls `work` for each chunk. Each thread passes its own worker, which `worker` creates.
    pub(super) fn each<P: Send, W>(
        &self,
        chunks: impl ExactSizeIterator<Item = P> + Send,
        worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, P) + Sync,
    ) {
        let threads = self.threads.get().min(chunks.len());
        let chunks = Mutex::new(chunks);
        let loop_ = || {
            let mut worker = worker();
            while !self.is_stopped() {
                // The lock is released as soon as the chunk has been taken.
                let chunk = chunks.lock().map_or(None, |mut chunks| chunks.next());
                let Some(chunk) = chunk else { break };
                work(&mut worker, chunk);
            }
        };
        if threads <= 1 {
            return loop_();
        }
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(loop_))));
    }
}
