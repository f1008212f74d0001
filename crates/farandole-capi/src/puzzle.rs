//! Single puzzles of any kind as text: solving, counting, visiting solutions, rating.

use crate::error::{FarandoleCode, FarandoleEnd, FarandoleError, guard};
use farandole::convert::ToPuzzle;
use farandole::engines::{End, Report};
use farandole::error::ErrorKind;
use farandole::logic::{Numbers, Scale};
use farandole::rating::rate_on;
use farandole::{Config, Rating};
use std::ffi::{c_char, c_int, c_void};
use std::ops::ControlFlow;

/// The result of a search.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FarandoleResult {
    /// Number of solutions found. It is exact if `end` is `FARANDOLE_END_EXHAUSTED`.
    pub solutions: u64,
    /// Number of values in a solution: the cells of the grid in row-major order, then extra cells, if
    /// any.
    pub cells: usize,
    /// The reason why the search ended.
    pub end: FarandoleEnd,
}

/// Receives a solution: its values, their number, and the pointer that was passed with the visitor. Returns 0
/// to continue, or another number to stop. The values are valid during the call only.
pub type FarandoleVisitor =
    Option<unsafe extern "C" fn(values: *const u8, cells: usize, context: *mut c_void) -> c_int>;

/// A difficulty scale.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FarandoleScale {
    /// Sudoku Explainer 1.2.1: ER, EP and ED.
    Se = 0,
    /// HoDoKu 2.2: score and level.
    Hodoku = 1,
    /// The W rating of Berthier: the length of the longest whip.
    W = 2,
    /// The B rating of Berthier: the length of the longest braid.
    B = 3,
    /// The expected minutes of an experienced solver.
    Minutes = 4,
}

/// The reason why a puzzle has a rating, or none.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FarandoleRatingStatus {
    /// The rating is exact.
    #[default]
    Rated = 0,
    /// The techniques do not solve the puzzle. The numbers are lower bounds.
    Stuck = 1,
    /// The budget was spent. The numbers are lower bounds.
    GaveUp = 2,
    /// The puzzle has no solution.
    None = 3,
    /// The puzzle has several solutions.
    Several = 4,
    /// The puzzle is not a classic 9x9 puzzle.
    NotClassic = 5,
}

/// The difficulty of a puzzle. Numbers that the scale or the status does not have are 0.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FarandoleRating {
    /// The reason why there is a rating, or none.
    pub status: FarandoleRatingStatus,
    /// The rating of the hardest step in tenths: 72 for 7.2.
    pub er: u32,
    /// The rating of the hardest step up to the first placed digit, in tenths.
    pub ep: u32,
    /// The rating of the first step in tenths.
    pub ed: u32,
    /// The score of HoDoKu.
    pub score: u32,
    /// The level of HoDoKu: 1 easy, 2 medium, 3 hard, 4 unfair, 5 extreme.
    pub level: u32,
    /// Number of steps.
    pub steps: u32,
    /// The length of the longest whip or braid on the scales W and B.
    pub length: u32,
    /// The expected time of an experienced solver in seconds.
    pub seconds: u32,
    /// The smaller end of the range of the expected time, in seconds.
    pub least_seconds: u32,
    /// The greater end of this range, in seconds.
    pub most_seconds: u32,
    /// The expected time in a word: 1 easy, 2 medium, 3 hard, 4 expert, 5 brutal.
    pub grade: u32,
}

