//! Settings of an input in addition to its format: symbols, boxes, diagonals, columns, layout.

use super::columns::Columns;
use super::editor::ImportConfig;
use super::symbols::Symbols;
use super::table_columns;
use farandole_puzzle::{BoxShape, Diagonal};

/// The boxes or regions of puzzles without a region map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RegionChoice {
    /// The usual boxes for the size: see [`BoxShape::usual`]. Size 1 and prime sizes have no boxes.
    #[default]
    Usual,
    /// Boxes of this shape. Puzzles of another size are errors.
    Boxes(BoxShape),
    /// No boxes: Latin squares.
    None,
}

/// The long diagonals that are houses in every puzzle, in addition to those that a puzzle names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Diagonals {
    /// Neither.
    #[default]
    Neither,
    /// From the top left to the bottom right.
    Main,
    /// From the top right to the bottom left.
    Anti,
    /// Both.
    Both,
}

impl Diagonals {
    pub(super) fn of(main: bool, anti: bool) -> Self {
        match (main, anti) {
            (false, false) => Self::Neither,
            (true, false) => Self::Main,
            (false, true) => Self::Anti,
            (true, true) => Self::Both,
        }
    }

    pub(super) fn list(self) -> &'static [Diagonal] {
        match self {
            Self::Neither => &[],
            Self::Main => &[Diagonal::Main],
            Self::Anti => &[Diagonal::Anti],
            Self::Both => &[Diagonal::Main, Diagonal::Anti],
        }
    }

    pub(super) fn union(self, other: Self) -> Self {
        let has = |diagonal| self.list().contains(&diagonal) || other.list().contains(&diagonal);
        Self::of(has(Diagonal::Main), has(Diagonal::Anti))
    }
}

/// All settings of an input that a parser needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) symbols: Symbols,
    pub(super) regions: RegionChoice,
    pub(super) diagonals: Diagonals,
    pub(super) columns: Option<Columns>,
    /// The separator between the columns of separated values. On other lines, all usual separators
    /// are accepted.
    pub(super) separator: u8,
    /// True if the first line with content is a header.
    pub(super) header: bool,
    /// True if a region map has one row per line.
    pub(super) multi_line: bool,
    /// The size of the first puzzle in formats with one row per line, or 0 if unknown.
    pub(super) size_hint: usize,
    /// True if a grid contains single blank lines between its bands.
    pub(super) banded: bool,
    /// True if `-` represents an empty cell in rows, so that a row of dashes alone is not a border.
    pub(super) dash_empty: bool,
    /// Number of lines with content before the first puzzle: the number of puzzles, or their size.
    pub(super) lead: usize,
    /// The arrangement of cells in a table.
    pub(super) table: Option<table_columns::Columns>,
    /// The reason why the input is not read in the most obvious way, or what is not read.
    pub(super) note: Option<String>,
    /// True if some of the first records contain their solutions.
    pub(super) answers: bool,
    /// True if a column that looks like a solution must be one.
    pub(super) strict: bool,
    pub(super) import: ImportConfig,
}

/// The borders between the boxes of a printed grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Borders {
    /// Rows of cells without borders.
    #[default]
    Without,
    /// `|` between boxes, and lines of dashes between bands.
    With,
}
