//! Questions to a stream of 9x9 puzzles: the adapters between what is studied and the pipeline.

use crate::boards::{BoardReader, classic_board};
use crate::config::Config;
use crate::pipeline::{AnswerRef, Item, Piece, Question, Refusal, Search, Source, Status};
use core::fmt;
use core::ops::ControlFlow;
use farandole_canon::Canon;
use farandole_puzzle::Clash;
use farandole_setter::Proper;

/// Why a puzzle is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unfit {
    /// It is not a plain 9x9 puzzle.
    NotClassic,
    /// It has no solution; the givens that clash, if there are any.
    NoSolution(Option<Clash>),
    /// It has several solutions.
    Several,
}

impl Unfit {
    /// The status that such a record has.
    pub const fn status(&self) -> Status {
        match self {
            Self::NotClassic => Status::Unsupported,
            Self::NoSolution(_) => Status::None,
            Self::Several => Status::Several,
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotClassic => f.write_str("only plain 9x9 puzzles are taken"),
            Self::NoSolution(None) => f.write_str("no solution"),
            Self::NoSolution(Some(clash)) => write!(f, "no solution: {clash}"),
            Self::Several => f.write_str("several solutions"),
        }
    }
}

/// What is asked about proper puzzles.
pub trait Study: Sync {
    /// The answer for one puzzle.
    type Found;

    /// The answers for these puzzles, in order. Each is numbered by its place in the whole run.
    fn study(&self, canon: &mut Canon, puzzles: &[Proper]) -> Vec<Self::Found>;
}

/// The question of a [`Study`] about each record.
///
/// ```
/// use farandole::{Ask, UnavoidableSets};
///
/// let question = Ask(UnavoidableSets { most: 12 });
/// assert_eq!(question.0.most, 12);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ask<S>(pub S);

/// What came of a record.
#[derive(Debug)]
pub struct Studied<'a, T> {
    /// The answer.
    pub found: Result<T, Unfit>,
    /// The puzzle, digits and 0 for empty cells; all 0 where there is no answer.
    pub puzzle: [u8; 81],
    /// The bytes of the record behind what was understood.
    pub trailing: &'a [u8],
}

/// What a thread keeps for its studies.
pub struct StudyWorker {
    canon: Canon,
    search: <Search as Question>::Worker,
    base: u64,
}

impl<S: Study> Question for Ask<S> {
    type Worker = StudyWorker;
    type Found<'a> = Studied<'a, S::Found>;

    fn worker(&self, source: &Source) -> StudyWorker {
        // Two solutions tell whether the puzzle is proper.
        let search = Search(Config::default()).worker(source);
        StudyWorker { canon: Canon::new(), search, base: source.base }
    }

    fn answer(
        &self,
        worker: &mut StudyWorker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let (mut items, mut proper) = (Vec::new(), Vec::new());
        Search(Config::default()).answer(&mut worker.search, piece, &mut |item| {
            let Item { ordinal, line, nodes, guesses, outcome } = item;
            let outcome: Result<Fit, Refusal> = outcome.map(|answer| {
                let fit = proper_of(&answer, worker.base + ordinal).map(|it| {
                    proper.push(it);
                    it.puzzle
                });
                (fit, answer.trailing().to_vec())
            });
            items.push(Item { ordinal, line, nodes, guesses, outcome });
            ControlFlow::Continue(())
        });
        let mut found = self.0.study(&mut worker.canon, &proper).into_iter();
        for Item { ordinal, line, nodes, guesses, outcome } in &mut items {
            let outcome = match outcome {
                Err(refusal) => Err(refusal.clone()),
                Ok((fit, trailing)) => {
                    let puzzle = fit.as_ref().map_or([0; 81], |puzzle| *puzzle);
                    let found = fit.clone().map(|_| found.next().expect("an answer for each proper puzzle"));
                    Ok(Studied { found, puzzle, trailing: &trailing[..] })
                }
            };
            let item = Item { ordinal: *ordinal, line: *line, nodes: *nodes, guesses: *guesses, outcome };
            if take(item).is_break() {
                return;
            }
        }
    }
}

/// A puzzle, or why it is not taken, and what followed it in its record.
type Fit = (Result<[u8; 81], Unfit>, Vec<u8>);

/// A puzzle whose solutions were counted up to 2, if it is a plain 9x9 one with exactly one.
fn proper_of(answer: &AnswerRef<'_>, number: u64) -> Result<Proper, Unfit> {
    let puzzle = answer.puzzle();
    let board = classic_board(&puzzle).ok_or(Unfit::NotClassic)?;
    match answer.report.solutions {
        0 => Err(Unfit::NoSolution(puzzle.clash())),
        1 => {
            let solution = answer.first().and_then(|grid| grid.digits().try_into().ok());
            solution.map(|solution| Proper { number, puzzle: board, solution }).ok_or(Unfit::NotClassic)
        }
        _ => Err(Unfit::Several),
    }
}

/// What is asked about boards, whether they have a solution or not.
pub trait BoardStudy: Sync {
    /// The answer for one board.
    type Found;

    /// The answer for the board (digits, 0 for empty cells) at this place of the whole run.
    fn study(&self, canon: &mut Canon, number: u64, board: &[u8; 81]) -> Self::Found;
}

/// The question of a [`BoardStudy`] about each record. Nothing is searched.
///
/// ```
/// use farandole::{AskBoard, Morph};
/// use farandole::canon::Symmetry;
///
/// assert!(matches!(AskBoard(Morph::By(Symmetry::IDENTITY)).0, Morph::By(_)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AskBoard<S>(pub S);

/// What a thread keeps for studies of boards.
pub struct BoardWorker {
    canon: Canon,
    reader: BoardReader,
    base: u64,
}

impl<S: BoardStudy> Question for AskBoard<S> {
    type Worker = BoardWorker;
    type Found<'a> = Studied<'a, S::Found>;

    fn worker(&self, source: &Source) -> BoardWorker {
        BoardWorker { canon: Canon::new(), reader: BoardReader::new(source), base: source.base }
    }

    fn answer(
        &self,
        BoardWorker { canon, reader, base }: &mut BoardWorker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in piece.records() {
            let line = record.line;
            let read = reader.read(record, |board, trailing| {
                let found = board.ok_or(Unfit::NotClassic);
                let found = found.map(|board| self.0.study(canon, *base + ordinal, &board));
                let outcome = Ok(Studied { found, puzzle: board.unwrap_or([0; 81]), trailing });
                take(Item { ordinal, line, nodes: 0, guesses: 0, outcome })
            });
            let refused = |error| {
                let outcome = Err(Refusal::Unreadable(error));
                take(Item { ordinal, line, nodes: 0, guesses: 0, outcome })
            };
            if read.unwrap_or_else(refused).is_break() {
                return;
            }
        }
    }
}
