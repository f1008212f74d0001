//! The main loop: reads inputs one after another, processes their records on all threads, and writes the
//! answers in order.

use super::answer_source::{Chunk, OnUnreadable, Printer, QueryRun, Sink, SkipReason, refuse_readable};
use super::input::Input;
use super::ordered_map::threads;
use super::query::{ProgressCallback, Query, Refusal, Source};
use super::records::{MOST_BYTES, MapError, OpenError, Records};
use super::tally::Tally;
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;
use farandole_formats::{Dialect, ReadConfig};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The inputs of a run, and the settings for reading and answering them.
pub struct Pipeline<'a> {
    /// The files; `-` is standard input.
    pub paths: &'a [PathBuf],
    /// Known or requested properties of the inputs.
    pub read: &'a ReadConfig,
    /// The action after a record that cannot be read.
    pub on_unreadable: OnUnreadable,
    /// Number of threads, or `None` for one per core.
    pub threads: Option<NonZeroUsize>,
    /// Callback for the progress of long searches. Puzzles that the kernel solves in batches do not
    /// report progress.
    pub watch: Option<ProgressCallback>,
    /// Time limit for the answer to one record, or `None` for no limit. A record that takes longer
    /// is given up, and the next ones are still answered.
    pub time: Option<Duration>,
}

/// The reasons why a run ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// The threads could not be started.
    Threads(io::Error),
    /// Answers could not be written.
    Output(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threads(error) => write!(f, "threads: {error}"),
            Self::Output(error) => write!(f, "output: {error}"),
        }
    }
}

impl core::error::Error for RunError {}

impl Pipeline<'_> {
    /// Runs a query on every record of every input, prints the answers and passes them to the sink
    /// in order.
    ///
    /// An input that cannot be opened, or whose format cannot be determined, is reported to the
    /// sink and counted. The other inputs are still read.
    ///
    /// # Errors
    /// If threads cannot be started or answers cannot be written.
    pub fn run<Q: Query>(
        &self,
        query: &Q,
        printer: &impl Printer<Q>,
        sink: &mut impl Sink,
    ) -> Result<Tally, RunError> {
        let mut total = Tally::default();
        let mut inputs = || {
            for path in self.paths {
                if self.input(path, query, printer, sink, &mut total)?.is_break() {
                    break;
                }
            }
            Ok(())
        };
        if Q::STREAMS {
            inputs()?;
        } else {
            let count = self.threads.map(NonZeroUsize::get);
            threads(count).map_err(RunError::Threads)?.install(inputs)?;
        }
        Ok(total)
    }

    fn input<Q: Query>(
        &self,
        path: &Path,
        query: &Q,
        printer: &impl Printer<Q>,
        sink: &mut impl Sink,
        total: &mut Tally,
    ) -> Result<ControlFlow<()>, RunError> {
        let mut records = match open_records(path, self.read) {
            Ok(records) => records,
            Err(fault) => {
                count_fault(total, &fault);
                sink.skipped(path, &fault);
                let stop = self.on_unreadable == OnUnreadable::Stop;
                return Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
            }
        };
        let source = Arc::new(Source {
            name: Arc::clone(records.input().name()),
            dialect: records.dialect().clone(),
            base: total.records(),
            length: records.input().length(),
            watch: self.watch.clone(),
            time: self.time,
            position: records.input().position(),
        });
        sink.opened(&source);
        let run = QueryRun {
            query,
            printer,
            source: &source,
            on_unreadable: self.on_unreadable,
            refuse: refuse_readable,
        };
        let mut flow = ControlFlow::Continue(());
        let read = if Q::STREAMS {
            run.one_by_one(&mut records, sink, total, &mut flow)
        } else {
            run.in_parallel(&mut records, sink, total, &mut flow)
        };
        let fault = match read {
            Ok(()) if total.records() == source.base => SkipReason::Empty,
            Ok(()) => return Ok(flow),
            Err(MapError::Read(error)) => SkipReason::Io(error),
            Err(MapError::Done(error)) => return Err(RunError::Output(error)),
        };
        count_fault(total, &fault);
        sink.skipped(path, &fault);
        Ok(flow)
    }
}

