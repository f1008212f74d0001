//! Work sharing: pieces of a table, taken one after the other by all threads.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;

/// How a table is worked through.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// How many threads work; with 1 it is the calling one.
    pub threads: NonZeroUsize,
    /// The run stops soon after this flag becomes `true`; the answers for the rest say nothing then.
    pub stop: &'a AtomicBool,
}

impl Run<'static> {
    /// On the calling thread, up to the end.
    pub const fn alone() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { threads: NonZeroUsize::MIN, stop: &NEVER }
    }
}

impl Run<'_> {
    /// Whether the run should stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Calls `work` with each piece and a worker of the thread.
    pub(super) fn each<P: Send, W>(
        &self,
        pieces: impl ExactSizeIterator<Item = P> + Send,
        worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, P) + Sync,
    ) {
        let threads = self.threads.get().min(pieces.len());
        let pieces = Mutex::new(pieces);
        let loop_ = || {
            let mut worker = worker();
            while !self.is_stopped() {
                // The lock is free again when the piece has been taken.
                let piece = pieces.lock().map_or(None, |mut pieces| pieces.next());
                let Some(piece) = piece else { break };
                work(&mut worker, piece);
            }
        };
        if threads <= 1 {
            return loop_();
        }
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(loop_))));
    }
}
