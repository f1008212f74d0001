//! Runs numbered attempts and writes the puzzles that they make.

use crate::args::GenerateArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::Output;
use crate::progress::ProgressLine;
use farandole::research::generate::{Attempts, Order, Progress, run as make};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// Writes the puzzles of a run.
pub(super) trait Printer<T> {
    /// Adds the text of a puzzle. Returns false if the puzzle is not one of the results.
    fn add(&mut self, made: &T, text: &mut Vec<u8>) -> Result<bool, Failure>;

    /// Adds the text after the last puzzle.
    fn end(&mut self, _text: &mut Vec<u8>) {}
}

/// The options of a run that do not concern the puzzles.
#[derive(Clone, Copy)]
pub(super) struct Delivery<'a> {
    pub(super) output: Option<&'a Path>,
    /// True if the attempts are reported even when there are enough puzzles.
    pub(super) summary: bool,
    pub(super) quiet: bool,
    /// A random seed to report, so that the run can be repeated.
    pub(super) random_seed: Option<u64>,
}

impl<'a> Delivery<'a> {
    pub(super) fn of(args: &'a GenerateArgs) -> Self {
        let random_seed = args.seed.filter(|_| args.seed_is_random);
        Self { output: args.output.as_deref(), summary: args.summary, quiet: args.quiet, random_seed }
    }

    /// Reports a random seed, unless messages are suppressed.
    pub(super) fn report_seed(&self) {
        if let (Some(seed), false) = (self.random_seed, self.quiet) {
            config::report_seed(seed);
        }
    }
}

/// Generates the puzzles and writes them.
pub(super) fn deliver<A: Attempts>(
    delivery: Delivery<'_>,
    order: &Order,
    attempts: &A,
    printer: &mut (impl Printer<A::Output> + Send),
) -> Result<u8, Failure> {
    let mut out = Output::open(delivery.output)?;
    delivery.report_seed();
    let line = ProgressLine::new(delivery.quiet);
    line.show_time("generating");
    let (start, count) = (Instant::now(), order.count);
    let (mut failure, mut printed, mut last_printed) = (None, 0, start);
    let is_out_of_patience =
        |last: Instant| order.patience.is_some_and(|patience| last.elapsed() >= patience);
    let mut take = |made: A::Output| {
        let mut text = Vec::new();
        let written = printer.add(&made, &mut text).and_then(|is_result| {
            printed += u64::from(is_result);
            if is_result {
                last_printed = Instant::now();
            }
            out.put(&text)
        });
        failure = written.err();
        // A layout that was printed before is no result.
        let is_done = failure.is_some() || printed == count || is_out_of_patience(last_printed);
        if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut watch = |progress: &Progress| {
        line.set_message(so_far(progress, count, start.elapsed()));
        ControlFlow::Continue(())
    };
    // Not every generated puzzle is a result, so the number to generate is not known in advance.
    let endless = Order { count: if count == 0 { 0 } else { u64::MAX }, ..order.clone() };
    let progress = make(&endless, attempts, &mut take, &mut watch);
    line.finish();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let progress = progress.map_err(|error| Failure::io("threads", error))?;
    let mut end = Vec::new();
    printer.end(&mut end);
    out.put(&end)?;
    out.finish()?;
    let progress = Progress { made: printed, ..progress };
    let few = printed < count;
    if delivery.summary || few {
        warn!("{}", summary(&progress, count, start.elapsed()));
    }
    if few && let Some(patience) = order.patience.filter(|_| is_out_of_patience(last_printed)) {
        warn!("{}", out_of_patience(patience));
    }
    Ok(if few { exit::UNDECIDED } else { exit::DONE })
}

/// Returns the message for a run that ended because no puzzle was found for a long time.
pub(super) fn out_of_patience(patience: Duration) -> String {
    let seconds = patience.as_secs();
    format!(
        "stopped after {seconds} s without a new puzzle; --time sets another limit, --time none sets none"
    )
}

/// Returns the progress line.
fn so_far(progress: &Progress, count: u64, elapsed: Duration) -> String {
    let rate = progress.made as f64 / elapsed.as_secs_f64().max(1e-9);
    let made = progress.made.min(count);
    format!("{made} of {count} puzzles, {rate:.1} per second, {} attempts", progress.tries)
}

/// Returns the summary of a run.
fn summary(progress: &Progress, count: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = progress.made as f64 / seconds.max(1e-9);
    let mut text = format!(
        "{} of {count} puzzles from {} attempts; {seconds:.3} s, {rate:.1} per second",
        progress.made, progress.tries
    );
    for (what, number) in progress.rejected.iter() {
        text += &format!("; rejected for {what}: {number}");
    }
    text
}
