//! The configuration of a run, the reasons why a search stops, and the answer for one puzzle.

use core::ops::{Add, AddAssign};

/// When the search of a puzzle stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Stop after this many solutions: 1 for any solution, 2 to test uniqueness, `u32::MAX` for all. 0 means 1.
    pub limit: u32,
    /// Stop before the guess that would exceed this number; `u64::MAX` for no budget.
    pub budget: u64,
}

impl Default for Config {
    /// The first solution, however long it takes.
    fn default() -> Self {
        Self { limit: 1, budget: u64::MAX }
    }
}

/// Why the search of a puzzle stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// Every branch was searched, so `solutions` is the exact number.
    #[default]
    Exhausted,
    /// As many solutions as [`Config::limit`] were found; there may be more.
    LimitReached,
    /// The next guess would exceed [`Config::budget`]; `solutions` counts those found until then.
    BudgetSpent,
    /// The flag of [`solve_batch_until`](crate::solve_batch_until) became true; `solutions` counts those found until
    /// then.
    Cancelled,
    /// The visitor of [`each_solution`](crate::each_solution) stopped it; `solutions` counts those visited.
    Stopped,
    /// A byte is neither a digit nor an empty-cell character, or a mask has a bit above the ninth. Nothing was searched.
    Unreadable {
        /// The first such cell, 0..=80.
        position: u8,
    },
    /// Two equal givens share a house, so there is no solution.
    Clash {
        /// The first given, in row-major order, that has an equal peer; 0..=80.
        first: u8,
        /// The first of those peers after it; 0..=80.
        second: u8,
    },
}

/// Exact counters of work. They depend on the puzzle and the [`Config`] alone: not on the instruction set, not on the
/// other puzzles of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Cells that were branched on.
    pub guesses: u64,
    /// Branches that ended in a contradiction.
    pub dead_ends: u64,
    /// Half sweeps: the rules applied once to all rows and boxes, or once to all columns and boxes.
    pub sweeps: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.guesses = self.guesses.saturating_add(other.guesses);
        self.dead_ends = self.dead_ends.saturating_add(other.dead_ends);
        self.sweeps = self.sweeps.saturating_add(other.sweeps);
    }
}

impl Add for Counters {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

/// The answer for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Solutions found, at most the limit.
    pub solutions: u32,
    /// Why the search stopped.
    pub end: End,
    /// The first solution found, `b'1'..=b'9'`, row-major; meaningless when `solutions` is 0.
    pub grid: [u8; 81],
    /// Work done for this puzzle.
    pub counters: Counters,
}

impl Default for Answer {
    /// No solution, no work.
    fn default() -> Self {
        Self { solutions: 0, end: End::Exhausted, grid: [b'.'; 81], counters: Counters::default() }
    }
}
