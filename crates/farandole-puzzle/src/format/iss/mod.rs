//! The text language of Interactive Sudoku Solver (ISS): variants on one line, or on several lines
//! with comments.
//!
//! An item is a dot, a name, and arguments that are each preceded by `~`: `.Thermo~R1C1~R1C2`. An
//! item without a name is a given: `.~R1C1_5`. White space is ignored, and lines that begin with
//! `#` are comments. [`catalogue`] lists the names. Nothing is skipped: a text with errors is
//! rejected, and all errors are reported with their positions.
//!
//! If a constraint replaces an earlier one in Interactive Sudoku Solver (for example, two clues for
//! the same cell), the later one is kept, and [`read_with_warnings`] reports both positions. Kinds
//! that this crate adds never replace each other.
//!
//! A grid may precede the items or be the whole text. [`read_after_grid`] accepts a parser for it.
//! The crate `farandole-formats` provides a parser for all common forms.
//!
//! A file may contain several puzzles separated by empty lines. [`puzzles`] splits it.
//!
//! ```
//! use farandole_puzzle::format::iss;
//!
//! let text = ".Shape~4x4\n# a thermometer\n.Thermo~R1C1~R1C2~R1C3\n.~R4C4_1";
//! let variant = iss::read(text).unwrap();
//! assert_eq!(iss::write(&variant), ".Shape~4x4.~R4C4_1.Thermo~R1C1~R1C2~R1C3");
//! assert_eq!(iss::read(&iss::write(&variant)), Ok(variant));
//!
//! let errors = iss::read(".Thermo~R1C1~R0C2\n.Wisper~R1C1~R1C2").unwrap_err();
//! assert_eq!(
//!     errors.to_string(),
//!     "line 1, column 14: Thermo, argument 2: found \"R0C2\", expected the name of a cell of this board\n\
//!      line 2, column 2: unknown constraint `Wisper`; did you mean `Whisper`?",
//! );
//! ```
//!
//! Source: the meanings and the text language are those of Interactive Sudoku Solver
//! (`sigh/Interactive-Sudoku-Solver`).
//!
//! [`catalogue`]: crate::constraint::catalogue

mod error;
mod expand;
mod link;
mod read;
mod replaced;
mod scan;
mod space;
mod write;

pub use error::{IssError, IssErrors};
pub use link::{LINK, link_text, to_link};
pub use read::{LeadingGrid, Read, puzzles, read, read_after_grid, read_with_warnings};
pub use replaced::Replaced;
pub use write::{write, write_constraint, write_constraints};
