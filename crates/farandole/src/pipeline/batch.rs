//! Batch solver: parses, searches and checks parts of a record stream.
//!
//! The kernel solves the classic 9x9 puzzles of a part together; every other puzzle is searched
//! separately by a [`Solver`]. The answers are the same either way.

use super::question::{Item, Question, RecordProgress, Refusal, Source, VariantOutcome, Watch};
use super::records::Piece;
use super::variants;
use crate::alarm::Alarm;
use crate::config::Config;
use crate::variant::VariantEntry;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_formats::{ClassicEntry, Parser, Record, Symbols, line};
use farandole_kernel as kernel;
use farandole_puzzle::check::{self, Violation};
use farandole_puzzle::{Clash, ClassicPuzzle, Geometry, Grid};
use farandole_solve::{BatchPlan, End, Plan, Progress, Report, Solver, Watcher};
use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The query for solutions, which searches every puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Search(pub Config);

impl Question for Search {
    type Worker = Batch<Infallible>;
    type Found<'a> = AnswerRef<'a>;

    fn worker(&self, source: &Source) -> Self::Worker {
        Batch::new(source, self.0, None)
    }

    #[inline]
    fn answer(
        &self,
        batch: &mut Self::Worker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<AnswerRef<'_>>) -> ControlFlow<()>,
    ) {
        batch.answer(piece, &mut |Item { ordinal, line, nodes, guesses, outcome }| {
            let outcome = outcome.map(|checked| match checked {
                Checked::Puzzle(answer) => answer,
                Checked::Grid(never) => match never {},
            });
            take(Item { ordinal, line, nodes, guesses, outcome })
        });
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        stop: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        take(variants::search(&self.0, entry, stop))
    }
}

/// The query that checks records: a finished grid is checked against the rules, and any other
/// puzzle is searched.
#[derive(Clone, Copy, Debug)]
pub struct Check(pub Config);

impl Question for Check {
    type Worker = Batch<Judgement>;
    type Found<'a> = Checked<'a>;

    fn worker(&self, source: &Source) -> Self::Worker {
        Batch::new(source, self.0, Some(Judge { judge, asks_lines: true }))
    }

    fn answer(
        &self,
        batch: &mut Self::Worker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Checked<'_>>) -> ControlFlow<()>,
    ) {
        batch.answer(piece, take);
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        stop: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        take(variants::judge(&self.0, entry, stop))
    }
}

/// A function that answers a record without a search, if it can.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge<J> {
    pub(crate) judge: fn(&ClassicEntry) -> Option<J>,
    /// True if it may answer classic 9x9 lines too.
    pub(crate) asks_lines: bool,
}

/// The verdict on a finished grid: `Ok`, or the rule that it breaks.
pub type Judgement = Result<(), Violation>;

/// Checks a record that comes with its solution, or whose cells are all given.
fn judge(entry: &ClassicEntry) -> Option<Judgement> {
    let puzzle = &entry.puzzle;
    let full = puzzle.given_count() == puzzle.geometry().cell_count();
    let own = entry.grid();
    let digits = own.as_ref().map(Grid::digits).or(full.then_some(puzzle.givens()))?;
    Some(check::check(puzzle, digits))
}

/// The result of [`Check`] for a record.
#[derive(Debug)]
pub enum Checked<'a, J = Judgement> {
    /// The record was judged without a search, as finished grids are.
    Grid(J),
    /// The record is a puzzle, which was searched.
    Puzzle(AnswerRef<'a>),
}

/// The checked answer for a puzzle, borrowed from its batch.
#[derive(Debug)]
pub struct AnswerRef<'a> {
    puzzle: PuzzleRef<'a>,
    first: First<'a>,
    /// Report of the search; it never ends with [`End::BudgetSpent`] or [`End::Cancelled`].
    pub report: Report,
}

#[derive(Debug)]
enum PuzzleRef<'a> {
    /// Givens in ASCII, and the bytes that follow them in the record.
    Classic(&'a [u8; 81], &'a [u8]),
    Entry(&'a ClassicEntry),
}

