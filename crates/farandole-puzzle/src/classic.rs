//! Puzzles and full grids.
//!
//! For parsing and printing, see [`format`](mod@crate::format).
//!
//! ```
//! use farandole_puzzle::{Grid, ClassicPuzzle};
//!
//! let puzzle: ClassicPuzzle = "12..\n..21\n....\n2...\n".parse().unwrap();
//! assert_eq!((puzzle.size(), puzzle.given_count()), (4, 5));
//! assert_eq!(puzzle.to_string(), "12....21....2...");
//! assert_eq!(format!("{puzzle:#}"), "12..\n..21\n....\n2...");
//! let grid: Grid = "1234341221434321".parse().unwrap();
//! assert_eq!(grid.digits()[4], 3);
//! ```

use crate::{Cell, Digit, DigitSet, Geometry, HouseKind};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// A puzzle: a geometry and the givens. A pencilmark puzzle also restricts each cell to a set of
/// digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassicPuzzle {
    geometry: Arc<Geometry>,
    /// The givens, row-major; 0 for an empty cell.
    givens: Box<[u8]>,
    /// The allowed digits of each cell, independent of its given. `None` if no cell is restricted.
    restrictions: Option<Box<[DigitSet]>>,
}

impl ClassicPuzzle {
    /// Creates a puzzle from its cells in row-major order: a digit, or 0 for an empty cell.
    ///
    /// # Errors
    /// Returns an error if there are not N * N cells, or if a number is above N.
    pub fn new(geometry: Arc<Geometry>, givens: &[u8]) -> Result<Self, PuzzleError> {
        let (size, expected) = (geometry.size(), geometry.cell_count());
        if givens.len() != expected {
            return Err(PuzzleError { kind: PuzzleErrorKind::Length { found: givens.len(), expected } });
        }
        if let Some(index) = givens.iter().position(|given| *given as usize > size) {
            let number = u32::from(givens[index]);
            return Err(PuzzleError { kind: PuzzleErrorKind::Digit { index, number, size } });
        }
        Ok(Self { geometry, givens: givens.into(), restrictions: None })
    }

    /// Restricts each cell to the digits of its set (row-major).
    ///
    /// A set may be empty; such a puzzle has no solution. Existing restrictions remain in force.
    ///
    /// # Errors
    /// Returns an error if there are not N * N sets, or if a set has a digit above N.
    pub fn with_restrictions(mut self, allowed: &[DigitSet]) -> Result<Self, PuzzleError> {
        let (size, expected) = (self.size(), self.geometry.cell_count());
        if allowed.len() != expected {
            return Err(PuzzleError { kind: PuzzleErrorKind::Length { found: allowed.len(), expected } });
        }
        if let Some(index) = allowed.iter().position(|set| !(*set - DigitSet::all(size)).is_empty()) {
            let number = allowed[index].iter().last().map_or(0, |digit| digit.get().into());
            return Err(PuzzleError { kind: PuzzleErrorKind::Digit { index, number, size } });
        }
        let old = self.restrictions.take();
        let both = |cell: usize| old.as_ref().map_or(allowed[cell], |old| old[cell] & allowed[cell]);
        self.restrictions = Some((0..expected).map(both).collect());
        Ok(self)
    }

    /// Returns the size and houses.
    pub const fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Returns N.
    pub fn size(&self) -> usize {
        self.geometry.size()
    }

    /// Returns the givens in row-major order, 0 for an empty cell.
    pub const fn givens(&self) -> &[u8] {
        &self.givens
    }

    /// Returns the number of cells with a given.
    pub fn given_count(&self) -> usize {
        self.givens.iter().filter(|given| **given != 0).count()
    }

    /// Returns the allowed digits of each cell, row-major, independent of its given. Returns `None`
    /// if no cell is restricted.
    pub fn restrictions(&self) -> Option<&[DigitSet]> {
        self.restrictions.as_deref()
    }

