//! What is asked about the records of an input, and the outcome for each of them.

use super::guard::Panic;
use super::records::{Holds, Piece};
use super::tally::Status;
use crate::variant::{VariantEntry, VariantError, VariantErrorKind};
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_cover::Estimate;
use farandole_logic::cancel::Effort;
use farandole_puzzle::check::Violation;
use farandole_puzzle::format::{Dialect, Entry, ParseError, Parser};
use farandole_puzzle::variant::Broken;
use farandole_solve::{
    CandidateCounts, ConstraintFinding, Finding, Progress, Report, TrueCandidates, Unsupported, VariantReport,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How far the answer for one record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reached {
    /// A search.
    Search(Progress),
    /// A rating.
    Rating(Effort),
    /// A search in steps.
    Steps {
        /// Steps that are done.
        done: u64,
        /// All steps.
        of: u64,
    },
    /// The records that a thread has taken together.
    Records {
        /// Those that are answered.
        done: u64,
        /// All of them.
        of: u64,
    },
}

/// A function that is told from time to time how far a long search or rating is.
pub type Watch = Arc<dyn Fn(Reached) + Send + Sync>;

/// An input whose records are answered.
pub struct Source {
    /// The path, or `-` for standard input.
    pub name: Arc<str>,
    /// The format and everything else that was settled about the input, if it holds puzzles.
    pub dialect: Dialect,
    /// Whether it holds puzzles or variants.
    pub holds: Holds,
    /// How many records the inputs before this one had.
    pub base: u64,
    /// The length of the file in bytes as stored; `None` where it has none, as a pipe.
    pub length: Option<u64>,
    /// Who is told how far a search or a rating is.
    pub watch: Option<Watch>,
    /// How long the answer for one record may take.
    pub time: Option<Duration>,
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
    /// Whether variants are read. A program that never asks about them and says so is smaller by their readers and their
    /// engine.
    const VARIANTS: bool = true;
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

    /// Calls `take` with what comes of a variant. Most questions are about puzzles alone. Searches end when `stop` is set.
    fn variant(
        &self,
        _entry: &VariantEntry,
        _stop: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        take(Err(Refusal::NoVariants))
    }
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

/// What a question finds out about a variant.
#[derive(Debug)]
#[non_exhaustive]
pub enum VariantFound<'a> {
    /// What the text says.
    Read,
    /// The first solution found, if there is one, and how the search went. The solution has been checked.
    Answer(Option<Vec<u8>>, VariantReport),
    /// One solution of a list, and how many came before it. It has been checked.
    Solution(&'a [u8], u64),
    /// The list is at its end.
    ListEnd(VariantReport),
    /// It holds a finished grid, which obeys the rules or breaks one.
    Grid(Result<(), Broken>),
    /// The true candidates, with solutions that show them.
    Candidates(Finding<TrueCandidates>),
    /// The true candidates, and how many solutions have each, up to a limit, which follows.
    Counts(Finding<CandidateCounts>, u64),
    /// The constraints that follow from the others.
    Redundant(ConstraintFinding),
    /// What random dives say of the number of solutions.
    Estimate(Estimate),
    /// Constraints that cannot hold together; `None` if there is a solution.
    Clash(Option<ConstraintFinding>),
}

impl VariantFound<'_> {
    /// How the search went, where there was one that is over.
    pub const fn report(&self) -> Option<&VariantReport> {
        match self {
            Self::Answer(_, report) | Self::ListEnd(report) => Some(report),
            _ => None,
        }
    }
}

/// What came of a question about a variant.
pub type VariantOutcome<'a> = Result<VariantFound<'a>, Refusal>;

/// Why a record has no answer, whatever was asked.
#[derive(Clone, PartialEq, Debug)]
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
    /// It is a variant, and the question is about puzzles with houses and candidates alone.
    NoVariants,
    /// It is a puzzle, and the question is about the constraints of variants.
    NoConstraints,
    /// It is a variant that can't be read, that the engine has no rule for, or whose solution breaks a rule.
    Variant(VariantError),
    /// It is a variant, and the budget was spent.
    VariantGaveUp(VariantReport),
    /// A defect: the answer ended in a panic.
    Failed(Panic),
    /// The time limit was reached, and nothing is known that could be reported.
    TimeSpent,
}

impl From<VariantError> for Refusal {
    fn from(error: VariantError) -> Self {
        Self::Variant(error)
    }
}

impl Refusal {
    /// The status of the record.
    pub const fn status(&self) -> Status {
        match self {
            Self::Unreadable(_) => Status::Unreadable,
            Self::Unsupported(_) | Self::NoVariants | Self::NoConstraints => Status::Unsupported,
            Self::Wrong(..) => Status::Wrong,
            Self::Failed(_) => Status::Failed,
            Self::GaveUp(_) | Self::VariantGaveUp(_) | Self::TimeSpent => Status::GaveUp,
            Self::Variant(error) => match error.kind() {
                VariantErrorKind::Unknown(_) | VariantErrorKind::Engine(_) => Status::Unsupported,
                VariantErrorKind::Wrong(_) => Status::Wrong,
                _ => Status::Unreadable,
            },
        }
    }

    /// How the search went, where there was one.
    pub const fn report(&self) -> Option<&Report> {
        match self {
            Self::Wrong(report, _) | Self::GaveUp(report) => Some(report),
            Self::Unreadable(_)
            | Self::Unsupported(_)
            | Self::NoVariants
            | Self::NoConstraints
            | Self::Variant(_)
            | Self::VariantGaveUp(_)
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
                write!(f, "engine {} is wrong: {violation}", report.plan.engine)
            }
            Self::GaveUp(report) => {
                let (nodes, solutions) = (report.counters.nodes, report.solutions);
                write!(f, "gave up after {nodes} nodes with {solutions} solutions found")
            }
            Self::VariantGaveUp(report) => {
                let (nodes, solutions) = (report.counters.nodes, report.solutions);
                write!(f, "gave up after {nodes} nodes with {solutions} solutions found")
            }
            Self::NoVariants => {
                f.write_str("a variant; this command takes puzzles that have houses and candidates only")
            }
            Self::NoConstraints => {
                f.write_str("a puzzle; this command takes variants, which have constraints")
            }
            Self::Variant(error) => error.fmt(f),
            Self::Failed(panic) => panic.fmt(f),
            Self::TimeSpent => f.write_str("gave up: the time limit was reached"),
        }
    }
}

/// The question that needs no search: what the record says.
#[derive(Clone, Copy, Debug)]
pub struct Read;

impl Question for Read {
    fn variant(
        &self,
        _entry: &VariantEntry,
        _: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        take(Ok(VariantFound::Read))
    }

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
