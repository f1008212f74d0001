//! Cells by their row-major index.
//!
//! ```
//! use farandole_puzzle::Cell;
//!
//! let cell = Cell::at(4, 8, 9).unwrap();
//! assert_eq!((cell.index(), cell.name(9).to_string()), (44, "r5c9".to_string()));
//! ```

use core::fmt;

/// A cell of an N x N grid, identified by its row-major index from 0 to N * N - 1 (at most 4,095).
///
/// The index does not determine the length of a row. Methods that need it take `size` = N.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Returns the cell with this row-major index, which must be below 50,625.
    pub const fn within(index: usize) -> Self {
        debug_assert!(index < crate::MAX_SIZE * crate::MAX_SIZE);
        Self(index as u16)
    }

    /// Returns the cell with this row-major index, or `None` if the index is 50,625 or more.
    pub const fn new(index: usize) -> Option<Self> {
        if index < crate::MAX_SIZE * crate::MAX_SIZE { Some(Self(index as u16)) } else { None }
    }

    /// Returns the cell in this row and column (both 0-based) of an N x N grid with `size` = N.
    ///
    /// Returns `None` if the row or column is not below `size`, or `size` is above 225.
    pub const fn at(row: usize, col: usize, size: usize) -> Option<Self> {
        if row < size && col < size && size <= crate::MAX_SIZE { Self::new(row * size + col) } else { None }
    }

    /// Returns the row-major index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the 0-based row in a grid of this size.
    ///
    /// # Panics
    /// Panics if `size` is 0.
    pub const fn row(self, size: usize) -> usize {
        self.index() / size
    }

    /// Returns the 0-based column in a grid of this size.
    ///
    /// # Panics
    /// Panics if `size` is 0.
    pub const fn col(self, size: usize) -> usize {
        self.index() % size
    }

    /// Returns the display name in a grid of this size; the top left cell is `r1c1`.
    pub const fn name(self, size: usize) -> CellName {
        CellName { cell: self, size }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}

/// Displays a cell as `r1c1`, with 1-based row and column.
#[derive(Clone, Copy, Debug)]
pub struct CellName {
    cell: Cell,
    size: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.cell.row(self.size) + 1, self.cell.col(self.size) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn row_and_column_are_the_inverse_of_at() {
        for size in (1..=64).chain([100, 225]) {
            for index in 0..size * size {
                let cell = Cell::new(index).unwrap();
                assert_eq!(Cell::at(cell.row(size), cell.col(size), size), Some(cell));
            }
        }
        assert_eq!(Cell::new(225 * 225), None);
        assert_eq!(Cell::at(9, 0, 9), None);
        assert_eq!(Cell::at(0, 9, 9), None);
    }

    #[test]
    fn names_count_from_one() {
        assert_eq!(Cell::at(0, 8, 9).unwrap().name(9).to_string(), "r1c9");
    }
}
