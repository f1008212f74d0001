//! Arrays: many puzzles in memory as rows of bytes, with answers as a structure of arrays, one
//! array per field.
//!
//! This module is for callers that have columns or matrices, such as other languages. Each thread
//! copies 2,048 puzzles at a time into a buffer. Nothing else is copied. A row that cannot be read
//! has its own status and does not affect other rows. Every solution is checked against the rules.
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
use crate::error::{Error, ErrorKind};
use crate::pipeline::Status;
use farandole_puzzle::{ClassicPuzzle, Geometry, Puzzle};
use farandole_solve::Batch;
use std::ops::Range;
use std::sync::Arc;

/// Puzzles as rows of bytes.
pub trait Rows: Sync {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Returns the bytes of a row, numbered from 0, or `None` if the row is missing or out of
    /// range.
    fn row(&self, number: usize) -> Option<&[u8]>;

    /// Returns the bytes of several rows if all exist, have this width and are contiguous. Reading rows as a
    /// block takes a third of the instructions of reading them one by one.
    fn block(&self, rows: Range<usize>, width: usize) -> Option<&[u8]> {
        let _ = (rows, width);
        None
    }

    /// Returns true if there are no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Contiguous rows of one width.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl<'a> Matrix<'a> {
    /// Returns the rows of this width, or `None` if the width is 0 or does not divide the number of
    /// bytes.
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

/// The meaning of the bytes of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// Each byte is one cell, row-major: a number, 0 for an empty cell. In 9x9 puzzles, ASCII
    /// digits and the characters that [`farandole_kernel::solve_batch`] accepts for empty cells are
    /// also accepted, since they are not valid numbers.
    Numbers,
    /// Each row is the text of a puzzle in any format.
    Text,
}

/// Puzzles as rows of bytes, and the meaning of the bytes.
#[derive(Debug)]
pub struct Table<'a, R: ?Sized> {
    /// The puzzles.
    pub rows: &'a R,
    /// The meaning of the bytes of a puzzle.
    pub cells: Cells,
    /// The size N of every puzzle, which has N * N cells. A puzzle of another size is unreadable.
    pub size: usize,
}

impl<R: Rows + ?Sized> Table<'_, R> {
    /// Adds rows of 81 bytes to a batch. Calls `take` for each row, in order, with its number in the
    /// batch, or with `None` if it was not added.
    fn push_rows(&self, batch: &mut Batch, rows: Range<usize>, mut take: impl FnMut(Option<usize>)) {
        let mut push = |bytes: &[u8]| match self.cells {
            Cells::Numbers => batch.push_numbers(bytes),
            Cells::Text => batch.push_text(bytes),
        };
        if self.size != 9 {
            return rows.for_each(|_| take(None));
        }
        if let Some(block) = self.rows.block(rows.clone(), 81) {
            push(block);
            return (0..rows.len()).for_each(|number| take(Some(number)));
        }
        let mut count = 0;
        for row in rows {
            match self.rows.row(row).filter(|row| row.len() == 81) {
                Some(row) => {
                    push(row);
                    take(Some(count));
                    count += 1;
                }
                None => take(None),
            }
        }
    }

    /// Returns the puzzle of a row, numbered from 0.
    ///
    /// # Errors
    /// If the row is missing, or is not a puzzle of this size.
    pub fn puzzle(&self, number: usize) -> Result<ClassicPuzzle, RowError> {
        let row = self.rows.row(number).ok_or(RowErrorKind::Missing)?;
        let puzzle = match self.cells {
            Cells::Text => classic(text(row)?).map_err(RowErrorKind::Text)?,
            Cells::Numbers => numbers(row, self.size)?,
        };
        if puzzle.size() == self.size { Ok(puzzle) } else { Err(RowErrorKind::Size(puzzle.size()).into()) }
    }
}

/// Returns the classic puzzle with this text. Text of a variant without constraints beyond houses is one too.
fn classic(text: &str) -> Result<ClassicPuzzle, Error> {
    match text.to_puzzle()?.into_owned() {
        Puzzle::Classic(puzzle) => Ok(puzzle),
        Puzzle::Variant(variant) => variant.to_puzzle().ok_or_else(|| ErrorKind::NotClassic.into()),
    }
}

/// Returns the text of a row. For invalid UTF-8, the error contains the index of the first invalid
/// byte.
fn text(row: &[u8]) -> Result<&str, RowError> {
    str::from_utf8(row).map_err(|error| RowErrorKind::Cell(error.valid_up_to()).into())
}

/// Returns the puzzle whose cells are these numbers, with the usual boxes.
fn numbers(row: &[u8], size: usize) -> Result<ClassicPuzzle, RowError> {
    if row.len() != size * size {
        return Err(RowErrorKind::Length(row.len(), size * size).into());
    }
    let cell = |byte: &u8| match *byte {
        b'1'..=b'9' if size == 9 => byte - b'0',
        b'.' | b'0' | b'_' | b'*' | b'-' | b'?' if size == 9 => 0,
        number => number,
    };
    let cells: Vec<u8> = row.iter().map(cell).collect();
    if let Some(index) = cells.iter().position(|number| usize::from(*number) > size) {
        return Err(RowErrorKind::Cell(index).into());
    }
    let geometry = Geometry::usual(size).map_err(|_| RowErrorKind::NoBoxes(size))?;
    ClassicPuzzle::new(Arc::new(geometry), &cells).map_err(|_| RowErrorKind::Cell(0).into())
}

/// The error for a row that is not a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct RowError {
    kind: RowErrorKind,
}

/// The kinds of errors in a row.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum RowErrorKind {
    /// The row is missing.
    Missing,
    /// The row is not the text of a puzzle.
    Text(Error),
    /// The byte at this index, from 0, is not a cell.
    Cell(usize),
    /// The row has the wrong number of cells: `(found, expected)`.
    Length(usize, usize),
    /// The row is a puzzle of this size, which is not the size of the table.
    Size(usize),
    /// This size has no usual boxes.
    NoBoxes(usize),
}

impl RowError {
    /// Returns the kind of error.
    pub const fn kind(&self) -> &RowErrorKind {
        &self.kind
    }

    /// Returns the status of the row: [`Status::Unsupported`] for a variant, otherwise [`Status::Unreadable`].
    pub fn status(&self) -> Status {
        match &self.kind {
            RowErrorKind::Text(error) if *error.kind() == ErrorKind::NotClassic => Status::Unsupported,
            _ => Status::Unreadable,
        }
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
            RowErrorKind::Missing => f.write_str("expected a puzzle, found none"),
            RowErrorKind::Text(error) => error.fmt(f),
            RowErrorKind::Cell(index) => write!(f, "cell {index}: expected a digit or an empty cell"),
            RowErrorKind::Length(found, expected) => write!(f, "found {found} cells, expected {expected}"),
            RowErrorKind::Size(size) => {
                write!(f, "found a puzzle of size {size}, expected the size of the table")
            }
            RowErrorKind::NoBoxes(size) => write!(f, "size {size} has no usual boxes"),
        }
    }
}

impl core::error::Error for RowError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        if let RowErrorKind::Text(error) = &self.kind { Some(error) } else { None }
    }
}
