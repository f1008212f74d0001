//! Questions to a stream of 9x9 puzzles: the adapters between what is studied and the pipeline.

use crate::alarm::Alarm;
use crate::boards::{BoardReader, classic_board};
use crate::config::Config;
use crate::pipeline::{AnswerRef, Item, Piece, Question, Reached, Refusal, Search, Source, Status, Watch};
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
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

    /// Whether an answer itself says if it is not complete. The others are dropped when a time limit cuts the study short.
    const TELLS_IF_CUT: bool = false;

    /// Whether each puzzle is studied by itself, so that nothing is gained by many at once.
    const ALONE: bool = false;

    /// Takes a function that is to be told how far long studies are.
    fn watched(&self, _: &Watch) {}

    /// The answers for these puzzles, in order. Each is numbered by its place in the whole run. The study ends early if `stop` is
    /// set.
    fn study(&self, canon: &mut Canon, puzzles: &[Proper], stop: &AtomicBool) -> Vec<Self::Found>;
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
    watch: Option<Watch>,
    /// How long the study of one puzzle may take.
    time: Option<Duration>,
}

impl<S: Study> Question for Ask<S> {
    type Worker = StudyWorker;
    type Found<'a> = Studied<'a, S::Found>;

    fn worker(&self, source: &Source) -> StudyWorker {
        // Two solutions tell whether the puzzle is proper.
        let search = Search(Config::default()).worker(source);
        if let Some(watch) = &source.watch {
            self.0.watched(watch);
        }
        let (base, watch, time) = (source.base, source.watch.clone(), source.time);
        StudyWorker { canon: Canon::new(), search, base, watch, time }
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
        // Each puzzle has its own time limit. Without one, puzzles of a piece share the lanes of the kernel.
        let together = if worker.time.is_some() || S::ALONE { 1 } else { proper.len().max(1) };
        let of = proper.len() as u64;
        let mut done = 0;
        let mut found = proper.chunks(together).flat_map(|some| {
            let alarm = Alarm::after(worker.time);
            let found = self.0.study(&mut worker.canon, some, alarm.stop());
            done += some.len() as u64;
            if let Some(watch) = worker.watch.as_ref().filter(|_| of > 1) {
                watch(Reached::Records { done, of });
            }
            let is_cut = alarm.has_rung() && !S::TELLS_IF_CUT;
            found.into_iter().map(move |found| if is_cut { Err(Refusal::TimeSpent) } else { Ok(found) })
        });
        for Item { ordinal, line, nodes, guesses, outcome } in &mut items {
            let outcome = match outcome {
                Err(refusal) => Err(refusal.clone()),
                Ok((fit, trailing)) => {
                    let puzzle = fit.as_ref().map_or([0; 81], |puzzle| *puzzle);
                    let mut next = || found.next().expect("an answer for each proper puzzle");
                    match fit {
                        Ok(_) => next().map(Ok),
                        Err(unfit) => Ok(Err(unfit.clone())),
                    }
                    .map(|found| Studied { found, puzzle, trailing: &trailing[..] })
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

    /// Returns the answer for a board (digits, 0 for empty cells), or `None` if `stop` is set before it is found. `number` is
    /// the 0-based index of the board in the whole run.
    fn study(
        &self,
        canon: &mut Canon,
        number: u64,
        board: &[u8; 81],
        stop: &AtomicBool,
    ) -> Option<Self::Found>;
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
    /// How long the study of one board may take.
    time: Option<Duration>,
}

impl<S: BoardStudy> Question for AskBoard<S> {
    type Worker = BoardWorker;
    type Found<'a> = Studied<'a, S::Found>;

    fn worker(&self, source: &Source) -> BoardWorker {
        let reader = BoardReader::new(source);
        BoardWorker { canon: Canon::new(), reader, base: source.base, time: source.time }
    }

    fn answer(
        &self,
        BoardWorker { canon, reader, base, time }: &mut BoardWorker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in piece.records() {
            let line = record.line;
            let read = reader.read(record, |board, trailing| {
                let alarm = Alarm::after(*time);
                let found = match board {
                    None => Ok(Err(Unfit::NotClassic)),
                    Some(board) => self
                        .0
                        .study(canon, *base + ordinal, &board, alarm.stop())
                        .map(Ok)
                        .ok_or(Refusal::TimeSpent),
                };
                let puzzle = board.unwrap_or([0; 81]);
                let outcome = found.map(|found| Studied { found, puzzle, trailing });
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
