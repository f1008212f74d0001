//! A puzzle of any kind as a handle: solving, counting, visiting solutions, candidates, rating.

use crate::error::{FarandoleCode, FarandoleEnd, FarandoleError, guard};
use farandole::convert::ToPuzzle;
use farandole::engines::{End, KnownCandidates, Report};
use farandole::error::ErrorKind;
use farandole::logic::{Numbers, PathOutcome, Scale};
use farandole::rating::rate_any;
use farandole::{Config, Puzzle, Rating};
use std::ffi::{c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// A puzzle: a classic one of any size and shape, or a variant. It never changes, so any number of calls may use it
/// at the same time.
#[derive(Debug)]
pub struct FarandolePuzzle(pub(crate) Puzzle);

/// Compiles only if threads may share a puzzle.
const _: fn() = || {
    const fn shared<T: Send + Sync>() {}
    shared::<FarandolePuzzle>();
};

/// Reads a puzzle. `puzzle` receives a new handle, which `farandole_puzzle_free` frees.
///
/// # Safety
///
/// `text` is valid for reads of `length` bytes, and `puzzle` for a write. `error` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_puzzle_new(
    text: *const c_char,
    length: usize,
    puzzle: *mut *mut FarandolePuzzle,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let read = || {
        require(!puzzle.is_null(), "puzzle")?;
        // SAFETY: the caller guarantees that the text can be read.
        let read = unsafe { puzzle_text(text, length) }?.to_puzzle()?.into_owned();
        // SAFETY: the caller guarantees that the pointer can be written.
        unsafe { puzzle.write(Box::into_raw(Box::new(FarandolePuzzle(read)))) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, read) }
}

/// Frees a puzzle that no call uses. NULL has no effect.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_puzzle_free(puzzle: *mut FarandolePuzzle) {
    if !puzzle.is_null() {
        // SAFETY: the caller guarantees that the puzzle is not used again.
        drop(unsafe { Box::from_raw(puzzle) });
    }
}

/// Returns the number of cells of a puzzle, or 0 for NULL: the cells of the grid in row-major order, then extra
/// cells, if any.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_puzzle_cells(puzzle: *const FarandolePuzzle) -> usize {
    // SAFETY: the caller guarantees that the pointer is null or a puzzle.
    unsafe { puzzle.as_ref() }.map_or(0, |it| it.0.cell_count())
}

/// Writes the givens of a puzzle, one byte per cell. A cell without a given gets 0, or 255 if 0 is a value of the
/// puzzle. Writes nothing if `capacity` is less than the number of cells. Returns this number.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle of this library that has not been freed. `values` is valid for writes of `capacity`
/// bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_puzzle_givens(
    puzzle: *const FarandolePuzzle,
    values: *mut u8,
    capacity: usize,
) -> usize {
    // SAFETY: the caller guarantees that the pointer is null or a puzzle.
    let Some(puzzle) = (unsafe { puzzle.as_ref() }) else { return 0 };
    // SAFETY: the caller guarantees that the values can be written.
    unsafe { copy(&givens_of(&puzzle.0), values, capacity) };
    puzzle.0.cell_count()
}

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
    /// The scale does not apply to the puzzle, or no techniques are known for it.
    NotClassic = 5,
}

/// The difficulty of a puzzle. Numbers that the scale or the status does not have are 0.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FarandoleRating {
    /// The reason why there is a rating, or none.
    pub status: FarandoleRatingStatus,
    /// The rating of the hardest step in tenths: 72 for 7.2. For a variant, the number is on the scale of variants.
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
/// `puzzle` is NULL or a puzzle that has not been freed. `values` is valid for writes of `capacity` bytes, and `result` for a
/// write. `error` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_solve(
    puzzle: *const FarandolePuzzle,
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
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        let answer = config(limit, budget).solve(puzzle)?;
        let cells = puzzle.cell_count();
        if let Some(first) = answer.first() {
            // SAFETY: the caller guarantees that the values can be written.
            unsafe { copy(first, values, capacity) };
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
/// `puzzle` is NULL or a puzzle that has not been freed. `result` is valid for a write. `error` is NULL or valid for
/// a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_count(
    puzzle: *const FarandolePuzzle,
    limit: u64,
    budget: u64,
    result: *mut FarandoleResult,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let count = || {
        require(!result.is_null(), "result")?;
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        let count = config(limit, budget).count(puzzle)?;
        // SAFETY: the caller guarantees that the result can be written.
        unsafe { result.write(result_of(&count.report, puzzle.cell_count())) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, count) }
}

/// Finds the true candidates of each cell: the values that it has in some solution.
///
/// `masks` receives a mask for each cell, in which bit 0 is the lowest value of the puzzle, or 0 for every cell if there
/// is no solution. Nothing is written if `capacity` is less than the number of cells, or if the budget is spent.
/// `budget` bounds the number of nodes of each search; 0 is no budget. `result->solutions` is 1 if there is a solution,
/// otherwise 0.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle that has not been freed. `masks` is valid for writes of `capacity` numbers. `result` is
/// valid for a write. `error` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_candidates(
    puzzle: *const FarandolePuzzle,
    budget: u64,
    masks: *mut u64,
    capacity: usize,
    result: *mut FarandoleResult,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let candidates = || {
        require(!result.is_null(), "result")?;
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        let config = config(0, budget);
        let solver = config.solver().prepare(puzzle).map_err(farandole::Error::from)?;
        let found = solver.true_candidates(&config.search(), KnownCandidates::default());
        let found = found.map_err(farandole::Error::from)?;
        let solutions = u64::from(found.found.is_some());
        let mut all = found.found.map_or_else(Vec::new, |it| it.masks);
        all.resize(puzzle.cell_count(), 0);
        if found.exact {
            // SAFETY: the caller guarantees that the masks can be written.
            unsafe { copy(&all, masks, capacity) };
        }
        let end = if found.exact { FarandoleEnd::Exhausted } else { FarandoleEnd::Budget };
        // SAFETY: the caller guarantees that the result can be written.
        unsafe { result.write(FarandoleResult { solutions, cells: all.len(), end }) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, candidates) }
}

