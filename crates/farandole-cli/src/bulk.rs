//! The way of all commands that read records: inputs in turn, pieces on all threads, answers in order.

use crate::config::{InputConfig, OutputConfig};
use crate::exit::{CHECK_FAILED, DONE, Failure, IO, UNDECIDED, UNREADABLE};
use crate::output::{JsonAnswer, json_line};
use farandole::format::{Dialect, ParseError, WriteConfig, write_end, write_start};
use farandole::pipeline::batch::{Answerer, Question};
use farandole::pipeline::input::Input;
use farandole::pipeline::records::{self as stream, Piece, Records, StreamError, Workers};
use farandole::{Progress, Unsupported};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::{AddAssign, ControlFlow};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What happened to the records so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) records: u64,
    pub(crate) solved: u64,
    pub(crate) without_solution: u64,
    pub(crate) several: u64,
    pub(crate) unreadable: u64,
    pub(crate) undecided: u64,
    pub(crate) failed_checks: u64,
    pub(crate) checked: u64,
    pub(crate) nodes: u64,
    pub(crate) guesses: u64,
    pub(crate) unopened: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.records += other.records;
        self.solved += other.solved;
        self.without_solution += other.without_solution;
        self.several += other.several;
        self.unreadable += other.unreadable;
        self.undecided += other.undecided;
        self.failed_checks += other.failed_checks;
        self.checked += other.checked;
        self.nodes += other.nodes;
        self.guesses += other.guesses;
        self.unopened += other.unopened;
    }
}

impl Tally {
    /// The exit code that this makes: the largest that applies.
    pub(crate) const fn exit_code(&self) -> u8 {
        if self.unopened > 0 {
            IO
        } else if self.undecided > 0 {
            UNDECIDED
        } else if self.unreadable > 0 {
            UNREADABLE
        } else if self.failed_checks > 0 {
            CHECK_FAILED
        } else {
            DONE
        }
    }

    pub(crate) fn summary(&self, elapsed: Duration) -> String {
        let mut text = format!("{} puzzles", self.records);
        for (count, what) in [
            (self.solved, "solved"),
            (self.checked, "checked"),
            (self.without_solution, "without solution"),
            (self.several, "with several solutions"),
            (self.unreadable, "unreadable"),
            (self.undecided, "undecided"),
            (self.failed_checks, "failed"),
        ] {
            if count > 0 {
                let _ = write!(text, ", {count} {what}");
            }
        }
        if self.nodes > 0 {
            let _ = write!(text, "; {} nodes, {} guesses", self.nodes, self.guesses);
        }
        let seconds = elapsed.as_secs_f64();
        let _ = write!(text, "; {seconds:.3} s, {:.0} a second", self.records as f64 / seconds.max(1e-9));
        text
    }
}

/// What a thread made of a piece.
#[derive(Default)]
pub(crate) struct Chunk {
    /// For standard output.
    pub(crate) out: Vec<u8>,
    /// For standard error.
    pub(crate) err: String,
    pub(crate) tally: Tally,
    /// Nothing after this piece is wanted.
    pub(crate) stop: bool,
}

/// What a command needs to know about the input of a piece.
pub(crate) struct Context<'a> {
    pub(crate) source: &'a Arc<str>,
    pub(crate) dialect: &'a Dialect,
    pub(crate) strict: bool,
    /// Whether answers are JSON.
    pub(crate) json: bool,
    /// How many records the inputs before this one had.
    pub(crate) base: u64,
    /// Whether details are wanted on standard error.
    pub(crate) details: bool,
    /// The progress line.
    progress: ProgressBar,
}

impl<'a> Context<'a> {
    /// The context of an input.
    pub(crate) fn new(
        source: &'a Arc<str>,
        dialect: &'a Dialect,
        input: &InputConfig,
        output: &OutputConfig,
        base: u64,
    ) -> Self {
        let progress = ProgressBar::hidden();
        Self {
            source,
            dialect,
            strict: input.strict,
            json: output.json,
            base,
            details: !output.quiet,
            progress,
        }
    }

    /// An answerer for these records that tells the progress line of long searches.
    pub(crate) fn answerer(&self, question: Question) -> Answerer {
        let progress = self.progress.clone();
        Answerer::new(self.dialect, question).watched(move |Progress { nodes, solutions }| {
            progress.set_prefix(format!("; {nodes} nodes, {solutions} solutions"));
        })
    }

