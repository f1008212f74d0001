//! Queries on the records of an input, and the outcome for each record.

use super::records::RecordSlice;
use super::tally::Status;
use crate::answer::counted;
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;
use farandole_formats::{Dialect, Entry, ParseError, Parser, Record};
use farandole_logic::cancel::RatingProgress;
use farandole_puzzle::PuzzleViolation;
use farandole_search::Panic;
use farandole_solve::{End, Progress, Report, Unsupported};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Progress of the current record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordProgress {
    /// Progress of a search.
    Search(Progress),
    /// Progress of a rating.
    Rating(RatingProgress),
    /// Progress of a search that runs in steps.
    Steps {
        /// Number of completed steps.
        done: u64,
        /// Total number of steps.
        of: u64,
    },
    /// Progress of a group of records that a thread processes together.
    Records {
        /// Number of completed records.
        done: u64,
        /// Total number of records in the group.
        of: u64,
    },
}

/// A callback that receives the progress of a long search or rating from time to time.
pub type ProgressCallback = Arc<dyn Fn(RecordProgress) + Send + Sync>;

/// An input whose records are answered.
pub struct Source {
    /// The path, or `-` for standard input.
    pub name: Arc<str>,
    /// The format of the input, and its other properties.
    pub dialect: Dialect,
    /// Number of records in the inputs before this one.
    pub base: u64,
    /// The stored (compressed) length of the file in bytes, or `None` for a pipe or anything else
    /// without a length.
    pub length: Option<u64>,
    /// Callback for the progress of a search or a rating.
    pub watch: Option<ProgressCallback>,
    /// Time limit for the answer to one record.
    pub time: Option<Duration>,
    pub(super) position: Arc<AtomicU64>,
}

impl Source {
    /// Returns the number of stored (compressed) bytes that have been read. The records in some of
    /// them may still be in progress.
    pub fn position(&self) -> u64 {
        self.position.load(Ordering::Relaxed)
    }
}

/// A query that is answered for each record, by one worker per thread.
pub trait Query: Sync {
    /// True if a record may have more answers than fit into memory. One thread then writes the
    /// answers as they are found.
    const STREAMS: bool = false;
    /// True if variants are answered. Otherwise an input of variants is refused, record by record. If all
    /// queries of a program set this to false, the engine for variants is not linked, and the program is
    /// smaller.
    const VARIANTS: bool = true;
    /// The data that a thread keeps from one part of the input to the next.
    type Worker: Send;
    /// The answer for a record that was read.
    type Found<'a>;

    /// Returns a worker for the records of this input.
    fn worker(&self, source: &Source) -> Self::Worker;

    /// Calls `take` with the outcome for each record, in order, until it breaks. If the query
    /// [streams](Self::STREAMS), `take` may be called several times for a record.
    fn answer(
        &self,
        worker: &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    );
}

/// The outcome for a record.
#[derive(Debug)]
pub struct Item<F> {
    /// 0-based number of the record in its input.
    pub ordinal: u64,
    /// 1-based line of the input at which the record begins.
    pub line: u64,
    /// Number of search nodes.
    pub nodes: u64,
    /// Number of guesses, if the engine counts them.
    pub guesses: u64,
    /// The answer, or the reason why there is none.
    pub outcome: Result<F, Refusal>,
}

impl<F> Item<F> {
    /// Returns the outcome for a record that took no search.
    pub const fn new(ordinal: u64, record: Record<'_>, outcome: Result<F, Refusal>) -> Self {
        Self { ordinal, line: record.line, nodes: 0, guesses: 0, outcome }
    }

    /// Adds the cost of a search.
    #[must_use]
    pub fn with_cost(self, report: &Report) -> Self {
        let (nodes, guesses) = (report.counters.nodes, report.counters.guesses.unwrap_or(0));
        Self { nodes, guesses, ..self }
    }

    /// Converts the outcome and keeps everything else.
    #[inline]
    pub fn map<G>(self, convert: impl FnOnce(Result<F, Refusal>) -> Result<G, Refusal>) -> Item<G> {
        let Self { ordinal, line, nodes, guesses, outcome } = self;
        Item { ordinal, line, nodes, guesses, outcome: convert(outcome) }
    }
}

/// The reasons why a record has no answer, for any query.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The record is not a puzzle in the format.
    Unreadable(ParseError),
    /// The chosen engine does not support this puzzle.
    Unsupported(Unsupported),
    /// The engine returned a solution that breaks a rule.
    Wrong(Box<Report>, PuzzleViolation),
    /// The budget was spent.
    GaveUp(Box<Report>),
    /// The record is a variant, and the query supports only classic puzzles.
    NoVariants,
    /// The record is a classic puzzle, and the query is about the constraints of variants.
    NoConstraints,
    /// Computing the answer panicked, which is a bug.
    Failed(Panic),
    /// The time limit was reached before there was anything to report.
    TimeSpent,
}

impl Refusal {
    /// Returns the reason why a search has no answer: its solution breaks a rule, or it did not finish.
    pub(crate) fn of_search(report: &Report, violation: Option<PuzzleViolation>) -> Option<Self> {
        match violation {
            Some(violation) => Some(Self::Wrong(Box::new(*report), violation)),
            None if matches!(report.end, End::BudgetSpent | End::Cancelled) => {
                Some(Self::GaveUp(Box::new(*report)))
            }
            None => None,
        }
    }

    /// Returns the status of the record.
    pub const fn status(&self) -> Status {
        match self {
            Self::Unreadable(_) => Status::Unreadable,
            Self::Unsupported(_) | Self::NoVariants | Self::NoConstraints => Status::Unsupported,
            Self::Wrong(..) => Status::Wrong,
            Self::Failed(_) => Status::Failed,
            Self::GaveUp(_) | Self::TimeSpent => Status::GaveUp,
        }
    }

    /// Returns the report of the search, if there was one.
    pub const fn report(&self) -> Option<&Report> {
        match self {
            Self::Wrong(report, _) | Self::GaveUp(report) => Some(report),
            Self::Unreadable(_)
            | Self::Unsupported(_)
            | Self::NoVariants
            | Self::NoConstraints
            | Self::Failed(_)
            | Self::TimeSpent => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Unsupported(unsupported) => unsupported.fmt(f),
            Self::Wrong(report, violation) => {
                write!(f, "engine {} returned a wrong solution: {violation}", report.plan.engine)
            }
            Self::GaveUp(report) => {
                let nodes = counted(report.counters.nodes, "node");
                write!(f, "gave up after {nodes}; found {}", counted(report.solutions, "solution"))
            }
            Self::NoVariants => {
                f.write_str("found a variant, but this command supports only classic puzzles")
            }
            Self::NoConstraints => {
                f.write_str("found a classic puzzle, but this command supports only variants")
            }
            Self::Failed(panic) => panic.fmt(f),
            Self::TimeSpent => f.write_str("gave up: the time limit was reached"),
        }
    }
}

/// The query that reads each record without a search.
#[derive(Clone, Copy, Debug)]
pub struct Read;

impl Query for Read {
    type Worker = Parser;
    type Found<'a> = Entry;

    fn worker(&self, source: &Source) -> Parser {
        source.dialect.parser()
    }

    fn answer(
        &self,
        parser: &mut Parser,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Entry>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let outcome = parser.parse(record).map_err(Refusal::Unreadable);
            if take(Item::new(ordinal, record, outcome)).is_break() {
                return;
            }
        }
    }
}
