//! Batch queries that take several searches a puzzle: true candidates (the backbone and its complement, cell by cell) and
//! redundant givens.
//!
//! Each query is a stream of puzzles for the same search: the puzzle with one cell changed. The next puzzle of a query
//! follows from the answers so far.

use core::ops::ControlFlow;

use crate::arch::generic::load::load_masks;
use crate::arch::generic::search::Source;
use crate::batch::{dispatch, given_mask, readable_masks};
use crate::layout::{ALL, Grid};
use crate::{Config, Counters, End, Isa};

/// Which candidates of a puzzle occur in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// For each cell, row-major, the digits it has in some solution, bit `digit - 1`; all zero without solutions.
    pub masks: [u16; 81],
    /// [`End::Exhausted`] when the masks are exact, [`End::BudgetSpent`] when a search was cut short, so that
    /// more candidates may be possible, or [`End::Unreadable`].
    pub end: End,
    /// Work done for this puzzle.
    pub counters: Counters,
}

impl Default for Candidates {
    /// No candidates, no work.
    fn default() -> Self {
        Self { masks: [0; 81], end: End::Exhausted, counters: Counters::default() }
    }
}

/// Finds out for each of `puzzles`, given by candidate masks as for
/// [`solve_pencilmarks`](crate::solve_pencilmarks), which candidates are possible, and writes it to the same place
/// of `answers`.
///
/// Each search asks for a solution that has one of a cell's candidates not seen yet, so a puzzle takes about as
/// many searches as it has open cells, and fewer when it has many solutions. `config.budget` holds for each
/// search; `config.limit` is not looked at. When the slices differ in length, what the longer one has on top is
/// left alone.
pub fn true_candidates(
    isa: Isa,
    config: &Config,
    puzzles: &[[u16; 81]],
    answers: &mut [Candidates],
) -> Counters {
    let config = Config { limit: 1, ..*config };
    dispatch(
        isa,
        &config,
        &mut CandidateSearch { puzzles, answers, next: 0, open: None, cell: [0; LANES] },
        None,
    )
}

/// No instruction set has more lanes.
const LANES: usize = 64;

struct CandidateSearch<'a> {
    puzzles: &'a [[u16; 81]],
    answers: &'a mut [Candidates],
    next: usize,
    /// The puzzle that has just been asked about and has more to ask.
    open: Option<usize>,
    /// For each lane, the cell asked about; all cells before it are known.
    cell: [u8; LANES],
}

impl CandidateSearch<'_> {
    /// Puts the next query about a puzzle into a lane: a solution with an unseen candidate at the first cell,
    /// from `start` on, that has any.
    fn load_query<const L: usize>(
        &mut self,
        number: usize,
        start: usize,
        to: &mut Grid<L>,
        lane: usize,
    ) -> bool {
        let (Some(puzzle), Some(answer)) = (self.puzzles.get(number), self.answers.get(number)) else {
            return false;
        };
        let unseen = |cell: &usize| puzzle[*cell] & !answer.masks[*cell] != 0;
        let Some(cell) = (start..81).find(unseen) else { return false };
        let mut query = *puzzle;
        query[cell] &= !answer.masks[cell];
        if let Some(place) = self.cell.get_mut(lane) {
            *place = cell as u8;
        }
        load_masks(to, lane, &query).is_ok()
    }
}

/// The number of a query: the puzzle and the lane it is searched in.
const fn query(puzzle: usize, lane: usize) -> usize {
    puzzle * LANES + lane
}

impl Source for CandidateSearch<'_> {
    const MAY_SHARE: bool = false;

    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        // `finish` comes right before, for the same lane.
        if let Some(number) = self.open.take() {
            let start = self.cell.get(lane).map_or(0, |&cell| usize::from(cell));
            if self.load_query(number, start, to, lane) {
                return Some(query(number, lane));
            }
        }
        loop {
            let number = self.next;
            let (puzzle, answer) = (self.puzzles.get(number)?, self.answers.get_mut(number)?);
            self.next += 1;
            *answer = Candidates::default();
            if let Err(position) = readable_masks(puzzle) {
                answer.end = End::Unreadable { position };
            } else if self.load_query(number, 0, to, lane) {
                return Some(query(number, lane));
            }
        }
    }

    fn solution(&mut self, id: usize, _: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()> {
        if let Some(answer) = self.answers.get_mut(id / LANES) {
            for (mask, digit) in answer.masks.iter_mut().zip(grid()) {
                *mask |= 1 << digit.wrapping_sub(b'1').min(8);
            }
        }
        ControlFlow::Continue(())
    }

    fn finish(&mut self, id: usize, solutions: u32, end: End, counters: Counters) {
        let (Some(answer), Some(cell)) = (self.answers.get_mut(id / LANES), self.cell.get_mut(id % LANES))
        else {
            return;
        };
        answer.counters += counters;
        if end == End::BudgetSpent {
            answer.end = end;
        }
        if solutions == 0 {
            // Nothing unseen is possible at this cell; and without any solution, nothing anywhere.
            *cell += 1;
        }
        let hopeless = solutions == 0 && end == End::Exhausted && answer.masks == [0; 81];
        self.open = (!hopeless).then_some(id / LANES);
    }
}