#[derive(Debug)]
enum First<'a> {
    None,
    /// Digits in ASCII.
    Classic(&'a [u8; 81]),
    Grid(&'a Grid),
}

impl<'a> AnswerRef<'a> {
    /// Returns the puzzle.
    pub fn puzzle(&self) -> Cow<'a, ClassicPuzzle> {
        match self.puzzle {
            PuzzleRef::Classic(cells, _) => Cow::Owned(classic_puzzle(cells)),
            PuzzleRef::Entry(entry) => Cow::Borrowed(&entry.puzzle),
        }
    }

    /// Returns the givens as 81 ASCII digits and dots, if the puzzle was read in this form.
    pub const fn classic_givens(&self) -> Option<&'a [u8; 81]> {
        match self.puzzle {
            PuzzleRef::Classic(cells, _) => Some(cells),
            PuzzleRef::Entry(_) => None,
        }
    }

    /// Returns the bytes of the record that follow the puzzle.
    pub fn trailing(&self) -> &'a [u8] {
        match self.puzzle {
            PuzzleRef::Classic(_, trailing) => trailing,
            PuzzleRef::Entry(entry) => &entry.trailing,
        }
    }

    /// Returns the symbols used in the record.
    pub fn symbols(&self) -> Symbols {
        match self.puzzle {
            PuzzleRef::Classic(..) => Symbols::NumbersFirst,
            PuzzleRef::Entry(entry) => entry.symbols.clone(),
        }
    }

    /// Returns the first solution as 81 ASCII digits, if the search produced this form.
    pub const fn first_classic(&self) -> Option<&'a [u8; 81]> {
        match self.first {
            First::Classic(digits) => Some(digits),
            First::None | First::Grid(_) => None,
        }
    }

    /// Returns a contradiction among the givens that is visible without a search.
    pub fn clash(&self) -> Option<Clash> {
        self.puzzle().clash()
    }

    /// Returns the first solution found.
    pub fn first(&self) -> Option<Cow<'a, Grid>> {
        match self.first {
            First::None => None,
            First::Classic(digits) => {
                let digits = digits.iter().map(|digit| digit.wrapping_sub(b'0')).collect();
                Grid::new(9, digits).ok().map(Cow::Owned)
            }
            First::Grid(grid) => Some(Cow::Borrowed(grid)),
        }
    }
}

fn without_line_end(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.strip_suffix(b"\r").unwrap_or(text)
}

/// Returns the classic 9x9 puzzle with these cells in ASCII; any byte but `1` to `9` is an empty
/// cell.
pub(crate) fn classic_puzzle(cells: &[u8; 81]) -> ClassicPuzzle {
    let givens = cells.map(|cell| if let b'1'..=b'9' = cell { cell - b'0' } else { 0 });
    ClassicPuzzle::new(Arc::new(Geometry::classic()), &givens).expect("81 digits up to 9")
}

/// Returns the rule that a grid in ASCII breaks.
#[cold]
fn classic_violation(cells: &[u8; 81], grid: &[u8; 81]) -> Option<Violation> {
    let digits = grid.map(|digit| digit.wrapping_sub(b'0'));
    check::check(&classic_puzzle(cells), &digits).err()
}

/// Number of records read before they are passed to the kernel. Their data fits into a second-level
/// cache, and few vector lanes are idle at the end of a batch.
const BATCH: usize = 2048;

/// Nodes of a puzzle in the kernel's batch if there is a time limit, which a batch cannot keep puzzle by puzzle: about a
/// millisecond. A puzzle that needs more is searched alone with its own alarm.
const NODES_BEFORE_ALARM: u64 = 1000;

/// Answers parts of the input and keeps its buffers and tables from one to the next. Each thread
/// needs its own.
pub struct Batch<J> {
    config: Config,
    watch: Option<Watch>,
    /// Time limit for the search of one puzzle.
    time: Option<Duration>,
    parser: Parser,
    /// The plan for classic 9x9 puzzles that the kernel solves together, if the configuration
    /// allows it.
    plan: Option<BatchPlan>,
    /// True if that plan applies to records that are classic 9x9 lines, which then need no parser.
    takes_lines: bool,
    judge: Option<Judge<J>>,
    solver: Solver,
    slots: Vec<Slot<J>>,
    cells: Vec<[u8; 81]>,
    answers: Vec<kernel::Answer>,
}

/// The location of the answer for a record.
enum Slot<J> {
    /// At this index of the batch; this many bytes of the record follow its cells.
    Line { index: usize, trailing: usize },
    /// At this index of the batch, for a record that was parsed.
    Batched { index: usize, entry: Box<ClassicEntry> },
    /// Outside the batch, because the kernel was not used.
    Alone(Box<Alone<J>>),
}