/// Solves a puzzle, and counts its solutions up to `limit`. Solutions are checked by the rules.
///
/// `limit` 0 is no limit, and 2 tests uniqueness. `budget` bounds the number of search nodes; 0 is no budget.
/// The first solution is written to `values`, one byte per value. If `capacity` is less than the number of
/// cells, nothing is written; `result->cells` has the number. `values` may be NULL if `capacity` is 0.
///
/// # Safety
///
/// `text` is valid for reads of `length` bytes, `values` for writes of `capacity` bytes, and `result` for a
/// write. `error` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_solve(
    text: *const c_char,
    length: usize,
    limit: u64,
    budget: u64,
    values: *mut u8,
    capacity: usize,
    result: *mut FarandoleResult,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let solve = || {
        require(!result.is_null(), "result")?;
        require(!values.is_null() || capacity == 0, "values")?;
        // SAFETY: the caller guarantees that the text can be read.
        let puzzle = unsafe { puzzle_text(text, length) }?.to_puzzle()?;
        let answer = config(limit, budget).solve(&*puzzle)?;
        let cells = cells_of(&puzzle);
        if let Some(first) = answer.first().filter(|first| first.len() <= capacity) {
            // SAFETY: the caller guarantees space for `capacity` bytes, which suffice.
            unsafe { std::ptr::copy_nonoverlapping(first.as_ptr(), values, first.len()) };
        }
        // SAFETY: the caller guarantees that the result can be written.
        unsafe { result.write(result_of(answer.report(), cells)) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, solve) }
}

/// Counts the solutions of a puzzle up to `limit`; 0 is no limit. `budget` bounds the number of search nodes;
/// 0 is no budget.
///
/// # Safety
///
/// `text` is valid for reads of `length` bytes, and `result` for a write. `error` is NULL or valid for a
/// write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_count(
    text: *const c_char,
    length: usize,
    limit: u64,
    budget: u64,
    result: *mut FarandoleResult,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let count = || {
        require(!result.is_null(), "result")?;
        // SAFETY: the caller guarantees that the text can be read.
        let puzzle = unsafe { puzzle_text(text, length) }?.to_puzzle()?;
        let count = config(limit, budget).count(&*puzzle)?;
        // SAFETY: the caller guarantees that the result can be written.
        unsafe { result.write(result_of(&count.report, cells_of(&puzzle))) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, count) }
}

/// Calls `visit` for each solution of a puzzle, in no particular order, until it returns a number other than
/// 0. Solutions are checked by the rules. Memory does not grow with the number of solutions.
///
/// `budget` bounds the number of search nodes; 0 is no budget. `context` is passed to the visitor. `result`
/// may be NULL. A visitor must return normally: it must not throw a C++ exception or call `longjmp`.
///
/// # Safety
///
/// `text` is valid for reads of `length` bytes. `visit` may be called with `context`. `result` and `error` are
/// NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_each_solution(
    text: *const c_char,
    length: usize,
    budget: u64,
    visit: FarandoleVisitor,
    context: *mut c_void,
    result: *mut FarandoleResult,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let list = || {
        let visit = visit.ok_or_else(|| FarandoleError::usage("visit is null"))?;
        // SAFETY: the caller guarantees that the text can be read.
        let puzzle = unsafe { puzzle_text(text, length) }?.to_puzzle()?;
        let config = config(0, budget);
        let solver = config.solver().prepare(&*puzzle).map_err(farandole::Error::from)?;
        let mut wrong = None;
        let report = solver.run(&config.search(), &mut |values| {
            if let Err(violation) = puzzle.check(values) {
                wrong = Some(violation);
                return ControlFlow::Break(());
            }
            // SAFETY: the caller guarantees that the visitor may be called with this context.
            match unsafe { visit(values.as_ptr(), values.len(), context) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        let report = report.map_err(farandole::Error::from)?;
        if let Some(violation) = wrong {
            return Err(farandole::Error::from(ErrorKind::Wrong(report.plan.engine, violation)).into());
        }
        if !result.is_null() {
            // SAFETY: the caller guarantees that the result can be written.
            unsafe { result.write(result_of(&report, cells_of(&puzzle))) };
        }
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, list) }
}

/// Rates the difficulty of a classic 9x9 puzzle for people. `scale` is a `FarandoleScale`. `budget` bounds the
/// work of the techniques; 0 is no budget. The hardest known puzzles take seconds without one.
///
/// # Safety
///
/// `text` is valid for reads of `length` bytes, and `rating` for a write. `error` is NULL or valid for a
/// write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_rate(
    text: *const c_char,
    length: usize,
    scale: u32,
    budget: u64,
    rating: *mut FarandoleRating,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let rate = || {
        require(!rating.is_null(), "rating")?;
        let budget = (budget != 0).then_some(budget);
        let known = Scale::ALL.get(scale as usize);
        let scale = known.ok_or_else(|| FarandoleError::usage(format!("unknown scale {scale}")))?;
        // SAFETY: the caller guarantees that the text can be read.
        let puzzle = unsafe { puzzle_text(text, length) }?.to_puzzle()?;
        let found = match puzzle.classic() {
            Some(classic) => rate_on(scale.within(budget), classic)?,
            None => Rating::NotClassic,
        };
        // SAFETY: the caller guarantees that the rating can be written.
        unsafe { rating.write(rating_of(&found)?) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, rate) }
}

