//! What is asked and what is answered.

use core::ops::{Add, AddAssign};

/// When to stop with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Stop after this many solutions: 1 for any, 2 to test uniqueness, `u32::MAX` for all. 0 counts as 1.
    pub limit: u32,
    /// Stop when this many guesses were not enough; `u64::MAX` for no limit.
    pub budget: u64,
}

impl Default for Config {
    /// The first solution, however long it takes.
    fn default() -> Self {
        Self { limit: 1, budget: u64::MAX }
    }
}

/// How the work on a puzzle ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// The search came to its end or to the limit. When `solutions` equals the limit there may be more.
    #[default]
    Done,
    /// The budget of guesses was spent first; `solutions` counts what had been found.
    BudgetSpent,
    /// The caller ended it, through the flag or the visitor; `solutions` counts what had been found.
    Stopped,
    /// A byte is neither a digit nor an empty sign, or a mask has a bit above the ninth. Nothing was searched.
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

/// Exact amounts of work. They do not depend on the instruction set or on other puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Times a search went two ways.
    pub guesses: u64,
    /// Branches that ended in a contradiction.
    pub dead_ends: u64,
    /// Half sweeps: rules applied to all rows and boxes, or to all columns and boxes.
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
    /// How the work ended.
    pub status: Status,
    /// The first solution found, `b'1'..=b'9'`, row-major; meaningless when `solutions` is 0.
    pub grid: [u8; 81],
    /// Work done for this puzzle.
    pub counters: Counters,
}

impl Default for Answer {
    /// No solution, no work.
    fn default() -> Self {
        Self { solutions: 0, status: Status::Done, grid: [b'.'; 81], counters: Counters::default() }
    }
}