/// The answer for a record that the kernel did not solve.
enum Alone<J> {
    Searched { entry: ClassicEntry, first: Option<Grid>, report: Report },
    Judged(J),
    Refused(Refusal),
}

impl<J: Copy> Alone<J> {
    fn outcome(&self) -> (Option<&Report>, Result<Checked<'_, J>, Refusal>) {
        match self {
            Self::Searched { entry, first, report } => {
                let violation =
                    first.as_ref().and_then(|grid| check::check(&entry.puzzle, grid.digits()).err());
                let first = first.as_ref().map_or(First::None, First::Grid);
                (Some(report), checked(PuzzleRef::Entry(entry), first, *report, violation))
            }
            Self::Judged(judgement) => (None, Ok(Checked::Grid(*judgement))),
            Self::Refused(refusal) => (None, Err(refusal.clone())),
        }
    }
}

/// Returns the answer, or a refusal if it breaks a rule or the search did not finish.
#[inline]
fn checked<'a, J>(
    puzzle: PuzzleRef<'a>,
    first: First<'a>,
    report: Report,
    violation: Option<Violation>,
) -> Result<Checked<'a, J>, Refusal> {
    match violation {
        Some(violation) => Err(Refusal::Wrong(report, violation.into())),
        None if matches!(report.end, End::BudgetSpent | End::Cancelled) => Err(Refusal::GaveUp(report)),
        None => Ok(Checked::Puzzle(AnswerRef { puzzle, first, report })),
    }
}

impl<J: Copy> Batch<J> {
    pub(crate) fn new(source: &Source, config: Config, judge: Option<Judge<J>>) -> Self {
        let dialect = &source.dialect;
        let mut plan = Plan::for_batch(config.engine, &config.search());
        if source.time.is_some() {
            plan = plan.map(|plan| plan.with_bulk_budget(NODES_BEFORE_ALARM));
        }
        Self {
            config,
            watch: source.watch.clone(),
            time: source.time,
            parser: dialect.parser(),
            plan,
            takes_lines: plan.is_some() && dialect.is_plain_lines(),
            judge,
            solver: config.solver(),
            slots: Vec::new(),
            cells: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Calls `take` with the answer for each record, in order, until it breaks.
    #[inline]
    pub(crate) fn answer(
        &mut self,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Checked<'_, J>>) -> ControlFlow<()>,
    ) {
        for batch in piece.pieces(BATCH) {
            self.solve(&batch);
            if self.hand_out(&batch, take).is_break() {
                return;
            }
        }
    }

    /// Reads and searches the records of one batch.
    fn solve(&mut self, piece: &Piece<'_>) {
        self.slots.clear();
        self.cells.clear();
        for (_, record) in piece.records() {
            let slot = self.read(record);
            self.slots.push(slot);
        }
        let Some(plan) = self.plan else { return };
        // Answers of the last batch stay in the buffer until the kernel overwrites them.
        if self.answers.len() < self.cells.len() {
            self.answers.resize(self.cells.len(), kernel::Answer::default());
        }
        kernel::solve_batch(self.config.isa, &plan.kernel_config(), &self.cells, &mut self.answers);
        self.search_unfinished(piece, &plan);
    }

    /// Calls `take` with the answers of the batch.
    #[inline]
    fn hand_out(
        &self,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Checked<'_, J>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (slot, (ordinal, record)) in self.slots.iter().zip(piece.records()) {
            let of_batch;
            let (report, outcome) = match (slot, &self.plan) {
                (Slot::Line { index, trailing }, Some(plan)) => {
                    let text = without_line_end(record.text);
                    let rest = &text[text.len() - trailing..];
                    of_batch = Report::of_batch(plan, &self.answers[*index]);
                    let puzzle = PuzzleRef::Classic(&self.cells[*index], rest);
                    (Some(&of_batch), self.batched(*index, puzzle, of_batch))
                }
                (Slot::Batched { index, entry }, Some(plan)) => {
                    of_batch = Report::of_batch(plan, &self.answers[*index]);
                    (Some(&of_batch), self.batched(*index, PuzzleRef::Entry(entry), of_batch))
                }
                (Slot::Alone(alone), _) => alone.outcome(),
                (Slot::Line { .. } | Slot::Batched { .. }, None) => unreachable!("only a plan fills a batch"),
            };
            let (nodes, guesses) =
                report.map_or((0, 0), |report| (report.counters.nodes, report.counters.guesses.unwrap_or(0)));
            take(Item { ordinal, line: record.line, nodes, guesses, outcome })?;
        }
        ControlFlow::Continue(())
    }

    /// Searches separately, from the start, each puzzle that was too hard for the batch. The work
    /// that the batch spent on such a puzzle is small compared with the whole search.
    fn search_unfinished(&mut self, piece: &Piece<'_>, plan: &BatchPlan) {
        let slots = std::mem::take(&mut self.slots);
        let mut search = |slot, record: Record<'_>| {
            let (Slot::Line { index, .. } | Slot::Batched { index, .. }) = slot else { return slot };
            if !plan.leaves_open(&self.answers[index]) {
                return slot;
            }
            match slot {
                Slot::Line { trailing, .. } => {
                    let text = without_line_end(record.text);
                    self.search(ClassicEntry {
                        trailing: text[text.len() - trailing..].to_vec(),
                        symbols: Symbols::NumbersFirst,
                        ..ClassicEntry::new(classic_puzzle(&self.cells[index]))
                    })
                }
                Slot::Batched { entry, .. } => self.search(*entry),
                Slot::Alone(_) => slot,
            }
        };
        let slots = slots.into_iter().zip(piece.records());
        self.slots = slots.map(|(slot, (_, record))| search(slot, record)).collect();
    }

