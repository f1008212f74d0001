//! Batch interface: many puzzles in, one answer for each; and a visitor for all solutions of one puzzle.
//!
//! A [`Source`] hands puzzles to the search and takes the answers. [`BatchSource`] reads slices, [`VisitorSource`] has one
//! puzzle.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use crate::arch::generic::load::{load_bytes, load_masks};
use crate::arch::generic::search::{Source, run};
use crate::arch::portable::Portable;
use crate::isa::Kind;
use crate::layout::{ALL, Grid, MASK_OF_BYTE, are_peers};
use crate::{Answer, Config, Counters, End, Isa};

/// Solves each of `puzzles` and writes what was found to the same place of `answers`.
///
/// A puzzle is 81 bytes, row-major: `b'1'..=b'9'` for givens and any of `. 0 _ * - ?` for an empty cell. Other
/// bytes make that puzzle [`End::Unreadable`]; the other puzzles are solved. Of slices that differ in length, the
/// surplus of the longer one is not touched.
///
/// Returns the sum of the counters. Cost: some hundred nanoseconds for an easy puzzle, about twenty microseconds for one
/// of the hardest known. [`Isa::lanes`] puzzles are searched at once, so give many in one call.
pub fn solve_batch(isa: Isa, config: &Config, puzzles: &[[u8; 81]], answers: &mut [Answer]) -> Counters {
    dispatch(isa, config, &mut BatchSource::new(puzzles, answers), None)
}

/// As [`solve_batch`], and stops within microseconds after `stop` becomes true; the flag is read after every second half
/// sweep.
///
/// Puzzles whose search has not ended by then, and those not begun, get [`End::Cancelled`].
pub fn solve_batch_until(
    isa: Isa,
    config: &Config,
    puzzles: &[[u8; 81]],
    answers: &mut [Answer],
    stop: &AtomicBool,
) -> Counters {
    let mut source = BatchSource::new(puzzles, answers);
    let counters = dispatch(isa, config, &mut source, Some(stop));
    for answer in source.answers.iter_mut().take(puzzles.len()).skip(source.next) {
        *answer = Answer { end: End::Cancelled, ..Answer::default() };
    }
    counters
}

/// As [`solve_batch`], for puzzles given by the candidates of each cell, bit `digit - 1` of a mask.
///
/// An empty mask is allowed (there is no solution then); a mask above 0x1ff is [`End::Unreadable`]. Cells
/// with one candidate count as givens for [`End::Clash`].
pub fn solve_pencilmarks(
    isa: Isa,
    config: &Config,
    puzzles: &[[u16; 81]],
    answers: &mut [Answer],
) -> Counters {
    dispatch(isa, config, &mut BatchSource::new(puzzles, answers), None)
}

/// Visits every solution of one puzzle, given by candidate masks as for [`solve_pencilmarks`], in a fixed order.
///
/// The visitor gets the digits, `b'1'..=b'9'`, row-major. If it breaks, the search stops with [`End::Stopped`].
/// `config.limit` is ignored, `config.budget` is obeyed. The answer's count saturates at `u32::MAX`, the visits go on.
/// Its grid is the first solution.
///
/// ```
/// use core::ops::ControlFlow;
/// use farandole_kernel::{Config, Isa, each_solution};
///
/// let mut seen = 0;
/// let answer = each_solution(Isa::detect(), &Config::default(), &[0x1ff; 81], &mut |_| {
///     seen += 1;
///     if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// assert_eq!(answer.solutions, 10);
/// ```
pub fn each_solution(
    isa: Isa,
    config: &Config,
    cells: &[u16; 81],
    visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Answer {
    let mut source = VisitorSource { cells, begun: false, visit, answer: Answer::default() };
    dispatch(isa, &Config { limit: u32::MAX, ..*config }, &mut source, None);
    source.answer
}

pub(crate) fn dispatch<F: Source>(
    isa: Isa,
    config: &Config,
    source: &mut F,
    stop: Option<&AtomicBool>,
) -> Counters {
    match isa.0 {
        Kind::Portable => run(Portable, config, source, stop),
        #[cfg(any(
            all(target_arch = "x86_64", target_feature = "sse2"),
            all(target_arch = "aarch64", target_feature = "neon"),
            all(target_arch = "wasm32", target_feature = "simd128"),
        ))]
        Kind::V128 => run(crate::arch::v128::V128, config, source, stop),
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => {
            // SAFETY: an `Isa` of this kind exists only where the processor has these features.
            let entry = unsafe { crate::arch::avx2::Avx2::new() };
            run(entry, config, source, stop)
        }
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => {
            // SAFETY: an `Isa` of this kind exists only where the processor has these features.
            let entry = unsafe { crate::arch::avx512::Avx512::new() };
            run(entry, config, source, stop)
        }
    }
}

/// The candidates that a byte allows; a bit above the ninth if it is unreadable.
pub(crate) fn given_mask(byte: u8) -> u16 {
    MASK_OF_BYTE[byte as usize]
}

/// The position of the first mask with a bit above the ninth, if any, as the error.
pub(crate) fn readable_masks(masks: &[u16; 81]) -> Result<(), u8> {
    masks.iter().position(|&mask| mask & !ALL != 0).map_or(Ok(()), |position| Err(position as u8))
}

