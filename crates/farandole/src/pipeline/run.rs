//! The one way from inputs to answers: every input in turn, its records on all threads, the answers in order.

use super::input::Input;
use super::ordered_map::{Workers, map_in_order, threads};
use super::question::{Item, OnUnreadable, Question, Refusal, Source, VariantFound, Watch};
use super::records::{Holds, MOST_BYTES, MapError, OpenError, Piece, Records};
use super::tally::{Status, Tally};
use crate::alarm::Alarm;
use crate::variant::{self, VariantEntry};
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;
use farandole_puzzle::format::{DetectError, Dialect, ReadConfig};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Answers of a question that [streams](Question::STREAMS) are written when there are this many bytes of them.
const SPILL: usize = 1 << 16;

/// The inputs of a run, and how they are read.
pub struct Pipeline<'a> {
    /// The files; `-` is standard input.
    pub paths: &'a [PathBuf],
    /// What is known or wished about them.
    pub read: &'a ReadConfig,
    /// What to do after a record that can't be read.
    pub on_unreadable: OnUnreadable,
    /// How many threads; one for each core when `None`.
    pub threads: Option<NonZeroUsize>,
    /// Who is told how far a long search is. Puzzles that the kernel solves in batches are not told of.
    pub watch: Option<Watch>,
    /// How long the answer for one record may take; no limit when `None`. A record that takes longer is given up, and those
    /// after it are answered all the same.
    pub time: Option<Duration>,
}

/// Where an answer belongs.
pub struct Place<'a> {
    /// The input.
    pub source: &'a Source,
    /// 0-based number of the record in the whole run.
    pub ordinal: u64,
    /// 1-based line of the input that the record begins with.
    pub line: u64,
}

/// What a thread made of a piece.
#[derive(Default)]
pub struct Chunk {
    /// Answers, as they are to be written.
    pub answers: Vec<u8>,
    /// Remarks about records, one a line.
    pub details: String,
    tally: Tally,
    stop: bool,
}

/// Why an input, or its rest, is left out.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// It can't be opened or read.
    Io(io::Error),
    /// Its format can't be told.
    Detect(DetectError),
    /// By its name it is an exact cover problem.
    CoverProblem,
    /// It holds variants, and the question is about puzzles with houses and candidates alone.
    Variants,
    /// It holds no puzzle.
    Empty,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Detect(error) => error.fmt(f),
            Self::CoverProblem => {
                f.write_str("an exact cover problem by its name, which `farandole cover` reads")
            }
            Self::Variants => Refusal::NoVariants.fmt(f),
            Self::Empty => f.write_str("no puzzles"),
        }
    }
}

impl core::error::Error for Fault {}

impl From<OpenError> for Fault {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Io(error) => Self::Io(error),
            OpenError::Detect(error) => Self::Detect(error),
        }
    }
}

/// How answers are printed. Called by all threads.
pub trait Printer<Q: Question>: Sync {
    /// Prints an answer and says what came of the record; `None` if more answers for it follow. Where the question
    /// [streams](Question::STREAMS), any other status ends the record.
    fn found(&self, place: &Place<'_>, found: Q::Found<'_>, chunk: &mut Chunk) -> Option<Status>;

    /// Prints what was found out about a variant, as [`found`](Self::found) does. A printer that has nothing to say of a
    /// question about variants may leave it out: then nothing is printed.
    fn variant(
        &self,
        _place: &Place<'_>,
        _entry: &VariantEntry,
        _found: VariantFound<'_>,
        _chunk: &mut Chunk,
    ) -> Option<Status> {
        Some(Status::Ok)
    }

