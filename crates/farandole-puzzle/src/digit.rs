//! Digits, and sets of digits as bit sets.
//!
//! ```
//! use farandole_puzzle::{Digit, DigitSet};
//!
//! let mut set = DigitSet::all(9);
//! set.remove(Digit::new(5).unwrap());
//! assert_eq!((set.len(), set.bits()), (8, 0b1_1110_1111));
//! ```

use core::fmt;
use core::num::NonZeroU8;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A digit from 1 to 225. Text formats define its character, for example `A` for 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// Returns the digit with this number, or `None` for 0 and for numbers above 225.
    pub const fn new(number: u8) -> Option<Self> {
        if number as usize <= crate::MAX_SIZE {
            match NonZeroU8::new(number) {
                Some(number) => Some(Self(number)),
                None => None,
            }
        } else {
            None
        }
    }

    /// Returns the number, 1 to 225.
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns the 0-based index, which is one less than the number.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digit({})", self.0)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A set of digits: bit `(d - 1) % 64` of word `(d - 1) / 64` represents digit `d`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DigitSet([u64; WORDS]);

/// Number of words of a set.
const WORDS: usize = crate::MAX_SIZE.div_ceil(64);

impl DigitSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Returns the set of the digits 1 to `size`, or of all digits if `size` is larger than a grid.
    pub const fn all(size: usize) -> Self {
        let size = if size < crate::MAX_SIZE { size } else { crate::MAX_SIZE };
        let mut words = [0; WORDS];
        let mut word = 0;
        while word < WORDS {
            let below = size.saturating_sub(64 * word);
            words[word] = if below >= 64 { u64::MAX } else { (1 << below) - 1 };
            word += 1;
        }
        Self(words)
    }

    /// Returns the set that contains only this digit.
    pub const fn only(digit: Digit) -> Self {
        let mut set = Self::EMPTY;
        set.insert(digit);
        set
    }

    /// Returns the set with these bits; the lowest bit represents digit 1, the highest digit 64.
    pub const fn from_bits(bits: u64) -> Self {
        let mut words = [0; WORDS];
        words[0] = bits;
        Self(words)
    }

    /// Returns the bits of the digits 1 to 64; the lowest bit represents digit 1. Larger digits are
    /// omitted.
    pub const fn bits(self) -> u64 {
        self.0[0]
    }

    /// Returns the number of digits in the set.
    pub const fn len(self) -> usize {
        let (mut len, mut word) = (0, 0);
        while word < WORDS {
            len += self.0[word].count_ones() as usize;
            word += 1;
        }
        len
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.lowest().is_none()
    }

    /// Returns true if the set contains this digit.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0[digit.index() / 64] >> (digit.index() % 64) & 1 == 1
    }

    /// Returns the smallest digit of the set, or `None` if the set is empty.
    pub const fn lowest(self) -> Option<Digit> {
        let mut word = 0;
        while word < WORDS {
            if self.0[word] != 0 {
                return Digit::new((64 * word) as u8 + self.0[word].trailing_zeros() as u8 + 1);
            }
            word += 1;
        }
        None
    }

    /// Returns the only digit of the set, or `None` if the set has no digit or several.
    pub const fn single(self) -> Option<Digit> {
        if self.len() == 1 { self.lowest() } else { None }
    }

    /// Adds a digit.
    pub const fn insert(&mut self, digit: Digit) {
        self.0[digit.index() / 64] |= 1 << (digit.index() % 64);
    }

    /// Removes a digit; does nothing if it is not in the set.
    pub const fn remove(&mut self, digit: Digit) {
        self.0[digit.index() / 64] &= !(1 << (digit.index() % 64));
    }

    /// Returns the digits in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Digit> {
        let mut left = self;
        core::iter::from_fn(move || {
            let digit = left.lowest()?;
            left.remove(digit);
            Some(digit)
        })
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, |set, digit| set | Self::only(digit))
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Digit::get)).finish()
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(core::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(core::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Sub for DigitSet {
    type Output = Self;
    /// Returns the digits of the first set that are not in the second.
    fn sub(self, other: Self) -> Self {
        Self(core::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}

impl BitAndAssign for DigitSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for DigitSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for DigitSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn digits_are_1_to_225() {
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(226), None);
        assert_eq!((1..=225).filter_map(Digit::new).count(), 225);
    }

    #[test]
    fn a_set_lists_its_members() {
        for size in [1, 9, 63, 64, 65, 128, 200, 225] {
            let digits: Vec<u8> = DigitSet::all(size).iter().map(Digit::get).collect();
            assert_eq!(digits, (1..=size as u8).collect::<Vec<_>>());
        }
        let three = Digit::new(3).unwrap();
        let mut set = DigitSet::all(4);
        set.remove(three);
        assert_eq!(set.bits(), 0b1011);
        assert_eq!((set.len(), set.single(), set.contains(three)), (3, None, false));
        set -= DigitSet::from_bits(0b1001);
        assert_eq!(set.single(), Digit::new(2));
    }
}
