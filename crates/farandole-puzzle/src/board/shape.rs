//! The shape of a board: the numbers of rows and columns, the range of values, and the kind of the
//! grid, which determines whether rows, columns and boxes are houses.
//!
//! ```
//! use farandole_puzzle::board::{GridKind, Shape, ValueRange};
//!
//! let shape = Shape::new(4, 6, ValueRange::new(0, 7).unwrap(), GridKind::Raw).unwrap();
//! assert_eq!((shape.cell_count(), shape.values().high()), (24, 6));
//! assert!(Shape::new(6, 6, ValueRange::new(1, 5).unwrap(), GridKind::Sudoku).is_err());
//! ```

use crate::BoxShape;
use core::fmt;

/// Maximum number of values of a board, and of rows and columns of a Sudoku grid. Masks of values
/// are 16 bits wide.
pub const MAX_SIDE: usize = 16;

/// Maximum number of rows and of columns of a raw grid. Names such as `R17C20` have at most two
/// digits per coordinate.
pub const MAX_RAW_SIDE: usize = 99;

/// Maximum number of cells of a board, including extra cells.
pub const MAX_CELLS: usize = 1000;

/// The range of values of a cell: `count` consecutive numbers starting at `low` (0 or 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueRange {
    low: u8,
    count: u8,
}

impl ValueRange {
    /// Returns the range of `count` values starting at `low`, or `None` unless `low` is 0 or 1 and
    /// `count` is 1 to 16.
    pub const fn new(low: u8, count: u8) -> Option<Self> {
        if low <= 1 && count >= 1 && count as usize <= MAX_SIDE { Some(Self { low, count }) } else { None }
    }

    /// Returns the least value, 0 or 1.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Returns the greatest value.
    pub const fn high(self) -> u8 {
        self.low + self.count - 1
    }

    /// Returns the number of values.
    pub const fn count(self) -> u8 {
        self.count
    }

    /// Returns true if the value is in the range.
    #[inline]
    pub const fn contains(self, value: u8) -> bool {
        value >= self.low && value <= self.high()
    }

    /// Returns the mask of all values: bit v - `low` represents the value v.
    pub const fn all(self) -> u16 {
        u16::MAX >> (16 - self.count)
    }

    /// Returns the mask of one value, or 0 if it is out of range.
    #[inline]
    pub const fn mask(self, value: u8) -> u16 {
        if self.contains(value) { 1 << (value - self.low) } else { 0 }
    }

    /// Returns the mask of the values for which `holds` is true.
    pub fn mask_where(self, holds: impl Fn(u8) -> bool) -> u16 {
        self.iter().filter(|value| holds(*value)).fold(0, |mask, value| mask | self.mask(value))
    }

    /// Returns all values in ascending order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        self.low..=self.high()
    }

    /// Returns the values of a mask in ascending order.
    #[inline]
    pub fn values_of(self, mask: u16) -> impl DoubleEndedIterator<Item = u8> + Clone {
        ValuesOf { left: mask & self.all(), low: self.low }
    }
}

/// The values of a mask that are left, found bit by bit.
#[derive(Clone)]
struct ValuesOf {
    left: u16,
    low: u8,
}

impl Iterator for ValuesOf {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let index = self.left.trailing_zeros() as u8;
        (self.left != 0).then(|| {
            self.left &= self.left - 1;
            self.low + index
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.left.count_ones() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for ValuesOf {
    #[inline]
    fn next_back(&mut self) -> Option<u8> {
        let index = self.left.checked_ilog2()?;
        self.left ^= 1 << index;
        Some(self.low + index as u8)
    }
}

impl fmt::Display for ValueRange {
    /// Writes the range, for example `1-9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high())
    }
}

/// The basic rules of a grid: those of Sudoku, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GridKind {
    /// Values do not repeat in a row, column or box.
    Sudoku,
    /// Only the explicit constraints apply.
    Raw,
}

/// The rows, columns, values and kind of a grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    rows: u8,
    cols: u8,
    values: ValueRange,
    kind: GridKind,
}

impl Shape {
    /// The 9x9 Sudoku grid with the values 1 to 9.
    pub const CLASSIC: Self =
        Self { rows: 9, cols: 9, values: ValueRange { low: 1, count: 9 }, kind: GridKind::Sudoku };

    /// Creates a shape with 1 to 16 rows and columns. A raw grid may have up to [`MAX_RAW_SIDE`] of
    /// each and [`MAX_CELLS`] cells.
    ///
    /// # Errors
    /// Returns an error if a side is out of range, if there are too many cells, or if a Sudoku grid
    /// has fewer values than cells along its longer side.
    pub const fn new(
        rows: usize,
        cols: usize,
        values: ValueRange,
        kind: GridKind,
    ) -> Result<Self, ShapeError> {
        let most = if matches!(kind, GridKind::Raw) { MAX_RAW_SIDE } else { MAX_SIDE };
        if rows == 0 || cols == 0 || rows > most || cols > most {
            return Err(ShapeError { kind: ShapeErrorKind::Side { rows, cols, most } });
        }
        if rows * cols > MAX_CELLS {
            return Err(ShapeError { kind: ShapeErrorKind::Cells { rows, cols } });
        }
        let longer = if rows > cols { rows } else { cols };
        if matches!(kind, GridKind::Sudoku) && (values.count as usize) < longer {
            return Err(ShapeError { kind: ShapeErrorKind::Values { values, least: longer } });
        }
        Ok(Self { rows: rows as u8, cols: cols as u8, values, kind })
    }

