//! The progress line on standard error, where that is a terminal.

use farandole::logic::cancel::Effort;
use farandole::pipeline::{Reached, Source, Watch};
use farandole::{Alarm, Progress};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the time is shown.
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

    /// Goes on showing the time that has passed, where a single puzzle may take long, behind words for what is done.
    pub(crate) fn show_time(&self, doing: &'static str) {
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}{prefix}") {
            self.bar.set_style(style);
        }
        self.bar.set_message(doing);
        self.bar.enable_steady_tick(TICK);
    }

    /// Shows words for how far it is.
    pub(crate) fn say(&self, text: String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text);
        }
    }

    /// A function that shows how far a long search or rating is.
    pub(crate) fn watch(&self) -> Watch {
        let bar = self.bar.clone();
        Arc::new(move |reached| {
            if !bar.is_hidden() {
                bar.set_prefix(words(reached));
                bar.tick();
            }
        })
    }

    /// Who looks in on one rating: it is shown how far that is, and ended when the alarm rings.
    pub(crate) fn look<'a>(&'a self, alarm: &'a Alarm) -> impl Fn(Effort) -> ControlFlow<()> + 'a {
        move |effort| {
            if !self.bar.is_hidden() {
                self.bar.set_prefix(words(Reached::Rating(effort)));
                self.bar.tick();
            }
            if alarm.has_rung() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    /// Begins with an input.
    pub(crate) fn input(&mut self, source: &Arc<Source>) {
        self.input = Some((Arc::clone(source), Instant::now()));
    }

    /// Shows how many puzzles are done.
    pub(crate) fn count(&self, puzzles: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let elapsed = self.start.elapsed();
        let mut text = format!("{puzzles} puzzles, {} a second", rate(puzzles, elapsed));
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

    /// Shows how many of so many steps are done.
    pub(crate) fn steps(&self, done: u64, of: u64, what: &str) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{what}{}", share(done, of, self.start.elapsed())));
            self.bar.tick();
        }
    }

    /// Runs something that writes to standard error.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How far a search or a rating is, in words.
fn words(reached: Reached) -> String {
    match reached {
        Reached::Search(Progress { nodes, solutions }) => format!("; {nodes} nodes, {solutions} solutions"),
        Reached::Rating(Effort { steps, work, .. }) => {
            format!("; step {} after {work} units of work", steps + 1)
        }
        Reached::Steps { done, of } => {
            format!("; {:.1} %, {done} of {of} steps", 100.0 * done as f64 / of.max(1) as f64)
        }
        Reached::Records { done, of } => format!("; {done} of {of} puzzles under way"),
        _ => String::new(),
    }
}

/// How many in a second, in full.
fn rate(count: u64, elapsed: Duration) -> u64 {
    (count as f64 / elapsed.as_secs_f64().max(1e-9)).round() as u64
}

/// The share that is done, and how long the rest will take.
fn share(done: u64, of: u64, elapsed: Duration) -> String {
    let share = (done as f64 / of.max(1) as f64).min(1.0);
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
        let rating = Reached::Rating(Effort::default());
        assert_eq!(words(rating), "; step 1 after 0 units of work");
        assert_eq!(words(Reached::Steps { done: 40, of: 112 }), "; 35.7 %, 40 of 112 steps");
        assert_eq!(words(Reached::Records { done: 3, of: 64 }), "; 3 of 64 puzzles under way");
        assert_eq!(rate(10_771, Duration::from_millis(999)), 10_782);
    }
}