/// The result of a query on a text.
pub struct Answered {
    /// The format of the text and its other properties.
    pub dialect: Dialect,
    /// The printed answers, in order.
    pub answers: Vec<u8>,
    /// The tally of the records.
    pub tally: Tally,
}

/// Runs a query on every record of a text, on the calling thread. It is meant for environments
/// without files and threads, such as web pages. Compressed text is also accepted. The query must
/// not [stream](Query::STREAMS).
///
/// ```
/// use farandole::format::ReadConfig;
/// use farandole::pipeline::*;
///
/// struct Sizes;
///
/// impl Printer<Read> for Sizes {
///     fn found(&self, _: &RecordLocation<'_>, entry: farandole::format::Entry, chunk: &mut Chunk) -> Option<Status> {
///         chunk.answers.extend_from_slice(format!("{}\n", entry.puzzle.cell_count()).as_bytes());
///         Some(Status::Ok)
///     }
///
///     fn refused(&self, _: &RecordLocation<'_>, refusal: &Refusal, chunk: &mut Chunk) {
///         chunk.answers.extend_from_slice(format!("{refusal}\n").as_bytes());
///     }
/// }
///
/// let text = b"1..............2\n.\n".to_vec();
/// let answered = answer_text(text, &ReadConfig::default(), &Read, &Sizes)?;
/// assert_eq!((&answered.answers[..], answered.tally.records()), (&b"16\n1\n"[..], 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the text cannot be decompressed or its format cannot be determined.
pub fn answer_text<Q: Query>(
    text: Vec<u8>,
    read: &ReadConfig,
    query: &Q,
    printer: &impl Printer<Q>,
) -> Result<Answered, SkipReason> {
    const { assert!(!Q::STREAMS, "answers of such queries may not fit into memory") };
    let input = Input::new("text", io::Cursor::new(text)).map_err(SkipReason::Io)?;
    let mut records = Records::unverified(input, read).map_err(SkipReason::from)?;
    let source = Source {
        name: Arc::clone(records.input().name()),
        dialect: records.dialect().clone(),
        base: 0,
        length: None,
        watch: None,
        time: None,
        position: records.input().position(),
    };
    let run = QueryRun {
        query,
        printer,
        source: &source,
        on_unreadable: OnUnreadable::Continue,
        // The readers of variants are linked only if a query answers variants.
        refuse: |_, _| Refusal::NoVariants,
    };
    let mut worker = query.worker(&source);
    let mut chunk = Chunk::default();
    while let Some(block) = records.next_block(usize::MAX, MOST_BYTES).map_err(SkipReason::Io)? {
        run.answer(&mut worker, &block.whole(), &mut chunk, &mut |_| ControlFlow::Continue(()));
    }
    Ok(Answered { dialect: source.dialect.clone(), answers: chunk.answers, tally: chunk.tally })
}

/// Opens an input and determines its format.
///
/// # Errors
/// If the input cannot be opened, its format cannot be determined, or its name is that of an exact
/// cover problem.
pub fn open_records(path: &Path, read: &ReadConfig) -> Result<Records, SkipReason> {
    if read.format.is_none() && path.extension().is_some_and(|extension| extension == "dlx") {
        return Err(SkipReason::CoverProblem);
    }
    let input = Input::of_argument(path, read).map_err(OpenError::Io);
    input.and_then(|input| Records::new(input, read)).map_err(SkipReason::from)
}

/// Opens an input of classic puzzles and determines its format.
///
/// # Errors
/// If the input cannot be opened, its format cannot be determined, its name is that of an exact cover
/// problem, or it contains variants.
pub fn open_puzzles(path: &Path, read: &ReadConfig) -> Result<Records, SkipReason> {
    let records = open_records(path, read)?;
    if records.dialect().is_variant() { Err(SkipReason::Variants) } else { Ok(records) }
}

/// Counts an input that was skipped.
pub fn count_fault(tally: &mut Tally, fault: &SkipReason) {
    match fault {
        SkipReason::Io(_) => tally.unopened += 1,
        SkipReason::Detect(_) | SkipReason::CoverProblem | SkipReason::Variants => tally.unrecognized += 1,
        SkipReason::Empty => tally.empty += 1,
    }
}
