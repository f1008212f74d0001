//! What is decided about an input besides its format: symbols, boxes, diagonals, columns, layout.

use super::columns::Columns;
use super::symbols::Symbols;
use crate::{BoxShape, Diagonal};

/// What divides the grid of puzzles that come without a region map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RegionChoice {
    /// [`BoxShape::usual`] boxes, or none for 1 and primes.
    #[default]
    Usual,
    /// Boxes of this shape; a puzzle of another size is an error.
    Boxes(BoxShape),
    /// Nothing: Latin squares.
    None,
}

/// Which long diagonals are houses in every puzzle, besides those that a puzzle names itself.
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

/// All that a parser knows about an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) symbols: Symbols,
    pub(super) regions: RegionChoice,
    pub(super) diagonals: Diagonals,
    pub(super) columns: Option<Columns>,
    /// Between the columns of separated values; on other lines any of the usual separators counts.
    pub(super) separator: u8,
    /// The first line with content is a header.
    pub(super) header: bool,
    /// A region map has one row a line.
    pub(super) multi_line: bool,
    /// The size of the first puzzle of a format with one row a line; 0 where it is not known.
    pub(super) size_hint: usize,
    /// One blank line between the bands of a grid is part of it.
    pub(super) banded: bool,
    /// `-` stands for an empty cell in rows, so a row of dashes alone is no border.
    pub(super) dash_empty: bool,
}

/// Whether a grid is printed with lines between its boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Borders {
    /// Rows of cells and nothing else.
    #[default]
    Without,
    /// With `|` between boxes and lines of dashes between bands.
    With,
}
