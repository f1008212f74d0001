//! Puzzles with a given pattern of givens, found by local search on the digits that minimizes the
//! number of solutions.
//!
//! An attempt takes the digits of a random grid in the cells of the pattern. Each step changes one
//! to three of them and counts the solutions. It keeps the changed puzzle unless the number of
//! solutions has grown. If a minimal puzzle is required, the search continues among proper puzzles
//! and keeps a change unless the number of redundant givens has grown.
//!
//! Most of the time is spent in attempts that fail, so an attempt ends early and the next one
//! starts from another grid.
//!
//! Performs badly for patterns with few or no proper puzzles: every attempt then uses all its work.
//! Large patterns rarely give minimal puzzles.
//!
//! Source: hill climbing with sideways moves and random restarts is textbook; see S. Russell, P.
//! Norvig, "Artificial Intelligence", chapter 4.

use core::ops::ControlFlow;

use farandole_kernel::End;

use crate::batched_queries::QuerySequence;
use crate::board::{Cells, Grid, OPEN, masks, members, restrict};
use crate::random::Random;
use crate::result::Minimal;

/// Largest number of solutions counted. For the symmetry `hv`, a limit of 300 yields 73 to 75 puzzles per
/// second, and a limit of 1,000 yields 64 to 68 (docs/experiments/2026-11-22-generator.md).
const LIMIT: u32 = 300;
/// The cost of a query, in solutions.
const SOLUTIONS_PER_QUERY: u32 = 4;
/// Maximum number of queries to turn a proper puzzle into a minimal one.
const PROPER_QUERIES: u32 = 3000;

/// A search for a proper puzzle with a pattern, starting from the digits of a grid.
pub(crate) struct LocalSearch {
    minimal: Minimal,
    random: Random,
    /// The cells of the pattern. Recently redundant givens come first, because they are likely to
    /// be redundant again.
    pattern_cells: Vec<usize>,
    /// The current puzzle, and its number of solutions. A proper puzzle has at most `fewest_redundant`
    /// redundant givens.
    puzzle: [u8; 81],
    fewest: u32,
    fewest_redundant: u32,
    /// The changed puzzle of the query, its first solution, and the number of its solutions or
    /// redundant givens found so far.
    variant: [u8; 81],
    solution: Grid,
    count: u32,
    stage: Stage,
    /// Remaining work, in solutions, until the puzzle is proper.
    work_left: u32,
    /// Remaining number of queries once the puzzle is proper.
    queries_left: u32,
}

enum Stage {
    /// The query counts the solutions of the variant.
    Count,
    /// The variant is proper; contains the index of the tested given.
    Redundant(usize),
    /// The variant is the requested puzzle.
    Found,
}

impl LocalSearch {
    /// Starts with the digits of a grid. Gives up if there is no proper puzzle after `work_left`
    /// units of work, in solutions.
    pub(crate) fn new(cells: Cells, minimal: Minimal, grid: &Grid, random: Random, work_left: u32) -> Self {
        let puzzle = restrict(grid, cells);
        Self {
            minimal,
            random,
            pattern_cells: members(cells).collect(),
            puzzle,
            fewest: LIMIT,
            fewest_redundant: u32::MAX,
            variant: puzzle,
            solution: *grid,
            count: 0,
            stage: Stage::Count,
            work_left,
            queries_left: PROPER_QUERIES,
        }
    }

    /// Returns the puzzle and its solution, if it was found.
    pub(crate) fn found(&self) -> Option<([u8; 81], Grid)> {
        matches!(self.stage, Stage::Found).then_some((self.variant, self.solution))
    }

    /// Returns true if the search reached a proper puzzle, minimal or not.
    pub(crate) const fn is_proper(&self) -> bool {
        self.fewest == 1
    }

    /// Continues with another variant of the puzzle.
    fn change(&mut self) {
        self.variant = vary(&self.puzzle, &self.pattern_cells, &mut self.random);
        self.count = 0;
        self.stage = Stage::Count;
    }