    /// Returns the digits that the given and the restriction of this cell allow. Ignores the houses
    /// of the cell.
    ///
    /// # Panics
    /// Panics if the cell is outside the grid.
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        let restriction = match &self.restrictions {
            Some(restrictions) => restrictions[cell.index()],
            None => DigitSet::all(self.size()),
        };
        match Digit::new(self.givens[cell.index()]) {
            Some(given) => restriction & DigitSet::only(given),
            None => restriction,
        }
    }

    /// Returns the first contradiction that is visible without a search, in the order of the
    /// variants of [`Clash`].
    ///
    /// `None` does not mean that the puzzle has a solution.
    pub fn clash(&self) -> Option<Clash> {
        self.clashes().next()
    }

    /// Returns all contradictions that are visible without a search: each region of the wrong size,
    /// each given that repeats an earlier given of one of its houses, and each cell in which no
    /// digit is allowed.
    ///
    /// ```
    /// use farandole_puzzle::ClassicPuzzle;
    ///
    /// let puzzle: ClassicPuzzle = "11.1............".parse()?;
    /// let clashes: Vec<String> = puzzle.clashes().map(|clash| clash.to_string()).collect();
    /// assert_eq!(clashes.len(), 3);
    /// assert_eq!(clashes[1], "digit 1 is given twice in row 1, at r1c1 and r1c4");
    /// # Ok::<(), farandole_puzzle::format::CellTextError>(())
    /// ```
    pub fn clashes(&self) -> impl Iterator<Item = Clash> + '_ {
        let size = self.size();
        let misfit = self.geometry.misfit();
        let misfit = misfit.map(|house| Clash::RegionSize {
            house: house.kind,
            cells: house.cells.len(),
            expected: size,
        });
        let givens = self.geometry.houses().flat_map(move |house| {
            let mut first_with = [None; crate::MAX_SIZE];
            house.cells.iter().filter_map(move |cell| {
                let digit = Digit::new(self.givens[cell.index()])?;
                let first = *first_with[digit.index()].get_or_insert(*cell);
                let clash = Clash::Givens { digit, house: house.kind, first, second: *cell, size };
                (first != *cell).then_some(clash)
            })
        });
        let cells = (0..self.geometry.cell_count()).filter_map(Cell::new);
        let empty = cells.filter(|cell| self.allowed(*cell).is_empty());
        misfit.into_iter().chain(givens).chain(empty.map(move |cell| Clash::NothingAllowed { cell, size }))
    }

    /// Returns the digits of each cell, row-major, that are excluded neither by its restriction nor
    /// by another given in one of its houses. For a cell with a given, returns only that digit.
    ///
    /// ```
    /// use farandole_puzzle::{Digit, ClassicPuzzle};
    ///
    /// let puzzle: ClassicPuzzle = "1.....2..3.....4".parse()?;
    /// let digits: Vec<u8> = puzzle.open_digits()[1].iter().map(Digit::get).collect();
    /// assert_eq!(digits, [2, 4]);
    /// # Ok::<(), farandole_puzzle::format::CellTextError>(())
    /// ```
    pub fn open_digits(&self) -> Vec<DigitSet> {
        let cells = (0..self.geometry.cell_count()).filter_map(Cell::new);
        let mut open: Vec<DigitSet> = cells.map(|cell| self.allowed(cell)).collect();
        let given = |cell: &Cell| Digit::new(self.givens[cell.index()]);
        for house in self.geometry.houses() {
            for digit in house.cells.iter().filter_map(given) {
                for cell in house.cells.iter().filter(|cell| given(cell).is_none()) {
                    open[cell.index()].remove(digit);
                }
            }
        }
        for (set, given) in open.iter_mut().zip(&self.givens[..]) {
            *set = Digit::new(*given).map_or(*set, DigitSet::only);
        }
        open
    }
}

/// An error in the cells or restrictions of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError {
    kind: PuzzleErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum PuzzleErrorKind {
    Length { found: usize, expected: usize },
    Digit { index: usize, number: u32, size: usize },
}

impl PuzzleError {
    /// Returns the row-major index of the cell whose digit is too large, or `None` if the number of
    /// cells is wrong.
    pub const fn cell(&self) -> Option<usize> {
        match self.kind {
            PuzzleErrorKind::Length { .. } => None,
            PuzzleErrorKind::Digit { index, .. } => Some(index),
        }
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PuzzleErrorKind::Length { found, expected } => {
                write!(f, "{found} {}, expected {expected}", cells_word(found))
            }
            PuzzleErrorKind::Digit { index, number, size } => {
                write!(f, "r{}c{} has {number}, expected at most {size}", index / size + 1, index % size + 1)
            }
        }
    }
}

impl core::error::Error for PuzzleError {}

const fn cells_word(count: usize) -> &'static str {
    if count == 1 { "cell" } else { "cells" }
}

/// A contradiction between givens, restrictions and regions that is visible without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// A box or region does not have N cells, so it cannot contain every digit once.
    RegionSize {
        /// The box or region.
        house: HouseKind,
        /// The number of cells of the box or region.
        cells: usize,
        /// The required number of cells, N.
        expected: usize,
    },
    /// Two givens of a house are equal.
    Givens {
        /// The digit.
        digit: Digit,
        /// The house.
        house: HouseKind,
        /// The first cell with the digit, row-major.
        first: Cell,
        /// The second cell with the digit.
        second: Cell,
        /// N, which is needed to name the cells.
        size: usize,
    },
    /// The restriction of a cell allows no digit, or excludes its given.
    NothingAllowed {
        /// The cell.
        cell: Cell,
        /// N, which is needed to name the cell.
        size: usize,
    },
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RegionSize { house, cells, expected } => {
                write!(f, "{house} has {cells} {}, expected {expected}", cells_word(*cells))
            }
            Self::Givens { digit, house, first, second, size } => {
                write!(
                    f,
                    "digit {digit} is given twice in {house}, at {} and {}",
                    first.name(*size),
                    second.name(*size)
                )
            }
            Self::NothingAllowed { cell, size } => write!(f, "no digit is allowed at {}", cell.name(*size)),
        }
    }
}

