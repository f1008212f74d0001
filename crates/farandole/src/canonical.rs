//! Canonical forms of classic 9x9 puzzles: equal for puzzles that differ by a symmetry only.
//!
//! For boards at hand: [`Canon`](farandole_canon::Canon).

use crate::alarm::Alarm;
use crate::boards::{BoardReader, clash_of, classic_board};
use crate::config::Config;
use crate::convert::ToPuzzle;
use crate::error::{Error, ErrorKind};
use crate::pipeline::{AnswerRef, Item, Piece, Question, Refusal, Search, Source, Status};
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_canon::{Canon, Form};
use farandole_puzzle::Clash;
use farandole_puzzle::format::Record;
use farandole_setter::givens;

/// Which canonical form is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CanonicalForm {
    /// The min-lex form of the puzzle: the least of its images. Puzzles without or with several solutions have one too.
    Puzzle,
    /// The min-lex form of a finished grid.
    Grid,
    /// The least image of the puzzle among those whose solution is in min-lex form. Puzzles of one grid stay together.
    Solution,
    /// The min-lex form of the cells of the givens, each as a 1.
    Pattern,
}

impl CanonicalForm {
    /// The name, which stays the same from version to version.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::Grid => "grid",
            Self::Solution => "solution",
            Self::Pattern => "pattern",
        }
    }
}

/// Why a puzzle has no canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoForm {
    /// It is not a plain 9x9 puzzle.
    NotClassic,
    /// It is not a finished grid.
    NotFull,
    /// It has no solution; the givens that clash, if there are any.
    NoSolution(Option<Clash>),
    /// It has several solutions.
    Several,
}

impl NoForm {
    /// The status that a record without a form has.
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
            Self::NotClassic => f.write_str("only plain 9x9 puzzles have a canonical form"),
            Self::NotFull => f.write_str("expected a finished grid"),
            Self::NoSolution(None) => f.write_str("no solution"),
            Self::NoSolution(Some(clash)) => write!(f, "no solution: {clash}"),
            Self::Several => f.write_str("several solutions"),
        }
    }
}

/// The min-lex form of a classic 9x9 puzzle, with a symmetry that leads to it and the number of automorphisms.
///
/// It makes the tables of a [`Canon`](farandole_canon::Canon), which has the same for many puzzles.
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
/// If it is no puzzle, more than one, or not a classic 9x9 one.
pub fn canonical<P: ToPuzzle + ?Sized>(puzzle: &P) -> Result<Form, Error> {
    let puzzle = puzzle.to_puzzle()?;
    let form = classic_board(&puzzle).and_then(|board| Canon::new().puzzle(&board));
    form.ok_or_else(|| ErrorKind::NotClassic.into())
}

/// What came of a puzzle whose canonical form was asked for.
#[derive(Debug)]
pub struct Canonical<'a> {
    /// The form.
    pub form: Result<Form, NoForm>,
    /// The bytes of the record behind what was understood.
    pub trailing: &'a [u8],
}

/// The question for the canonical form of each puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Canonicalize(pub CanonicalForm);

/// Makes the forms of records. Each thread needs its own.
pub struct FormMaker {
    canon: Canon,
    reader: BoardReader,
    /// What finds the solutions.
    search: <Search as Question>::Worker,
    /// How long the form of one board may take.
    time: Option<Duration>,
}

impl Question for Canonicalize {
    type Worker = FormMaker;
    type Found<'a> = Canonical<'a>;

    fn worker(&self, source: &Source) -> FormMaker {
        FormMaker {
            canon: Canon::new(),
            reader: BoardReader::new(source),
            // Two solutions tell whether the puzzle is proper.
            search: Search(Config::default()).worker(source),
            time: source.time,
        }
    }

    fn answer(
        &self,
        worker: &mut FormMaker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Canonical<'_>>) -> ControlFlow<()>,
    ) {
        if self.0 == CanonicalForm::Solution {
            let FormMaker { canon, search, .. } = worker;
            Search(Config::default()).answer(search, piece, &mut |item| {
                let Item { ordinal, line, nodes, guesses, outcome } = item;
                let outcome = outcome.map(|answer| {
                    let form = form_by_solution(canon, &answer);
                    Canonical { form, trailing: answer.trailing() }
                });
                take(Item { ordinal, line, nodes, guesses, outcome })
            });
            return;
        }
        for (ordinal, record) in piece.records() {
            let line = record.line;
            let flow = worker.read(record, self.0, &mut |outcome| {
                take(Item { ordinal, line, nodes: 0, guesses: 0, outcome })
            });
            if flow.is_break() {
                return;
            }
        }
    }
}

impl FormMaker {
    /// Calls `take` with what comes of a record that needs no search.
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

/// Returns the form of a board that is needed without its solution, or `None` if `stop` is set before it is found.
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

/// The form of a puzzle whose solutions were counted up to 2.
fn form_by_solution(canon: &Canon, answer: &AnswerRef<'_>) -> Result<Form, NoForm> {
    let puzzle = answer.puzzle();
    let board = classic_board(&puzzle).ok_or(NoForm::NotClassic)?;
    match answer.report.solutions {
        0 => Err(NoForm::NoSolution(puzzle.clash())),
        1 => {
            let solution = answer.first().and_then(|grid| grid.digits().try_into().ok());
            solution.and_then(|grid| canon.solved(&board, &grid)).ok_or(NoForm::NotClassic)
        }
        _ => Err(NoForm::Several),
    }
}
