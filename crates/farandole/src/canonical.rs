//! Canonical forms of classic 9x9 puzzles: equal for puzzles that differ only by a symmetry.
//!
//! For puzzles that are already boards in memory, use [`Canon`].

use crate::boards::{BoardReader, clash_of, classic_board};
use crate::config::Config;
use crate::convert::ToPuzzle;
use crate::error::{Error, ErrorKind};
use crate::pipeline::{AnswerRef, ClassicSearch, Item, Query, RecordSlice, Refusal, Source, Status};
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_canon::{Canon, Form};
use farandole_formats::Record;
use farandole_puzzle::Clash;
use farandole_research::givens;
use farandole_search::Alarm;

/// The kinds of canonical forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CanonicalForm {
    /// The min-lex form of the puzzle: the least of its images. Improper puzzles also have this form.
    Puzzle,
    /// The min-lex form of a finished grid.
    Grid,
    /// The min-lex form of the solution determines the images: only those whose solution is this form
    /// are compared, and the least of them is chosen. In a sorted list of these forms, puzzles with
    /// equivalent solutions are adjacent.
    Solution,
    /// The min-lex form of the pattern, with 1 for each given.
    Pattern,
}

impl CanonicalForm {
    /// Returns the name, which is the same in every version.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::Grid => "grid",
            Self::Solution => "solution",
            Self::Pattern => "pattern",
        }
    }
}

/// The reasons why a puzzle has no canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoForm {
    /// The puzzle is not a classic 9x9 puzzle.
    NotClassic,
    /// The puzzle is not a finished grid.
    NotFull,
    /// The puzzle has no solution. Contains the clash between its givens, if there is one.
    NoSolution(Option<Clash>),
    /// The puzzle has several solutions.
    Several,
}

impl NoForm {
    /// Returns the status of a record without a form.
    pub const fn status(&self) -> Status {
        match self {
            Self::NotClassic | Self::NotFull => Status::Unsupported,
            Self::NoSolution(_) => Status::None,
            Self::Several => Status::Several,
        }
    }
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotClassic => f.write_str("only classic 9x9 puzzles have a canonical form"),
            Self::NotFull => f.write_str("expected a finished grid"),
            Self::NoSolution(None) => f.write_str("no solution"),
            Self::NoSolution(Some(clash)) => write!(f, "no solution: {clash}"),
            Self::Several => f.write_str("several solutions"),
        }
    }
}

/// Returns the min-lex form of a classic 9x9 puzzle, with a symmetry that maps the puzzle to it and
/// the number of automorphisms.
///
/// Each call builds the tables of a [`Canon`]. For many puzzles, use that type directly.
///
/// ```
/// let puzzle = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
/// let turned: String = puzzle.chars().rev().collect();
/// let form = farandole::canonical(puzzle)?;
/// assert_eq!(farandole::canonical(&turned)?.board, form.board);
/// assert_eq!(form.to_string(), puzzle, "this puzzle is its own form");
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, contains more than one, or is not a classic 9x9 puzzle.
pub fn canonical<P: ToPuzzle + ?Sized>(puzzle: &P) -> Result<Form, Error> {
    let puzzle = puzzle.to_classic()?;
    let form = classic_board(&puzzle).and_then(|board| Canon::new().puzzle(&board));
    form.ok_or_else(|| ErrorKind::NotClassic.into())
}

/// The answer for one record: its canonical form.
#[derive(Debug)]
pub struct Canonical<'a> {
    /// The form, or the reason why there is none.
    pub form: Result<Form, NoForm>,
    /// The bytes of the record that follow the puzzle.
    pub trailing: &'a [u8],
}

/// The query for the canonical form of each puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Canonicalize(pub CanonicalForm);

/// Computes the forms of records. Each thread needs its own.
pub struct FormMaker {
    canon: Canon,
    reader: BoardReader,
    /// The worker that finds the solutions.
    search: <ClassicSearch as Query>::Worker,
    /// Time limit for the form of one board.
    time: Option<Duration>,
}

impl Query for Canonicalize {
    const VARIANTS: bool = false;
    type Worker = FormMaker;
    type Found<'a> = Canonical<'a>;

    fn worker(&self, source: &Source) -> FormMaker {
        FormMaker {
            canon: Canon::new(),
            reader: BoardReader::new(source),
            // A search for two solutions is enough to decide whether the puzzle is proper.
            search: ClassicSearch(Config::default()).worker(source),
            time: source.time,
        }
    }

    fn answer(
        &self,
        worker: &mut FormMaker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Canonical<'_>>) -> ControlFlow<()>,
    ) {
        if self.0 == CanonicalForm::Solution {
            let FormMaker { canon, search, .. } = worker;
            ClassicSearch(Config::default()).answer(search, slice, &mut |item| {
                take(item.map(|outcome| {
                    outcome.map(|answer| {
                        let form = form_by_solution(canon, &answer);
                        Canonical { form, trailing: answer.trailing() }
                    })
                }))
            });
            return;
        }
        for (ordinal, record) in slice.records() {
            let flow = worker.read(record, self.0, &mut |outcome| take(Item::new(ordinal, record, outcome)));
            if flow.is_break() {
                return;
            }
        }
    }
}

impl FormMaker {
    /// Calls `take` with the result for a record whose form needs no search.
    fn read(
        &mut self,
        record: Record<'_>,
        form: CanonicalForm,
        take: &mut impl FnMut(Result<Canonical<'_>, Refusal>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { canon, reader, time, .. } = self;
        let read = reader.read(record, |board, trailing| {
            let alarm = Alarm::after(*time);
            let form = match board {
                None => Some(Err(NoForm::NotClassic)),
                Some(board) => form_alone(canon, &board, form, alarm.stop()),
            };
            take(form.map(|form| Canonical { form, trailing }).ok_or(Refusal::TimeSpent))
        });
        read.unwrap_or_else(|error| take(Err(Refusal::Unreadable(error))))
    }
}

/// Returns the form of a board without searching for its solution, or `None` if `stop` is set
/// before the form is found.
pub(crate) fn form_alone(
    canon: &mut Canon,
    board: &[u8; 81],
    form: CanonicalForm,
    stop: &AtomicBool,
) -> Option<Result<Form, NoForm>> {
    match form {
        CanonicalForm::Puzzle => return canon.puzzle_until(board, stop).map(Ok),
        CanonicalForm::Pattern => return canon.pattern_until(givens(board), stop).map(Ok),
        CanonicalForm::Grid | CanonicalForm::Solution => {}
    }
    let no_form = if board.contains(&0) { NoForm::NotFull } else { NoForm::NoSolution(clash_of(board)) };
    Some(canon.grid(board).ok_or(no_form))
}

/// Returns the form of a puzzle, given an answer that counts up to two solutions.
fn form_by_solution(canon: &Canon, answer: &AnswerRef<'_>) -> Result<Form, NoForm> {
    let puzzle = answer.puzzle();
    let puzzle = puzzle.classic().ok_or(NoForm::NotClassic)?;
    let board = classic_board(puzzle).ok_or(NoForm::NotClassic)?;
    match answer.report.solutions {
        0 => Err(NoForm::NoSolution(puzzle.clash())),
        1 => {
            let solution = answer.first().and_then(|values| (&*values).try_into().ok());
            solution.and_then(|grid| canon.solved(&board, &grid)).ok_or(NoForm::NotClassic)
        }
        _ => Err(NoForm::Several),
    }
}
