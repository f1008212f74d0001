//! Answers for pieces of a record stream: parsed, searched and checked.
//!
//! Plain 9x9 puzzles of a piece go to the kernel together; everything else goes through a [`Solver`] one by
//! one. Whoever reads the answers sees no difference.

use super::records::Piece;
use farandole_kernel as kernel;
use farandole_puzzle::check::{self, Violation};
use farandole_puzzle::format::{Dialect, Entry, ParseError, Parser, Record, Symbols, line};
use farandole_puzzle::{Geometry, Grid, Puzzle};
use farandole_solve::{
    Config, Engine, Progress, Report, Solver, Unsupported, VISITS, Watcher, kernel_report,
};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is asked about every puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The engine to use.
    pub engine: Engine,
    /// Stop after this many solutions.
    pub limit: u64,
    /// Give up after this many nodes.
    pub budget: u64,
    /// About how many bytes the search of one puzzle may take; see [`Config::memory`].
    pub memory: u64,
    /// Let so many threads search each puzzle that is hard, each in its own way; see [`Solver::race`].
    pub racers: NonZeroUsize,
    /// The instruction set that the kernel uses.
    pub isa: kernel::Isa,
    /// What to do with a record that has a solution of its own, or whose cells are all given.
    pub solved: Solved,
}

impl Question {
    /// What is asked about puzzles that are to be searched: up to `limit` solutions, without bounds on nodes and
    /// memory, by one thread, with the widest instruction set there is.
    pub fn new(engine: Engine, limit: u64) -> Self {
        Self {
            engine,
            limit,
            budget: u64::MAX,
            memory: u64::MAX,
            racers: NonZeroUsize::MIN,
            isa: kernel::Isa::detect(),
            solved: Solved::Search,
        }
    }

    /// A solver with the engine and instruction set asked for.
    pub fn solver(&self) -> Solver {
        Solver::new(self.engine).with_isa(self.isa)
    }

    /// What every puzzle's search is told.
    pub fn config(&self) -> Config<'static> {
        Config { limit: self.limit, budget: self.budget, memory: self.memory, ..Config::default() }
    }

    /// Whether plain 9x9 puzzles may go to the kernel in one go: not where each has a memory budget.
    const fn is_bulk(&self) -> bool {
        matches!(self.engine, Engine::Auto | Engine::Kernel) && self.memory == u64::MAX
    }

    /// What each puzzle of a batch may take there. Where all solutions are to be counted, those that take more get
    /// a search of their own.
    fn bulk_budget(&self) -> u64 {
        let counts_all = self.engine == Engine::Auto && self.limit == u64::MAX;
        if counts_all { self.budget.min(VISITS) } else { self.budget }
    }
}

/// What to do with records that hold a finished grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// Search the puzzle like any other.
    Search,
    /// Judge the grid by the rules instead.
    Judge,
}

/// The answer for one record.
#[derive(Debug)]
pub struct Answer<'a> {
    /// 0-based number of the record in its input.
    pub ordinal: u64,
    /// The record as it stands in the input.
    pub record: Record<'a>,
    /// What came of it.
    pub outcome: Outcome<'a>,
}

/// What came of a record.
#[derive(Debug)]
pub enum Outcome<'a> {
    /// It is not a puzzle of the format.
    Unreadable(ParseError),
    /// The engine asked for can't take this puzzle.
    Unsupported(Unsupported),
    /// It holds a finished grid, which was judged instead of searching ([`Solved::Judge`]).
    Judged(Result<(), Violation>),
    /// It was searched.
    Searched(Searched<'a>),
}

/// A puzzle that was searched.
#[derive(Debug)]
pub struct Searched<'a> {
    puzzle: Source<'a>,
    first: First<'a>,
    /// How the search went.
    pub report: Report,
    /// The rule that the first solution breaks: then the engine is wrong.
    pub violation: Option<Violation>,
}

#[derive(Debug)]
enum Source<'a> {
    /// Givens in ASCII, and what follows them in the record.
    Classic(&'a [u8; 81], &'a [u8]),
    Entry(&'a Entry),
}