    /// Prints why there is no answer.
    fn refused(&self, place: &Place<'_>, refusal: &Refusal, chunk: &mut Chunk);
}

/// Where answers and remarks go, in the order of the input.
pub trait Sink: Send {
    /// An input was opened.
    fn opened(&mut self, source: &Arc<Source>);
    /// Takes answers.
    ///
    /// # Errors
    /// If they can't be written; the run ends then.
    fn write(&mut self, answers: &[u8]) -> io::Result<()>;
    /// Takes remarks about records, whole lines.
    fn details(&mut self, details: &str);
    /// Hears what happened so far, after each piece.
    fn progress(&mut self, tally: &Tally);
    /// Hears why an input, or its rest, is left out.
    fn fault(&mut self, path: &Path, fault: &Fault);
}

/// Why a run ended early.
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
    /// Asks about every record of every input, prints what is found and hands it to the sink in order.
    ///
    /// An input that can't be opened or recognised is told to the sink and counted, and the others are still read.
    ///
    /// # Errors
    /// If threads can't be started or answers can't be written.
    pub fn run<Q: Question>(
        &self,
        question: &Q,
        printer: &impl Printer<Q>,
        sink: &mut impl Sink,
    ) -> Result<Tally, RunError> {
        let mut total = Tally::default();
        let mut inputs = || {
            for path in self.paths {
                if self.input(path, question, printer, sink, &mut total)?.is_break() {
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

    fn input<Q: Question>(
        &self,
        path: &Path,
        question: &Q,
        printer: &impl Printer<Q>,
        sink: &mut impl Sink,
        total: &mut Tally,
    ) -> Result<ControlFlow<()>, RunError> {
        let mut records = match open_records(path, self.read) {
            Ok(records) => records,
            Err(fault) => {
                count_fault(total, &fault);
                sink.fault(path, &fault);
                let stop = self.on_unreadable == OnUnreadable::Stop;
                return Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
            }
        };
        let source = Arc::new(Source {
            name: Arc::clone(records.input().name()),
            dialect: records.dialect().clone(),
            holds: records.holds(),
            base: total.records(),
            length: records.input().length(),
            watch: self.watch.clone(),
            time: self.time,
            position: records.input().position(),
        });
        sink.opened(&source);
        let asked = Asked { question, printer, source: &source, on_unreadable: self.on_unreadable };
        let mut flow = ControlFlow::Continue(());
        let read = if Q::STREAMS {
            asked.one_by_one(&mut records, sink, total, &mut flow)
        } else {
            asked.in_parallel(&mut records, sink, total, &mut flow)
        };
        let fault = match read {
            Ok(()) if total.records() == source.base => Fault::Empty,
            Ok(()) => return Ok(flow),
            Err(MapError::Read(error)) => Fault::Io(error),
            Err(MapError::Done(error)) => return Err(RunError::Output(error)),
        };
        count_fault(total, &fault);
        sink.fault(path, &fault);
        Ok(flow)
    }
}

/// What came of a text.
pub struct Answered {
    /// The format and everything else that was settled about the text.
    pub dialect: Dialect,
    /// What was printed, in order.
    pub answers: Vec<u8>,
    /// What came of the records.
    pub tally: Tally,
}

/// Asks about every record of a text, on this thread: for places without files and threads, such as web pages. Compressed
/// text is read too. A question may not [stream](Question::STREAMS).
///
/// ```
/// use farandole::format::ReadConfig;
/// use farandole::pipeline::*;
///
/// struct Sizes;
///
/// impl Printer<Read> for Sizes {
///     fn found(&self, _: &Place<'_>, entry: farandole::format::Entry, chunk: &mut Chunk) -> Option<Status> {
///         chunk.answers.extend_from_slice(format!("{}\n", entry.puzzle.size()).as_bytes());
///         Some(Status::Ok)
///     }
///
///     fn refused(&self, _: &Place<'_>, refusal: &Refusal, chunk: &mut Chunk) {
///         chunk.answers.extend_from_slice(format!("{refusal}\n").as_bytes());
///     }
/// }
///
/// let text = b"1..............2\n.\n".to_vec();
/// let answered = answer_text(text, &ReadConfig::default(), &Read, &Sizes)?;
/// assert_eq!((&answered.answers[..], answered.tally.records()), (&b"4\n1\n"[..], 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the text can't be decompressed or its format can't be told.
pub fn answer_text<Q: Question>(
    text: Vec<u8>,
    read: &ReadConfig,
    question: &Q,
    printer: &impl Printer<Q>,
) -> Result<Answered, Fault> {
    const { assert!(!Q::STREAMS, "answers of such questions may not fit into memory") };
    let input = Input::new("text", io::Cursor::new(text)).map_err(Fault::Io)?;
    let mut records = Records::new(input, read).map_err(Fault::from)?;
    let source = Source {
        name: Arc::clone(records.input().name()),
        dialect: records.dialect().clone(),
        holds: records.holds(),
        base: 0,
        length: None,
        watch: None,
        time: None,
        position: records.input().position(),
    };
    let asked = Asked { question, printer, source: &source, on_unreadable: OnUnreadable::Continue };
    let mut worker = question.worker(&source);
    let mut chunk = Chunk::default();
    while let Some(block) = records.next_block(usize::MAX, MOST_BYTES).map_err(Fault::Io)? {
        asked.answer(&mut worker, &block.whole(), &mut chunk, &mut |_| ControlFlow::Continue(()));
    }
    Ok(Answered { dialect: source.dialect.clone(), answers: chunk.answers, tally: chunk.tally })
}

/// A question about one input.
struct Asked<'a, Q, P> {
    question: &'a Q,
    printer: &'a P,
    source: &'a Source,
    on_unreadable: OnUnreadable,
}

impl<Q: Question, P: Printer<Q>> Asked<'_, Q, P> {
    fn in_parallel(
        &self,
        records: &mut Records,
        sink: &mut impl Sink,
        total: &mut Tally,
        flow: &mut ControlFlow<()>,
    ) -> Result<(), MapError<io::Error>> {
        let workers = Workers::new(|| self.question.worker(self.source));
        map_in_order(
            records,
            |piece| {
                let mut chunk = Chunk { answers: Vec::with_capacity(piece.byte_count()), ..Chunk::default() };
                workers.with(|worker| {
                    self.answer(worker, &piece, &mut chunk, &mut |_| ControlFlow::Continue(()));
                });
                chunk
            },
            |mut chunk: Chunk| {
                *flow = hand_over(&mut chunk, sink, total)?;
                Ok(*flow)
            },
        )
    }

    fn one_by_one(
        &self,
        records: &mut Records,
        sink: &mut impl Sink,
        total: &mut Tally,
        flow: &mut ControlFlow<()>,
    ) -> Result<(), MapError<io::Error>> {
        let mut worker = self.question.worker(self.source);
        while let Some(block) = records.next_block(1, MOST_BYTES).map_err(MapError::Read)? {
            for piece in block.whole().pieces(1) {
                let mut chunk = Chunk::default();
                let mut written = Ok(());
                self.answer(&mut worker, &piece, &mut chunk, &mut |chunk| {
                    if chunk.answers.len() >= SPILL {
                        written = sink.write(&chunk.answers);
                        chunk.answers.clear();
                    }
                    if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                written.map_err(MapError::Done)?;
                *flow = hand_over(&mut chunk, sink, total).map_err(MapError::Done)?;
                if flow.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Asks about the records of a piece; prints and tallies the answers. `after` is called after each of them.
    #[inline]
    fn answer(
        &self,
        worker: &mut Q::Worker,
        piece: &Piece<'_>,
        chunk: &mut Chunk,
        after: &mut impl FnMut(&mut Chunk) -> ControlFlow<()>,
    ) {
        if self.source.holds == Holds::Variants {
            return self.answer_variants(piece, chunk, after);
        }
        self.question.answer(worker, piece, &mut |item| {
            let Item { ordinal, line, nodes, guesses, outcome } = item;
            chunk.tally.nodes += nodes;
            chunk.tally.guesses += guesses;
            let place = Place { source: self.source, ordinal: self.source.base + ordinal, line };
            let status = match outcome {
                Ok(found) => self.printer.found(&place, found, chunk),
                Err(refusal) => {
                    self.printer.refused(&place, &refusal, chunk);
                    Some(refusal.status())
                }
            };
            self.settle(status, chunk, after)
        });
    }
}

impl<Q: Question, P: Printer<Q>> Asked<'_, Q, P> {
    /// Asks about the records of a piece of an input that holds variants.
    fn answer_variants(
        &self,
        piece: &Piece<'_>,
        chunk: &mut Chunk,
        after: &mut impl FnMut(&mut Chunk) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in piece.records() {
            let place = Place { source: self.source, ordinal: self.source.base + ordinal, line: record.line };
            let refuse = |refusal: &Refusal, chunk: &mut Chunk| {
                self.printer.refused(&place, refusal, chunk);
                Some(refusal.status())
            };
            if !Q::VARIANTS {
                if self.settle(refuse(&Refusal::NoVariants, chunk), chunk, after).is_break() {
                    return;
                }
                continue;
            }
            let alarm = Alarm::after(self.source.time);
            let flow = match variant::read_record(record.text) {
                Err(error) => self.settle(refuse(&Refusal::Variant(error), chunk), chunk, after),
                Ok(entry) => self.question.variant(&entry, alarm.flag(), &mut |outcome| {
                    let status = match outcome {
                        Ok(found) => {
                            let report = found.report();
                            chunk.tally.nodes += report.map_or(0, |report| report.counters.nodes);
                            let guesses = report.and_then(|report| report.counters.guesses);
                            chunk.tally.guesses += guesses.unwrap_or(0);
                            self.printer.variant(&place, &entry, found, chunk)
                        }
                        Err(refusal) => refuse(&refusal, chunk),
                    };
                    self.settle(status, chunk, after)
                }),
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Tallies what came of a record, if it is settled.
    #[inline]
    fn settle(
        &self,
        status: Option<Status>,
        chunk: &mut Chunk,
        after: &mut impl FnMut(&mut Chunk) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(status) = status {
            chunk.tally.add(status);
            chunk.stop |= status == Status::Unreadable && self.on_unreadable == OnUnreadable::Stop;
            if chunk.stop || Q::STREAMS {
                return ControlFlow::Break(());
            }
        }
        after(chunk)
    }
}

/// Hands a chunk over to the sink and its tally to the total.
fn hand_over(chunk: &mut Chunk, sink: &mut impl Sink, total: &mut Tally) -> io::Result<ControlFlow<()>> {
    sink.write(&chunk.answers)?;
    *total += chunk.tally;
    if !chunk.details.is_empty() {
        sink.details(&chunk.details);
    }
    sink.progress(total);
    Ok(if chunk.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}

/// Opens an input and settles its format.
///
/// # Errors
/// If it can't be opened, its format can't be told, or its name is that of an exact cover problem.
pub fn open_records(path: &Path, read: &ReadConfig) -> Result<Records, Fault> {
    if read.format.is_none() && path.extension().is_some_and(|extension| extension == "dlx") {
        return Err(Fault::CoverProblem);
    }
    let opened = if path.as_os_str() == "-" { Input::stdin() } else { Input::open(path) };
    opened.map_err(OpenError::Io).and_then(|input| Records::new(input, read)).map_err(Fault::from)
}

/// Opens an input of puzzles that have houses and candidates alone, and settles its format.
///
/// # Errors
/// As [`open_records`], and if it holds variants.
pub fn open_puzzles(path: &Path, read: &ReadConfig) -> Result<Records, Fault> {
    let records = open_records(path, read)?;
    if records.holds() == Holds::Variants { Err(Fault::Variants) } else { Ok(records) }
}

/// Counts an input that was left out.
pub fn count_fault(tally: &mut Tally, fault: &Fault) {
    match fault {
        Fault::Io(_) => tally.unopened += 1,
        Fault::Detect(_) | Fault::CoverProblem | Fault::Variants => tally.unrecognized += 1,
        Fault::Empty => {}
    }
}
