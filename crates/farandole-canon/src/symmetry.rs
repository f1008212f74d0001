//! Symmetries of the classic 9x9 board: the validity-preserving transformations.
//!
//! Transpose, order of bands, of stacks, of rows in a band, of columns in a stack, names of digits: the geometric
//! part has 3,359,232 members.
//!
//! Source: E. Russell, F. Jarvis, "Mathematics of Sudoku II" (2006).

use crate::board::ORDERS;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A map of the board onto itself that keeps rows, columns and boxes, with a renaming of digits.
///
/// With `S` the source, or its transpose where [`transpose`](Self::transposes) is set, the image is
/// `image[i][j] = digits[S[rows[i]][cols[j]]]`. Rows, columns and cells count from 0; digit 0 is the empty cell and
/// stays.
///
/// It prints as `T r012345678 c012345678 d123456789`, without `T` where nothing is transposed, with 0-based rows and
/// columns and the new names of the digits 1 to 9; parsing reads the same form.
///
/// ```
/// use farandole_canon::Symmetry;
///
/// let turn: Symmetry = "T r876543210 c012345678 d123456789".parse()?;
/// let board: [u8; 81] = core::array::from_fn(|cell| (cell % 10) as u8);
/// assert_eq!(turn.apply(&board)[8], board[80]);
/// assert_eq!(turn.inverse().apply(&turn.apply(&board)), board);
/// assert_eq!(turn.then(&turn.inverse()), Symmetry::IDENTITY);
/// # Ok::<(), farandole_canon::ParseSymmetryError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry {
    transpose: bool,
    rows: [u8; 9],
    cols: [u8; 9],
    digits: [u8; 10],
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self {
        transpose: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        cols: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    pub(crate) const fn from_parts(transpose: bool, rows: [u8; 9], cols: [u8; 9], digits: [u8; 10]) -> Self {
        Self { transpose, rows, cols, digits }
    }

    /// A symmetry from its parts, or `None` where bands, stacks or digits would be torn apart.
    ///
    /// ```
    /// use farandole_canon::{Orientation, Symmetry};
    ///
    /// let (lines, digits) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    /// let identity = Symmetry::new(Orientation::Upright, lines, lines, digits);
    /// assert_eq!(identity, Some(Symmetry::IDENTITY));
    /// let torn = [0, 1, 3, 2, 4, 5, 6, 7, 8];
    /// assert_eq!(Symmetry::new(Orientation::Upright, torn, lines, digits), None);
    /// ```
    pub fn new(orientation: Orientation, rows: [u8; 9], cols: [u8; 9], digits: [u8; 9]) -> Option<Self> {
        let mut names = [0; 10];
        names[1..].copy_from_slice(&digits);
        let is_order = |lines: &[u8; 9]| {
            let all =
                lines.iter().fold(0_u16, |set, line| set | 1_u16.checked_shl(u32::from(*line)).unwrap_or(0));
            all == 0x1ff && lines.chunks(3).all(|chute| chute.iter().all(|line| line / 3 == chute[0] / 3))
        };
        let named =
            names.iter().fold(0_u16, |set, name| set | 1_u16.checked_shl(u32::from(*name)).unwrap_or(0));
        let transpose = orientation == Orientation::Transposed;
        (is_order(&rows) && is_order(&cols) && named == 0x3ff).then_some(Self {
            transpose,
            rows,
            cols,
            digits: names,
        })
    }

    /// Whether rows become columns.
    pub const fn transposes(&self) -> bool {
        self.transpose
    }

    /// For each row of the image the row of the source, or its column where the source is transposed.
    pub const fn rows(&self) -> &[u8; 9] {
        &self.rows
    }

    /// For each column of the image the column of the source, or its row where the source is transposed.
    pub const fn cols(&self) -> &[u8; 9] {
        &self.cols
    }

    /// The new name of each digit; index 0 is the empty cell.
    pub const fn digits(&self) -> &[u8; 10] {
        &self.digits
    }

    /// This symmetry, then other orders of rows and columns.
    pub(crate) fn reordered(&self, rows: &[u8; 9], cols: &[u8; 9]) -> Self {
        let rows = rows.map(|row| self.rows[row as usize]);
        let cols = cols.map(|col| self.cols[col as usize]);
        Self { rows, cols, ..*self }
    }

    /// The new name of a digit up to 9.
    #[inline]
    pub(crate) const fn name(&self, digit: u8) -> u8 {
        if digit < 10 { self.digits[digit as usize] } else { 0 }
    }

    /// The source cell, 0 to 80 row-major, of a cell of the image.
    #[inline]
    pub const fn source(&self, cell: usize) -> usize {
        let (row, col) = (self.rows[cell / 9] as usize, self.cols[cell % 9] as usize);
        if self.transpose { col * 9 + row } else { row * 9 + col }
    }

    /// The image of a board: 81 values from 0 (empty) to 9.
    pub fn apply(&self, board: &[u8; 81]) -> [u8; 81] {
        core::array::from_fn(|cell| self.digits[board[self.source(cell)] as usize])
    }

    /// The symmetry that leads back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (mut rows, mut cols, mut digits) = ([0; 9], [0; 9], [0; 10]);
        for place in 0..9 {
            rows[self.rows[place] as usize] = place as u8;
            cols[self.cols[place] as usize] = place as u8;
        }
        for digit in 0..10 {
            digits[self.digits[digit] as usize] = digit as u8;
        }
        if self.transpose {
            core::mem::swap(&mut rows, &mut cols);
        }
        Self { transpose: self.transpose, rows, cols, digits }
    }

    /// First this symmetry, then another one.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        // The lines of `self` in the orientation in which `next` sees its source.
        let (rows, cols) = if next.transpose { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        Self {
            transpose: self.transpose != next.transpose,
            rows: next.rows.map(|row| rows[row as usize]),
            cols: next.cols.map(|col| cols[col as usize]),
            digits: self.digits.map(|digit| next.digits[digit as usize]),
        }
    }
}

