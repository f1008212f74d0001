//! Progress of exact cover searches.

use farandole::cover::MemoStats;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// A progress line on standard error, shown only on a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// The remaining share of the tree when the search began.
    first: Option<f64>,
}

impl Progress {
    pub(super) fn new(quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now(), first: None }
    }

    /// Shows the progress of a search. `remaining` returns the unexplored share of the tree; it is
    /// called only if progress is visible.
    pub(super) fn show(&mut self, nodes: u64, solutions: u64, remaining: impl FnOnce() -> f64) {
        if self.bar.is_hidden() {
            return;
        }
        let remaining = remaining();
        let first = *self.first.get_or_insert(remaining);
        let done = first - remaining;
        let mut text =
            format!("{solutions} solutions, {nodes} nodes, about {:.3} % done", 100.0 * (1.0 - remaining));
        if done > 1e-4 && self.start.elapsed() > Duration::from_secs(1) {
            let left = self.start.elapsed().as_secs_f64() * remaining / done;
            if let Ok(left) = Duration::try_from_secs_f64(left) {
                text += &format!(", {} left", indicatif::HumanDuration(left));
            }
        }
        self.bar.set_message(text);
        self.bar.tick();
    }

    /// Shows the progress of a count with memoization.
    pub(super) fn memoized(&self, stats: MemoStats) {
        if !self.bar.is_hidden() {
            let MemoStats { nodes, hits, entries, .. } = stats;
            self.bar.set_message(format!("{nodes} nodes, {entries} subproblems, {hits} cache hits"));
            self.bar.tick();
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