#[derive(Debug)]
enum First<'a> {
    None,
    /// Digits in ASCII.
    Classic(&'a [u8; 81]),
    Grid(&'a Grid),
}

impl<'a> Searched<'a> {
    /// The puzzle.
    pub fn puzzle(&self) -> Cow<'a, Puzzle> {
        match self.puzzle {
            Source::Classic(cells, _) => Cow::Owned(classic_puzzle(cells)),
            Source::Entry(entry) => Cow::Borrowed(&entry.puzzle),
        }
    }

    /// The givens as 81 ASCII digits and dots, where that is how the puzzle came.
    pub const fn classic_givens(&self) -> Option<&'a [u8; 81]> {
        match self.puzzle {
            Source::Classic(cells, _) => Some(cells),
            Source::Entry(_) => None,
        }
    }

    /// The bytes of the record behind what was understood.
    pub fn trailing(&self) -> &'a [u8] {
        match self.puzzle {
            Source::Classic(_, trailing) => trailing,
            Source::Entry(entry) => &entry.trailing,
        }
    }

    /// The symbols that the record was written in.
    pub fn symbols(&self) -> Symbols {
        match self.puzzle {
            Source::Classic(..) => Symbols::NumbersFirst,
            Source::Entry(entry) => entry.symbols.clone(),
        }
    }

    /// The first solution as 81 ASCII digits, where that is how it came.
    pub const fn first_classic(&self) -> Option<&'a [u8; 81]> {
        match self.first {
            First::Classic(digits) => Some(digits),
            First::None | First::Grid(_) => None,
        }
    }

    /// The first solution found.
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

fn classic_puzzle(cells: &[u8; 81]) -> Puzzle {
    let givens = cells.map(|cell| if cell == b'.' { 0 } else { cell - b'0' });
    Puzzle::new(Arc::new(Geometry::classic()), &givens).expect("81 digits up to 9")
}

/// A function that hears how far a search is.
type Tell = Box<dyn Fn(&Progress) + Send + Sync>;

/// The rule that a grid in ASCII breaks.
#[cold]
fn classic_violation(cells: &[u8; 81], grid: &[u8; 81]) -> Option<Violation> {
    let digits = grid.map(|digit| digit.wrapping_sub(b'0'));
    check::check(&classic_puzzle(cells), &digits).err()
}

/// How many records are read before the kernel gets them: what they need stays in a second-level cache, and few
/// lanes run empty at the end.
const BATCH: usize = 2048;

/// Answers pieces; keeps buffers and tables from one to the next. Each thread needs its own.
pub struct Answerer {
    question: Question,
    watcher: Option<Tell>,
    parser: Parser,
    /// Whether records that are plain 9x9 lines may go straight to the kernel.
    lines_to_kernel: bool,
    solver: Solver,
    slots: Vec<Slot>,
    cells: Vec<[u8; 81]>,
    answers: Vec<kernel::Answer>,
}

/// Where the answer of a record is.
enum Slot {
    /// At this place of the batch, with this many bytes of the record left over behind the cells.
    Line { place: usize, trailing: usize },
    /// At this place of the batch, the entry having been parsed.
    Batched { place: usize, entry: Box<Entry> },
    /// The kernel did not get it.
    Apart(Box<Apart>),
}

/// The answer of a record that the kernel did not get.
enum Apart {
    Searched { entry: Entry, first: Option<Grid>, report: Report },
    Judged(Result<(), Violation>),
    Unsupported(Unsupported),
    Unreadable(ParseError),
}

impl Apart {
    fn outcome(&self) -> Outcome<'_> {
        match self {
            Self::Searched { entry, first, report } => Outcome::Searched(Searched {
                puzzle: Source::Entry(entry),
                violation: first.as_ref().and_then(|grid| check::check(&entry.puzzle, grid.digits()).err()),
                first: first.as_ref().map_or(First::None, First::Grid),
                report: *report,
            }),
            Self::Judged(judgement) => Outcome::Judged(*judgement),
            Self::Unsupported(unsupported) => Outcome::Unsupported(*unsupported),
            Self::Unreadable(error) => Outcome::Unreadable(error.clone()),
        }
    }
}

