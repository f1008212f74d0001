//! Columns of delimited lines: what each field of a line holds.
//!
//! ```
//! use farandole_puzzle::format::{Column, Columns};
//!
//! let columns = Columns::by_names("size,givens,regions,-,solution").unwrap();
//! assert_eq!(columns.list()[1], Column::Givens);
//! assert!(Columns::by_names("size,solution").is_err());
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// What a column of a delimited line holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The givens.
    Givens,
    /// The region map.
    Regions,
    /// The solution.
    Solution,
    /// The size N, a number.
    Size,
    /// Which diagonals are houses: `X` both, `\` main, `/` anti; `-`, `.`, `0` or nothing for neither.
    Diagonals,
    /// A name. It is also kept in [`Entry::trailing`](super::Entry::trailing) of separated values.
    Label,
    /// A column that is not read, but kept in [`Entry::trailing`](super::Entry::trailing) of separated values.
    Other,
    /// A column that is neither read nor kept.
    Ignored,
}

impl Column {
    /// The column with this name in a header or a list, capitals or not; `None` for any other text.
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

    /// The name in a list or a header.
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

/// The columns of delimited lines from the left. Fields behind the last of them are kept in
/// [`Entry::trailing`](super::Entry::trailing).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(Box<[Column]>);

impl Columns {
    /// These columns.
    ///
    /// # Errors
    /// If none holds givens or a region map, or if two columns hold the same thing (several may be ignored or kept).
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

    /// A list of column names separated by commas, such as `size,givens,regions,solution,diagonals`; `-` is ignored.
    ///
    /// # Errors
    /// For an unknown name, and where [`Columns::new`] fails.
    pub fn by_names(names: &str) -> Result<Self, ColumnsError> {
        let column = |(position, name): (usize, &str)| {
            let unknown = ColumnsError(ColumnsErrorKind::Unknown { position });
            Column::by_name(name.trim().as_bytes()).ok_or(unknown)
        };
        let columns: Result<Vec<Column>, ColumnsError> = names.split(',').enumerate().map(column).collect();
        Self::new(&columns?)
    }

    /// The columns from the left.
    pub const fn list(&self) -> &[Column] {
        &self.0
    }
}

/// Why a list of columns cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColumnsError(ColumnsErrorKind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColumnsErrorKind {
    Unknown { position: usize },
    Twice(Column),
    NoGivens,
}

impl ColumnsError {
    /// The column that stands twice.
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