/// Which givens of a puzzle could go without letting in new solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Redundancy {
    /// Bit `cell` is set when that given, taken alone, follows from the others. All givens of a puzzle without
    /// solutions whose contradiction does not need them count too.
    pub cells: u128,
    /// [`End::Exhausted`] when the set is exact, [`End::BudgetSpent`] when a search was cut short, so that more
    /// givens may be redundant, or [`End::Unreadable`].
    pub end: End,
    /// Work done for this puzzle.
    pub counters: Counters,
}

/// Finds out for each of `puzzles`, in bytes as for [`solve_batch`](crate::solve_batch), which givens are
/// redundant, and writes it to the same place of `answers`. A puzzle with none is minimal.
///
/// One search for each given: is there a solution with another digit in its place? `config.budget` holds for each
/// search; `config.limit` is not looked at. When the slices differ in length, what the longer one has on top is
/// left alone.
pub fn redundant_givens(
    isa: Isa,
    config: &Config,
    puzzles: &[[u8; 81]],
    answers: &mut [Redundancy],
) -> Counters {
    let config = Config { limit: 1, ..*config };
    dispatch(isa, &config, &mut RedundancySearch { puzzles, answers, puzzle: 0, cell: 0 }, None)
}

struct RedundancySearch<'a> {
    puzzles: &'a [[u8; 81]],
    answers: &'a mut [Redundancy],
    /// The next puzzle and cell to ask about.
    puzzle: usize,
    cell: usize,
}

impl Source for RedundancySearch<'_> {
    const MAY_SHARE: bool = false;

    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        loop {
            let (puzzle, answer) = (self.puzzles.get(self.puzzle)?, self.answers.get_mut(self.puzzle)?);
            if self.cell == 0 {
                *answer = Redundancy::default();
            }
            let mut query = puzzle.map(given_mask);
            let unreadable = query.iter().position(|&mask| mask & !ALL != 0);
            if let Some(position) = unreadable {
                answer.end = End::Unreadable { position: position as u8 };
                self.cell = 81;
            }
            let given = |cell: &usize| query[*cell] != ALL;
            let Some(cell) = (self.cell..81).find(given) else {
                (self.puzzle, self.cell) = (self.puzzle + 1, 0);
                continue;
            };
            self.cell = cell + 1;
            query[cell] ^= ALL;
            if load_masks(to, lane, &query).is_ok() {
                return Some(self.puzzle * 128 + cell);
            }
        }
    }

    fn solution(&mut self, _: usize, _: u32, _: impl FnOnce() -> [u8; 81]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn finish(&mut self, id: usize, _: u32, end: End, counters: Counters) {
        let Some(answer) = self.answers.get_mut(id / 128) else { return };
        answer.counters += counters;
        match end {
            End::Exhausted => answer.cells |= 1 << (id % 128),
            End::LimitReached => {}
            _ => answer.end = end,
        }
    }
}

/// Reads a puzzle of 729 bytes, one for each candidate in the order `cell * 9 + digit - 1`: the digit itself where
/// the candidate is open, any of `. 0 _ * - ?` where it is not.
///
/// # Errors
///
/// The index, 0..=728, of the first byte that is neither.
pub fn parse_pencilmarks(bytes: &[u8; 729]) -> Result<[u16; 81], usize> {
    let mut cells = [0; 81];
    for (candidate, &byte) in bytes.iter().enumerate() {
        let (cell, digit) = (candidate / 9, candidate % 9);
        let mask = given_mask(byte);
        if mask == 1 << digit {
            cells[cell] |= mask;
        } else if mask != ALL {
            return Err(candidate);
        }
    }
    Ok(cells)
}
