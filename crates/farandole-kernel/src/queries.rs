//! Batch queries that need several searches per puzzle: true candidates (per-cell backbone) and redundant
//! givens.
//!
//! Each query is a sequence of searches, each on the puzzle with one cell changed. The searches of all
//! puzzles form one [`Source`], so the lanes stay full even if single puzzles need few searches. The next
//! search of a puzzle can depend on the solutions found so far.
//!
//! The searches of one puzzle run one after the other in one lane. A few puzzles with expensive refutations
//! therefore keep few lanes busy.

use core::ops::ControlFlow;

use crate::arch::generic::load::load_masks;
use crate::arch::generic::search::Source;
use crate::batch::{dispatch, given_mask, readable_masks};
use crate::layout::{ALL, Grid};
use crate::{Config, Counters, End, Isa};

/// The candidates of a puzzle that occur in some solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// For each cell, row-major, the digits it has in some solution, bit `digit - 1`. All zero if there is no
    /// solution.
    pub masks: [u16; 81],
    /// [`End::Exhausted`] if the masks are exact, [`End::BudgetSpent`] if a search was cut short, so that
    /// further candidates may be possible, or [`End::Unreadable`].
    pub end: End,
    /// Work done for this puzzle.
    pub counters: Counters,
}

impl Default for Candidates {
    /// Returns a result with no candidates and no work.
    fn default() -> Self {
        Self { masks: [0; 81], end: End::Exhausted, counters: Counters::default() }
    }
}

/// Finds which candidates of each of `puzzles` occur in a solution, and writes them to the same index of
/// `answers`.
///
/// Puzzles are given by candidate masks as for [`solve_pencilmarks`](crate::solve_pencilmarks). Each search
/// looks for a solution that has a candidate not seen yet at one cell. A proper puzzle takes about one search
/// per open cell; a puzzle with many solutions takes fewer, because each solution shows 81 candidates.
/// `config.budget` applies to each search; `config.limit` is ignored. If the slices differ in length, the
/// excess of the longer one is ignored.
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

/// Upper bound on the number of lanes: the search keeps sets of lanes in a `u64`.
// It is the same for all instruction sets, so the numbers that identify searches do not depend on them.
const LANES: usize = 64;

struct CandidateSearch<'a> {
    puzzles: &'a [[u16; 81]],
    answers: &'a mut [Candidates],
    next: usize,
    /// The index of the puzzle whose search has just finished; it may need another search.
    open: Option<usize>,
    /// For each lane, the cell being searched; all candidates of earlier cells are decided.
    cell: [u8; LANES],
}

impl CandidateSearch<'_> {
    /// Loads the next search of a puzzle into a lane. The search is for the first cell, `start` or later, that
    /// has an undecided candidate: the cell is restricted to its undecided candidates. Returns false if no such
    /// cell exists.
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
        // Restricting a cell to its undecided candidates makes any solution informative: it shows at least
        // one of them.
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

/// Returns the number that identifies a search: a puzzle and the lane that searches it, packed.
const fn query(puzzle: usize, lane: usize) -> usize {
    // The lane is part of the number, since the end of a search must find the cell that was searched, which
    // is stored by lane.
    puzzle * LANES + lane
}

impl Source for CandidateSearch<'_> {
    const MAY_SHARE: bool = false;

    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize> {
        // `finish` was called just before, for the same lane. All searches of a puzzle therefore run in one
        // lane, one after the other, and its counters do not depend on the other puzzles.
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
            // One solution decides a candidate in every cell, which makes most searches unnecessary.
            for (mask, digit) in answer.masks.iter_mut().zip(grid()) {
                // The `min` cannot take effect; it rules out an overflowing shift.
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
        // The masks are then a lower bound, so the mark must survive later searches of the same puzzle.
        if end == End::BudgetSpent {
            answer.end = end;
        }
        if solutions == 0 {
            // None of the undecided candidates of this cell is possible.
            // After a spent budget they stay undecided, and the search continues with the next cell as well.
            *cell += 1;
        }
        // The first search covers all candidates of its cell. If it fails, the puzzle has no solution at all.
        let hopeless = solutions == 0 && end == End::Exhausted && answer.masks == [0; 81];
        self.open = (!hopeless).then_some(id / LANES);
    }
}

/// The givens of a puzzle that can be removed, one at a time, without adding solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Redundancy {
    /// Bit `cell` is set if the given there follows from the others. In a puzzle without solutions, a given
    /// is redundant if the other givens alone have no solution.
    pub cells: u128,
    /// [`End::Exhausted`] if the set is exact, [`End::BudgetSpent`] if a search was cut short, so that
    /// further givens may be redundant, or [`End::Unreadable`].
    pub end: End,
    /// Work done for this puzzle.
    pub counters: Counters,
}

/// Finds the redundant givens of each of `puzzles` and writes them to the same index of `answers`. A puzzle
/// without any is minimal.
///
/// Puzzles are bytes as for [`solve_batch`](crate::solve_batch). Each given takes one search for a solution
/// with another digit in its cell. `config.budget` applies to each search; `config.limit` is ignored. If the
/// slices differ in length, the excess of the longer one is ignored.
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
    /// The next puzzle to search, an index of `puzzles`.
    puzzle: usize,
    cell: usize,
}

impl Source for RedundancySearch<'_> {
    const MAY_SHARE: bool = false;
    // If most givens are needed, most searches find a solution, and any one will do. Finding the redundant givens
    // takes 13 to 37 % less time with dives (docs/experiments/2026-11-28-kernel-dives.md).
    const DIVES: bool = true;

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
                // Skip all cells of this puzzle.
                self.cell = 81;
            }
            let given = |cell: &usize| query[*cell] != ALL;
            let Some(cell) = (self.cell..81).find(given) else {
                (self.puzzle, self.cell) = (self.puzzle + 1, 0);
                continue;
            };
            self.cell = cell + 1;
            // Every digit but the given one.
            query[cell] ^= ALL;
            if load_masks(to, lane, &query).is_ok() {
                // 128 is the next power of two above 81, so that `finish` splits the number by shifts.
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
            // No solution has another digit here: the given follows from the others.
            End::Exhausted => answer.cells |= 1 << (id % 128),
            // A solution with another digit exists: the given is needed.
            End::LimitReached => {}
            _ => answer.end = end,
        }
    }
}

/// Parses a puzzle of 729 bytes, one per candidate in the order `cell * 9 + digit - 1`: the digit itself if
/// the candidate is possible, any of `. 0 _ * - ?` if it is not. Returns one mask per cell, bit `digit - 1`.
///
/// # Errors
///
/// Returns the index, 0..=728, of the first byte that is neither the digit of its candidate nor one of these
/// characters.
pub fn parse_pencilmarks(bytes: &[u8; 729]) -> Result<[u16; 81], usize> {
    let mut cells = [0; 81];
    for (candidate, &byte) in bytes.iter().enumerate() {
        let (cell, digit) = (candidate / 9, candidate % 9);
        let mask = given_mask(byte);
        if mask == 1 << digit {
            // A digit at another position than its own is an error: the text is misaligned.
            cells[cell] |= mask;
        } else if mask != ALL {
            return Err(candidate);
        }
    }
    Ok(cells)
}
