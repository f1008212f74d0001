//! Relations between two values as bit tables, and their text encoding.

use super::error::{Checked, each_pair};
use crate::Cell;
use crate::board::ValueRange;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A relation between two values, stored as a table of bits.
///
/// ```
/// use farandole_puzzle::board::ValueRange;
/// use farandole_puzzle::constraint::Relation;
///
/// let values = ValueRange::new(1, 4).unwrap();
/// let less = Relation::from_fn(values, |one, two| one < two);
/// assert_eq!((less.partners(0), less.partners(3)), (0b1110, 0));
/// assert_eq!(less.key(), "Oj");
/// assert_eq!(Relation::from_key("Oj", values), Some(less));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation {
    count: u8,
    rows: [u16; 16],
}

/// The base 64 digits of keys; the first one is 0.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the value of a base 64 digit.
pub(crate) fn digit_value(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}

/// Returns the base 64 digit of a value below 64.
pub(crate) const fn digit_of(value: u8) -> char {
    DIGITS[(value & 63) as usize] as char
}

impl Relation {
    /// Builds the relation of all pairs of values for which `holds` is true.
    pub fn from_fn(values: ValueRange, holds: impl Fn(u8, u8) -> bool) -> Self {
        let mut rows = [0; 16];
        for (row, one) in rows.iter_mut().zip(values.iter()) {
            *row = values.mask_where(|two| holds(one, two));
        }
        Self { count: values.count(), rows }
    }

    /// Returns the number of values.
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// Returns the mask of the second values that are related to the first value with this index
    /// (value - low). The mask is 0 for an index of `count` or more.
    pub const fn partners(&self, index: u8) -> u16 {
        if index < 16 { self.rows[index as usize] } else { 0 }
    }

    /// Returns true if the two values with these indices (value - low) are related.
    pub const fn holds(&self, one: u8, two: u8) -> bool {
        two < 16 && self.partners(one) >> two & 1 == 1
    }

    /// Returns the relation with the two values exchanged.
    pub fn transposed(&self) -> Self {
        let mut rows = [0; 16];
        for (two, row) in rows.iter_mut().enumerate() {
            for one in 0..self.count {
                *row |= u16::from(self.holds(one, two as u8)) << one;
            }
        }
        Self { count: self.count, rows }
    }

    /// Returns true if the relation is symmetric.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.transposed() == *self
    }

    /// Returns the mask of the values that two related cells cannot both have, if the relation forbids nothing else.
    pub fn unequal(&self) -> Option<u16> {
        let is_free = |index: u8| (0..self.count).all(|other| index == other || self.holds(index, other));
        let mask = (0..self.count).filter(|index| !self.holds(*index, *index)).map(|index| 1 << index).sum();
        (mask != 0 && (0..self.count).all(is_free)).then_some(mask)
    }

    /// Returns the key in texts. Bit `i * count + j` represents the pair of values with the indices
    /// i and j. Each character holds six bits, lowest first, and trailing zeros are omitted.
    pub fn key(&self) -> String {
        let count = usize::from(self.count);
        let mut key = String::new();
        let mut zeros = 0;
        for start in (0..count * count).step_by(6) {
            let bits = (start..(start + 6).min(count * count)).filter(|bit| {
                let (one, two) = (bit / count, bit % count);
                self.holds(one as u8, two as u8)
            });
            let digit = bits.fold(0, |digit, bit| digit | 1 << (bit - start));
            if digit == 0 {
                zeros += 1;
            } else {
                (0..zeros).for_each(|_| key.push('A'));
                zeros = 0;
                key.push(digit_of(digit));
            }
        }
        key
    }

    /// Parses a key. Returns `None` if a character is not a base 64 digit, or if a bit is outside
    /// the table.
    pub fn from_key(key: &str, values: ValueRange) -> Option<Self> {
        let count = usize::from(values.count());
        let mut rows = [0_u16; 16];
        for (index, byte) in key.bytes().enumerate() {
            let digit = digit_value(byte)?;
            for bit in (0..6).filter(|bit| digit >> bit & 1 == 1).map(|bit| index * 6 + bit) {
                let (one, two) = (bit / count, bit % count);
                *rows.get_mut(one).filter(|_| one < count)? |= 1 << two;
            }
        }
        Some(Self { count: values.count(), rows })
    }
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relation({} values, {:?})", self.count, self.key())
    }
}

