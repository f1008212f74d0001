//! What generators are asked for and what they hand out.

use crate::board::Grid;

/// How far a puzzle is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Minimal {
    /// No given can go.
    #[default]
    Yes,
    /// No orbit of the pattern symmetry can go as a whole.
    Orbits,
    /// Givens are taken away only while there are more than asked for.
    No,
}

/// A puzzle that an attempt made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// The number of the attempt.
    pub attempt: u64,
    /// Digits, 0 for empty cells, row-major.
    pub puzzle: [u8; 81],
    /// Its only solution.
    pub solution: Grid,
}
