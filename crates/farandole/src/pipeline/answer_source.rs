//! A query on the records of one input. Each record is answered inside a panic guard, printed and
//! tallied.

use super::ordered_map::{Workers, map_in_order};
use super::query::{Item, Query, Refusal, Source};
use super::records::{MOST_BYTES, MapError, OpenError, RecordSlice, Records};
use super::tally::{Status, Tally};
use core::fmt;
use core::ops::ControlFlow;
use farandole_formats::{DetectError, Parser, Record};
use farandole_search::{Panic, guarded};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Number of bytes at which the buffered output of a query that [streams](Query::STREAMS) is written.
const SPILL: usize = 1 << 16;

/// The action after a record that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnUnreadable {
    /// Continue with the next record.
    #[default]
    Continue,
    /// Stop the run.
    Stop,
}

/// The location of a record.
pub struct RecordLocation<'a> {
    /// The input.
    pub source: &'a Source,
    /// 0-based number of the record in the whole run.
    pub ordinal: u64,
    /// 1-based line of the input at which the record begins.
    pub line: u64,
}

/// The reasons why an input, or the rest of it, is skipped.
#[derive(Debug)]
#[non_exhaustive]
pub enum SkipReason {
    /// The input cannot be opened or read.
    Io(io::Error),
    /// The format of the input cannot be determined.
    Detect(DetectError),
    /// The file name is that of an exact cover problem.
    CoverProblem,
    /// The input contains variants, and the query supports only classic puzzles.
    Variants,
    /// The input contains no puzzle.
    Empty,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Detect(error) => error.fmt(f),
            Self::CoverProblem => {
                f.write_str("the file name is that of an exact cover problem; use `farandole cover`")
            }
            Self::Variants => Refusal::NoVariants.fmt(f),
            Self::Empty => f.write_str("expected a puzzle, found none"),
        }
    }
}

impl core::error::Error for SkipReason {}

impl From<OpenError> for SkipReason {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Io(error) => Self::Io(error),
            OpenError::Detect(error) => Self::Detect(error),
        }
    }
}

/// A printer of answers. All threads call it.
pub trait Printer<Q: Query>: Sync {
    /// Prints an answer and returns the status of the record, or `None` if more answers for it
    /// follow. If the query [streams](Query::STREAMS), any status ends the record.
    fn found(&self, location: &RecordLocation<'_>, found: Q::Found<'_>, chunk: &mut Chunk) -> Option<Status>;

    /// Prints the reason why there is no answer.
    fn refused(&self, location: &RecordLocation<'_>, refusal: &Refusal, chunk: &mut Chunk);
}

/// The destination of answers and diagnostics, in the order of the input.
pub trait Sink: Send {
    /// Called when an input has been opened.
    fn opened(&mut self, source: &Arc<Source>);
    /// Receives answers.
    ///
    /// # Errors
    /// If the answers cannot be written, which ends the run.
    fn write(&mut self, answers: &[u8]) -> io::Result<()>;
    /// Receives diagnostics about records, as complete lines.
    fn details(&mut self, details: &str);
    /// Called after each part of the input with the running totals.
    fn progress(&mut self, tally: &Tally);
    /// Called with the reason if an input, or the rest of it, is skipped.
    fn skipped(&mut self, path: &Path, fault: &SkipReason);
}

/// The output of one thread for one part of the input.
#[derive(Default)]
pub struct Chunk {
    /// Answers, ready to be written.
    pub answers: Vec<u8>,
    /// Diagnostics about records, one per line.
    pub details: String,
    pub(super) tally: Tally,
    stop: bool,
    complete: Complete,
}

/// The sizes of a chunk up to the last record that was answered in full.
#[derive(Clone, Copy, Default)]
struct Complete {
    answers: usize,
    details: usize,
    nodes: u64,
    guesses: u64,
}

impl Chunk {
    /// Marks everything printed so far as belonging to complete answers.
    const fn mark_complete(&mut self) {
        let (answers, details) = (self.answers.len(), self.details.len());
        self.complete = Complete { answers, details, nodes: self.tally.nodes, guesses: self.tally.guesses };
    }

    /// Discards the partial output of an answer that a panic interrupted.
    fn drop_incomplete(&mut self) {
        let Complete { answers, details, nodes, guesses } = self.complete;
        self.answers.truncate(answers);
        self.details.truncate(details);
        (self.tally.nodes, self.tally.guesses) = (nodes, guesses);
    }
}

/// A query on one input.
pub(super) struct QueryRun<'a, Q, P> {
    pub(super) query: &'a Q,
    pub(super) printer: &'a P,
    pub(super) source: &'a Source,
    pub(super) on_unreadable: OnUnreadable,
    /// Returns the refusal of a variant, if the query refuses variants.
    pub(super) refuse: fn(&Parser, Record<'_>) -> Refusal,
}

/// Returns the refusal of a variant by a query for classic puzzles, or the reason why the record cannot
/// be read.
pub(super) fn refuse_readable(parser: &Parser, record: Record<'_>) -> Refusal {
    parser.parse_variant(record).map_or_else(Refusal::Unreadable, |_| Refusal::NoVariants)
}

impl<Q: Query, P: Printer<Q>> QueryRun<'_, Q, P> {
    pub(super) fn in_parallel(
        &self,
        records: &mut Records,
        sink: &mut impl Sink,
        total: &mut Tally,
        flow: &mut ControlFlow<()>,
    ) -> Result<(), MapError<io::Error>> {
        let workers = Workers::new(|| self.query.worker(self.source));
        map_in_order(
            records,
            |slice| {
                let mut chunk = Chunk { answers: Vec::with_capacity(slice.byte_count()), ..Chunk::default() };
                workers.with(|worker| {
                    self.answer(worker, &slice, &mut chunk, &mut |_| ControlFlow::Continue(()));
                });
                chunk
            },
            |mut chunk: Chunk| {
                *flow = hand_over(&mut chunk, sink, total)?;
                Ok(*flow)
            },
        )
    }

