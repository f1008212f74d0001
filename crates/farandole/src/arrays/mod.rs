//! Arrays: many puzzles in memory as rows of bytes; the answers as a structure of arrays, one array for each field.
//!
//! For callers that hold columns or matrices, such as other languages. Nothing is copied but 2,048 puzzles at a time into a
//! buffer of each thread. A row that can't be read has a status of its own and never costs its neighbours. Every solution
//! is checked by the rules.
//!
//! ```
//! use farandole::arrays::{Cells, Matrix, Run, Table, solve};
//! use farandole::pipeline::Status;
//! use farandole::Config;
//!
//! let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".repeat(2);
//! let rows = Matrix::new(&text, 81).unwrap();
//! let table = Table { rows: &rows, cells: Cells::Text, size: 9 };
//! let mut grids = vec![0; 2 * 81];
//! let found = solve(&table, &Config::default(), &Run::alone(), Some(&mut grids));
//! assert_eq!((found.status[1], found.solutions[1], &grids[..4]), (Status::Solved, 1, &[5, 3, 4, 6][..]));
//! ```

mod candidates;
mod canonical;
mod check;
mod judge;
mod rate;
mod search;
mod solve;
mod study;
mod work;

pub use candidates::{Candidates, candidates};
pub use canonical::{Forms, canonical};
pub use check::check;
pub use rate::{HODOKU_LEVELS, Ratings, rate};
pub use solve::{Solved, solve};
pub use study::{proper, study};
pub use work::Run;

use crate::convert::ToPuzzle;
use crate::error::Error;
use farandole_puzzle::{Geometry, Puzzle};
use std::ops::Range;
use std::sync::Arc;

/// Puzzles as rows of bytes.
pub trait Rows: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// The bytes of a row, `None` where it is missing or there is no such row.
    fn row(&self, number: usize) -> Option<&[u8]>;

    /// The bytes of several rows, if all are there, have this width and lie one behind the other. Where they do, reading
    /// them takes a third of the instructions.
    fn block(&self, rows: Range<usize>, width: usize) -> Option<&[u8]> {
        let _ = (rows, width);
        None
    }

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Rows of one width, one behind the other.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl<'a> Matrix<'a> {
    /// Rows of this width. `None` if it is 0 or the bytes are not a whole number of rows.
    pub const fn new(bytes: &'a [u8], width: usize) -> Option<Self> {
        if width == 0 || !bytes.len().is_multiple_of(width) { None } else { Some(Self { bytes, width }) }
    }
}

impl Rows for Matrix<'_> {
    fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    fn row(&self, number: usize) -> Option<&[u8]> {
        self.bytes.get(number * self.width..(number + 1) * self.width)
    }

    fn block(&self, rows: Range<usize>, width: usize) -> Option<&[u8]> {
        if width != self.width {
            return None;
        }
        self.bytes.get(rows.start * width..rows.end * width)
    }
}

/// What the bytes of a row stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// A cell is a number, 0 for an empty one, row-major. In 9x9 puzzles ASCII digits and the characters of
    /// [`farandole_kernel::solve_batch`] for empty cells are understood too, since they are no other digits.
    Numbers,
    /// Text: a puzzle of any format.
    Text,
}

/// Puzzles and how to read them.
#[derive(Debug)]
pub struct Table<'a, R: ?Sized> {
    /// The puzzles.
    pub rows: &'a R,
    /// What their bytes stand for.
    pub cells: Cells,
    /// The number N of rows of every puzzle. A puzzle of another size is unreadable.
    pub size: usize,
}

impl<R: Rows + ?Sized> Table<'_, R> {
    /// The puzzle of a row.
    ///
    /// # Errors
    /// That the row is no puzzle of this size, or is missing.
    pub fn puzzle(&self, number: usize) -> Result<Puzzle, RowError> {
        let row = self.rows.row(number).ok_or(RowErrorKind::Missing)?;
        let puzzle = match self.cells {
            Cells::Text => text(row)?.to_puzzle().map_err(RowErrorKind::Text)?.into_owned(),
            Cells::Numbers => numbers(row, self.size)?,
        };
        if puzzle.size() == self.size { Ok(puzzle) } else { Err(RowErrorKind::Size(puzzle.size()).into()) }
    }
}

/// The text of a row. Bytes beyond ASCII are no part of any puzzle; those that are no UTF-8 get the place that they have.
fn text(row: &[u8]) -> Result<&str, RowError> {
    str::from_utf8(row).map_err(|error| RowErrorKind::Cell(error.valid_up_to()).into())
}

/// The puzzle whose cells are numbers, with the usual boxes.
fn numbers(row: &[u8], size: usize) -> Result<Puzzle, RowError> {
    if row.len() != size * size {
        return Err(RowErrorKind::Length(row.len(), size * size).into());
    }
    let cell = |byte: &u8| match *byte {
        b'1'..=b'9' if size == 9 => byte - b'0',
        b'.' | b'0' | b'_' | b'*' | b'-' | b'?' if size == 9 => 0,
        number => number,
    };
    let cells: Vec<u8> = row.iter().map(cell).collect();
    if let Some(place) = cells.iter().position(|number| usize::from(*number) > size) {
        return Err(RowErrorKind::Cell(place).into());
    }
    let geometry = Geometry::usual(size).map_err(|_| RowErrorKind::NoBoxes(size))?;
    Puzzle::new(Arc::new(geometry), &cells).map_err(|_| RowErrorKind::Cell(0).into())
}

/// Why a row is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowError {
    kind: RowErrorKind,
}

/// What is wrong with a row.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RowErrorKind {
    /// It is missing.
    Missing,
    /// It is no text of a puzzle.
    Text(Error),
    /// The byte at this place, from 0, is no cell.
    Cell(usize),
    /// It has so many cells, and should have so many.
    Length(usize, usize),
    /// It is a puzzle of this size.
    Size(usize),
    /// There are no usual boxes for this size.
    NoBoxes(usize),
}

impl RowError {
    /// What is wrong.
    pub const fn kind(&self) -> &RowErrorKind {
        &self.kind
    }
}

impl From<RowErrorKind> for RowError {
    fn from(kind: RowErrorKind) -> Self {
        Self { kind }
    }
}

impl core::fmt::Display for RowError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match &self.kind {
            RowErrorKind::Missing => f.write_str("expected a puzzle, found nothing"),
            RowErrorKind::Text(error) => error.fmt(f),
            RowErrorKind::Cell(place) => write!(f, "cell {place} is neither a digit nor empty"),
            RowErrorKind::Length(found, expected) => write!(f, "found {found} cells, expected {expected}"),
            RowErrorKind::Size(size) => write!(f, "found a puzzle of size {size}"),
            RowErrorKind::NoBoxes(size) => write!(f, "there are no usual boxes for size {size}"),
        }
    }
}

impl core::error::Error for RowError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        if let RowErrorKind::Text(error) = &self.kind { Some(error) } else { None }
    }
}
