//! The calls: many puzzles in, one answer for each.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use crate::arch::all::Portable;
use crate::arch::generic::load::{load_bytes, load_masks};
use crate::arch::generic::search::{Feed, run};
use crate::dispatch::Kind;
use crate::layout::{ALL, Grid, MASK_OF_BYTE, are_peers};
use crate::{Answer, Config, Counters, Isa, Status};

/// Solves each of `puzzles` and writes what was found to the same place of `answers`.
///
/// A puzzle is 81 bytes, row-major: `b'1'..=b'9'` for givens and any of `. 0 _ * - ?` for an empty cell. Other
/// bytes make that puzzle [`Status::Unreadable`] and leave the others alone. When the slices differ in length,
/// what the longer one has on top is left alone.
///
/// Returns the work done for all of them together. Cost: some hundred nanoseconds for an easy puzzle, a few
/// microseconds for the hardest known; call with many at once, since work is done for [`Isa::lanes`] puzzles at
/// a time.
pub fn solve_batch(isa: Isa, config: &Config, puzzles: &[[u8; 81]], answers: &mut [Answer]) -> Counters {
    dispatch(isa, config, &mut Slice::new(puzzles, answers), None)
}

/// As [`solve_batch`], but ends soon after `stop` becomes true: within microseconds, checked at every sweep.
///
/// The puzzles in hand then, and those not begun, are [`Status::Stopped`].
pub fn solve_batch_until(
    isa: Isa,
    config: &Config,
    puzzles: &[[u8; 81]],
    answers: &mut [Answer],
    stop: &AtomicBool,
) -> Counters {
    let mut feed = Slice::new(puzzles, answers);
    let counters = dispatch(isa, config, &mut feed, Some(stop));
    for answer in feed.answers.iter_mut().take(puzzles.len()).skip(feed.next) {
        *answer = Answer { status: Status::Stopped, ..Answer::default() };
    }
    counters
}

/// As [`solve_batch`], for puzzles given by the candidates of each cell, bit `digit - 1` of a mask.
///
/// An empty mask is allowed (there is no solution then); a mask above 0x1ff is [`Status::Unreadable`]. Cells
/// with one candidate count as givens for [`Status::Clash`].
pub fn solve_pencilmarks(
    isa: Isa,
    config: &Config,
    puzzles: &[[u16; 81]],
    answers: &mut [Answer],
) -> Counters {
    dispatch(isa, config, &mut Slice::new(puzzles, answers), None)
}

/// Visits every solution of one puzzle, given by candidate masks as for [`solve_pencilmarks`], in a fixed order.
///
/// The visitor gets the digits, `b'1'..=b'9'`, row-major, and may break off, which gives [`Status::Stopped`].
/// `config.limit` is not looked at; `config.budget` is. The answer's count stops at `u32::MAX`, the visits do
/// not. Its grid is the first solution.
pub fn each_solution(
    isa: Isa,
    config: &Config,
    cells: &[u16; 81],
    visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Answer {
    let mut feed = Visit { cells, begun: false, visit, answer: Answer::default() };
    dispatch(isa, &Config { limit: u32::MAX, ..*config }, &mut feed, None);
    feed.answer
}

pub(crate) fn dispatch<F: Feed>(
    isa: Isa,
    config: &Config,
    feed: &mut F,
    stop: Option<&AtomicBool>,
) -> Counters {
    match isa.0 {
        Kind::Portable => run(Portable, config, feed, stop),
        #[cfg(any(
            all(target_arch = "x86_64", target_feature = "sse2"),
            all(target_arch = "aarch64", target_feature = "neon"),
            all(target_arch = "wasm32", target_feature = "simd128"),
        ))]
        Kind::V128 => run(crate::arch::v128::V128, config, feed, stop),
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => {
            // SAFETY: an `Isa` of this kind exists only where the processor has these features.
            let entry = unsafe { crate::arch::avx2::Avx2::new() };
            run(entry, config, feed, stop)
        }
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => {
            // SAFETY: an `Isa` of this kind exists only where the processor has these features.
            let entry = unsafe { crate::arch::avx512::Avx512::new() };
            run(entry, config, feed, stop)
        }
    }
}

/// The candidates a byte allows; a bit above the ninth where it is unreadable.
pub(crate) fn given_mask(byte: u8) -> u16 {
    MASK_OF_BYTE[byte as usize]
}

/// The position of the first mask with a bit above the ninth, if any, as the error.
pub(crate) fn readable_masks(masks: &[u16; 81]) -> Result<(), u8> {
    masks.iter().position(|&mask| mask & !ALL != 0).map_or(Ok(()), |position| Err(position as u8))
}

/// A kind of puzzle.
trait Puzzle {
    /// Puts it into a lane, or tells which cell can't be read.
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

/// What to say about a puzzle without solutions: the first pair of equal givens in one house, if any.
#[cold]
fn why_none(puzzle: &impl Puzzle) -> Status {
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
        return Status::Done;
    }
    for first in 0..81 {
        let given = puzzle.given(first);
        for second in first + 1..81 {
            if given != 0 && given == puzzle.given(second) && are_peers(first, second) {
                return Status::Clash { first: first as u8, second: second as u8 };
            }
        }
    }
    Status::Done
}

/// A slice of puzzles and a slice for their answers.
struct Slice<'a, P> {
    puzzles: &'a [P],
    answers: &'a mut [Answer],
    next: usize,
}

impl<'a, P> Slice<'a, P> {
    fn new(puzzles: &'a [P], answers: &'a mut [Answer]) -> Self {
        Self { puzzles, answers, next: 0 }
    }
}

impl<P: Puzzle> Feed for Slice<'_, P> {
    const MAY_SPREAD: bool = true;

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
                    *answer = Answer { status: Status::Unreadable { position }, ..Answer::default() };
                }
            }
        }
    }

    fn again<const L: usize>(&mut self, number: usize, to: &mut Grid<L>, lane: usize) {
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
    fn finish(&mut self, number: usize, solutions: u32, status: Status, counters: Counters) {
        let (Some(puzzle), Some(answer)) = (self.puzzles.get(number), self.answers.get_mut(number)) else {
            return;
        };
        answer.solutions = solutions;
        answer.status = status;
        answer.counters = counters;
        if solutions == 0 {
            answer.grid = [b'.'; 81];
            if status == Status::Done {
                answer.status = why_none(puzzle);
            }
        }
    }
}

/// One puzzle and someone who wants to see each solution.
struct Visit<'a> {
    cells: &'a [u16; 81],
    begun: bool,
    visit: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    answer: Answer,
}

impl Feed for Visit<'_> {
    const MAY_SPREAD: bool = false;

    fn is_single(&self) -> bool {
        true
    }

    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        if core::mem::replace(&mut self.begun, true) {
            return None;
        }
        match load_masks(to, lane, self.cells) {
            Ok(()) => {
                self.answer.status = why_none(self.cells);
                Some(0)
            }
            Err(position) => {
                self.answer.status = Status::Unreadable { position };
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

    fn finish(&mut self, _: usize, solutions: u32, status: Status, counters: Counters) {
        self.answer.solutions = solutions;
        self.answer.counters = counters;
        if status != Status::Done {
            self.answer.status = status;
        }
    }
}
