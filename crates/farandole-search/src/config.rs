//! Run configuration: limits, cancellation and progress reports.

use core::fmt;
use core::sync::atomic::AtomicBool;

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// Maximum number of solutions; `u64::MAX` finds all. The default is 1.
    pub limit: u64,
    /// Maximum number of [nodes](crate::Counters::nodes); `u64::MAX`, the default, means no limit.
    pub budget: u64,
    /// Stop flag: the run ends soon after it becomes `true`. Engines read it at every node; the
    /// `kernel` reads it at every solution or every sweep.
    pub cancel: Option<&'a AtomicBool>,
    /// Approximate maximum memory of the search, in bytes. A puzzle whose tables need more is rejected before
    /// the search. The engine `search` deletes learned clauses if they would exceed the remaining memory. The
    /// default is `u64::MAX`.
    pub memory: u64,
    /// Callback that receives the progress from time to time.
    pub watcher: Option<Watcher<'a>>,
    /// Random seed of `search` and of searches for variants. For classic puzzles, it affects only those that
    /// need learning. The set of all solutions does not depend on the seed, but their order may. The default
    /// is 0.
    pub seed: u64,
}

/// A callback that receives the [`Progress`] of a run every few thousand nodes or solutions.
#[derive(Clone, Copy)]
pub struct Watcher<'a>(pub &'a (dyn Fn(&Progress) + Sync));

impl fmt::Debug for Watcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Number of [nodes](crate::Counters::nodes) so far. The `kernel` counts its nodes only at the end. Until
    /// then, this is a lower bound: one less than the number of solutions so far.
    pub nodes: u64,
    /// Number of solutions visited so far. The first stage of `search` delivers its solutions only
    /// at its end, and they are not counted here until then.
    pub solutions: u64,
}

impl Default for Config<'_> {
    fn default() -> Self {
        Self { limit: 1, budget: u64::MAX, cancel: None, memory: u64::MAX, watcher: None, seed: 0 }
    }
}