    fn read(&mut self, record: Record<'_>) -> Slot<J> {
        if self.takes_lines
            && let Some((cells, rest)) = line::cells81(without_line_end(record.text))
            && (!self.judge.is_some_and(|judge| judge.asks_lines)
                || (cells.contains(&b'.') && rest.is_empty()))
        {
            return Slot::Line { index: self.enqueue(cells), trailing: rest.len() };
        }
        let entry = match self.parser.parse_classic(record) {
            Ok(entry) => entry,
            Err(error) => return Slot::Alone(Box::new(Alone::Refused(Refusal::Unreadable(error)))),
        };
        if let Some(judgement) = self.judge.and_then(|judge| (judge.judge)(&entry)) {
            return Slot::Alone(Box::new(Alone::Judged(judgement)));
        }
        if self.plan.is_some_and(|plan| plan.takes(&entry.puzzle)) {
            let mut cells = [b'.'; 81];
            for (cell, given) in cells.iter_mut().zip(entry.puzzle.givens()) {
                *cell = if *given == 0 { b'.' } else { b'0' + given };
            }
            return Slot::Batched { index: self.enqueue(cells), entry: Box::new(entry) };
        }
        self.search(entry)
    }

    /// Searches one puzzle separately.
    fn search(&mut self, entry: ClassicEntry) -> Slot<J> {
        let tell = |progress: &Progress| {
            if let Some(watch) = &self.watch {
                watch(RecordProgress::Search(*progress));
            }
        };
        let watcher = self.watch.is_some().then_some(Watcher(&tell));
        let alarm = Alarm::after(self.time);
        let config = farandole_solve::Config { watcher, cancel: alarm.flag(), ..self.config.search() };
        Slot::Alone(Box::new(match self.solver.race(&entry.puzzle, &config, self.config.racers) {
            Ok((first, report)) => Alone::Searched { entry, first, report },
            Err(unsupported) => Alone::Refused(Refusal::Unsupported(unsupported)),
        }))
    }

    fn enqueue(&mut self, cells: [u8; 81]) -> usize {
        self.cells.push(cells);
        self.cells.len() - 1
    }

    #[inline]
    fn batched<'s>(
        &'s self,
        index: usize,
        puzzle: PuzzleRef<'s>,
        report: Report,
    ) -> Result<Checked<'s, J>, Refusal> {
        let (cells, answer) = (&self.cells[index], &self.answers[index]);
        let solved = answer.solutions > 0;
        let fits = !solved || check::fits_classic(cells, &answer.grid);
        let violation = if fits { None } else { classic_violation(cells, &answer.grid) };
        let first = if solved { First::Classic(&answer.grid) } else { First::None };
        checked(puzzle, first, report, violation)
    }
}
