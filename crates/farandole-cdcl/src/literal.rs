//! Literals: a variable or its negation.
//!
//! ```text
//! literal 2 v      v is true            2 v + 1    v is false
//! ```

use core::fmt;

/// A variable or its negation. Variables count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal that is true when the variable is. Variables are below 2^31.
    #[inline]
    pub const fn positive(variable: u32) -> Self {
        Self(variable << 1)
    }

    /// The literal that is true when the variable is false. Variables are below 2^31.
    #[inline]
    pub const fn negative(variable: u32) -> Self {
        Self(variable << 1 | 1)
    }

    /// The literal with a given [`code`](Self::code).
    #[inline]
    pub(crate) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// Twice the variable, and 1 more for a negation.
    #[inline]
    pub(crate) const fn code(self) -> u32 {
        self.0
    }

    /// Its variable.
    #[inline]
    pub const fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the negation of its variable.
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// A place for it in a table: twice the variable, and 1 more for a negation.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As the DIMACS formats write it: its variable counted from 1, negative for a negation.
    pub const fn to_dimacs(self) -> i32 {
        let number = self.var() as i32 + 1;
        if self.is_negative() { -number } else { number }
    }

    /// The literal that the DIMACS formats write like this; `None` for 0, which ends a clause there.
    pub const fn from_dimacs(number: i32) -> Option<Self> {
        match number {
            0 => None,
            1.. => Some(Self::positive(number as u32 - 1)),
            _ => Some(Self::negative(number.unsigned_abs() - 1)),
        }
    }
}

impl core::ops::Not for Lit {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lit({})", self.to_dimacs())
    }
}
