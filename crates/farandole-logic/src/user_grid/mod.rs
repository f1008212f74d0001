//! The user's grid: givens, placed digits and pencil marks.
//!
//! [`UserGrid::parse`] accepts all of the following forms. An empty cell is `.` or one of `0 _ * ?
//! x`.
//!
//! - A line of 81 cells. A `+` before a digit marks it as placed, not given. Optionally, `:` and
//!   the eliminated candidates follow, each as digit, row, column: `:512 634`.
//! - `GIVENS/PLACED/MARKS`. The first two parts have 81 cells each. In the second, givens may be
//!   repeated or left empty. The pencil marks are either 729 characters or 81 groups of digits
//!   separated by commas, and may be omitted.
//! - Nine rows of nine cells or candidate groups, with any frame around them. Two such blocks are
//!   givens followed by current digits or candidates. Three are givens, current digits and
//!   candidates. In later blocks, givens may be repeated or left empty.
//! - 729 characters, nine for each cell.
//!
//! Without a separate block of givens, a group with one digit counts as a digit. In an empty cell
//! without pencil marks, no candidates are eliminated. Lines that begin with `#` are comments.

mod error;
mod grid;
mod parse;

pub use error::UserGridError;
pub use grid::UserGrid;