/// Cells whose pairs satisfy a relation between two values.
#[derive(Clone, Debug)]
pub enum Related<'a> {
    /// Pairs of cells of a list that are at most `distance` positions apart.
    List {
        /// The cells in order.
        cells: Cow<'a, [Cell]>,
        /// The greatest distance of related cells, 1 or more.
        distance: usize,
    },
    /// These pairs of cells.
    Pairs(Vec<(Cell, Cell)>),
}

impl<'a> Related<'a> {
    /// Relates every two consecutive cells.
    pub(crate) fn line(cells: &'a [Cell]) -> Self {
        Self::near(cells, 1)
    }

    /// Relates every two cells.
    pub(crate) fn all(cells: &'a [Cell]) -> Self {
        Self::near(cells, usize::MAX)
    }

    /// Relates cells that are at most `distance` positions apart.
    pub(crate) fn near(cells: &'a [Cell], distance: usize) -> Self {
        Self::List { cells: Cow::Borrowed(cells), distance }
    }

    /// Returns the same pairs without borrowed cells.
    pub(crate) fn into_owned(self) -> Related<'static> {
        match self {
            Self::List { cells, distance } => {
                Related::List { cells: Cow::Owned(cells.into_owned()), distance }
            }
            Self::Pairs(pairs) => Related::Pairs(pairs),
        }
    }

    /// Returns the pairs. For a list, the cells of a pair are in the order of the list.
    pub fn pairs(&self) -> Vec<(Cell, Cell)> {
        match self {
            Self::List { cells, distance } => {
                let later =
                    |at: usize| cells[at + 1..].iter().take(*distance).map(move |two| (cells[at], *two));
                (0..cells.len()).flat_map(later).collect()
            }
            Self::Pairs(pairs) => pairs.clone(),
        }
    }

    /// Returns an error unless the values of all pairs satisfy `holds`.
    pub(crate) fn check(&self, values: &[u8], holds: impl Fn(u8, u8) -> bool) -> Checked {
        match self {
            Self::List { cells, distance } => cells.iter().enumerate().try_for_each(|(at, one)| {
                let mut later = cells[at + 1..].iter().take(*distance);
                later.try_for_each(|two| each_pair(*one, *two, values, &holds))
            }),
            Self::Pairs(pairs) => {
                pairs.iter().try_for_each(|(one, two)| each_pair(*one, *two, values, &holds))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values(count: u8, low: u8) -> ValueRange {
        ValueRange::new(low, count).unwrap()
    }

    #[test]
    fn known_keys() {
        type Holds = fn(u8, u8) -> bool;
        let known: [(&str, u8, u8, Holds); 8] = [
            ("Oj", 4, 1, |a, b| a < b),
            ("evH", 4, 1, |a, b| a != b),
            ("-n_4H-gH4AGg", 9, 1, |a, b| a < b),
            ("BQAEABQAEABQAE", 9, 1, |a, b| a == b),
            ("AEQABEQABEQAB", 9, 1, |a, b| a + b == 10),
            ("gH4AGgAIAD4AP", 9, 1, |a, b| a.abs_diff(b) >= 5),
            ("BAAIAAABAAIAAAB", 10, 0, |a, b| a == 2 * b),
            ("__v__z__4_P8_D-_A_Pg_Dw_A4PA8DA-AAPAgDAwAAI", 16, 1, |a, b| a <= b),
        ];
        for (key, count, low, holds) in known {
            let relation = Relation::from_fn(values(count, low), holds);
            assert_eq!(relation.key(), key);
            assert_eq!(Relation::from_key(key, values(count, low)), Some(relation));
        }
        assert_eq!(Relation::from_key("", values(4, 1)).map(|it| it.key()), Some(String::new()));
        assert_eq!(Relation::from_key("AAg", values(4, 1)), None, "a bit outside the table");
        assert_eq!(Relation::from_key("!", values(4, 1)), None);
    }

    proptest! {
        #[test]
        fn keys_round_trip(rows in any::<[u16; 16]>(), count in 1_u8..=16) {
            let relation = Relation::from_fn(values(count, 1), |one, two| rows[usize::from(one - 1)] >> (two - 1) & 1 == 1);
            prop_assert_eq!(Relation::from_key(&relation.key(), values(count, 1)), Some(relation));
            prop_assert_eq!(relation.transposed().transposed(), relation);
        }
    }
}