    /// Handles the count of solutions of the variant, which stops at one more than the count of the
    /// puzzle.
    fn solutions_counted(&mut self, end: End) {
        let is_proper = self.count == 1 && end == End::Exhausted;
        if is_proper && self.minimal == Minimal::No {
            self.stage = Stage::Found;
        } else if is_proper {
            self.count = 0;
            self.stage = Stage::Redundant(0);
        } else {
            // Counts above the limit are not compared.
            if self.count > 0 && (self.count <= self.fewest || self.fewest == LIMIT) {
                self.puzzle = self.variant;
                self.fewest = self.count.min(LIMIT);
            }
            self.change();
        }
    }

    /// Handles the result for the given with this index: redundant or needed.
    fn given_tested(&mut self, index: usize, is_redundant: bool) {
        if is_redundant {
            self.count += 1;
            // A redundant given is moved to the front. The next variant is then rejected after few
            // queries.
            self.pattern_cells[..=index].rotate_right(1);
        }
        // The variant has more redundant givens than the puzzle, so the rest need not be tested.
        if self.count > self.fewest_redundant {
            self.change();
        } else if index + 1 < self.pattern_cells.len() {
            self.stage = Stage::Redundant(index + 1);
        } else if self.count == 0 {
            self.stage = Stage::Found;
        } else {
            self.puzzle = self.variant;
            (self.fewest, self.fewest_redundant) = (1, self.count);
            self.change();
        }
    }
}

impl QuerySequence for LocalSearch {
    fn next_query(&mut self, to: &mut [u16; 81]) -> bool {
        let left = if self.is_proper() { &mut self.queries_left } else { &mut self.work_left };
        let cost = if self.fewest == 1 { 1 } else { SOLUTIONS_PER_QUERY };
        if matches!(self.stage, Stage::Found) || *left < cost {
            return false;
        }
        *left -= cost;
        masks(&self.variant, to);
        if let Stage::Redundant(index) = self.stage {
            // A given is needed if there is a solution with a different digit.
            to[self.pattern_cells[index]] ^= OPEN;
        }
        true
    }

    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()> {
        if matches!(self.stage, Stage::Redundant(_)) {
            return ControlFlow::Break(());
        }
        if self.count == 0 {
            self.solution = grid.map(|symbol| symbol - b'0');
        }
        self.count += 1;
        if !self.is_proper() {
            self.work_left = self.work_left.saturating_sub(1);
        }
        // One solution more than the puzzle has is enough to reject the variant.
        if self.count > self.fewest { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn query_ended(&mut self, end: End) {
        match self.stage {
            Stage::Count => self.solutions_counted(end),
            Stage::Redundant(index) => self.given_tested(index, end == End::Exhausted),
            Stage::Found => {}
        }
    }
}

/// Returns the puzzle with one to three digits changed to others that no given excludes.
fn vary(puzzle: &[u8; 81], pattern_cells: &[usize], random: &mut Random) -> [u8; 81] {
    let mut variant = *puzzle;
    for _ in 0..=random.below(3) {
        let Some(&cell) = pattern_cells.get(random.below(pattern_cells.len() as u32) as usize) else {
            return variant;
        };
        let is_peer = |other: &&usize| {
            let (row, col) = (**other / 9, **other % 9);
            let same_box = row / 3 == cell / 27 && col / 3 == cell % 9 / 3;
            **other != cell && (row == cell / 9 || col == cell % 9 || same_box)
        };
        let taken =
            pattern_cells.iter().filter(is_peer).fold(0_u16, |taken, other| taken | 1 << variant[*other]);
        let free: Vec<u8> =
            (1..=9).filter(|digit| taken >> digit & 1 == 0 && *digit != variant[cell]).collect();
        if let Some(digit) = free.get(random.below(free.len() as u32) as usize) {
            variant[cell] = *digit;
        }
    }
    variant
}
