//! A candidate, packed into one number.

use core::fmt;

/// A possible digit of a cell, as the index `cell * 9 + digit - 1` in 0..729.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(u16);

impl Candidate {
    /// Returns the candidate for a cell (0 to 80, row-major) and a digit (1 to 9), or `None` if
    /// either is out of range.
    pub const fn new(cell: usize, digit: u8) -> Option<Self> {
        if cell < 81 && matches!(digit, 1..=9) {
            Some(Self((cell * 9) as u16 + digit as u16 - 1))
        } else {
            None
        }
    }

    /// Builds a candidate from a zero-based digit, for the constant tables of this crate.
    pub(crate) const fn at(cell: usize, digit: usize) -> Self {
        Self((cell * 9 + digit) as u16)
    }

    /// Returns the row-major index of the cell.
    pub const fn cell(self) -> usize {
        self.0 as usize / 9
    }

    /// Returns the digit, 1 to 9.
    pub const fn digit(self) -> u8 {
        (self.0 % 9) as u8 + 1
    }

    /// Returns the index, 0 to 728.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Candidate {
    /// Formats the candidate as `r1c1=5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}={}", self.cell() / 9 + 1, self.cell() % 9 + 1, self.digit())
    }
}
