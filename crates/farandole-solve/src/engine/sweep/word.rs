//! Sets of digits in words of 16, 32 or 64 bits.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of digits.
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
    /// Whether it has one digit or none.
    fn is_at_most_one(self) -> bool;
    fn len(self) -> u32;
    /// 0-based number of the lowest digit.
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
