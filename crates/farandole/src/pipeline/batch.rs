//! Batch solver: parses, searches and checks parts of a record stream.
//!
//! The classic 9x9 puzzles of a part form a [`Batch`]. Every other puzzle is searched separately.
//! The answers are the same in both cases.

use super::query::{Item, ProgressCallback, Query, RecordProgress, Refusal, Source};
use super::records::RecordSlice;
use crate::bulk_check::check_grids;
use crate::config::{BATCH, Config};
use core::time::Duration;
use farandole_formats::{Entry, Parser, Record, Symbols, line};
use farandole_puzzle::check::check;
use farandole_puzzle::{ClassicPuzzle, Grid, Puzzle, PuzzleViolation};
use farandole_search::Alarm;
use farandole_solve::{Batch, BatchAnswer, Progress, Report, Solver, Unsupported, Watcher, classic_puzzle};
use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The query for solutions, which searches every puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Search(pub Config);

impl Query for Search {
    type Worker = BatchWorker<Infallible, true>;
    type Found<'a> = AnswerRef<'a>;

    fn worker(&self, source: &Source) -> Self::Worker {
        BatchWorker::new(source, self.0, None)
    }

    #[inline]
    fn answer(
        &self,
        batch: &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<AnswerRef<'_>>) -> ControlFlow<()>,
    ) {
        batch.answer(slice, &mut |item| take(item.map(|outcome| outcome.map(Checked::searched))));
    }
}

/// The query for solutions of classic puzzles, which refuses variants.
#[derive(Clone, Copy, Debug)]
pub struct ClassicSearch(pub Config);

impl Query for ClassicSearch {
    const VARIANTS: bool = false;
    type Worker = BatchWorker<Infallible>;
    type Found<'a> = AnswerRef<'a>;

    fn worker(&self, source: &Source) -> Self::Worker {
        BatchWorker::new(source, self.0, None)
    }

    #[inline]
    fn answer(
        &self,
        batch: &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<AnswerRef<'_>>) -> ControlFlow<()>,
    ) {
        batch.answer(slice, &mut |item| take(item.map(|outcome| outcome.map(Checked::searched))));
    }
}

/// The query that checks records: a finished grid is checked against the rules, and any other
/// puzzle is searched.
#[derive(Clone, Copy, Debug)]
pub struct Check(pub Config);

impl Query for Check {
    type Worker = BatchWorker<Judgement, true>;
    type Found<'a> = Checked<'a>;

    fn worker(&self, source: &Source) -> Self::Worker {
        BatchWorker::new(source, self.0, Some(Judge { judge, asks_lines: true }))
    }

    fn answer(
        &self,
        batch: &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Checked<'_>>) -> ControlFlow<()>,
    ) {
        batch.answer(slice, take);
    }
}

/// A function that answers some records without a search.
#[derive(Debug)]
pub(crate) struct Judge<J> {
    pub(crate) judge: fn(&Entry) -> Option<J>,
    /// True if it may also answer classic 9x9 lines.
    pub(crate) asks_lines: bool,
}

/// The verdict on a finished grid: `Ok`, or the rule that it breaks.
pub type Judgement = Result<(), PuzzleViolation>;

/// Checks a record that contains its solution, complete or not, or whose cells are all given.
fn judge(entry: &Entry) -> Option<Judgement> {
    // A solution with empty cells is not a puzzle to be searched: the check names the first of them.
    let included = |empty: u8| {
        let values = entry.solution.as_ref()?.iter();
        Some(values.map(|value| value.unwrap_or(empty)).collect::<Vec<u8>>())
    };
    let values = match &entry.puzzle {
        Puzzle::Classic(puzzle) => {
            let full = puzzle.given_count() == puzzle.geometry().cell_count();
            included(0).or_else(|| full.then(|| puzzle.givens().to_vec()))
        }
        Puzzle::Variant(variant) => {
            let low = variant.board().values().low();
            let only = |mask: &u16| mask.is_power_of_two().then(|| mask.trailing_zeros() as u8 + low);
            let given: Option<Vec<u8>> = variant.domains().iter().map(only).collect();
            given
                .or_else(|| included(low.checked_sub(1).unwrap_or(u8::MAX)))
                .filter(|values| values.len() == variant.cell_count())
        }
    };
    Some(entry.puzzle.check(&values?))
}

/// The result of [`Check`] for a record.
#[derive(Debug)]
pub enum Checked<'a, J = Judgement> {
    /// The record was checked without a search, as finished grids are. Contains the entry if it is a
    /// variant.
    Grid(&'a J, Option<&'a Entry>),
    /// The record is a puzzle, which was searched.
    Puzzle(AnswerRef<'a>),
}

