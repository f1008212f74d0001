//! Requirements and results that the generators share.

use crate::board::Grid;

/// The degree of reduction of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Minimal {
    /// No given can be removed.
    #[default]
    Yes,
    /// No orbit of the pattern symmetry can be removed as a whole.
    Orbits,
    /// Redundant givens may remain: removal stops at the least number of givens requested.
    No,
}

/// A puzzle that an attempt made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GeneratedBoard {
    /// The index of the attempt.
    pub attempt: u64,
    /// Digits, 0 for empty cells, row-major.
    pub puzzle: [u8; 81],
    /// The only solution of the puzzle.
    pub solution: Grid,
}
