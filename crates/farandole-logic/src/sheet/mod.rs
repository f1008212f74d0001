//! The grid as a person has it before them: givens, digits they placed, pencil marks they made.
//!
//! [`Sheet::parse`] reads any of these; empty cells are `.` or one of `0 _ * ? x`:
//!
//! - a line of 81 cells, where `+` in front of a digit says that it was placed, not given; behind it may stand `:` and
//!   the candidates that were ruled out so far, each as digit, row, column: `:512 634`;
//! - `GIVENS/PLACED/MARKS`: 81 cells, 81 cells (those of givens may repeat them or stay empty), and the marks, either 729
//!   characters or 81 groups of digits with commas between them; marks may be left out;
//! - nine rows of nine cells or groups of candidates, with any frame around them; two such blocks are givens and current
//!   digits or candidates, three are givens, current digits and candidates; the later ones may repeat the givens or leave
//!   them out;
//! - 729 characters: nine for each cell.
//!
//! A group with one digit, where no givens stand beside it, counts as a digit. An empty cell without any mark counts as
//! not marked yet. Lines that begin with `#` are comments.

mod error;
mod grid;
mod parse;

pub use error::SheetError;
pub use grid::Sheet;
