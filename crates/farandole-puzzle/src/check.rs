//! The solution checker: checks a finished grid against the rules of a puzzle.
//!
//! ```
//! use farandole_puzzle::{ClassicPuzzle, check};
//!
//! let puzzle: ClassicPuzzle = "1...............".parse().unwrap();
//! assert!(check::check(&puzzle, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).is_ok());
//! assert!(check::check(&puzzle, &[1; 16]).is_err());
//! ```
//!
//! The code favours readability over speed and shares no code with any search.

use crate::{Cell, ClassicPuzzle, Digit, DigitSet, HouseKind};
use core::fmt;

/// Checks that `digits` (row-major, 1 to N) solve the puzzle. Every cell must be filled, givens and
/// restrictions must be respected, no digit may repeat in a house, and every box and region must
/// have N cells.
///
/// Cost: one pass over the cells of each house.
///
/// # Errors
/// Returns the first violation, in the order of the variants of [`Violation`].
pub fn check(puzzle: &ClassicPuzzle, digits: &[u8]) -> Result<(), Violation> {
    let size = puzzle.size();
    let expected = size * size;
    if digits.len() != expected {
        return Err(Violation::Length { found: digits.len(), expected });
    }
    if let Some(index) = digits.iter().position(|found| !(1..=size).contains(&(*found as usize))) {
        return Err(Violation::NotADigit { cell: Cell::within(index), found: digits[index], size });
    }
    let givens = puzzle.givens();
    let excluded = |index: usize| {
        puzzle
            .restrictions()
            .is_some_and(|sets| Digit::new(digits[index]).is_none_or(|found| !sets[index].contains(found)))
    };
    let is_wrong =
        |(index, (given, found)): (usize, (&u8, &u8))| (*given != 0 && given != found) || excluded(index);
    if let Some(index) = givens.iter().zip(digits).enumerate().position(is_wrong) {
        let (cell, given, found) = (Cell::within(index), givens[index], digits[index]);
        return Err(match given {
            given if given != 0 && given != found => Violation::GivenChanged { cell, given, found, size },
            _ => Violation::NotAllowed { cell, found, size },
        });
    }
    for house in puzzle.geometry().houses() {
        let mut seen = DigitSet::EMPTY;
        for second in house.cells {
            let digit = digits[second.index()];
            let Some(found) = Digit::new(digit) else { continue };
            if seen.contains(found)
                && let Some(first) = house.cells.iter().find(|first| digits[first.index()] == digit)
            {
                let (first, second) = (*first, *second);
                return Err(Violation::Repeated { digit, house: house.kind, first, second, size });
            }
            seen.insert(found);
        }
    }
    match puzzle.geometry().misfit() {
        Some(house) => Err(Violation::RegionSize { house: house.kind, cells: house.cells.len(), size }),
        None => Ok(()),
    }
}

/// Returns true if `grid` (81 bytes `1` to `9`, row-major) solves a classic 9x9 puzzle in ASCII: it
/// matches the givens, and every house contains every digit. In `givens`, any byte except `1` to
/// `9` is an empty cell.
///
/// This is the fast version for batches; [`check`] reports the violation.
pub fn fits_classic(givens: &[u8; 81], grid: &[u8; 81]) -> bool {
    // Neither loop has branches. The loop over givens is vectorized, and the loop over houses
    // compiles to two loads per cell.
    let mut changed = 0;
    for (given, digit) in givens.iter().zip(grid) {
        let has_given = given.wrapping_sub(b'1') < 9;
        changed |= if has_given { given ^ digit } else { 0 };
    }
    let mut cols = [0; 2];
    let mut present = u64::MAX;
    for (k, band) in grid.as_chunks::<27>().0.iter().enumerate() {
        let (sets, rows) = sets_of_band(band);
        cols = [cols[0] | sets[0], cols[1] | sets[1]];
        present &= rows;
        // Checking two boxes in each of two bands is sufficient. If all rows are correct, the third
        // box of a band is correct as well. If all columns are correct, so is the third box of a
        // stack.
        if k < 2 {
            let boxes = sets[0] | sets[0] >> 9 | sets[0] >> 18;
            present &= boxes & boxes >> 27 | !0x1ff;
        }
    }
    present &= cols[0] | !((1 << ROW) - 1);
    present &= cols[1] | !((1 << 27) - 1);
    // Nine cells contain nine different digits exactly if no digit is missing.
    changed == 0 && present == u64::MAX
}

