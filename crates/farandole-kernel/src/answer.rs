//! Configuration of a search, the reasons why it stops, and the answer for one puzzle.

use core::ops::{Add, AddAssign};

/// Limits of the search of each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Maximum number of solutions to find: 1 for any solution, 2 to test uniqueness, `u32::MAX` for all. 0 is
    /// treated as 1.
    // The limit is compared after a solution was found, so 0 cannot take effect before the first one.
    pub limit: u32,
    /// Maximum number of guesses; `u64::MAX` for no budget. The search stops before the guess that would exceed
    /// it.
    pub budget: u64,
}

impl Default for Config {
    /// Returns a configuration that finds the first solution, with no budget.
    fn default() -> Self {
        Self { limit: 1, budget: u64::MAX }
    }
}

/// The reason why the search of a puzzle stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// The whole search tree was searched, so `solutions` is the exact number.
    #[default]
    Exhausted,
    /// [`Config::limit`] solutions were found; there may be more.
    LimitReached,
    /// The next guess would exceed [`Config::budget`]; `solutions` counts the solutions found before that.
    BudgetSpent,
    /// The flag passed to [`solve_batch_until`](crate::solve_batch_until) became true; `solutions` counts the
    /// solutions found before that.
    Cancelled,
    /// The visitor of [`each_solution`](crate::each_solution) or of a [`Stream`](crate::Stream) returned
    /// [`Break`](core::ops::ControlFlow::Break); `solutions` counts the solutions visited.
    Stopped,
    /// A byte is neither a digit nor an empty-cell character, or a mask has a bit above the ninth. Nothing
    /// was searched.
    Unreadable {
        /// The first such cell, 0..=80.
        position: u8,
    },
    /// Two equal givens share a house, so there is no solution.
    Clash {
        /// The first given in row-major order that has an equal given among its peers, 0..=80.
        first: u8,
        /// The first peer after `first` with the same given, 0..=80.
        second: u8,
    },
}

/// Exact counts of work.
///
/// Unlike times, counters depend only on the puzzle and the [`Config`], so tests and CI can compare them. They
/// saturate when added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Number of cells branched on.
    pub guesses: u64,
    /// Number of branches that ended in a contradiction.
    pub dead_ends: u64,
    /// Number of half sweeps. One half sweep propagates all rows and boxes once, or all columns and boxes
    /// once.
    pub sweeps: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        // Saturating, so that a sum over many calls neither wraps nor panics.
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
    /// Number of solutions found, at most [`Config::limit`].
    pub solutions: u32,
    /// The reason why the search stopped.
    pub end: End,
    /// The first solution found, `b'1'..=b'9'`, row-major; unspecified if `solutions` is 0.
    pub grid: [u8; 81],
    /// Work done for this puzzle.
    pub counters: Counters,
}

impl Default for Answer {
    /// Returns an answer with no solution and no work.
    fn default() -> Self {
        // A dot marks an empty cell in the input format too, so an answer without solution prints as an empty
        // grid.
        Self { solutions: 0, end: End::Exhausted, grid: [b'.'; 81], counters: Counters::default() }
    }
}
