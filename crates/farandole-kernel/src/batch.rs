//! Batch interface: one answer per puzzle, and a visitor for all solutions of one puzzle.
//!
//! A [`Source`] supplies puzzles to the search and receives the answers. [`BatchSource`] reads from slices;
//! [`VisitorSource`] supplies a single puzzle.
//!
//! A batch of few puzzles, or of easy puzzles with a few hard ones at its end, performs badly: lanes idle
//! once the input is exhausted.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use crate::arch::generic::load::{load_bytes, load_masks};
use crate::arch::generic::search::{Source, run};
use crate::isa::with_token;
use crate::layout::{ALL, Grid, MASK_OF_BYTE, are_peers};
use crate::{Answer, Config, Counters, End, Isa};

/// Solves each of `puzzles` and writes the answer to the same index of `answers`.
///
/// A puzzle is 81 bytes, row-major: `b'1'..=b'9'` for givens and any of `. 0 _ * - ?` for an empty cell. A
/// puzzle with any other byte gets [`End::Unreadable`] and does not affect the others. If the slices differ
/// in length, the excess of the longer one is ignored.
///
/// Returns the sum of the counters. The cost per puzzle is a few hundred nanoseconds for easy puzzles and
/// about twenty microseconds for the hardest known. [`Isa::lanes`] puzzles are searched at once, so pass many
/// in one call.
pub fn solve_batch(isa: Isa, config: &Config, puzzles: &[[u8; 81]], answers: &mut [Answer]) -> Counters {
    dispatch(isa, config, &mut BatchSource::new(puzzles, answers), None)
}

/// Solves each of `puzzles` like [`solve_batch`], but stops soon after `stop` becomes true.
///
/// The flag is read after every second half sweep, that is, every few microseconds. Puzzles whose search has
/// not ended by then, and puzzles not started, get [`End::Cancelled`].
pub fn solve_batch_until(
    isa: Isa,
    config: &Config,
    puzzles: &[[u8; 81]],
    answers: &mut [Answer],
    stop: &AtomicBool,
) -> Counters {
    solve_until(isa, config, BatchSource::new(puzzles, answers), stop)
}

/// Solves puzzles given by candidate masks: bit `digit - 1` of a mask is set if the cell may hold the digit.
///
/// In all other respects, the function behaves like [`solve_batch`]. An empty mask is allowed and means that
/// there is no solution. A mask above 0x1ff makes the puzzle [`End::Unreadable`]. Cells with one candidate
/// count as givens for [`End::Clash`].
pub fn solve_pencilmarks(
    isa: Isa,
    config: &Config,
    puzzles: &[[u16; 81]],
    answers: &mut [Answer],
) -> Counters {
    dispatch(isa, config, &mut BatchSource::new(puzzles, answers), None)
}

/// Solves like [`solve_pencilmarks`] until `stop` becomes true, like [`solve_batch_until`].
pub fn solve_pencilmarks_until(
    isa: Isa,
    config: &Config,
    puzzles: &[[u16; 81]],
    answers: &mut [Answer],
    stop: &AtomicBool,
) -> Counters {
    solve_until(isa, config, BatchSource::new(puzzles, answers), stop)
}

/// Solves the puzzles of a batch, and reports those that `stop` leaves out as cancelled.
fn solve_until<P: ClassicPuzzle>(
    isa: Isa,
    config: &Config,
    mut source: BatchSource<'_, P>,
    stop: &AtomicBool,
) -> Counters {
    let counters = dispatch(isa, config, &mut source, Some(stop));
    // Started puzzles were reported by the search; the rest still hold what the caller passed in.
    // `next` counts the puzzles handed out. An unreadable puzzle is answered when it is handed out, so it is
    // below `next` too.
    for answer in source.answers.iter_mut().take(source.puzzles.len()).skip(source.next) {
        *answer = Answer { end: End::Cancelled, ..Answer::default() };
    }
    counters
}

/// Visits every solution of one puzzle in a fixed order. The puzzle is given by candidate masks as for
/// [`solve_pencilmarks`].
///
/// The visitor receives the digits `b'1'..=b'9'`, row-major. If it returns `Break`, the search stops with
/// [`End::Stopped`]. `config.limit` is ignored; `config.budget` applies. The count in the answer saturates at
/// `u32::MAX` while visits continue. The grid in the answer is the first solution.
///
/// A single search keeps one lane busy, so the other lanes idle.
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
    each_solution_until(isa, config, cells, visit, None)
}

/// Visits every solution like [`each_solution`]. If there is a flag, the search ends with
/// [`End::Cancelled`] soon after it becomes true, even between solutions.
pub fn each_solution_until(
    isa: Isa,
    config: &Config,
    cells: &[u16; 81],
    visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    stop: Option<&AtomicBool>,
) -> Answer {
    let mut source = VisitorSource { cells, begun: false, visit, answer: Answer::default() };
    // The visitor decides when to stop, so the count must not. `u32::MAX` means no limit throughout the
    // kernel.
    dispatch(isa, &Config { limit: u32::MAX, ..*config }, &mut source, stop);
    source.answer
}

