//! The board of a variant: a rectangular grid, groups of extra cells, boxes, and the marks that
//! other constraints depend on.
//!
//! Grid cells are numbered row by row from the top left. The extra cells follow, group by group. In
//! texts, a grid cell has a name such as `R1C1`, with one base-17 digit (`1` to `9`, `a` to `g`)
//! for the row and one for the column. The name of an extra cell is the prefix of its group and its
//! number.
//!
//! ```
//! use farandole_puzzle::board::{Board, Group, GroupSize, Shape};
//!
//! let group = Group { prefix: "VA".into(), label: String::new(), size: GroupSize::Count(2) };
//! let board = Board::new(Shape::square(4).unwrap(), vec![group]).unwrap();
//! let cell = board.cell_named("VA2").unwrap();
//! assert_eq!((cell.index(), board.cell_count(), board.grid_count()), (17, 18, 16));
//! assert_eq!(board.name(board.cell_named("r2c4").unwrap()).to_string(), "R2C4");
//! ```

mod error;
mod group;
mod layout;
mod lines;
mod shape;

pub use error::BoardError;
pub use group::{Group, GroupSize};
pub(crate) use layout::ordered;
pub use layout::{Board, Name, Ties};
pub use lines::{End, Line, LineEnd};
pub use shape::{GridKind, MAX_CELLS, MAX_RAW_SIDE, MAX_SIDE, Shape, ShapeError, ValueRange};
