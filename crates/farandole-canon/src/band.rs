//! The 416 classes of bands, in the order of their min-lex forms.
//!
//! A band is three rows of a grid. The first row of its form is 123456789, and the second is one of
//! 15. The third has the three remaining digits of each box, in one of 216 orders. Of these 3,240
//! bands, 416 are their own forms.
//!
//! Source: B. Felgenhauer, F. Jarvis, "Enumerating possible Sudoku grids" (2005); the numbers 1 to 416 are
//! those of the catalogue of grids, forum.enjoysudoku.com.

use crate::Canon;
use crate::board::ORDERS;
use crate::grid::{Lines, orders};
use crate::tables::Tables;
use alloc::vec::Vec;

/// The form of a band. Forms compare like their strings. The first row is omitted because it is
/// always the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct BandForm {
    /// The second and third row, four bits per digit, with the first digit in the highest bits.
    second: u64,
    third: u64,
    /// Number of symmetries of bands that lead to the form.
    automorphisms: u32,
}

impl BandForm {
    /// Computes the form of a band, given as 27 digits, row-major. Returns `None` if a digit occurs
    /// twice in a row or box.
    fn new(tables: &Tables, band: &[u8; 27]) -> Option<Self> {
        let lines = Lines::of_band(band)?;
        let orders = orders(0, lines.pairs(tables, 0)?);
        // The least orbit determines the second row, so line orders in other orbits cannot lead to
        // the form.
        let orbit = tables.orbit(orders.iter().map(|(start, _)| *start).min()?)?;
        let mut form = Self { second: u64::MAX, third: u64::MAX, automorphisms: 0 };
        for (start, [first, second, third]) in orders.into_iter().filter(|(start, _)| *start < orbit.end) {
            for arrangement in tables.list(start, orbit) {
                let order = tables.arrangement(*arrangement);
                let last = lines.word(first, third, order);
                if last < form.third {
                    form = Self { second: lines.word(first, second, order), third: last, automorphisms: 0 };
                }
                // Every arrangement that gives the least form counts.
                form.automorphisms += u32::from(last == form.third);
            }
        }
        Some(form)
    }
}

/// The class of a band.
///
/// ```
/// use farandole_canon::{Bands, Canon};
///
/// let canon = Canon::new();
/// let band = b"123456789456789123789123456".map(|symbol| symbol - b'0');
/// let class = Bands::new(&canon).class(&canon, &band).expect("a band");
/// assert_eq!((class.number, class.automorphisms), (1, 108));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BandClass {
    /// Number of the class, 1 to 416, in the order of the min-lex forms.
    pub number: u16,
    /// Number of band symmetries that map a band of the class to itself, up to renaming of digits.
    pub automorphisms: u32,
}

/// The classes of bands.
///
/// ```
/// use farandole_canon::{Bands, Canon};
///
/// let canon = Canon::new();
/// let bands = Bands::new(&canon);
/// let band = b"573418296189265743246739851".map(|symbol| symbol - b'0');
/// let mut turned = band;
/// turned.reverse();
/// assert_eq!(bands.class(&canon, &turned), bands.class(&canon, &band));
/// ```
#[derive(Clone, Debug)]
pub struct Bands {
    forms: Vec<BandForm>,
}

impl Bands {
    /// Computes the 416 forms. This tries 3,240 bands, which takes about a millisecond.
    ///
    /// ```
    /// let bands = farandole_canon::Bands::new(&farandole_canon::Canon::new());
    /// ```
    pub fn new(canon: &Canon) -> Self {
        let tables = &canon.tables;
        let mut forms: Vec<BandForm> = Vec::with_capacity(3240);
        // One band per second row and order of the remaining digits; duplicates are removed below.
        for orbit in &tables.orbits {
            let mut band = [0; 27];
            for col in 0..9 {
                band[col] = col as u8 + 1;
                band[9 + col] = orbit.least[col] + 1;
            }
            let left = [0, 1, 2].map(|stack| left(&band, 3 * stack));
            for number in 0..216 {
                let orders = [ORDERS[number / 36], ORDERS[number / 6 % 6], ORDERS[number % 6]];
                for col in 0..9 {
                    band[18 + col] = left[col / 3][orders[col / 3][col % 3] as usize];
                }
                forms.extend(BandForm::new(tables, &band));
            }
        }
        // The position in the sorted list is the number of the class, less 1.
        forms.sort_unstable();
        forms.dedup();
        Self { forms }
    }

    /// Returns the class of a band, given as 27 digits, row-major. Returns `None` if a cell is
    /// empty or a digit occurs twice in a row or box.
    ///
    /// The chutes of a grid are its three bands and its three stacks, transposed. For an example, see
    /// [`Bands`].
    pub fn class(&self, canon: &Canon, band: &[u8; 27]) -> Option<BandClass> {
        let form = BandForm::new(&canon.tables, band)?;
        let place = self.forms.binary_search(&form).ok()?;
        Some(BandClass { number: place as u16 + 1, automorphisms: form.automorphisms })
    }
}

/// Returns the three digits that the first two rows lack in the box that starts at column `first`.
fn left(band: &[u8; 27], first: usize) -> [u8; 3] {
    let used =
        |digit: &u8| band[first..first + 3].contains(digit) || band[9 + first..12 + first].contains(digit);
    let mut left = [0; 3];
    left.iter_mut().zip((1..=9).filter(|digit| !used(digit))).for_each(|(place, digit)| *place = digit);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_those_of_the_catalogue() {
        let bands = Bands::new(&Canon::new());
        assert_eq!(bands.forms.len(), 416);
        // 2,612,736 bands up to digits, of 7,776 symmetries: 336 when each class counts 1 / automorphisms.
        let weight: u32 = bands.forms.iter().map(|form| 108 / form.automorphisms).sum();
        assert_eq!(weight, 108 * 336);
        let count = |number| bands.forms.iter().filter(|form| form.automorphisms == number).count();
        assert_eq!([1, 2, 3, 4, 6, 12, 18, 36, 54, 108].map(count), [279, 105, 2, 2, 16, 4, 5, 1, 1, 1]);
    }
}
