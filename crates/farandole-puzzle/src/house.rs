//! Houses: sets of cells in which no digit may repeat.
//!
//! ```
//! use farandole_puzzle::{Geometry, HouseKind};
//!
//! let geometry = Geometry::classic();
//! let house = geometry.houses().nth(18).unwrap();
//! assert_eq!((house.kind, house.cells.len()), (HouseKind::Box(0), 9));
//! assert_eq!(house.kind.to_string(), "box 1");
//! ```

use crate::Cell;
use core::fmt;

/// One of the two long diagonals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Diagonal {
    /// From the top left to the bottom right.
    Main,
    /// From the top right to the bottom left.
    Anti,
}

/// The kind of a house, with its 0-based number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A row, from the top.
    Row(u16),
    /// A column, from the left.
    Col(u16),
    /// A rectangular box; boxes are numbered row-major.
    Box(u16),
    /// An irregular region; regions are numbered in the order of their first cells.
    Region(u16),
    /// A long diagonal.
    Diagonal(Diagonal),
    /// An extra region; extra regions are numbered in the order in which they were added.
    Extra(u16),
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(i) => write!(f, "row {}", i + 1),
            Self::Col(i) => write!(f, "column {}", i + 1),
            Self::Box(i) => write!(f, "box {}", i + 1),
            Self::Region(i) => write!(f, "region {}", i + 1),
            Self::Diagonal(Diagonal::Main) => f.write_str("main diagonal"),
            Self::Diagonal(Diagonal::Anti) => f.write_str("anti-diagonal"),
            Self::Extra(i) => write!(f, "extra region {}", i + 1),
        }
    }
}

/// A house of a [`Geometry`](crate::Geometry), borrowed from it.
///
/// No digit appears twice in a house, so a house of N cells contains every digit once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct House<'a> {
    /// The kind and number of the house.
    pub kind: HouseKind,
    /// The cells in ascending order.
    pub cells: &'a [Cell],
}
