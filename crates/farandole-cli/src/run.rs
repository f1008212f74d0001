//! Runs a query over the inputs: prints the answers, shows progress and reports faults.

use crate::args::{InputArgs, OutputArgs};
use crate::config::{InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::messages::{shown, write_stderr};
use crate::output::{KEPT, Output, Reply, Style};
use crate::progress::ProgressLine;
use farandole::format::{WriteConfig, WriteError, write_end, write_start};
use farandole::pipeline::{
    Chunk, Pipeline, Printer, Query, RecordLocation, Refusal, RunError, Sink, SkipReason, Source, Status,
    Tally,
};
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The printer of a command.
pub(crate) trait Print<Q: Query>: Sync {
    /// Prints an answer and returns the status of the record; see [`Printer::found`].
    fn found(&self, found: Q::Found<'_>, reply: &mut Reply<'_>) -> Option<Status>;

    /// Prints the reason why there is no answer.
    fn refused(&self, refusal: &Refusal, reply: &mut Reply<'_>) {
        reply.refused(refusal);
    }
}

/// A printer with a style.
struct Styled<'a, P> {
    style: Style,
    print: &'a P,
}

impl<Q: Query, P: Print<Q>> Printer<Q> for Styled<'_, P> {
    #[inline]
    fn found(&self, location: &RecordLocation<'_>, found: Q::Found<'_>, chunk: &mut Chunk) -> Option<Status> {
        self.print.found(found, &mut Reply { style: self.style, location, chunk })
    }

    fn refused(&self, location: &RecordLocation<'_>, refusal: &Refusal, chunk: &mut Chunk) {
        self.print.refused(refusal, &mut Reply { style: self.style, location, chunk });
    }
}

/// The header and footer of the output.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    /// The output settings of puzzles or solutions.
    pub(crate) write: &'a WriteConfig,
    /// True if the input columns after each puzzle are repeated in a column of their own.
    pub(crate) keeps_columns: bool,
}

impl<'a> Frame<'a> {
    /// Returns the header and footer of a format, without further columns.
    pub(crate) const fn new(write: &'a WriteConfig) -> Self {
        Self { write, keeps_columns: false }
    }

    /// Returns the separator of a table and its number of occurrences in the header, so that rows
    /// without a puzzle have as many fields as the other rows.
    fn padding(&self) -> Option<(u8, usize)> {
        let separator = self.write.format.descriptor().separator?;
        let mut header = Vec::new();
        self.start(&mut header, None).ok()?;
        Some((separator, header.iter().filter(|byte| **byte == separator).count()))
    }

    /// Writes the header. Returns an error if the format needs the number of answers and this number is
    /// unknown.
    fn start(&self, out: &mut Vec<u8>, count: Option<u64>) -> Result<(), WriteError> {
        write_start(out, self.write, count)?;
        if let (true, Some(separator)) = (self.keeps_columns, self.write.format.descriptor().separator) {
            out.truncate(out.trim_ascii_end().len());
            out.push(separator);
            out.extend_from_slice(KEPT.as_bytes());
            out.push(b'\n');
        }
        Ok(())
    }
}

/// The settings shared by all inputs of a run: output and limits.
#[derive(Default)]
pub(crate) struct Job<'a> {
    pub(crate) input: InputConfig,
    pub(crate) output: OutputConfig,
    /// The header and footer of the output format. If they contain the number of puzzles, the
    /// output is held back until this number is known.
    pub(crate) frame: Option<Frame<'a>>,
    pub(crate) threads: Option<NonZeroUsize>,
    /// A word for the activity, for commands in which one puzzle may take so long that the elapsed
    /// time has to be shown.
    pub(crate) slow: Option<&'static str>,
    /// Time limit for the answer to one record.
    pub(crate) time: Option<Duration>,
    /// A function through which the printed lines pass, in order.
    pub(crate) filter: Option<Filter>,
}