/// An encoding of a puzzle: bytes or candidate masks.
trait Puzzle {
    /// Writes the puzzle to a lane; the error is the first cell that is unreadable.
    fn load<const L: usize>(&self, to: &mut Grid<L>, lane: usize) -> Result<(), u8>;
    /// The single candidate of a cell as a mask, or 0.
    fn given(&self, cell: usize) -> u16;
}

impl Puzzle for [u8; 81] {
    #[inline]
    fn load<const L: usize>(&self, to: &mut Grid<L>, lane: usize) -> Result<(), u8> {
        load_bytes(to, lane, self)
    }
    fn given(&self, cell: usize) -> u16 {
        let mask = given_mask(self[cell]);
        if mask.is_power_of_two() { mask } else { 0 }
    }
}

impl Puzzle for [u16; 81] {
    #[inline]
    fn load<const L: usize>(&self, to: &mut Grid<L>, lane: usize) -> Result<(), u8> {
        load_masks(to, lane, self)
    }
    fn given(&self, cell: usize) -> u16 {
        if self[cell].is_power_of_two() { self[cell] } else { 0 }
    }
}

/// Why a puzzle has no solution: [`End::Clash`] with the first pair of equal givens in one house, else
/// [`End::Exhausted`].
#[cold]
fn contradiction(puzzle: &impl Puzzle) -> End {
    // Most have no such pair, and looking at each house once is quick.
    let mut houses = [0; 27];
    let mut twice = 0;
    for cell in 0..81 {
        let given = puzzle.given(cell);
        for house in [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3] {
            twice |= houses[house] & given;
            houses[house] |= given;
        }
    }
    if twice == 0 {
        return End::Exhausted;
    }
    for first in 0..81 {
        let given = puzzle.given(first);
        for second in first + 1..81 {
            if given != 0 && given == puzzle.given(second) && are_peers(first, second) {
                return End::Clash { first: first as u8, second: second as u8 };
            }
        }
    }
    End::Exhausted
}

/// A slice of puzzles and a slice for their answers.
struct BatchSource<'a, P> {
    puzzles: &'a [P],
    answers: &'a mut [Answer],
    next: usize,
}

impl<'a, P> BatchSource<'a, P> {
    fn new(puzzles: &'a [P], answers: &'a mut [Answer]) -> Self {
        Self { puzzles, answers, next: 0 }
    }
}

impl<P: Puzzle> Source for BatchSource<'_, P> {
    const MAY_SHARE: bool = true;

    fn is_single(&self) -> bool {
        self.puzzles.len().min(self.answers.len()) == 1
    }

    #[inline]
    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        loop {
            let number = self.next;
            let (puzzle, answer) = (self.puzzles.get(number)?, self.answers.get_mut(number)?);
            self.next += 1;
            match puzzle.load(to, lane) {
                Ok(()) => return Some(number),
                Err(position) => {
                    *answer = Answer { end: End::Unreadable { position }, ..Answer::default() };
                }
            }
        }
    }

    fn reload<const L: usize>(&mut self, number: usize, to: &mut Grid<L>, lane: usize) {
        // It was readable the first time.
        if let Some(puzzle) = self.puzzles.get(number)
            && puzzle.load(to, lane).is_err()
        {
            debug_assert!(false, "a puzzle has changed");
        }
    }

    #[inline]
    fn solution(&mut self, number: usize, nth: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()> {
        if nth == 1
            && let Some(answer) = self.answers.get_mut(number)
        {
            answer.grid = grid();
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn finish(&mut self, number: usize, solutions: u32, end: End, counters: Counters) {
        let (Some(puzzle), Some(answer)) = (self.puzzles.get(number), self.answers.get_mut(number)) else {
            return;
        };
        answer.solutions = solutions;
        answer.end = end;
        answer.counters = counters;
        if solutions == 0 {
            answer.grid = [b'.'; 81];
            if end == End::Exhausted {
                answer.end = contradiction(puzzle);
            }
        }
    }
}

/// One puzzle, and the visitor of its solutions.
struct VisitorSource<'a> {
    cells: &'a [u16; 81],
    begun: bool,
    visit: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    answer: Answer,
}

impl Source for VisitorSource<'_> {
    const MAY_SHARE: bool = false;

    fn is_single(&self) -> bool {
        true
    }

    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        if core::mem::replace(&mut self.begun, true) {
            return None;
        }
        match load_masks(to, lane, self.cells) {
            Ok(()) => {
                self.answer.end = contradiction(self.cells);
                Some(0)
            }
            Err(position) => {
                self.answer.end = End::Unreadable { position };
                None
            }
        }
    }

    fn solution(&mut self, _: usize, nth: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()> {
        let grid = grid();
        if nth == 1 {
            self.answer.grid = grid;
        }
        (self.visit)(&grid)
    }

    fn finish(&mut self, _: usize, solutions: u32, end: End, counters: Counters) {
        self.answer.solutions = solutions;
        self.answer.counters = counters;
        if end != End::Exhausted {
            self.answer.end = end;
        }
    }
}
