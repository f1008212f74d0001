//! `FromStr` and `Display` for puzzles and grids: one character per cell.
//!
//! A digit is one of [`SYMBOLS`]; `.` `0` `_` `*` `-` `?` are empty cells. The cells are on one
//! line or in rows, and white space between them has no meaning. The text does not define regions:
//! a parsed puzzle has the usual boxes of its size, or none.

use crate::{ClassicPuzzle, Geometry, Grid};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// The symbols of the digits 1 to 64.
pub const SYMBOLS: &[u8; 64] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@$&";

/// The reason why a text cannot be parsed as a puzzle or grid.
///
/// ```
/// use farandole_puzzle::ClassicPuzzle;
/// use farandole_puzzle::format::CellTextError;
///
/// assert_eq!("1..".parse::<ClassicPuzzle>(), Err(CellTextError::Count(3)));
/// assert_eq!("1..+".parse::<ClassicPuzzle>(), Err(CellTextError::Cell('+')));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CellTextError {
    /// The number of cells is not the square of a size from 1 to 64.
    Count(usize),
    /// A character is neither a digit of this size nor an empty cell.
    Cell(char),
    /// A finished grid has a cell without a digit.
    Unfinished,
}

impl fmt::Display for CellTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(cells) => {
                write!(f, "{cells} cells, expected N x N with N from 1 to {}", SYMBOLS.len())
            }
            Self::Cell(found) => write!(f, "found `{found}`, expected a digit or an empty cell"),
            Self::Unfinished => f.write_str("found an empty cell, expected a digit in every cell"),
        }
    }
}

impl core::error::Error for CellTextError {}

impl FromStr for ClassicPuzzle {
    type Err = CellTextError;

    /// Parses the givens of a puzzle with the usual boxes of its size.
    ///
    /// # Errors
    /// Returns an error if the number of cells is not that of a square grid, or if a character is
    /// not a cell.
    fn from_str(text: &str) -> Result<Self, CellTextError> {
        let (size, cells) = cells(text)?;
        let geometry = Geometry::usual(size).map_err(|_| CellTextError::Count(cells.len()))?;
        Self::new(geometry.into(), &cells).map_err(|_| CellTextError::Count(cells.len()))
    }
}

impl FromStr for Grid {
    type Err = CellTextError;

    /// Parses a finished grid.
    ///
    /// # Errors
    /// Returns the errors of parsing a puzzle, and an error if a cell has no digit.
    fn from_str(text: &str) -> Result<Self, CellTextError> {
        let (size, cells) = cells(text)?;
        Self::new(size, cells).map_err(|_| CellTextError::Unfinished)
    }
}

/// Parses the cells of a square grid into its size and its digits. An empty cell is 0.
fn cells(text: &str) -> Result<(usize, Vec<u8>), CellTextError> {
    let count = text.chars().filter(|c| !c.is_whitespace()).count();
    let size = (1..=SYMBOLS.len()).find(|size| size * size == count).ok_or(CellTextError::Count(count))?;
    let digit = |c: char| {
        if ".0_*-?".contains(c) {
            return Ok(0);
        }
        let digits = SYMBOLS[..size].iter();
        let found = digits.zip(1..).find(|(symbol, _)| char::from(**symbol) == c);
        found.map(|(_, digit)| digit).ok_or(CellTextError::Cell(c))
    };
    let cells: Result<Vec<u8>, _> = text.chars().filter(|c| !c.is_whitespace()).map(digit).collect();
    Ok((size, cells?))
}

impl fmt::Display for ClassicPuzzle {
    /// Prints the givens on one line with `{}`, and in rows with `{:#}`. Regions, diagonals and
    /// restrictions are not printed. Digits of sizes above 64 are numbers, separated by spaces, with 0 for an
    /// empty cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(self.size(), self.givens(), f)
    }
}

impl fmt::Display for Grid {
    /// Prints the digits on one line with `{}`, and in rows with `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(self.size(), self.digits(), f)
    }
}

fn write_cells(size: usize, cells: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use fmt::Write;
    for (cell, digit) in cells.iter().enumerate() {
        let is_row_start = f.alternate() && cell % size == 0;
        if is_row_start && cell > 0 {
            f.write_char('\n')?;
        }
        if size > SYMBOLS.len() {
            let separator = if is_row_start || cell == 0 { "" } else { " " };
            write!(f, "{separator}{digit}")?;
            continue;
        }
        let symbol = usize::from(*digit).checked_sub(1).and_then(|index| SYMBOLS.get(index));
        f.write_char(symbol.map_or('.', |symbol| char::from(*symbol)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn puzzles_and_grids_are_read_back() {
        let puzzle: ClassicPuzzle = "12..\n..21\n....\n2...\n".parse().unwrap();
        assert_eq!(puzzle.to_string(), "12....21....2...");
        assert_eq!(alloc::format!("{puzzle:#}"), "12..\n..21\n....\n2...");
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
        let grid: Grid = "1234341221434321".parse().unwrap();
        assert_eq!(alloc::format!("{grid:#}").parse(), Ok(grid));
        assert_eq!("123434122143432.".parse::<Grid>(), Err(CellTextError::Unfinished));
        let large = "G".repeat(256);
        assert_eq!(large.parse::<ClassicPuzzle>().map(|puzzle| puzzle.to_string()), Ok(large));
    }
}