/// Calls `visit` for each solution of a puzzle, in no particular order, until it returns a number other than
/// 0. Solutions are checked by the rules. Memory does not grow with the number of solutions.
///
/// `budget` bounds the number of search nodes; 0 is no budget. `context` is passed to the visitor. `result`
/// may be NULL. A visitor must return normally: it must not throw a C++ exception or call `longjmp`.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle that has not been freed. `visit` may be called with `context`. `result` and `error` are
/// NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_each_solution(
    puzzle: *const FarandolePuzzle,
    budget: u64,
    visit: FarandoleVisitor,
    context: *mut c_void,
    result: *mut FarandoleResult,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let list = || {
        let visit = visit.ok_or_else(|| FarandoleError::usage("visit is null"))?;
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        let config = config(0, budget);
        let solver = config.solver().prepare(puzzle).map_err(farandole::Error::from)?;
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
            unsafe { result.write(result_of(&report, puzzle.cell_count())) };
        }
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, list) }
}

/// Rates the difficulty of a puzzle for people. `scale` is a `FarandoleScale`. Variants and other sizes have a scale of
/// their own and minutes. `budget` bounds the work of the techniques; 0 is no budget. The hardest known puzzles take
/// seconds without one.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle that has not been freed. `rating` is valid for a write. `error` is NULL or valid for
/// a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_rate(
    puzzle: *const FarandolePuzzle,
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
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        let found = rate_any(scale.within(budget), puzzle, &AtomicBool::new(false))?;
        // SAFETY: the caller guarantees that the rating can be written.
        unsafe { rating.write(rating_of(&found)?) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, rate) }
}

pub(crate) fn require(is_right: bool, name: &str) -> Result<(), FarandoleError> {
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
    if isize::try_from(length).is_err() {
        return Err(FarandoleError::usage("the text is longer than the address space"));
    }
    // SAFETY: the caller guarantees that the bytes can be read, and the length has been checked.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    let fail = |error| FarandoleError::new(FarandoleCode::Unreadable, error);
    std::str::from_utf8(bytes).map_err(fail)
}

/// Returns the puzzle of a handle.
///
/// # Errors
///
/// Returns an error if the pointer is null.
///
/// # Safety
///
/// `puzzle` is null or a puzzle that is not freed as long as the reference exists.
pub(crate) unsafe fn puzzle_of<'a>(puzzle: *const FarandolePuzzle) -> Result<&'a Puzzle, FarandoleError> {
    // SAFETY: the caller guarantees that the pointer is null or a puzzle.
    let puzzle = unsafe { puzzle.as_ref() };
    puzzle.map(|it| &it.0).ok_or_else(|| FarandoleError::usage("puzzle is null"))
}

/// Copies numbers if there is space for all of them.
///
/// # Safety
///
/// `to` is valid for writes of `capacity` numbers.
unsafe fn copy<T: Copy>(from: &[T], to: *mut T, capacity: usize) {
    if from.len() <= capacity && !to.is_null() {
        // SAFETY: the caller guarantees space for `capacity` numbers, which suffice.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
    }
}

fn givens_of(puzzle: &Puzzle) -> Vec<u8> {
    match puzzle {
        Puzzle::Classic(puzzle) => puzzle.givens().to_vec(),
        Puzzle::Variant(variant) => {
            let low = variant.board().values().low();
            let empty = if low == 0 { u8::MAX } else { 0 };
            let given = |mask: &u16| {
                if mask.is_power_of_two() { low + mask.trailing_zeros() as u8 } else { empty }
            };
            variant.domains().iter().map(given).collect()
        }
    }
}

fn config(limit: u64, budget: u64) -> Config {
    let or_all = |number: u64| if number == 0 { u64::MAX } else { number };
    Config { limit: or_all(limit), budget: or_all(budget), ..Config::default() }
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
        Rating::NotClassic | Rating::NoTechniques(_) => FarandoleRatingStatus::NotClassic,
        Rating::Variant(rating) => match rating.outcome {
            PathOutcome::Solved => FarandoleRatingStatus::Rated,
            PathOutcome::Stuck => FarandoleRatingStatus::Stuck,
            PathOutcome::BudgetSpent => FarandoleRatingStatus::GaveUp,
            PathOutcome::Contradiction => return Err(FarandoleError::new(FarandoleCode::Internal, rating)),
        },
        _ => return Err(FarandoleError::new(FarandoleCode::Internal, rating)),
    };
    let none = FarandoleRating { status, ..FarandoleRating::default() };
    if let Rating::Variant(rating) = rating {
        return Ok(FarandoleRating { er: rating.hardest, ep: rating.break_in, steps: rating.steps, ..none });
    }
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
