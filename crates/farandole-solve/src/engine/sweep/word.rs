//! Digit sets in words of 16, 32 or 64 bits.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of digits. Bit `digit - 1` represents a digit.
pub(super) trait Word:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    const EMPTY: Self;
    fn new(bits: u64) -> Self;
    fn bits(self) -> u64;
    /// Returns true if the set contains at most one digit.
    fn is_at_most_one(self) -> bool;
    fn len(self) -> u32;
    /// Returns the 0-based index of the lowest digit.
    fn lowest(self) -> u32;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const EMPTY: Self = 0;
            fn new(bits: u64) -> Self {
                bits as Self
            }
            fn bits(self) -> u64 {
                self.into()
            }
            #[inline(always)]
            fn is_at_most_one(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }
            fn len(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    )*};
}

word!(u16, u32, u64);