impl<'a> Checked<'a, Infallible> {
    /// Returns the answer of a worker without a judge.
    #[inline]
    pub(crate) fn searched(self) -> AnswerRef<'a> {
        match self {
            Self::Puzzle(answer) => answer,
            Self::Grid(never, _) => match *never {},
        }
    }
}

/// The checked answer for a puzzle, borrowed from its batch.
#[derive(Debug)]
pub struct AnswerRef<'a> {
    puzzle: PuzzleRef<'a>,
    first: First<'a>,
    /// Report of the search. It never ends with
    /// [`End::BudgetSpent`](farandole_solve::End::BudgetSpent) or
    /// [`End::Cancelled`](farandole_solve::End::Cancelled).
    pub report: Report,
}

#[derive(Debug)]
enum PuzzleRef<'a> {
    /// Givens in ASCII, and the bytes that follow them in the record.
    Line(&'a [u8; 81], &'a [u8]),
    Entry(&'a Entry),
}

#[derive(Debug)]
enum First<'a> {
    None,
    /// Digits in ASCII.
    Line(&'a [u8; 81]),
    Values(&'a [u8]),
}

impl<'a> AnswerRef<'a> {
    /// Returns the puzzle.
    pub fn puzzle(&self) -> Cow<'a, Puzzle> {
        match self.puzzle {
            PuzzleRef::Line(cells, _) => Cow::Owned(classic_puzzle(cells).into()),
            PuzzleRef::Entry(entry) => Cow::Borrowed(&entry.puzzle),
        }
    }

    /// Returns the parsed record, or `None` if it is a line of 81 cells, which needs no parser.
    pub const fn entry(&self) -> Option<&'a Entry> {
        match self.puzzle {
            PuzzleRef::Line(..) => None,
            PuzzleRef::Entry(entry) => Some(entry),
        }
    }

    /// Returns true if the puzzle is a variant.
    pub fn is_variant(&self) -> bool {
        self.entry().is_some_and(|entry| entry.puzzle.variant().is_some())
    }

    /// Returns the givens as 81 ASCII digits and dots, if the puzzle was read in this form.
    pub const fn classic_givens(&self) -> Option<&'a [u8; 81]> {
        match self.puzzle {
            PuzzleRef::Line(cells, _) => Some(cells),
            PuzzleRef::Entry(_) => None,
        }
    }

    /// Returns the bytes of the record that follow the puzzle.
    pub fn trailing(&self) -> &'a [u8] {
        match self.puzzle {
            PuzzleRef::Line(_, trailing) => trailing,
            PuzzleRef::Entry(entry) => &entry.trailing,
        }
    }

    /// Returns the symbols used in the record.
    pub fn symbols(&self) -> Symbols {
        self.entry().map_or(Symbols::NumbersFirst, |entry| entry.symbols.clone())
    }

    /// Returns the first solution as 81 ASCII digits, if the search produced this form.
    pub const fn first_classic(&self) -> Option<&'a [u8; 81]> {
        match self.first {
            First::Line(digits) => Some(digits),
            First::None | First::Values(_) => None,
        }
    }

    /// Returns the first solution found: the values of all cells, in cell order.
    pub fn first(&self) -> Option<Cow<'a, [u8]>> {
        match self.first {
            First::None => None,
            First::Line(digits) => {
                Some(digits.iter().map(|digit| digit.wrapping_sub(b'0')).collect::<Vec<u8>>().into())
            }
            First::Values(values) => Some(Cow::Borrowed(values)),
        }
    }

    /// Returns the first solution found as a grid, if the puzzle is a classic one.
    pub fn grid(&self) -> Option<Grid> {
        let size = match self.puzzle {
            PuzzleRef::Line(..) => 9,
            PuzzleRef::Entry(entry) => entry.puzzle.classic()?.size(),
        };
        Grid::new(size, self.first()?.into_owned()).ok()
    }
}

fn without_line_end(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.strip_suffix(b"\r").unwrap_or(text)
}

/// Returns the rule that a grid in ASCII breaks.
#[cold]
fn classic_violation(cells: &[u8; 81], grid: &[u8; 81]) -> Option<PuzzleViolation> {
    let digits = grid.map(|digit| digit.wrapping_sub(b'0'));
    check(&classic_puzzle(cells), &digits).err().map(Into::into)
}

/// Returns the rule that the values break. Without `VARIANTS`, there are only classic puzzles, and the
/// check of variants is not linked.
fn violation<const VARIANTS: bool>(puzzle: &Puzzle, values: &[u8]) -> Option<PuzzleViolation> {
    match puzzle {
        Puzzle::Classic(puzzle) => check(puzzle, values).err().map(Into::into),
        variant if VARIANTS => variant.check(values).err(),
        Puzzle::Variant(_) => None,
    }
}

