//! Ratings: the difficulty of a puzzle for people. Classic puzzles are rated on the scale of Sudoku
//! Explainer, HoDoKu or Berthier (W and B), variants on a separate scale.
//!
//! Only a puzzle with exactly one solution has a rating. For any other puzzle, [`Rating`] states
//! the reason. [`Rate`], [`rate`], [`rate_on`] and [`rate_until`] rate classic 9x9 puzzles only and do not
//! search other puzzles. [`RateAny`] and [`rate_any`] also rate variants and other sizes.

use crate::config::Config;
use crate::convert::ToPuzzle;
use crate::error::Error;
use crate::hint::{classic_solutions, variant_solutions};
use crate::pipeline::{
    AnswerRef, BatchWorker, Checked, Item, Judge, ProgressCallback, Query, RecordProgress, RecordSlice,
    Source, Status,
};
use core::convert::Infallible;
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_formats::Entry;
use farandole_logic::cancel::{Limited, Observer, RatingProgress};
use farandole_logic::explain::{english, hints};
use farandole_logic::hint::{NoTechniques, Position, Problem, Solutions, VariantPosition};
use farandole_logic::{Numbers, PathOutcome, Scale, ScaleBudget, State, UserGrid, variant};
use farandole_puzzle::{Cell, Clash, ClassicPuzzle, Grid};
use std::time::Instant;

/// Rates a classic 9x9 puzzle for people: ER, EP and ED on the scale of Sudoku Explainer.
/// [`rate_on`] has other scales and bounds on the work. A puzzle of another shape has no rating and
/// is not searched.
///
/// ```
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert_eq!(farandole::rate(puzzle)?.to_string(), "1.2 1.2 1.2");
/// let with_many_solutions = "................";
/// assert_eq!(farandole::rate(with_many_solutions)?, farandole::Rating::NotClassic);
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn rate<P: ToPuzzle + ?Sized>(puzzle: &P) -> Result<Rating, Error> {
    rate_on(Scale::Se, puzzle)
}

/// Rates a classic 9x9 puzzle for people on this scale.
///
/// ```
/// use farandole::logic::Scale;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let rating = farandole::rating::rate_on(Scale::Hodoku, puzzle)?;
/// assert_eq!(rating.to_string(), "204 Easy");
///
/// let puzzle = ".2...6.8.4..1..2.....2..145.1964....3...9......57.19...6....3.27..........15....8";
/// let rating = farandole::rating::rate_on(Scale::W, puzzle)?;
/// assert_eq!(rating.to_string(), "W2");
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn rate_on<P: ToPuzzle + ?Sized>(scale: impl Into<ScaleBudget>, puzzle: &P) -> Result<Rating, Error> {
    rating_of(scale.into().into(), puzzle)
}

/// Rates a puzzle like [`rate_on`], with a stop flag. Soon after the flag becomes `true`, the
/// rating ends as if its budget were spent.
///
/// ```
/// use farandole::Rating;
/// use farandole::logic::Scale;
/// use std::sync::atomic::AtomicBool;
///
/// // The puzzle needs chains, and the rating ends before it searches for any.
/// let puzzle = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
/// let rating = farandole::rating::rate_until(Scale::Se, puzzle, &AtomicBool::new(true))?;
/// assert!(matches!(rating, Rating::GaveUp(_)));
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn rate_until<P: ToPuzzle + ?Sized>(
    scale: impl Into<ScaleBudget>,
    puzzle: &P,
    stop: &AtomicBool,
) -> Result<Rating, Error> {
    rating_of(Limited { budget: scale.into(), observer: Some(&farandole_logic::cancel::until(stop)) }, puzzle)
}

/// Rates a puzzle of any kind: a classic 9x9 puzzle on this scale, a variant or another size with [`variant::rate`]. Soon
/// after the flag becomes `true`, the rating ends as if its budget were spent.
///
/// ```
/// use farandole::logic::Scale;
/// use farandole::rating::rate_any;
/// use std::sync::atomic::AtomicBool;
///
/// let killer = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1";
/// let rating = rate_any(Scale::Minutes, killer, &AtomicBool::new(false))?;
/// assert!(rating.numbers().is_some());
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or contains more than one.
pub fn rate_any<P: ToPuzzle + ?Sized>(
    scale: impl Into<ScaleBudget>,
    puzzle: &P,
    stop: &AtomicBool,
) -> Result<Rating, Error> {
    let (puzzle, scale) = (puzzle.to_puzzle()?, scale.into());
    if let Some(classic) = puzzle.classic().filter(|classic| may_be_rated(classic)) {
        return rate_until(scale, classic, stop);
    }
    let position = match Position::of_puzzle(&puzzle) {
        Ok(Position::Variant(position)) => position,
        Ok(Position::Classic(_)) => return Ok(Rating::NotClassic),
        Err(error) => return Ok(Rating::NoTechniques(error)),
    };
    let watch = farandole_logic::cancel::until(stop);
    let limits = Limited { budget: scale.work, observer: Some(&watch) };
    Ok(match variant_solutions(&position, &Config::default(), Some(stop))? {
        Solutions::None(_) | Solutions::Excluded => Rating::None(None, None),
        Solutions::Several(_) => Rating::Several(None),
        // Without a budget, the solutions are unknown only if the flag is set. The rating then ends before its first step.
        Solutions::One(_) | Solutions::Unknown => rate_variant(&position, scale.scale, limits),
    })
}

