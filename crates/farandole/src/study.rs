//! Adapters between studies of 9x9 puzzles and the pipeline.

use crate::boards::{BoardReader, classic_board};
use crate::config::Config;
use crate::pipeline::{
    AnswerRef, ClassicSearch, Item, ProgressCallback, Query, RecordProgress, RecordSlice, Refusal, Source,
    Status,
};
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;
use farandole_canon::Canon;
use farandole_puzzle::Clash;
use farandole_research::ProperPuzzle;
use farandole_research::study::{BoardStudy, Study};
use farandole_search::Alarm;
use std::sync::Arc;

/// The reasons why a puzzle is not studied.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotStudied {
    /// The puzzle is not a classic 9x9 puzzle.
    NotClassic,
    /// The puzzle has no solution. Contains the clash between its givens, if there is one.
    NoSolution(Option<Clash>),
    /// The puzzle has several solutions.
    Several,
}

impl NotStudied {
    /// Returns the status of a record that is not studied for this reason.
    pub const fn status(&self) -> Status {
        match self {
            Self::NotClassic => Status::Unsupported,
            Self::NoSolution(_) => Status::None,
            Self::Several => Status::Several,
        }
    }
}

impl fmt::Display for NotStudied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotClassic => f.write_str("only classic 9x9 puzzles are supported"),
            Self::NoSolution(None) => f.write_str("no solution"),
            Self::NoSolution(Some(clash)) => write!(f, "no solution: {clash}"),
            Self::Several => f.write_str("several solutions"),
        }
    }
}

/// The query that runs a [`Study`] on each record.
///
/// ```
/// use farandole::study::StudyQuery;
/// use farandole::research::study::UnavoidableSets;
///
/// let query = StudyQuery(UnavoidableSets { most: 12 });
/// assert_eq!(query.0.most, 12);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StudyQuery<S>(pub S);

/// The answer for a record.
#[derive(Debug)]
pub struct Studied<'a, T> {
    /// The answer, or the reason why the puzzle is not studied.
    pub found: Result<T, NotStudied>,
    /// The puzzle as digits, with 0 for empty cells, or all 0 if there is no answer.
    pub puzzle: [u8; 81],
    /// The bytes of the record that follow the puzzle.
    pub trailing: &'a [u8],
}

/// The data that a thread keeps for its studies.
pub struct StudyWorker {
    canon: Canon,
    search: <ClassicSearch as Query>::Worker,
    base: u64,
    watch: Option<ProgressCallback>,
    /// Time limit for the study of one puzzle.
    time: Option<Duration>,
}

impl<S: Study> Query for StudyQuery<S> {
    const VARIANTS: bool = false;
    type Worker = StudyWorker;
    type Found<'a> = Studied<'a, S::Found>;

    fn worker(&self, source: &Source) -> StudyWorker {
        // A search for two solutions is enough to decide whether the puzzle is proper.
        let search = ClassicSearch(Config::default()).worker(source);
        if let Some(watch) = &source.watch {
            let watch = Arc::clone(watch);
            self.0.observe(&(Arc::new(move |done, of| watch(RecordProgress::Steps { done, of })) as _));
        }
        let (base, watch, time) = (source.base, source.watch.clone(), source.time);
        StudyWorker { canon: Canon::new(), search, base, watch, time }
    }

    fn answer(
        &self,
        worker: &mut StudyWorker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let (mut items, mut proper) = (Vec::new(), Vec::new());
        ClassicSearch(Config::default()).answer(&mut worker.search, slice, &mut |item| {
            let number = worker.base + item.ordinal;
            let fit = |answer: AnswerRef<'_>| -> Fit {
                let fit = proper_of(&answer, number).map(|puzzle| {
                    proper.push(puzzle);
                    puzzle.puzzle
                });
                (fit, answer.trailing().to_vec())
            };
            items.push(item.map(|outcome| outcome.map(fit)));
            ControlFlow::Continue(())
        });
        // A time limit applies to each puzzle. Without one, the puzzles share the vector lanes of
        // the kernel.
        let together = if worker.time.is_some() || S::ALONE { 1 } else { proper.len().max(1) };
        let of = proper.len() as u64;
        let mut done = 0;
        let mut found = proper.chunks(together).flat_map(|some| {
            let alarm = Alarm::after(worker.time);
            let found = self.0.study(&mut worker.canon, some, alarm.stop());
            done += some.len() as u64;
            if let Some(watch) = worker.watch.as_ref().filter(|_| of > 1) {
                watch(RecordProgress::Records { done, of });
            }
            let is_cut = alarm.is_over() && !S::TELLS_IF_CUT;
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

/// A puzzle or the reason why it is not studied, and the bytes that follow the puzzle in its
/// record.
type Fit = (Result<[u8; 81], NotStudied>, Vec<u8>);

/// Returns a puzzle whose solutions were counted up to 2, if it is a classic 9x9 puzzle with
/// exactly one solution.
fn proper_of(answer: &AnswerRef<'_>, number: u64) -> Result<ProperPuzzle, NotStudied> {
    let puzzle = answer.puzzle();
    let puzzle = puzzle.classic().ok_or(NotStudied::NotClassic)?;
    let board = classic_board(puzzle).ok_or(NotStudied::NotClassic)?;
    match answer.report.solutions {
        0 => Err(NotStudied::NoSolution(puzzle.clash())),
        1 => {
            let solution = answer.first().and_then(|values| (&*values).try_into().ok());
            solution
                .map(|solution| ProperPuzzle { number, puzzle: board, solution })
                .ok_or(NotStudied::NotClassic)
        }
        _ => Err(NotStudied::Several),
    }
}

/// The query that runs a [`BoardStudy`] on each record, without a search.
///
/// ```
/// use farandole::study::BoardStudyQuery;
/// use farandole::canon::Symmetry;
/// use farandole::research::study::Morph;
///
/// assert!(matches!(BoardStudyQuery(Morph::By(Symmetry::IDENTITY)).0, Morph::By(_)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardStudyQuery<S>(pub S);

/// The data that a thread keeps for studies of boards.
pub struct BoardWorker {
    canon: Canon,
    reader: BoardReader,
    base: u64,
    /// Time limit for the study of one board.
    time: Option<Duration>,
}

impl<S: BoardStudy> Query for BoardStudyQuery<S> {
    const VARIANTS: bool = false;
    type Worker = BoardWorker;
    type Found<'a> = Studied<'a, S::Found>;

    fn worker(&self, source: &Source) -> BoardWorker {
        let reader = BoardReader::new(source);
        BoardWorker { canon: Canon::new(), reader, base: source.base, time: source.time }
    }

    fn answer(
        &self,
        BoardWorker { canon, reader, base, time }: &mut BoardWorker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let read = reader.read(record, |board, trailing| {
                let alarm = Alarm::after(*time);
                let found = match board {
                    None => Ok(Err(NotStudied::NotClassic)),
                    Some(board) => self
                        .0
                        .study(canon, *base + ordinal, &board, alarm.stop())
                        .map(Ok)
                        .ok_or(Refusal::TimeSpent),
                };
                let puzzle = board.unwrap_or([0; 81]);
                take(Item::new(ordinal, record, found.map(|found| Studied { found, puzzle, trailing })))
            });
            let refused = |error| take(Item::new(ordinal, record, Err(Refusal::Unreadable(error))));
            if read.unwrap_or_else(refused).is_break() {
                return;
            }
        }
    }
}
