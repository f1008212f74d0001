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
    /// Returns the column with this name in a header or a list, or `None` for any other text. Case
    /// is ignored.
    pub fn by_name(name: &[u8]) -> Option<Self> {
        const NAMES: [(&str, Column); 28] = [
            ("givens", Column::Givens),
            ("puzzle", Column::Givens),
            ("puzzles", Column::Givens),
            ("quiz", Column::Givens),
            ("quizzes", Column::Givens),
            ("question", Column::Givens),
            ("sudoku", Column::Givens),
            ("board", Column::Givens),
            ("grid", Column::Givens),
            ("regions", Column::Regions),
            ("region_map", Column::Regions),
            ("map", Column::Regions),
            ("layout", Column::Regions),
            ("jigsaw", Column::Regions),
            ("solution", Column::Solution),
            ("solutions", Column::Solution),
            ("answer", Column::Solution),
            ("size", Column::Size),
            ("n", Column::Size),
            ("diagonals", Column::Diagonals),
            ("diagonal", Column::Diagonals),
            ("x", Column::Diagonals),
            ("label", Column::Label),
            ("name", Column::Label),
            ("id", Column::Label),
            ("other", Column::Other),
            ("-", Column::Ignored),
            ("_", Column::Ignored),
        ];
        let known = NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes()));
        known.map(|(_, column)| *column)
    }

    /// Returns the name in a list or a header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Givens => "givens",
            Self::Regions => "regions",
            Self::Solution => "solution",
            Self::Size => "size",
            Self::Diagonals => "diagonals",
            Self::Label => "label",
            Self::Other => "other",
            Self::Ignored => "-",
        }
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
    pub(super) const fn twice(self) -> Option<&'static str> {
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