/// Node limit of a puzzle in a batch if there is a time limit. It takes about a millisecond. A
/// batch does not support a time limit per puzzle, so a puzzle that needs more nodes is searched
/// alone with its own alarm.
const NODES_BEFORE_ALARM: u64 = 1000;

/// Answers parts of the input and keeps its buffers and tables from one to the next. Each thread
/// needs its own. Variants are read and searched only if `VARIANTS` is true.
pub struct BatchWorker<J, const VARIANTS: bool = false> {
    parser: Parser,
    /// True if records that are classic 9x9 lines are added to the batch without a parser.
    takes_lines: bool,
    judge: Option<Judge<J>>,
    /// The puzzles that are solved together, if the configuration allows it.
    batch: Option<Batch>,
    /// For each puzzle of the batch, true if its solution obeys the rules.
    fits: Vec<bool>,
    slots: Vec<Slot<J>>,
    separate: SeparateSearch,
}

/// The search of one puzzle that is not solved in the batch.
struct SeparateSearch {
    config: Config,
    watch: Option<ProgressCallback>,
    /// Time limit for one puzzle.
    time: Option<Duration>,
    solver: Solver,
}

impl SeparateSearch {
    fn classic(&mut self, puzzle: &ClassicPuzzle) -> Result<(Option<Grid>, Report), Unsupported> {
        let tell = |progress: &Progress| {
            if let Some(watch) = &self.watch {
                watch(RecordProgress::Search(*progress));
            }
        };
        let watcher = self.watch.is_some().then_some(Watcher(&tell));
        let alarm = Alarm::after(self.time);
        let config = farandole_solve::Config { watcher, cancel: alarm.flag(), ..self.config.search() };
        self.solver.race(puzzle, &config, self.config.racers)
    }

    fn variant(&self, puzzle: &Puzzle) -> Result<(Option<Vec<u8>>, Report), Unsupported> {
        self.config.first(&self.solver, puzzle, Alarm::after(self.time).flag())
    }
}

/// The location of the answer for a record.
enum Slot<J> {
    /// The index of a puzzle in the batch, and the number of bytes of the record after its cells.
    Line {
        number: usize,
        trailing: usize,
    },
    /// The index of a puzzle in the batch, and its parsed record.
    Batched {
        number: usize,
        entry: Box<Entry>,
    },
    /// A separate search.
    Searched(Box<(Entry, Option<Vec<u8>>, Report)>),
    /// The record was checked without a search. The entry is kept if it is a variant.
    Judged(J, Option<Box<Entry>>),
    Refused(Box<Refusal>),
}

/// Returns the answer, or a refusal if it breaks a rule or the search did not finish.
#[inline]
fn checked<'a, J>(
    puzzle: PuzzleRef<'a>,
    first: First<'a>,
    report: Report,
    violation: Option<PuzzleViolation>,
) -> Result<Checked<'a, J>, Refusal> {
    match Refusal::of_search(&report, violation) {
        Some(refusal) => Err(refusal),
        None => Ok(Checked::Puzzle(AnswerRef { puzzle, first, report })),
    }
}

/// The result for a record, and the report if it was searched.
type Answered<'a, J> = (Option<Report>, Result<Checked<'a, J>, Refusal>);

impl<J, const VARIANTS: bool> BatchWorker<J, VARIANTS> {
    pub(crate) fn new(source: &Source, config: Config, judge: Option<Judge<J>>) -> Self {
        let dialect = &source.dialect;
        let mut batch = Batch::new(config.engine, config.isa, &config.search());
        if source.time.is_some() {
            batch = batch.map(|batch| batch.with_most_nodes(NODES_BEFORE_ALARM));
        }
        let (watch, time, solver) = (source.watch.clone(), source.time, config.solver());
        let is_strict = judge.as_ref().is_some_and(|judge| judge.asks_lines);
        let parser = dialect.parser();
        Self {
            parser: if is_strict { parser.strict() } else { parser },
            takes_lines: batch.is_some() && dialect.is_plain_lines() && !(is_strict && dialect.has_answers()),
            judge,
            batch,
            fits: Vec::new(),
            slots: Vec::new(),
            separate: SeparateSearch { config, watch, time, solver },
        }
    }