    /// Returns the Sudoku grid with N rows, N columns and the values 1 to N.
    ///
    /// # Errors
    /// Returns an error if `size` is not 1 to 16.
    pub const fn square(size: usize) -> Result<Self, ShapeError> {
        let count = if size > MAX_SIDE { 1 } else { size as u8 };
        match ValueRange::new(1, count) {
            Some(values) => Self::new(size, size, values, GridKind::Sudoku),
            None => Err(ShapeError { kind: ShapeErrorKind::Side { rows: size, cols: size, most: MAX_SIDE } }),
        }
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Returns the number of columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Returns the length of the longer side in cells.
    pub const fn longer_side(self) -> usize {
        if self.rows > self.cols { self.rows as usize } else { self.cols as usize }
    }

    /// Returns the number of rows times the number of columns.
    pub const fn cell_count(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Returns the range of values of every cell.
    pub const fn values(self) -> ValueRange {
        self.values
    }

    /// Returns the kind of the grid: Sudoku or raw.
    pub const fn kind(self) -> GridKind {
        self.kind
    }

    /// Returns true if there are as many rows as columns.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// Returns the box shape for regions of `size` cells in this grid. Returns `None` if no boxes
    /// with at least two rows and two columns tile the grid.
    ///
    /// The candidates are the factorizations a x b = `size` with a <= b, in descending order of a.
    /// For each factorization, boxes with a rows and b columns precede boxes with b rows and a
    /// columns.
    pub(crate) fn boxes_of(self, size: usize) -> Option<BoxShape> {
        let fits = |shape: &BoxShape| {
            self.rows().is_multiple_of(shape.box_rows) && self.cols().is_multiple_of(shape.box_cols)
        };
        let shorter = (2..=size).take_while(|side| side * side <= size);
        let factors = shorter.filter(|side| size.is_multiple_of(*side)).collect::<alloc::vec::Vec<_>>();
        factors.into_iter().rev().find_map(|side| {
            let wide = BoxShape { box_rows: side, box_cols: size / side };
            let tall = BoxShape { box_rows: wide.box_cols, box_cols: side };
            [wide, tall].into_iter().find(fits)
        })
    }
}

/// An invalid shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeError {
    kind: ShapeErrorKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ShapeErrorKind {
    Side { rows: usize, cols: usize, most: usize },
    Cells { rows: usize, cols: usize },
    Values { values: ValueRange, least: usize },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ShapeErrorKind::Side { rows, cols, most } => {
                write!(f, "found a grid with {rows} rows and {cols} columns, expected 1 to {most} of each")
            }
            ShapeErrorKind::Cells { rows, cols } => {
                write!(
                    f,
                    "found a grid with {rows} rows and {cols} columns, expected at most {MAX_CELLS} cells"
                )
            }
            ShapeErrorKind::Values { values, least } => write!(
                f,
                "found a Sudoku grid with the values {values} and a side of {least} cells, expected at least {least} values"
            ),
        }
    }
}

impl core::error::Error for ShapeError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(rows: usize, cols: usize) -> Option<(usize, usize)> {
        let values = ValueRange::new(1, rows.max(cols) as u8).unwrap();
        let shape = Shape::new(rows, cols, values, GridKind::Sudoku).unwrap();
        shape.boxes_of(shape.longer_side()).map(|shape| (shape.box_rows, shape.box_cols))
    }

    #[test]
    fn default_boxes_are_as_square_as_the_grid_allows() {
        let known = [(6, 6, 2, 3), (4, 6, 2, 3), (6, 4, 3, 2), (8, 6, 4, 2), (10, 10, 2, 5), (6, 9, 3, 3)];
        for (rows, cols, box_rows, box_cols) in known {
            assert_eq!(boxes(rows, cols), Some((box_rows, box_cols)), "{rows}x{cols}");
        }
        assert_eq!((boxes(5, 5), boxes(7, 9)), (None, None));
        assert_eq!((boxes(9, 9), boxes(16, 16)), (Some((3, 3)), Some((4, 4))));
    }

    #[test]
    fn masks_start_at_the_least_value() {
        let values = ValueRange::new(0, 10).unwrap();
        assert_eq!((values.mask(0), values.mask(9), values.mask(10), values.all()), (1, 512, 0, 1023));
        assert!(values.values_of(0b101).eq([0, 2]));
        let mut ends = ValueRange::new(1, 9).unwrap().values_of(0b10_1010_0001);
        assert_eq!((ends.next(), ends.next_back(), ends.size_hint()), (Some(1), Some(8), (1, Some(1))));
        assert_eq!((ends.next_back(), ends.next_back(), ends.next()), (Some(6), None, None));
        assert_eq!(values.mask_where(|value| value % 2 == 1), 0b10_1010_1010);
        assert_eq!(ValueRange::new(1, 16).unwrap().all(), u16::MAX);
        assert_eq!((ValueRange::new(2, 3), ValueRange::new(0, 17)), (None, None));
    }
}
