//! The 416 classes of bands, in the order of their min-lex forms.
//!
//! A band is three rows of a grid. Its form begins with 123456789; the second row is one of 15, and the third holds in
//! each box the three digits that are left, in one of 216 orders. Of these 3,240 bands 416 are their own forms.
//!
//! Source: B. Felgenhauer, F. Jarvis, "Enumerating possible Sudoku grids" (2005); the numbers 1 to 416 are those of the
//! catalogue of grids, forum.enjoysudoku.com.

use crate::board::ORDERS;
use crate::grid::{BandForm, Tables};
use alloc::vec::Vec;

/// The classes of bands.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    forms: Vec<BandForm>,
}

impl Classes {
    /// Finds the 416 forms: 3,240 bands are tried, which takes about a millisecond.
    pub(crate) fn new(tables: &Tables) -> Self {
        let mut forms: Vec<BandForm> = Vec::with_capacity(416);
        for second in tables.second_rows() {
            for number in 0..216 {
                let orders = [ORDERS[number / 36], ORDERS[number / 6 % 6], ORDERS[number % 6]];
                let mut band = [0; 27];
                for col in 0..9 {
                    band[col] = col as u8 + 1;
                    band[9 + col] = second[col] + 1;
                }
                for stack in 0..3 {
                    let first = 3 * stack;
                    let is_used = |digit: &u8| {
                        band[first..first + 3].contains(digit) || band[9 + first..12 + first].contains(digit)
                    };
                    let left: Vec<u8> = (1..=9).filter(|digit| !is_used(digit)).collect();
                    for (place, from) in orders[stack].into_iter().enumerate() {
                        band[18 + first + place] = left[from as usize];
                    }
                }
                forms.extend(tables.band(&band));
            }
        }
        forms.sort_unstable();
        forms.dedup();
        Self { forms }
    }

    /// The 1-based number of a form.
    pub(crate) fn number(&self, form: &BandForm) -> Option<u16> {
        self.forms.binary_search(form).ok().map(|place| place as u16 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_those_of_the_catalogue() {
        let classes = Classes::new(&Tables::new());
        assert_eq!(classes.forms.len(), 416);
        // 2,612,736 bands up to digits, of 7,776 symmetries: 336 when each class counts 1 / automorphisms.
        let weight: u32 = classes.forms.iter().map(|form| 108 / form.automorphisms).sum();
        assert_eq!(weight, 108 * 336);
        let count = |number| classes.forms.iter().filter(|form| form.automorphisms == number).count();
        assert_eq!([1, 2, 3, 4, 6, 12, 18, 36, 54, 108].map(count), [279, 105, 2, 2, 16, 4, 5, 1, 1, 1]);
    }
}