fn rate_variant(position: &VariantPosition, scale: Scale, limits: Limited<'_, u64>) -> Rating {
    let rating = variant::rate(&position.state, limits);
    match scale {
        Scale::Minutes => rated(rating.outcome, rating.into()),
        Scale::Se | Scale::Hodoku | Scale::W | Scale::B => Rating::Variant(rating),
    }
}

fn rating_of<P: ToPuzzle + ?Sized>(scale: Limited<'_, ScaleBudget>, puzzle: &P) -> Result<Rating, Error> {
    let puzzle = puzzle.to_classic()?;
    if !may_be_rated(&puzzle) {
        return Ok(Rating::NotClassic);
    }
    let (first, report) = Config::default().solve_classic(&puzzle)?;
    Ok(rate_puzzle(&puzzle, report.solutions, first.as_ref().map(Grid::digits), scale))
}

/// The difficulty of a puzzle, or the reason why it has no rating.
///
/// ```
/// use farandole::{Rating, rate};
///
/// let rating = rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// assert!(matches!(rating, Rating::Rated(_)));
/// assert_eq!(rating.to_string(), "1.2 1.2 1.2");
/// # Ok::<(), farandole::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rating {
    /// The techniques solve the puzzle, with this difficulty.
    Rated(Numbers),
    /// No further technique applies. The numbers are lower bounds.
    Stuck(Numbers),
    /// The budget was spent. The numbers are lower bounds.
    GaveUp(Numbers),
    /// The puzzle has no solution. Contains the clashing givens or another conflict, if known.
    None(Option<Clash>, Option<Problem>),
    /// The pencil marks exclude the solution in these cells.
    Marks(Vec<u8>),
    /// The puzzle has several solutions. Contains cells in which two of them differ, if known.
    Several(Option<Problem>),
    /// The puzzle is not a classic 9x9 puzzle.
    NotClassic,
    /// No techniques are known for the puzzle.
    NoTechniques(NoTechniques),
    /// The difficulty of a variant, or of a puzzle of another size. The numbers are lower bounds
    /// unless the steps solve the puzzle.
    Variant(variant::Rating),
    /// A technique eliminated the solution, which is a bug in this program.
    Wrong,
}

impl Rating {
    /// Returns the status of a record with this rating.
    pub const fn status(&self) -> Status {
        match self {
            Self::Rated(_) => Status::Rated,
            Self::Stuck(_) => Status::Stuck,
            Self::GaveUp(_) => Status::GaveUp,
            Self::None(..) => Status::None,
            Self::Marks(_) => Status::Marks,
            Self::Several(_) => Status::Several,
            Self::NotClassic | Self::NoTechniques(_) => Status::Unsupported,
            Self::Variant(rating) => match rating.outcome {
                PathOutcome::Solved => Status::Rated,
                PathOutcome::Stuck => Status::Stuck,
                PathOutcome::BudgetSpent => Status::GaveUp,
                PathOutcome::Contradiction => Status::Wrong,
            },
            Self::Wrong => Status::Wrong,
        }
    }

    /// Returns the numbers, which are lower bounds unless the puzzle is [`Rating::Rated`].
    pub const fn numbers(&self) -> Option<&Numbers> {
        match self {
            Self::Rated(numbers) | Self::Stuck(numbers) | Self::GaveUp(numbers) => Some(numbers),
            _ => None,
        }
    }
}

