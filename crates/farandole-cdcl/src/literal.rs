//! Literals: a variable or its negation, stored as one number.
//!
//! ```text
//! code 2 v        the literal "v is true"
//! code 2 v + 1    the literal "v is false"
//! ```

use core::fmt;

/// A variable or its negation. Variables are numbered from 0 and must be below 2^31 - 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Returns the literal that is true if the variable is true.
    #[inline]
    pub const fn positive(variable: u32) -> Self {
        Self(variable << 1)
    }

    /// Returns the literal that is true if the variable is false.
    #[inline]
    pub const fn negative(variable: u32) -> Self {
        Self(variable << 1 | 1)
    }

    /// Returns the literal with the given [`code`](Self::code).
    #[inline]
    pub(crate) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// Returns the code of the literal: twice the variable, plus 1 for a negation.
    #[inline]
    // The code also serves as an index into tables by literal, so that the entries of a literal and its
    // negation are adjacent in memory.
    pub(crate) const fn code(self) -> u32 {
        self.0
    }

    /// Returns the variable of the literal.
    #[inline]
    pub const fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Returns true if the literal is the negation of its variable.
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns an index for tables by literal: twice the variable, plus 1 for a negation.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal in DIMACS notation: the variable counted from 1, negative for a negation. The
    /// negation of variable 0 is -1.
    pub const fn to_dimacs(self) -> i32 {
        let number = self.var() as i32 + 1;
        if self.is_negative() { -number } else { number }
    }
}

impl core::ops::Not for Lit {
    type Output = Self;
    #[inline]
    // The lowest bit is the sign, so negation flips it without a branch.
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lit({})", self.to_dimacs())
    }
}