/// Returns two results for a band. The first is the set of digits of each column, in two words laid
/// out as in [`SETS`]. The second is a word with the digits that occur in every row, starting at
/// bit [`ROW`]; all lower bits are 1.
// Not inlined, because the compiler interleaves three inlined copies and spills registers.
#[inline(never)]
fn sets_of_band(band: &[u8; 27]) -> ([u64; 2], u64) {
    let (mut cols, mut rows) = ([0; 2], u64::MAX);
    for row in band.as_chunks::<9>().0 {
        let mut sets = [0; 2];
        for (col, &digit) in row.iter().enumerate() {
            sets[col / 6] |= SETS[col][usize::from(digit)];
        }
        rows &= sets[0] | sets[1] | !(0x1ff << ROW);
        cols = [cols[0] | sets[0], cols[1] | sets[1]];
    }
    (cols, rows)
}

/// The lowest bit of a row's set in a word. The bits below it contain the sets of six columns, nine
/// bits each.
const ROW: usize = 54;

/// A word for each column and byte. It contains the digit in the set of the row and in the set of
/// the column. For a byte that is not a digit, it is 0. Columns 0 to 5 are at bits 0, 9, ... of one
/// word, and columns 6 to 8 at bits 0, 9 and 18 of another.
static SETS: [[u64; 256]; 9] = {
    let mut sets = [[0; 256]; 9];
    let mut k = 0;
    while k < 81 {
        let (col, digit) = (k / 9, k % 9);
        sets[col][b'1' as usize + digit] = 1 << (col % 6 * 9 + digit) | 1 << (ROW + digit);
        k += 1;
    }
    sets
};

/// A violation of the rules, with its position. `size` is N, which is needed to name cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they hold")]
pub enum Violation {
    /// The grid does not have N * N cells.
    Length { found: usize, expected: usize },
    /// A cell does not contain a digit from 1 to N.
    NotADigit { cell: Cell, found: u8, size: usize },
    /// A cell differs from its given.
    GivenChanged { cell: Cell, given: u8, found: u8, size: usize },
    /// A cell has a digit that its restriction excludes.
    NotAllowed { cell: Cell, found: u8, size: usize },
    /// A digit appears twice in a house.
    Repeated { digit: u8, house: HouseKind, first: Cell, second: Cell, size: usize },
    /// A box or region does not have N cells.
    RegionSize { house: HouseKind, cells: usize, size: usize },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found, expected } => write!(f, "the grid has {found} cells, expected {expected}"),
            Self::NotADigit { cell, found: 0, size } => write!(f, "{} is empty", cell.name(size)),
            Self::NotADigit { cell, found, size } => {
                write!(f, "{} has {found}, expected a digit from 1 to {size}", cell.name(size))
            }
            Self::GivenChanged { cell, given, found, size } => {
                write!(f, "{} has {found}, but {given} is given", cell.name(size))
            }
            Self::NotAllowed { cell, found, size } => {
                write!(f, "{} has {found}, which is not among its candidates", cell.name(size))
            }
            Self::Repeated { digit, house, first, second, size } => {
                write!(
                    f,
                    "digit {digit} appears twice in {house}, at {} and {}",
                    first.name(size),
                    second.name(size)
                )
            }
            Self::RegionSize { house, cells, size } => {
                write!(f, "{house} has {cells} cells, expected {size}")
            }
        }
    }
}

