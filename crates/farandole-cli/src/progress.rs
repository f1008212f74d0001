//! The progress line on standard error, shown only on a terminal.

use farandole::engines::Progress;
use farandole::logic::cancel::RatingProgress;
use farandole::pipeline::{ProgressCallback, RecordProgress, Source};
use farandole::search::Alarm;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Interval between updates of the elapsed time.
const TICK: Duration = Duration::from_millis(200);

/// A progress line.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    start: Instant,
    input: Option<(Arc<Source>, Instant)>,
}

impl ProgressLine {
    pub(crate) fn new(quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}{prefix}") {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now(), input: None }
    }

    /// Keeps updating the elapsed time, preceded by these words, for commands in which a single
    /// puzzle may take long.
    pub(crate) fn show_time(&self, doing: &'static str) {
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}{prefix}") {
            self.bar.set_style(style);
        }
        self.bar.set_message(doing);
        self.bar.enable_steady_tick(TICK);
    }

    /// Sets the text of the line.
    pub(crate) fn set_message(&self, text: String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text);
        }
    }

    /// Returns a callback that shows the progress of a long search or rating.
    pub(crate) fn watch(&self) -> ProgressCallback {
        let bar = self.bar.clone();
        Arc::new(move |reached| {
            if !bar.is_hidden() {
                bar.set_prefix(progress_text(reached));
                bar.tick();
            }
        })
    }

    /// Returns the callback of a rating, which shows its progress and ends it when the alarm rings.
    pub(crate) fn watch_until<'a>(
        &'a self,
        alarm: &'a Alarm,
    ) -> impl Fn(RatingProgress) -> ControlFlow<()> + 'a {
        move |progress| {
            if !self.bar.is_hidden() {
                self.bar.set_prefix(progress_text(RecordProgress::Rating(progress)));
                self.bar.tick();
            }
            if alarm.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    /// Starts the progress of an input.
    pub(crate) fn input(&mut self, source: &Arc<Source>) {
        self.input = Some((Arc::clone(source), Instant::now()));
    }

    /// Shows the number of completed puzzles.
    pub(crate) fn count(&self, puzzles: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let elapsed = self.start.elapsed();
        let mut text = format!("{puzzles} puzzles, {} per second", rate(puzzles, elapsed));
        if let Some((source, start)) = &self.input {
            text += &format!(", {}", source.name);
            if let Some(length) = source.length.filter(|length| *length > 0) {
                text += &share(source.position(), length, start.elapsed());
            }
        }
        self.bar.set_message(text);
        self.bar.set_prefix("");
        self.bar.tick();
    }

    /// Shows the number of completed steps out of a total.
    pub(crate) fn steps(&self, done: u64, total: u64, what: &str) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{what}{}", share(done, total, self.start.elapsed())));
            self.bar.tick();
        }
    }

    /// Hides the line while a function writes to standard error.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Describes the progress of a search or a rating in words.
fn progress_text(reached: RecordProgress) -> String {
    match reached {
        RecordProgress::Search(Progress { nodes, solutions }) => {
            format!("; {nodes} nodes, {solutions} solutions")
        }
        RecordProgress::Rating(RatingProgress { steps, work, .. }) => {
            format!("; step {} after {work} units of work", steps + 1)
        }
        RecordProgress::Steps { done, of: total } => {
            format!("; {:.1} %, {done} of {total} steps", 100.0 * done as f64 / total.max(1) as f64)
        }
        RecordProgress::Records { done, of: total } => format!("; {done} of {total} puzzles in this batch"),
        _ => String::new(),
    }
}

/// Returns a number per second, rounded down.
fn rate(count: u64, elapsed: Duration) -> u64 {
    (count as f64 / elapsed.as_secs_f64().max(1e-9)).round() as u64
}

/// Returns the completed share and the remaining time as text.
fn share(done: u64, total: u64, elapsed: Duration) -> String {
    let share = (done as f64 / total.max(1) as f64).min(1.0);
    let mut text = format!(" {:.0} %", 100.0 * share);
    if elapsed >= Duration::from_secs(1) && share > 0.0 {
        let left = elapsed.as_secs_f64() * (1.0 - share) / share;
        if let Ok(left) = Duration::try_from_secs_f64(left) {
            text += &format!(", {} left", HumanDuration(left));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_a_share_with_the_time_left() {
        assert_eq!(share(25, 100, Duration::from_secs(10)), " 25 %, 30 seconds left");
        assert_eq!(share(100, 100, Duration::from_millis(10)), " 100 %");
        let rating = RecordProgress::Rating(RatingProgress::default());
        assert_eq!(progress_text(rating), "; step 1 after 0 units of work");
        assert_eq!(progress_text(RecordProgress::Steps { done: 40, of: 112 }), "; 35.7 %, 40 of 112 steps");
        assert_eq!(
            progress_text(RecordProgress::Records { done: 3, of: 64 }),
            "; 3 of 64 puzzles in this batch"
        );
        assert_eq!(rate(10_771, Duration::from_millis(999)), 10_782);
    }
}
