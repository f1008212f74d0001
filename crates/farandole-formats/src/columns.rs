//! Columns of delimited lines: the meaning of each field of a line.
//!
//! ```
//! use farandole_formats::{Column, Columns};
//!
//! let columns = Columns::by_names("size,givens,regions,-,solution").unwrap();
//! assert_eq!(columns.list()[1], Column::Givens);
//! assert!(Columns::by_names("size,solution").is_err());
//! ```

use core::fmt;

/// The content of a column of a delimited line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The givens.
    Givens,
    /// The region map.
    Regions,
    /// The solution.
    Solution,
    /// The size N as a number.
    Size,
    /// The diagonals that are houses: `X` for both, `\` for the main diagonal, `/` for the
    /// antidiagonal. `-`, `.`, `0` or an empty field means neither.
    Diagonals,
    /// A label. In separated values, it is also kept in
    /// [`Entry::trailing`](super::Entry::trailing).
    Label,
    /// A column that is not interpreted. In separated values, it is kept in
    /// [`Entry::trailing`](super::Entry::trailing).
    Other,
    /// A column that is neither interpreted nor kept.
    Ignored,
}

impl Column {
    /// The names of each column in a header or a list. The first one is the usual name.
    const NAMES: [(Self, &'static str); 8] = [
        (Self::Givens, "givens puzzle puzzles quiz quizzes question sudoku board grid"),
        (Self::Regions, "regions region_map map layout jigsaw"),
        (Self::Solution, "solution solutions answer"),
        (Self::Size, "size n"),
        (Self::Diagonals, "diagonals diagonal x"),
        (Self::Label, "label name id"),
        (Self::Other, "other"),
        (Self::Ignored, "- _"),
    ];

    /// Returns the column with this name in a header or a list, or `None` for any other text. Case
    /// is ignored.
    pub fn by_name(name: &[u8]) -> Option<Self> {
        let is_called = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        let column = Self::NAMES.iter().find(|(_, names)| names.split(' ').any(is_called));
        column.map(|(column, _)| *column)
    }

    /// Returns the name in a list or a header.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1.split(' ').next().unwrap_or_default()
    }
}

/// The columns of delimited lines from left to right. Fields after the last column are kept in
/// [`Entry::trailing`](super::Entry::trailing).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(Box<[Column]>);

impl Columns {
    /// Creates a list of columns.
    ///
    /// # Errors
    /// If no column contains givens or a region map, or if two columns have the same content. Only
    /// `Ignored` and `Other` may repeat.
    pub fn new(columns: &[Column]) -> Result<Self, ColumnsError> {
        for (i, column) in columns.iter().enumerate() {
            if !matches!(column, Column::Ignored | Column::Other) && columns[..i].contains(column) {
                return Err(ColumnsError(ColumnsErrorKind::Twice(*column)));
            }
        }
        if !columns.contains(&Column::Givens) && !columns.contains(&Column::Regions) {
            return Err(ColumnsError(ColumnsErrorKind::NoGivens));
        }
        Ok(Self(columns.into()))
    }

    /// Parses a list of column names separated by commas, for example
    /// `size,givens,regions,solution,diagonals`. `-` is an ignored column.
    ///
    /// # Errors
    /// If a name is unknown, or [`Columns::new`] fails.
    pub fn by_names(names: &str) -> Result<Self, ColumnsError> {
        let column = |(position, name): (usize, &str)| {
            let unknown = ColumnsError(ColumnsErrorKind::Unknown { position });
            Column::by_name(name.trim().as_bytes()).ok_or(unknown)
        };
        let columns: Result<Vec<Column>, ColumnsError> = names.split(',').enumerate().map(column).collect();
        Self::new(&columns?)
    }

    /// Returns the columns from left to right.
    pub const fn list(&self) -> &[Column] {
        &self.0
    }
}

/// An error in a list of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColumnsError(ColumnsErrorKind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColumnsErrorKind {
    Unknown { position: usize },
    Twice(Column),
    NoGivens,
}

impl ColumnsError {
    /// Returns the name of the column that occurs twice.
    pub(super) fn twice(self) -> Option<&'static str> {
        match self.0 {
            ColumnsErrorKind::Twice(column) => Some(column.name()),
            _ => None,
        }
    }
}

impl fmt::Display for ColumnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ColumnsErrorKind::Unknown { position } => write!(
                f,
                "column {} has an unknown name, expected one of givens, regions, solution, size, diagonals, label, other, -",
                position + 1
            ),
            ColumnsErrorKind::Twice(column) => write!(f, "two columns hold {}", column.name()),
            ColumnsErrorKind::NoGivens => f.write_str("no column holds givens or regions"),
        }
    }
}

impl core::error::Error for ColumnsError {}
