//! What is asked about the records of an input, and the outcome for each of them.

use super::records::Piece;
use super::tally::Status;
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::check::Violation;
use farandole_puzzle::format::{Dialect, Entry, ParseError, Parser};
use farandole_solve::{Progress, Report, Unsupported};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A function that is told from time to time how far a long search is.
pub type Watch = Arc<dyn Fn(&Progress) + Send + Sync>;

/// An input whose records are answered.
pub struct Source {
    /// The path, or `-` for standard input.
    pub name: Arc<str>,
    /// The format and everything else that was settled about the input.
    pub dialect: Dialect,
    /// How many records the inputs before this one had.
    pub base: u64,
    /// The length of the file in bytes as stored; `None` where it has none, as a pipe.
    pub length: Option<u64>,
    /// Who is told how far a search is.
    pub watch: Option<Watch>,
    pub(super) position: Arc<AtomicU64>,
}

impl Source {
    /// How many bytes of the file have been read, as stored. Some of them are still waiting for their answers.
    pub fn position(&self) -> u64 {
        self.position.load(Ordering::Relaxed)
    }
}

/// What is asked about each record; a worker on each thread answers it.
pub trait Question: Sync {
    /// Whether a record may have more answers than fit into memory. Its answers are then written as they come, by one
    /// thread.
    const STREAMS: bool = false;
    /// What a thread keeps from one piece to the next.
    type Worker: Send;
    /// The answer for a record that could be read.
    type Found<'a>;

    /// A worker for the records of this input.
    fn worker(&self, source: &Source) -> Self::Worker;

    /// Calls `take` with what comes of each record, in order, until it breaks off. Where the question
    /// [streams](Self::STREAMS), it may be called several times for a record.
    fn answer(
        &self,
        worker: &mut Self::Worker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    );
}

/// What came of a record.
#[derive(Debug)]
pub struct Item<F> {
    /// 0-based number of the record in its input.
    pub ordinal: u64,
    /// 1-based line of the input that the record begins with.
    pub line: u64,
    /// Search nodes that it took.
    pub nodes: u64,
    /// Guesses among them, as far as the engine tells.
    pub guesses: u64,
    /// The answer, or why there is none.
    pub outcome: Result<F, Refusal>,
}

/// Why a record has no answer, whatever was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not a puzzle of the format.
    Unreadable(ParseError),
    /// The engine asked for can't take this puzzle.
    Unsupported(Unsupported),
    /// The engine gave a solution that breaks a rule.
    Wrong(Report, Violation),
    /// The budget was spent.
    GaveUp(Report),
}

impl Refusal {
    /// The status of the record.
    pub const fn status(&self) -> Status {
        match self {
            Self::Unreadable(_) => Status::Unreadable,
            Self::Unsupported(_) => Status::Unsupported,
            Self::Wrong(..) => Status::Wrong,
            Self::GaveUp(_) => Status::GaveUp,
        }
    }

    /// How the search went, where there was one.
    pub const fn report(&self) -> Option<&Report> {
        match self {
            Self::Wrong(report, _) | Self::GaveUp(report) => Some(report),
            Self::Unreadable(_) | Self::Unsupported(_) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Unsupported(unsupported) => unsupported.fmt(f),
            Self::Wrong(report, violation) => {
                write!(f, "engine {} is wrong: {violation}", report.plan.engine)
            }
            Self::GaveUp(report) => {
                let (nodes, solutions) = (report.counters.nodes, report.solutions);
                write!(f, "gave up after {nodes} nodes with {solutions} solutions found")
            }
        }
    }
}

/// The question that needs no search: what the record says.
#[derive(Clone, Copy, Debug)]
pub struct Read;

impl Question for Read {
    type Worker = Parser;
    type Found<'a> = Entry;

    fn worker(&self, source: &Source) -> Parser {
        source.dialect.parser()
    }

    fn answer(
        &self,
        parser: &mut Parser,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Entry>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in piece.records() {
            let outcome = parser.parse(record).map_err(Refusal::Unreadable);
            if take(Item { ordinal, line: record.line, nodes: 0, guesses: 0, outcome }).is_break() {
                return;
            }
        }
    }
}