/// A full grid: every cell has a digit. It may violate the rules; see [`check`](crate::check).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grid {
    size: usize,
    digits: Box<[u8]>,
}

impl Grid {
    /// Creates a grid from its digits in row-major order.
    ///
    /// # Errors
    /// Returns an error if there are not `size * size` digits, or if one of them is not 1 to
    /// `size`.
    pub fn new(size: usize, digits: Vec<u8>) -> Result<Self, GridError> {
        if digits.len() != size * size {
            return Err(GridError { index: None, found: digits.len(), expected: size * size });
        }
        match digits.iter().position(|digit| !(1..=size).contains(&(*digit as usize))) {
            Some(index) => {
                Err(GridError { index: Some(index), found: digits[index] as usize, expected: size })
            }
            None => Ok(Self { size, digits: digits.into() }),
        }
    }

    /// Returns N.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the digits in row-major order, each from 1 to N.
    pub const fn digits(&self) -> &[u8] {
        &self.digits
    }
}

/// An error in the digits of a full grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridError {
    index: Option<usize>,
    found: usize,
    expected: usize,
}

impl GridError {
    /// Returns the row-major index of the cell without a digit from 1 to N, or `None` if the number
    /// of cells is wrong.
    pub const fn cell(&self) -> Option<usize> {
        self.index
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, expected) = (self.found, self.expected);
        match self.index {
            Some(index) => write!(f, "cell {index} has {found}, expected a digit from 1 to {expected}"),
            None => write!(f, "{found} {}, expected {expected}", cells_word(found)),
        }
    }
}

impl core::error::Error for GridError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    fn classic(cells: &[(usize, u8)]) -> ClassicPuzzle {
        let mut givens = [0; 81];
        for (cell, digit) in cells {
            givens[*cell] = *digit;
        }
        ClassicPuzzle::new(Geometry::classic().into(), &givens).unwrap()
    }

    #[test]
    fn equal_givens_in_a_house_are_named() {
        assert_eq!(classic(&[(0, 5), (80, 5)]).clash(), None);
        let text = |puzzle: ClassicPuzzle| puzzle.clash().unwrap().to_string();
        assert_eq!(text(classic(&[(0, 5), (8, 5)])), "digit 5 is given twice in row 1, at r1c1 and r1c9");
        assert_eq!(text(classic(&[(0, 5), (72, 5)])), "digit 5 is given twice in column 1, at r1c1 and r9c1");
        assert_eq!(text(classic(&[(0, 5), (20, 5)])), "digit 5 is given twice in box 1, at r1c1 and r3c3");
    }

    #[test]
    fn regions_of_a_wrong_size_are_a_clash_not_an_error() {
        let geometry = Geometry::irregular(2, b"abbb").unwrap();
        let puzzle = ClassicPuzzle::new(geometry.into(), &[0; 4]).unwrap();
        assert_eq!(puzzle.clash().unwrap().to_string(), "region 1 has 1 cell, expected 2");
    }

    #[test]
    fn restrictions_meet_givens_and_each_other() {
        let low = vec![DigitSet::from_bits(0b11); 81];
        let puzzle = classic(&[(0, 1)]).with_restrictions(&low).unwrap();
        assert_eq!(puzzle.allowed(Cell::new(0).unwrap()).bits(), 1);
        assert_eq!(puzzle.allowed(Cell::new(1).unwrap()).bits(), 0b11);
        assert_eq!(puzzle.clash(), None);
        let puzzle = puzzle.with_restrictions(&vec![DigitSet::from_bits(0b10); 81]).unwrap();
        assert_eq!(puzzle.clash().unwrap().to_string(), "no digit is allowed at r1c1");
        assert!(classic(&[]).with_restrictions(&vec![DigitSet::from_bits(1 << 9); 81]).is_err());
    }

    #[test]
    fn wrong_counts_and_digits_are_errors_with_a_position() {
        let geometry = Arc::new(Geometry::latin(2).unwrap());
        assert_eq!(
            ClassicPuzzle::new(geometry.clone(), &[0; 3]).unwrap_err().to_string(),
            "3 cells, expected 4"
        );
        let error = ClassicPuzzle::new(geometry, &[0, 0, 3, 0]).unwrap_err();
        assert_eq!((error.cell(), error.to_string().as_str()), (Some(2), "r2c1 has 3, expected at most 2"));
        assert_eq!(Grid::new(2, vec![1, 2, 0, 1]).unwrap_err().cell(), Some(2));
        assert_eq!(Grid::new(2, vec![1, 2, 2]).unwrap_err().cell(), None);
    }
}