    pub(super) fn one_by_one(
        &self,
        records: &mut Records,
        sink: &mut impl Sink,
        total: &mut Tally,
        flow: &mut ControlFlow<()>,
    ) -> Result<(), MapError<io::Error>> {
        let mut worker = self.query.worker(self.source);
        while let Some(block) = records.next_block(1, MOST_BYTES).map_err(MapError::Read)? {
            for slice in block.whole().chunks(1) {
                let mut chunk = Chunk::default();
                let mut written = Ok(());
                self.answer(&mut worker, &slice, &mut chunk, &mut |chunk| {
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

    /// Answers the records of a part of the input, prints and tallies the answers, and calls
    /// `after` after each of them.
    ///
    /// After a panic the worker may be in any state, so it is replaced. The records without an answer are
    /// then run one at a time. A batch is searched before its first answer is returned, so only single runs
    /// show which record caused the panic.
    #[inline]
    pub(super) fn answer(
        &self,
        worker: &mut Q::Worker,
        slice: &RecordSlice<'_>,
        chunk: &mut Chunk,
        after: &mut impl FnMut(&mut Chunk) -> ControlFlow<()>,
    ) {
        let before = chunk.tally.records();
        let Err(panic) = guarded(|| self.answer_unguarded(worker, slice, chunk, after)) else { return };
        chunk.drop_incomplete();
        *worker = self.query.worker(self.source);
        let answered = (chunk.tally.records() - before) as usize;
        if slice.len() == 1 && answered == 0 {
            self.fail(slice, panic, chunk, after);
        } else if slice.len() > 1 {
            for one in slice.chunks(1).skip(answered) {
                if chunk.stop {
                    return;
                }
                self.answer(worker, &one, chunk, after);
            }
        }
    }

    /// Reports the panic for the only record of a part.
    #[cold]
    fn fail(
        &self,
        slice: &RecordSlice<'_>,
        panic: Panic,
        chunk: &mut Chunk,
        after: &mut impl FnMut(&mut Chunk) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let location = RecordLocation {
                source: self.source,
                ordinal: self.source.base + ordinal,
                line: record.line,
            };
            let refusal = Refusal::Failed(panic.clone());
            if guarded(|| self.printer.refused(&location, &refusal, chunk)).is_err() {
                chunk.drop_incomplete();
            }
            let _ = self.record(Some(refusal.status()), chunk, after);
        }
    }

    /// Answers the records of a part without a panic guard.
    #[inline]
    fn answer_unguarded(
        &self,
        worker: &mut Q::Worker,
        slice: &RecordSlice<'_>,
        chunk: &mut Chunk,
        after: &mut impl FnMut(&mut Chunk) -> ControlFlow<()>,
    ) {
        let mut take = |item: Item<Q::Found<'_>>| {
            let Item { ordinal, line, nodes, guesses, outcome } = item;
            chunk.tally.nodes += nodes;
            chunk.tally.guesses += guesses;
            let location = RecordLocation { source: self.source, ordinal: self.source.base + ordinal, line };
            let status = match outcome {
                Ok(found) => self.printer.found(&location, found, chunk),
                Err(refusal) => {
                    self.printer.refused(&location, &refusal, chunk);
                    Some(refusal.status())
                }
            };
            self.record(status, chunk, after)
        };
        if Q::VARIANTS || !self.source.dialect.is_variant() {
            return self.query.answer(worker, slice, &mut take);
        }
        let parser = self.source.dialect.parser();
        for (ordinal, record) in slice.records() {
            if take(Item::new(ordinal, record, Err((self.refuse)(&parser, record)))).is_break() {
                return;
            }
        }
    }

    /// Tallies a record if its status is final.
    #[inline]
    fn record(
        &self,
        status: Option<Status>,
        chunk: &mut Chunk,
        after: &mut impl FnMut(&mut Chunk) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(status) = status {
            chunk.tally.add(status);
            chunk.stop |= status == Status::Unreadable && self.on_unreadable == OnUnreadable::Stop;
            if chunk.stop || Q::STREAMS {
                chunk.mark_complete();
                return ControlFlow::Break(());
            }
        }
        let flow = after(chunk);
        chunk.mark_complete();
        flow
    }
}

/// Passes a chunk to the sink and adds its tally to the total.
fn hand_over(chunk: &mut Chunk, sink: &mut impl Sink, total: &mut Tally) -> io::Result<ControlFlow<()>> {
    sink.write(&chunk.answers)?;
    *total += chunk.tally;
    if !chunk.details.is_empty() {
        sink.details(&chunk.details);
    }
    sink.progress(total);
    Ok(if chunk.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}