    /// Calls `take` with the answer for each record, in order, until it breaks.
    #[inline]
    pub(crate) fn answer(
        &mut self,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Checked<'_, J>>) -> ControlFlow<()>,
    ) {
        for slice in slice.chunks(BATCH) {
            self.solve(&slice);
            for (slot, (ordinal, record)) in self.slots.iter().zip(slice.records()) {
                let (report, outcome) = self.answered(slot, record.text);
                let counters = report.map(|report| report.counters).unwrap_or_default();
                let (nodes, guesses) = (counters.nodes, counters.guesses.unwrap_or(0));
                if take(Item { nodes, guesses, ..Item::new(ordinal, record, outcome) }).is_break() {
                    return;
                }
            }
        }
    }

    /// Reads, searches and checks the records of one batch.
    fn solve(&mut self, slice: &RecordSlice<'_>) {
        self.slots.clear();
        if let Some(batch) = &mut self.batch {
            batch.clear();
        }
        for (_, record) in slice.records() {
            let slot = self.read(record);
            self.slots.push(slot);
        }
        if let Some(batch) = &mut self.batch {
            batch.solve(None);
            batch.search_open(|puzzle| self.separate.classic(puzzle));
            check_grids(batch.grids(), &mut self.fits);
        }
    }

    fn read(&mut self, record: Record<'_>) -> Slot<J> {
        if self.takes_lines
            && let Some(batch) = &mut self.batch
            && let Some((cells, rest)) = line::cells81(without_line_end(record.text))
            && (!self.judge.as_ref().is_some_and(|judge| judge.asks_lines)
                || (cells.contains(&b'.') && rest.is_empty()))
        {
            return Slot::Line { number: batch.push(cells), trailing: rest.len() };
        }
        let entry = if VARIANTS {
            self.parser.parse(record)
        } else {
            self.parser.parse_classic(record).map(|entry| entry.map(Into::into))
        };
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Slot::Refused(Box::new(Refusal::Unreadable(error))),
        };
        if let Some(judgement) = self.judge.as_ref().and_then(|judge| (judge.judge)(&entry)) {
            return Slot::Judged(judgement, entry.puzzle.variant().is_some().then(|| Box::new(entry)));
        }
        let searched = match &entry.puzzle {
            Puzzle::Classic(puzzle) => {
                if let Some(number) = self.batch.as_mut().and_then(|batch| batch.push_puzzle(puzzle)) {
                    return Slot::Batched { number, entry: Box::new(entry) };
                }
                let found = self.separate.classic(puzzle);
                found.map(|(first, report)| (first.map(|grid| grid.digits().to_vec()), report))
            }
            variant if VARIANTS => self.separate.variant(variant),
            Puzzle::Variant(_) => return Slot::Refused(Box::new(Refusal::NoVariants)),
        };
        match searched {
            Ok((first, report)) => Slot::Searched(Box::new((entry, first, report))),
            Err(unsupported) => Slot::Refused(Box::new(Refusal::Unsupported(unsupported))),
        }
    }

    /// Returns the answer for a record with this text.
    #[inline]
    fn answered<'s>(&'s self, slot: &'s Slot<J>, text: &'s [u8]) -> Answered<'s, J> {
        match slot {
            Slot::Line { number, trailing } => {
                let text = without_line_end(text);
                let rest = &text[text.len() - trailing..];
                self.batched(*number, |cells| PuzzleRef::Line(cells, rest))
            }
            Slot::Batched { number, entry } => self.batched(*number, |_| PuzzleRef::Entry(entry)),
            Slot::Searched(searched) => {
                let (entry, first, report) = &**searched;
                let violation =
                    first.as_ref().and_then(|values| violation::<VARIANTS>(&entry.puzzle, values));
                let first = first.as_deref().map_or(First::None, First::Values);
                (Some(*report), checked(PuzzleRef::Entry(entry), first, *report, violation))
            }
            Slot::Judged(judgement, entry) => (None, Ok(Checked::Grid(judgement, entry.as_deref()))),
            Slot::Refused(refusal) => (None, Err((**refusal).clone())),
        }
    }

    /// Returns the answer for a puzzle of the batch.
    #[inline]
    fn batched<'s>(
        &'s self,
        number: usize,
        puzzle: impl FnOnce(&'s [u8; 81]) -> PuzzleRef<'s>,
    ) -> Answered<'s, J> {
        let answer = self.batch.as_ref().and_then(|batch| batch.answer(number));
        let BatchAnswer { cells, first, report } =
            answer.expect("a puzzle of the batch, whose cells were read");
        let violation = match first {
            Some(grid) if !self.fits[number] => classic_violation(cells, grid),
            _ => None,
        };
        let first = first.map_or(First::None, First::Line);
        (Some(report), checked(puzzle(cells), first, report, violation))
    }
}