impl fmt::Display for Rating {
    /// Writes the numbers, or the reason why there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = |problem: &Problem| hints::problem(None, problem, english::Depth::What);
        match self {
            Self::Rated(numbers) => numbers.fmt(f),
            Self::Stuck(numbers) | Self::GaveUp(numbers) => {
                let why = self.status().name();
                match numbers.steps() {
                    0 => write!(f, "{why} before the first step"),
                    _ => write!(f, "{why} at least {numbers:#}"),
                }
            }
            Self::None(_, Some(reason)) | Self::Several(Some(reason)) => f.write_str(&sentence(reason)),
            Self::None(Some(clash), None) => write!(f, "no solution: {clash}"),
            Self::None(None, None) => f.write_str("no solution"),
            Self::Marks(cells) => {
                let cells: Vec<String> = cells.iter().map(|cell| english::cell(*cell)).collect();
                write!(f, "the pencil marks exclude the solution at {}", cells.join(", "))
            }
            Self::Several(None) => f.write_str("several solutions"),
            Self::Variant(rating) => match (self.status(), rating.steps) {
                (Status::Rated, _) => rating.fmt(f),
                (status, 0) => write!(f, "{} before the first step", status.name()),
                (status, _) => write!(f, "{} at least {rating}", status.name()),
            },
            Self::NoTechniques(error) => error.fmt(f),
            Self::NotClassic => f.write_str("only classic 9x9 puzzles have a rating"),
            Self::Wrong => f.write_str("a technique eliminated the solution"),
        }
    }
}

/// The query for the difficulty of each puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The scale, with a budget for each puzzle.
    pub scale: ScaleBudget,
    /// Time limit for the rating of one puzzle. A rating that takes longer ends as if its budget
    /// were spent.
    pub time: Option<Duration>,
}

impl<S: Into<ScaleBudget>> From<S> for Rate {
    fn from(scale: S) -> Self {
        Self { scale: scale.into(), time: None }
    }
}

impl Rate {
    /// Rates one classic puzzle.
    fn rate(&self, answer: &AnswerRef<'_>, watch: Option<&ProgressCallback>) -> Rating {
        self.observed(watch, |observer| rate_answer(answer, Limited { budget: self.scale, observer }))
    }

    /// Calls a function with an observer that reports the progress of a rating and ends it at the
    /// time limit. Without a callback and a time limit, there is no observer.
    fn observed<T>(
        &self,
        watch: Option<&ProgressCallback>,
        rate: impl FnOnce(Option<Observer<'_>>) -> T,
    ) -> T {
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        if end.is_none() && watch.is_none() {
            return rate(None);
        }
        let look = |progress: RatingProgress| {
            if let Some(watch) = watch {
                watch(RecordProgress::Rating(progress));
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        rate(Some(&look))
    }
}

impl Query for Rate {
    const VARIANTS: bool = false;
    type Worker = (BatchWorker<Status>, Option<ProgressCallback>);
    type Found<'a> = Rating;

    fn worker(&self, source: &Source) -> Self::Worker {
        let judge = |entry: &Entry| {
            (!entry.puzzle.classic().is_some_and(may_be_rated)).then_some(Status::Unsupported)
        };
        let judge = Judge { judge, asks_lines: false };
        // A search for two solutions is enough to decide whether the puzzle is proper.
        let batch = BatchWorker::new(source, Config::default(), Some(judge));
        (batch, source.watch.clone())
    }

    fn answer(
        &self,
        (batch, watch): &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Rating>) -> ControlFlow<()>,
    ) {
        let rating = |checked: Checked<'_, Status>| match checked {
            Checked::Puzzle(answer) => self.rate(&answer, watch.as_ref()),
            Checked::Grid(..) => Rating::NotClassic,
        };
        batch.answer(slice, &mut |item| take(item.map(|outcome| outcome.map(rating))));
    }
}

/// The query for the difficulty of each puzzle of any kind. Classic 9x9 puzzles are rated on a
/// scale, variants and other sizes with [`variant::rate`], which also computes their minutes.
#[derive(Clone, Copy, Debug)]
pub struct RateAny {
    /// The query for classic puzzles. Its time limit applies to all puzzles.
    pub classic: Rate,
    /// Maximum number of technique searches in a variant.
    pub budget: u64,
}

impl RateAny {
    /// Rates one variant.
    fn rate_variant(&self, answer: &AnswerRef<'_>, watch: Option<&ProgressCallback>) -> Rating {
        let position = match Position::of_puzzle(&answer.puzzle()) {
            Ok(Position::Variant(position)) => position,
            Ok(Position::Classic(_)) => return Rating::NotClassic,
            Err(error) => return Rating::NoTechniques(error),
        };
        match answer.report.solutions {
            0 => Rating::None(None, None),
            1 => self.classic.observed(watch, |observer| {
                let limits = Limited { budget: self.budget, observer };
                rate_variant(&position, self.classic.scale.scale, limits)
            }),
            _ => Rating::Several(None),
        }
    }
}

impl Query for RateAny {
    type Worker = (BatchWorker<Infallible, true>, Option<ProgressCallback>);
    type Found<'a> = Rating;

    fn worker(&self, source: &Source) -> Self::Worker {
        (BatchWorker::new(source, Config::default(), None), source.watch.clone())
    }