    /// Answers a record that can't be read; breaks off where the user wants that.
    pub(crate) fn unreadable(&self, error: &ParseError, chunk: &mut Chunk) -> ControlFlow<()> {
        chunk.tally.records += 1;
        chunk.tally.unreadable += 1;
        if self.details {
            let (line, column) = (error.line(), error.column());
            let _ = writeln!(chunk.err, "{}:{line}:{column}: {error}", self.source);
        }
        self.print_refusal(
            JsonAnswer::bare(self.source, error.line(), "unreadable"),
            error.to_string(),
            chunk,
        );
        chunk.stop = self.strict;
        if self.strict { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Answers a puzzle that the engine asked for can't take.
    pub(crate) fn unsupported(&self, line: u64, unsupported: &Unsupported, chunk: &mut Chunk) {
        chunk.tally.records += 1;
        chunk.tally.undecided += 1;
        let answer = JsonAnswer::bare(self.source, line, "unsupported");
        self.refuse(answer, unsupported.to_string(), chunk);
    }

    /// Prints an answer that is not a solution, `!status` or the JSON object, and tells why on standard error.
    pub(crate) fn refuse(&self, answer: JsonAnswer<'_>, detail: String, chunk: &mut Chunk) {
        self.detail(answer.line, &detail, chunk);
        self.print_refusal(answer, detail, chunk);
    }

    fn print_refusal(&self, answer: JsonAnswer<'_>, detail: String, chunk: &mut Chunk) {
        if self.json {
            json_line(&mut chunk.out, &JsonAnswer { detail: Some(detail), ..answer });
        } else {
            chunk.out.push(b'!');
            chunk.out.extend_from_slice(answer.status.as_bytes());
            chunk.out.push(b'\n');
        }
    }

    /// Tells something about the record that begins in this line.
    pub(crate) fn detail(&self, line: u64, message: impl std::fmt::Display, chunk: &mut Chunk) {
        if self.details {
            let _ = writeln!(chunk.err, "{}:{line}: {message}", self.source);
        }
    }
}

/// Opens the output; buffering is left to the caller's chunks.
pub(crate) fn open_output(path: Option<&Path>) -> Result<Box<dyn Write + Send>, Failure> {
    let Some(path) = path else { return Ok(Box::new(io::stdout())) };
    match File::create(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(Failure::io(path.display(), error)),
    }
}

/// Writes details to standard error. Whoever read them may have gone.
pub(crate) fn tell(details: &str) {
    let _ = io::stderr().write_all(details.as_bytes());
}

/// Says that an input had nothing to answer, where that is so.
pub(crate) fn mark_empty(context: &Context<'_>, total: &Tally) {
    if total.records == context.base && context.details {
        complain!("{}: no puzzles", context.source);
    }
}

/// Runs `work` on every piece of every input and writes what it makes, in order. `make` makes the worker that
/// a thread keeps from one piece of an input to the next.
///
/// An input that can't be opened or recognised is reported and counted, and the others are still processed.
/// `frame` asks for what a format has in front of its first puzzle and behind its last one; where that is the number
/// of puzzles, the output is held back until it is known.
pub(crate) fn run<W: Send>(
    input: &InputConfig,
    output: &OutputConfig,
    frame: Option<&WriteConfig>,
    threads: Option<NonZeroUsize>,
    make: impl Fn(&Context<'_>) -> W + Sync,
    work: impl Fn(&Context<'_>, &mut W, &Piece<'_>, &mut Chunk) + Sync,
) -> Result<Tally, Failure> {
    let mut file = open_output(output.path.as_deref())?;
    let mut begin = Vec::new();
    let hold = frame.is_some_and(|frame| write_start(&mut begin, frame, None).is_err());
    let mut held = Vec::new();
    let mut writer: &mut (dyn Write + Send) = if hold { &mut held } else { &mut file };
    writer.write_all(&begin).map_err(|error| Failure::io("output", error))?;
    let progress = ProgressLine::new(output.quiet);
    let start = Instant::now();
    let mut total = Tally::default();
    let pool =
        stream::threads(threads.map(NonZeroUsize::get)).map_err(|error| Failure::io("threads", error))?;
    pool.install(|| {
        for path in &input.paths {
            let flow = one_input(path, input, output, (&make, &work), &mut writer, &progress, &mut total)?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    })?;
    progress.finish();
    let mut end = Vec::new();
    if hold && let Some(frame) = frame {
        let written = total.records - total.unreadable - total.undecided;
        write_start(&mut end, frame, Some(written)).map_err(|error| Failure::Usage(error.to_string()))?;
        end.append(&mut held);
    }
    if let Some(frame) = frame {
        write_end(&mut end, frame);
    }
    file.write_all(&end).and_then(|()| file.flush()).map_err(|error| Failure::io("output", error))?;
    if output.summary {
        complain!("{}", total.summary(start.elapsed()));
    }
    Ok(total)
}

/// Opens an input and settles its format; where that fails, says so and counts it.
pub(crate) fn open_records(path: &Path, config: &InputConfig, total: &mut Tally) -> Option<Records> {
    if config.read.format.is_none() && path.extension().is_some_and(|extension| extension == "dlx") {
        complain!("{}: an exact cover problem by its name, which `farandole cover` reads", path.display());
        total.unreadable += 1;
        return None;
    }
    let opened = if path.as_os_str() == "-" { Input::stdin() } else { Input::open(path) };
    match opened.map_err(StreamError::Io).and_then(|input| Records::new(input, &config.read)) {
        Ok(records) => Some(records),
        Err(StreamError::Io(error)) => {
            unreadable_input(path, &error, total);
            None
        }
        Err(StreamError::Detect(error)) => {
            complain!("{}: {error}", path.display());
            total.unreadable += 1;
            None
        }
    }
}

/// Says that an input can't be read any further, and counts it.
pub(crate) fn unreadable_input(path: &Path, error: &io::Error, total: &mut Tally) {
    complain!("{}: {error}", path.display());
    total.unopened += 1;
}

fn one_input<W: Send>(
    path: &Path,
    config: &InputConfig,
    output: &OutputConfig,
    (make, work): (
        &(impl Fn(&Context<'_>) -> W + Sync),
        &(impl Fn(&Context<'_>, &mut W, &Piece<'_>, &mut Chunk) + Sync),
    ),
    writer: &mut &mut (dyn Write + Send),
    progress: &ProgressLine,
    total: &mut Tally,
) -> Result<ControlFlow<()>, Failure> {
    let Some(mut records) = progress.suspend(|| open_records(path, config, total)) else {
        return Ok(if config.strict { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    };
    progress.input(path, records.input().length());
    let source = Arc::clone(records.input().name());
    let dialect = records.dialect().clone();
    let progress_line = progress.bar.clone();
    let context =
        Context { progress: progress_line, ..Context::new(&source, &dialect, config, output, total.records) };
    let workers = Workers::new(|| make(&context));
    let mut stopped = ControlFlow::Continue(());
    let read = stream::map_in_order(
        &mut records,
        |piece| {
            let out = Vec::with_capacity(piece.byte_count());
            let mut chunk = Chunk { out, ..Chunk::default() };
            workers.with(|worker| work(&context, worker, &piece, &mut chunk));
            chunk
        },
        |chunk: Chunk| {
            writer.write_all(&chunk.out)?;
            writer.flush()?;
            *total += chunk.tally;
            if !chunk.err.is_empty() {
                progress.suspend(|| tell(&chunk.err));
            }
            progress.count(total.records);
            if chunk.stop {
                stopped = ControlFlow::Break(());
            }
            Ok(stopped)
        },
    );
    match read {
        Ok(()) => {
            progress.suspend(|| mark_empty(&context, total));
            Ok(stopped)
        }
        Err(stream::MapError::Read(error)) => {
            progress.suspend(|| unreadable_input(path, &error, total));
            Ok(ControlFlow::Continue(()))
        }
        Err(stream::MapError::Done(error)) => Err(Failure::io("output", error)),
    }
}

/// A progress line on standard error, where that is a terminal.
struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    fn new(quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) =
            ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}, {elapsed} {msg}{prefix}")
        {
            bar.set_style(style);
        }
        Self { bar }
    }

    fn input(&self, path: &Path, length: Option<u64>) {
        let size = length.map_or(String::new(), |bytes| format!(" ({})", indicatif::HumanBytes(bytes)));
        self.bar.set_message(format!("{}{size}", path.display()));
    }

    fn count(&self, records: u64) {
        self.bar.set_position(records);
        self.bar.set_prefix("");
    }

    fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