fn require(is_right: bool, name: &str) -> Result<(), FarandoleError> {
    if is_right { Ok(()) } else { Err(FarandoleError::usage(format!("{name} is null"))) }
}

/// Returns bytes as text.
///
/// # Errors
///
/// Returns an error if the pointer is null, or the bytes are not UTF-8.
///
/// # Safety
///
/// `text` is null or valid for reads of `length` bytes.
pub(crate) unsafe fn puzzle_text<'a>(text: *const c_char, length: usize) -> Result<&'a str, FarandoleError> {
    require(!text.is_null(), "text")?;
    require(isize::try_from(length).is_ok(), "a text longer than the address space")?;
    // SAFETY: the caller guarantees that the bytes can be read, and the length has been checked.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    let fail = |error| FarandoleError::new(FarandoleCode::Unreadable, error);
    std::str::from_utf8(bytes).map_err(fail)
}

fn config(limit: u64, budget: u64) -> Config {
    let or_all = |number: u64| if number == 0 { u64::MAX } else { number };
    Config { limit: or_all(limit), budget: or_all(budget), ..Config::default() }
}

fn cells_of(puzzle: &farandole::Puzzle) -> usize {
    match puzzle {
        farandole::Puzzle::Classic(puzzle) => puzzle.givens().len(),
        farandole::Puzzle::Variant(variant) => variant.board().cell_count(),
    }
}

fn result_of(report: &Report, cells: usize) -> FarandoleResult {
    let end = match report.end {
        End::Exhausted if report.clash.is_some() => FarandoleEnd::Clash,
        End::Exhausted => FarandoleEnd::Exhausted,
        End::LimitReached => FarandoleEnd::Limit,
        End::BudgetSpent => FarandoleEnd::Budget,
        End::Stopped | End::Cancelled => FarandoleEnd::Stopped,
    };
    FarandoleResult { solutions: report.solutions, cells, end }
}

fn rating_of(rating: &Rating) -> Result<FarandoleRating, FarandoleError> {
    let status = match rating {
        Rating::Rated(_) => FarandoleRatingStatus::Rated,
        Rating::Stuck(_) => FarandoleRatingStatus::Stuck,
        Rating::GaveUp(_) => FarandoleRatingStatus::GaveUp,
        Rating::None(..) => FarandoleRatingStatus::None,
        Rating::Several(_) => FarandoleRatingStatus::Several,
        Rating::NotClassic => FarandoleRatingStatus::NotClassic,
        _ => return Err(FarandoleError::new(FarandoleCode::Internal, rating)),
    };
    let none = FarandoleRating { status, ..FarandoleRating::default() };
    Ok(match rating.numbers() {
        None => none,
        Some(numbers) => {
            let none = FarandoleRating { steps: numbers.steps(), ..none };
            match *numbers {
                Numbers::Se { er, ep, ed, .. } => {
                    FarandoleRating { er: er.into(), ep: ep.into(), ed: ed.into(), ..none }
                }
                Numbers::Hodoku { score, level, .. } => {
                    FarandoleRating { score, level: level as u32 + 1, ..none }
                }
                Numbers::Chains { length, .. } => FarandoleRating { length: length.into(), ..none },
                Numbers::Minutes { minutes, .. } => {
                    let (least_seconds, most_seconds) = minutes.range();
                    let (seconds, grade) = (minutes.seconds(), minutes.grade() as u32 + 1);
                    FarandoleRating { seconds, least_seconds, most_seconds, grade, ..none }
                }
            }
        }
    })
}