impl Job<'_> {
    /// Returns a job with these inputs and outputs, and without limits.
    pub(crate) fn new(input: &InputArgs, output: &OutputArgs) -> Result<Self, Failure> {
        Ok(Self { input: InputConfig::new(input)?, output: OutputConfig::from(output), ..Self::default() })
    }

    /// Runs a query on every record of every input and writes the answers in order.
    pub(crate) fn run<Q: Query>(self, query: &Q, print: &impl Print<Q>) -> Result<Tally, Failure> {
        let Self { input, output, frame, threads, slow, time, filter } = self;
        let start = Instant::now();
        let mut writer = Writer { filter, ..Writer::new(&output, frame)? };
        if let Some(doing) = slow {
            writer.progress.show_time(doing);
        }
        let pipeline = Pipeline {
            paths: &input.paths,
            read: &input.read,
            on_unreadable: input.on_unreadable,
            threads,
            watch: Some(writer.progress.watch()),
            time,
        };
        let padding = frame.and_then(|frame| frame.padding());
        let printer = Styled { style: Style { padding, ..output.style() }, print };
        let run = pipeline.run(query, &printer, &mut writer);
        writer.progress.finish();
        if let Some(failure) = writer.failure {
            return Err(failure);
        }
        let tally = run.map_err(|error| match error {
            RunError::Threads(error) => Failure::io("threads", error),
            error => Failure::io(writer.file.name(), io::Error::other(error)),
        })?;
        writer.finish(frame, &tally)?;
        if output.summary {
            warn!("{}", summary(&tally, start.elapsed()));
        }
        Ok(tally)
    }
}

/// Returns the summary of a run, with its speed.
fn summary(tally: &Tally, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let speed = tally.records() as f64 / seconds.max(1e-9);
    format!("{tally}; {seconds:.3} s, {speed:.0} per second")
}

/// A function from printed lines to the lines to write.
pub(crate) type Filter = Box<dyn FnMut(&[u8]) -> Result<Vec<u8>, Failure> + Send>;

/// The destination of answers, diagnostics and faults.
struct Writer {
    file: Output,
    /// Answers that are held back until the number of puzzles is known; `None` if it is not needed.
    held: Option<Vec<u8>>,
    progress: ProgressLine,
    filter: Option<Filter>,
    /// The failure that ended the run.
    failure: Option<Failure>,
    /// True if nothing but answers and failures is printed.
    quiet: bool,
}

impl Writer {
    fn new(output: &OutputConfig, frame: Option<Frame<'_>>) -> Result<Self, Failure> {
        let mut file = Output::open(output.path.as_deref())?;
        let mut begin = Vec::new();
        let hold = frame.is_some_and(|frame| frame.start(&mut begin, None).is_err());
        file.put(&begin)?;
        let progress = ProgressLine::new(output.quiet);
        let held = hold.then(Vec::new);
        Ok(Self { file, held, progress, filter: None, failure: None, quiet: output.quiet })
    }

    /// Writes the footer of the format, and the answers held back.
    fn finish(mut self, frame: Option<Frame<'_>>, tally: &Tally) -> Result<(), Failure> {
        let mut end = Vec::new();
        if let (Some(mut held), Some(frame)) = (self.held, frame) {
            let written = tally.records() - tally.count(Status::Unreadable) - tally.undecided();
            frame.start(&mut end, Some(written)).map_err(|error| Failure::Usage(error.to_string()))?;
            end.append(&mut held);
        }
        if let Some(frame) = frame {
            write_end(&mut end, frame.write);
        }
        self.file.put(&end)?;
        self.file.finish()
    }

    fn try_write(&mut self, answers: &[u8]) -> Result<(), Failure> {
        let filtered = self.filter.as_mut().map(|filter| filter(answers)).transpose()?;
        let answers = filtered.as_deref().unwrap_or(answers);
        match &mut self.held {
            Some(held) => held.extend_from_slice(answers),
            None => self.file.put(answers)?,
        }
        Ok(())
    }
}

impl Sink for Writer {
    fn opened(&mut self, source: &Arc<Source>) {
        self.progress.input(source);
        if let Some(note) = source.dialect.note().filter(|_| !self.quiet) {
            self.progress.suspend(|| warn!("{}: {note}", source.name));
        }
    }

    fn write(&mut self, answers: &[u8]) -> io::Result<()> {
        self.try_write(answers).map_err(|failure| {
            self.failure = Some(failure);
            io::Error::other("the run ends with the failure of its writer")
        })
    }

    fn details(&mut self, details: &str) {
        self.progress.suspend(|| write_stderr(details));
    }

    fn progress(&mut self, tally: &Tally) {
        self.progress.count(tally.records());
    }

    fn skipped(&mut self, path: &Path, fault: &SkipReason) {
        self.progress.suspend(|| warn!("{}: {fault}", shown(path)));
    }
}