    fn answer(
        &self,
        (batch, watch): &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Rating>) -> ControlFlow<()>,
    ) {
        let rating = |answer: AnswerRef<'_>| {
            if answer.classic_givens().is_some() || answer.puzzle().classic().is_some_and(may_be_rated) {
                self.classic.rate(&answer, watch.as_ref())
            } else {
                self.rate_variant(&answer, watch.as_ref())
            }
        };
        batch.answer(slice, &mut |item| {
            take(item.map(|outcome| outcome.map(|checked| rating(checked.searched()))))
        });
    }
}

/// Returns true if the puzzle has a shape to which the scales apply.
pub(crate) fn may_be_rated(puzzle: &ClassicPuzzle) -> bool {
    UserGrid::of_puzzle(puzzle).is_some()
}

/// Rates a puzzle whose solutions were counted up to 2.
fn rate_answer(answer: &AnswerRef<'_>, scale: Limited<'_, ScaleBudget>) -> Rating {
    if let Some(givens) = answer.classic_givens() {
        return rate_line(givens, answer.first_classic(), answer.report.solutions, scale);
    }
    match answer.puzzle().classic() {
        Some(puzzle) => rate_puzzle(puzzle, answer.report.solutions, answer.first().as_deref(), scale),
        None => Rating::NotClassic,
    }
}

/// Rates a classic 9x9 puzzle in ASCII whose solutions were counted up to 2.
pub(crate) fn rate_line(
    cells: &[u8; 81],
    first: Option<&[u8; 81]>,
    solutions: u64,
    scale: Limited<'_, ScaleBudget>,
) -> Rating {
    if solutions == 1
        && let Some(state) = State::from_line(cells)
    {
        let solution = first.map(|grid| grid.map(|digit| digit.wrapping_sub(b'0')));
        return rate_state(&state, solution.as_ref(), scale);
    }
    let first = first.map(|grid| grid.map(|digit| digit.wrapping_sub(b'0')));
    rate_puzzle(
        &farandole_solve::classic_puzzle(cells),
        solutions,
        first.as_ref().map(|grid| &grid[..]),
        scale,
    )
}

/// Rates a puzzle whose solutions were counted up to 2.
pub(crate) fn rate_puzzle(
    puzzle: &ClassicPuzzle,
    solutions: u64,
    solution: Option<&[u8]>,
    scale: Limited<'_, ScaleBudget>,
) -> Rating {
    match solutions {
        0 => no_solution(puzzle),
        1 => {
            let solution = solution.and_then(|digits| digits.try_into().ok());
            let state = State::new(puzzle);
            state.map_or(Rating::NotClassic, |state| rate_state(&state, solution.as_ref(), scale))
        }
        _ => Rating::Several(problem_of(puzzle)),
    }
}

fn rate_state(state: &State, solution: Option<&[u8; 81]>, scale: Limited<'_, ScaleBudget>) -> Rating {
    let (outcome, numbers) = ScaleBudget::rate(scale, state, solution);
    rated(outcome, numbers)
}

const fn rated(outcome: PathOutcome, numbers: Numbers) -> Rating {
    match outcome {
        PathOutcome::Solved => Rating::Rated(numbers),
        PathOutcome::Stuck => Rating::Stuck(numbers),
        PathOutcome::BudgetSpent => Rating::GaveUp(numbers),
        PathOutcome::Contradiction => Rating::Wrong,
    }
}

/// Determines why there is no solution: givens that clash or conflict, or pencil marks that exclude
/// it.
fn no_solution(puzzle: &ClassicPuzzle) -> Rating {
    let clash = puzzle.clash();
    let Some(grid) = UserGrid::of_puzzle(puzzle).filter(|_| clash.is_none()) else {
        return Rating::None(clash, None);
    };
    let unmarked = UserGrid { marks: [None; 81], ..grid };
    if let Solutions::One(solution) = classic_solutions(&unmarked, u64::MAX, None) {
        let allowed = |cell: usize| Cell::new(cell).map_or(0, |cell| puzzle.allowed(cell).bits());
        let missing = (0..81_u8).filter(|cell| {
            let cell = usize::from(*cell);
            allowed(cell) >> (solution[cell] - 1) & 1 == 0
        });
        return Rating::Marks(missing.collect());
    }
    Rating::None(None, problem_of(puzzle))
}

/// Finds the problem of the givens of a classic puzzle.
fn problem_of(puzzle: &ClassicPuzzle) -> Option<Problem> {
    let grid = UserGrid::of_puzzle(puzzle)?;
    let solutions = classic_solutions(&grid, u64::MAX, None);
    let is_of_puzzle = |it: &Problem| {
        matches!(it, Problem::NoSolution { .. } | Problem::SeveralSolutions { .. } | Problem::Excluded { .. })
    };
    grid.problems(&solutions).into_iter().find(is_of_puzzle)
}