impl core::error::Error for Violation {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagonal, DigitSet, Geometry};
    use alloc::string::{String, ToString};
    use alloc::vec;
    use alloc::vec::Vec;

    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn digits(text: &str) -> Vec<u8> {
        text.bytes().map(|byte| byte - b'0').collect()
    }

    fn verdict(puzzle: &ClassicPuzzle, digits: &[u8]) -> String {
        check(puzzle, digits).map_or_else(|violation| violation.to_string(), |()| "fine".to_string())
    }

    #[test]
    fn a_solved_grid_passes_and_every_single_change_is_named() {
        let empty = ClassicPuzzle::new(Geometry::classic().into(), &[0; 81]).unwrap();
        let grid = digits(SOLVED);
        assert_eq!(verdict(&empty, &grid), "fine");
        for cell in 0..81 {
            for digit in (1..=9).filter(|digit| *digit != grid[cell]) {
                let mut changed = grid.clone();
                changed[cell] = digit;
                assert!(matches!(check(&empty, &changed), Err(Violation::Repeated { .. })), "{cell} {digit}");
            }
        }
    }

    #[test]
    fn the_batch_check_agrees_with_the_checker() {
        let solved: [u8; 81] = SOLVED.as_bytes().try_into().unwrap();
        let mut givens = [b'.'; 81];
        givens[40] = solved[40];
        let puzzle_givens: Vec<u8> =
            givens.iter().map(|byte| if *byte == b'.' { 0 } else { byte - b'0' }).collect();
        let puzzle = ClassicPuzzle::new(Geometry::classic().into(), &puzzle_givens).unwrap();
        assert!(fits_classic(&givens, &solved));
        for cell in 0..81 {
            for other in 0..81 {
                let mut swapped = solved;
                swapped.swap(cell, other);
                let digits: Vec<u8> = swapped.iter().map(|byte| byte - b'0').collect();
                assert_eq!(
                    fits_classic(&givens, &swapped),
                    check(&puzzle, &digits).is_ok(),
                    "{cell} {other}"
                );
            }
            for byte in 0..=255 {
                let mut changed = solved;
                changed[cell] = byte;
                assert_eq!(fits_classic(&givens, &changed), byte == solved[cell]);
            }
        }
        for digit in (1..=9).filter(|digit| *digit != solved[40] - b'0') {
            let relabelled = solved.map(|byte| match byte - b'0' {
                it if it == digit => solved[40],
                it if it == solved[40] - b'0' => b'0' + digit,
                it => b'0' + it,
            });
            assert!(!fits_classic(&givens, &relabelled), "the given counts");
        }
    }

    #[test]
    fn the_batch_check_reads_every_box() {
        let solved: [u8; 81] = SOLVED.as_bytes().try_into().unwrap();
        let puzzle = ClassicPuzzle::new(Geometry::classic().into(), &[0; 81]).unwrap();
        // Swapping two lines keeps the digits of rows and columns. It changes the digits of boxes
        // unless both lines cross the same boxes.
        for (one, two) in (0..9).flat_map(|one| (0..9).map(move |two| (one, two))) {
            let exchanged = |line: usize| match line {
                it if it == one => two,
                it if it == two => one,
                it => it,
            };
            let rows: [u8; 81] = core::array::from_fn(|cell| solved[exchanged(cell / 9) * 9 + cell % 9]);
            let cols: [u8; 81] = core::array::from_fn(|cell| solved[cell / 9 * 9 + exchanged(cell % 9)]);
            for grid in [rows, cols] {
                let digits: Vec<u8> = grid.iter().map(|byte| byte - b'0').collect();
                assert_eq!(fits_classic(&[b'.'; 81], &grid), one / 3 == two / 3, "{one} {two}");
                assert_eq!(check(&puzzle, &digits).is_ok(), one / 3 == two / 3, "{one} {two}");
            }
        }
    }

    #[test]
    fn each_violation_has_its_position() {
        let grid = digits(SOLVED);
        let mut givens = vec![0; 81];
        givens[80] = 1;
        let puzzle = ClassicPuzzle::new(Geometry::classic().into(), &givens).unwrap();
        assert_eq!(verdict(&puzzle, &grid), "r9c9 has 9, but 1 is given");
        assert_eq!(verdict(&puzzle, &grid[1..]), "the grid has 80 cells, expected 81");
        let mut holed = grid.clone();
        holed[1] = 0;
        assert_eq!(verdict(&puzzle, &holed), "r1c2 is empty");
        holed[1] = 10;
        assert_eq!(verdict(&puzzle, &holed), "r1c2 has 10, expected a digit from 1 to 9");
        let free = ClassicPuzzle::new(Geometry::classic().into(), &[0; 81]).unwrap();
        let mut sets = vec![DigitSet::all(9); 81];
        sets[9] = DigitSet::from_bits(1);
        assert_eq!(
            verdict(&free.with_restrictions(&sets).unwrap(), &grid),
            "r2c1 has 6, which is not among its candidates"
        );
    }

    #[test]
    fn houses_of_every_kind_count() {
        let grid = digits(SOLVED);
        let puzzle = |geometry: Geometry| ClassicPuzzle::new(geometry.into(), &[0; 81]).unwrap();
        let diagonal = puzzle(Geometry::classic().with_diagonal(Diagonal::Main));
        assert_eq!(verdict(&diagonal, &grid), "digit 7 appears twice in main diagonal, at r2c2 and r4c4");
        let pair = [Cell::new(0).unwrap(), Cell::new(40).unwrap()];
        let extra = puzzle(Geometry::classic().with_extra_region(&pair).unwrap());
        assert_eq!(verdict(&extra, &grid), "digit 5 appears twice in extra region 1, at r1c1 and r5c5");
        let cyclic: Vec<u8> = (0..81).map(|cell| ((cell / 9 + cell % 9) % 9 + 1) as u8).collect();
        assert_eq!(verdict(&puzzle(Geometry::latin(9).unwrap()), &cyclic), "fine");
        assert_eq!(
            verdict(&puzzle(Geometry::classic()), &cyclic),
            "digit 2 appears twice in box 1, at r1c2 and r2c1"
        );
        let uneven = ClassicPuzzle::new(Geometry::irregular(2, b"abcc").unwrap().into(), &[0; 4]).unwrap();
        assert_eq!(verdict(&uneven, &[1, 2, 2, 1]), "region 1 has 1 cells, expected 2");
    }
}