impl Answerer {
    /// An answerer for records of this dialect.
    pub fn new(dialect: &Dialect, question: Question) -> Self {
        Self {
            question,
            watcher: None,
            parser: dialect.parser(),
            lines_to_kernel: question.is_bulk() && dialect.is_plain_lines(),
            solver: question.solver(),
            slots: Vec::new(),
            cells: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The same answerer, with a function that hears from time to time how far a search is. Puzzles that
    /// the kernel solves in bulk are not told of.
    #[must_use]
    pub fn watched(mut self, tell: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.watcher = Some(Box::new(tell));
        self
    }

    /// Calls `take` with the answer for each record, in order, until it breaks off.
    pub fn answer<'a>(&mut self, piece: &Piece<'a>, mut take: impl FnMut(Answer<'_>) -> ControlFlow<()>) {
        for batch in piece.pieces(BATCH) {
            if self.answer_batch(&batch, &mut take).is_break() {
                return;
            }
        }
    }

    fn answer_batch<'a>(
        &mut self,
        piece: &Piece<'a>,
        take: &mut impl FnMut(Answer<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.slots.clear();
        self.cells.clear();
        for (_, record) in piece.records() {
            let slot = self.read(record);
            self.slots.push(slot);
        }
        // Answers of the batch before stay in place until the kernel writes over them.
        if self.answers.len() < self.cells.len() {
            self.answers.resize(self.cells.len(), kernel::Answer::default());
        }
        let limit = u32::try_from(self.question.limit).unwrap_or(u32::MAX);
        let config = kernel::Config { limit, budget: self.question.bulk_budget() };
        kernel::solve_batch(self.question.isa, &config, &self.cells, &mut self.answers);
        if config.budget < self.question.budget {
            self.go_on(piece);
        }
        for (slot, (ordinal, record)) in self.slots.iter().zip(piece.records()) {
            let outcome = match slot {
                Slot::Line { place, trailing } => {
                    let cells = &self.cells[*place];
                    let text = without_line_end(record.text);
                    let rest = &text[text.len() - trailing..];
                    self.batched(*place, Source::Classic(cells, rest))
                }
                Slot::Batched { place, entry } => self.batched(*place, Source::Entry(entry)),
                Slot::Apart(apart) => apart.outcome(),
            };
            take(Answer { ordinal, record, outcome })?;
        }
        ControlFlow::Continue(())
    }

    /// Gives the puzzles that were too much for the batch a search of their own, which begins anew: what the batch spent
    /// on them is little beside what such a puzzle takes.
    fn go_on(&mut self, piece: &Piece<'_>) {
        for (index, (_, record)) in piece.records().enumerate() {
            let (Slot::Line { place, .. } | Slot::Batched { place, .. }) = self.slots[index] else {
                continue;
            };
            if self.answers[place].status == kernel::Status::BudgetSpent {
                self.slots[index] = match self.parser.parse(record) {
                    Ok(entry) => self.search(entry),
                    Err(error) => Slot::Apart(Box::new(Apart::Unreadable(error))),
                };
            }
        }
    }

    fn read(&mut self, record: Record<'_>) -> Slot {
        if self.lines_to_kernel
            && let Some((cells, rest)) = line::cells81(without_line_end(record.text))
            && (self.question.solved == Solved::Search || (cells.contains(&b'.') && rest.is_empty()))
        {
            return Slot::Line { place: self.enqueue(cells), trailing: rest.len() };
        }
        let entry = match self.parser.parse(record) {
            Ok(entry) => entry,
            Err(error) => return Slot::Apart(Box::new(Apart::Unreadable(error))),
        };
        if self.question.solved == Solved::Judge {
            let puzzle = &entry.puzzle;
            let full = puzzle.given_count() == puzzle.geometry().cell_count();
            let own = entry.solution.as_ref().map(Grid::digits).or(full.then_some(puzzle.givens()));
            if let Some(digits) = own {
                return Slot::Apart(Box::new(Apart::Judged(check::check(puzzle, digits))));
            }
        }
        if self.question.is_bulk()
            && entry.puzzle.geometry().is_classic()
            && entry.puzzle.restrictions().is_none()
        {
            let mut cells = [b'.'; 81];
            for (cell, given) in cells.iter_mut().zip(entry.puzzle.givens()) {
                *cell = if *given == 0 { b'.' } else { b'0' + given };
            }
            return Slot::Batched { place: self.enqueue(cells), entry: Box::new(entry) };
        }
        self.search(entry)
    }

    /// A search for one puzzle alone.
    fn search(&mut self, entry: Entry) -> Slot {
        let watcher = self.watcher.as_ref().map(|tell| Watcher(&**tell));
        let config = Config { watcher, ..self.question.config() };
        Slot::Apart(Box::new(match self.solver.race(&entry.puzzle, &config, self.question.racers) {
            Ok((first, report)) => Apart::Searched { entry, first, report },
            Err(unsupported) => Apart::Unsupported(unsupported),
        }))
    }

    fn enqueue(&mut self, cells: [u8; 81]) -> usize {
        self.cells.push(cells);
        self.cells.len() - 1
    }

    fn batched<'s>(&'s self, place: usize, puzzle: Source<'s>) -> Outcome<'s> {
        let (cells, answer) = (&self.cells[place], &self.answers[place]);
        let report = kernel_report(self.question.engine, &self.question.config(), answer);
        let solved = answer.solutions > 0;
        let fits = !solved || check::fits_classic(cells, &answer.grid);
        let violation = if fits { None } else { classic_violation(cells, &answer.grid) };
        let first = if solved { First::Classic(&answer.grid) } else { First::None };
        Outcome::Searched(Searched { puzzle, first, report, violation })
    }
}