/// The orders of nine lines that keep chutes together and move none but blank lines.
pub(crate) fn blank_orders(is_blank: [bool; 9]) -> Vec<[u8; 9]> {
    let order = |number: usize| {
        let chutes = ORDERS[number / 216];
        let inside = [ORDERS[number / 36 % 6], ORDERS[number / 6 % 6], ORDERS[number % 6]];
        core::array::from_fn(|place| 3 * chutes[place / 3] + inside[place / 3][place % 3])
    };
    let stays = |order: &[u8; 9]| (0..9).all(|line| is_blank[line] || order[line] == line as u8);
    (0..1296).map(order).filter(stays).collect()
}

/// Whether rows stay rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// Rows stay rows.
    Upright,
    /// Rows become columns.
    Transposed,
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.transpose {
            f.write_str("T ")?;
        }
        let parts = [('r', &self.rows[..]), ('c', &self.cols[..]), ('d', &self.digits[1..])];
        for (index, (letter, values)) in parts.into_iter().enumerate() {
            write!(f, "{}{letter}", if index > 0 { " " } else { "" })?;
            values.iter().try_for_each(|value| write!(f, "{value}"))?;
        }
        Ok(())
    }
}

/// The text is not a symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSymmetryError(());

impl fmt::Display for ParseSymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a symmetry such as `T r012345678 c012345678 d123456789`")
    }
}

impl core::error::Error for ParseSymmetryError {}

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(text: &str) -> Result<Self, ParseSymmetryError> {
        let (orientation, text) = match text.strip_prefix("T ") {
            Some(rest) => (Orientation::Transposed, rest),
            None => (Orientation::Upright, text),
        };
        let mut parts = text.split(' ');
        let mut lines = |letter: char| -> Option<[u8; 9]> {
            let values = parts.next()?.strip_prefix(letter)?.as_bytes();
            let values: &[u8; 9] = values.try_into().ok()?;
            values.iter().all(u8::is_ascii_digit).then(|| values.map(|value| value - b'0'))
        };
        let symmetry = (|| Self::new(orientation, lines('r')?, lines('c')?, lines('d')?))();
        symmetry.filter(|_| parts.next().is_none()).ok_or(ParseSymmetryError(()))
    }
}