/// Runs the search on `source` with the code compiled for `isa`. This happens once per call, outside all
/// loops.
pub(crate) fn dispatch<F: Source>(
    isa: Isa,
    config: &Config,
    source: &mut F,
    stop: Option<&AtomicBool>,
) -> Counters {
    with_token!(isa, token => run(token, config, source, stop))
}

/// Returns the candidates that an input byte allows, or a value with a bit above the ninth if it is
/// unreadable.
pub(crate) fn given_mask(byte: u8) -> u16 {
    // A table has no branch per byte, and its error mark survives the `or` over all cells of a puzzle.
    MASK_OF_BYTE[byte as usize]
}

/// Checks that no mask has a bit above the ninth.
///
/// # Errors
///
/// Returns the index of the first mask that has one.
pub(crate) fn readable_masks(masks: &[u16; 81]) -> Result<(), u8> {
    masks.iter().position(|&mask| mask & !ALL != 0).map_or(Ok(()), |position| Err(position as u8))
}

/// An encoding of a puzzle: bytes or candidate masks.
trait ClassicPuzzle {
    /// Writes the puzzle to a lane.
    ///
    /// # Errors
    ///
    /// Returns the first unreadable cell, 0..=80; the contents of the lane are then unspecified.
    fn load<const L: usize>(&self, to: &mut Grid<L>, lane: usize) -> Result<(), u8>;
    /// Returns the only candidate of a cell as a mask, or 0 if it has none or several.
    fn given(&self, cell: usize) -> u16;
}

impl ClassicPuzzle for [u8; 81] {
    #[inline]
    fn load<const L: usize>(&self, to: &mut Grid<L>, lane: usize) -> Result<(), u8> {
        load_bytes(to, lane, self)
    }
    fn given(&self, cell: usize) -> u16 {
        let mask = given_mask(self[cell]);
        // Empty cells allow nine digits and unreadable bytes have one bit above the ninth. Only readable
        // puzzles get here, so one bit means a given.
        if mask.is_power_of_two() { mask } else { 0 }
    }
}

impl ClassicPuzzle for [u16; 81] {
    #[inline]
    fn load<const L: usize>(&self, to: &mut Grid<L>, lane: usize) -> Result<(), u8> {
        load_masks(to, lane, self)
    }
    fn given(&self, cell: usize) -> u16 {
        if self[cell].is_power_of_two() { self[cell] } else { 0 }
    }
}

/// Returns the reason why a puzzle has no solution: [`End::Clash`] with the first pair of equal givens in one
/// house, or [`End::Exhausted`] if there is no such pair.
#[cold]
fn contradiction(puzzle: &impl ClassicPuzzle) -> End {
    // Most puzzles have no such pair. One pass over the 27 houses rules it out; comparing all pairs of cells
    // took an eighth of all instructions on a list of puzzles with one given changed.
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
    // There is a pair; find the first one in row-major order.
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

impl<P: ClassicPuzzle> Source for BatchSource<'_, P> {
    // Several lanes may search one puzzle: only the first solution is stored, and a puzzle can be loaded
    // again.
    const MAY_SHARE: bool = true;

    fn is_single(&self) -> bool {
        // The shorter slice decides, since puzzles without a place for their answer are not searched.
        self.puzzles.len().min(self.answers.len()) == 1
    }

    #[inline]
    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        loop {
            // Unreadable puzzles are answered here and skipped, so they never occupy a lane.
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
        // The puzzle was readable the first time, and the slice is borrowed until the call ends.
        if let Some(puzzle) = self.puzzles.get(number)
            && puzzle.load(to, lane).is_err()
        {
            debug_assert!(false, "a puzzle has changed");
        }
    }

    #[inline]
    fn solution(&mut self, number: usize, nth: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()> {
        // If a shared puzzle has a second solution, it is searched again in one lane, which reports its first
        // solution once more and overwrites this one.
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
            // Do not leave a grid from an earlier use of the slice.
            answer.grid = [b'.'; 81];
            if end == End::Exhausted {
                answer.end = contradiction(puzzle);
            }
        }
    }
}

/// One puzzle and the visitor of its solutions.
struct VisitorSource<'a> {
    cells: &'a [u16; 81],
    begun: bool,
    visit: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    answer: Answer,
}

impl Source for VisitorSource<'_> {
    // Solutions are visited in order, and a visit cannot be undone.
    const MAY_SHARE: bool = false;

    fn is_single(&self) -> bool {
        true
    }

    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        // The source has one puzzle. The flag also ends the stream after an unreadable one.
        if core::mem::replace(&mut self.begun, true) {
            return None;
        }
        match load_masks(to, lane, self.cells) {
            Ok(()) => {
                // An exhausted search keeps this value, so equal givens are reported as a clash.
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
