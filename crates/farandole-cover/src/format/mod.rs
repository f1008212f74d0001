//! Text formats: Knuth's, 0/1 matrices, and two others that collections of instances use.
//!
//! # Knuth's format
//!
//! ```text
//! | A simple example
//! A B 2:3|C | X Y
//! A B X:0 Y:0
//! A C X:1 Y:1 |25
//! ```
//!
//! - Lines that are empty or start with `|` (after blanks) are comments.
//! - The first other line names the items, primary ones before a lone `|`, secondary ones behind
//!   it. In front of a primary item's name, `low:high|` says how many chosen options must hold it,
//!   `n|` exactly how many.
//! - Every further line is an option: names of items, a secondary one perhaps with `:` and a color.
//! - `|n` anywhere in an option is its cost; several are added up. `$n` is read in the same way
//!   unless an item has that name.
//! - An option without primary items is left out with a [`Warning`], as in Knuth's programs.
//!
//! Names and colors may have any length (Knuth: 8 characters and 1), but no blanks, and names
//! neither `:` nor `|`.
//!
//! # 0/1 matrices
//!
//! A line for each option, `0`s and `1`s with or without blanks between them; all items are
//! primary.
//!
//! # `p ec`
//!
//! `c` lines are comments, one line `p ec N` gives the number of items, and each line `s i j ...`
//! is an option of items from 1 to N.
//!
//! # Counted sets
//!
//! A first line `items options`, then for each option a line `k i1 .. ik` with items from 1.
//!
//! # Detection
//!
//! The first lines decide, comments of Knuth's format aside. `p ec`: a line `p ec` behind lines
//! that start with `c`. Matrix: a line of single `0`s and `1`s, at least three (Knuth's format
//! would need distinct names), one word of several 0s and 1s, or two lines or more that are all two
//! digits. Counted sets: two numbers, then a line that begins with a number k and has k more from 1
//! to the first number. Everything else is Knuth's format.
//!
//! Source: D. E. Knuth, programs DLX1, DLX2, DLX3 and DLX5, for the format and what is an error in
//! it.

mod counted_sets;
mod detect;
mod dimacs_like;
mod error;
#[cfg(feature = "serde")]
mod json;
mod knuth;
mod matrix;
mod partial;
mod reader;

pub use detect::Format;
pub use error::{ParseError, ParseErrorKind, Warning, WarningKind};
#[cfg(feature = "serde")]
pub use json::{JsonError, parse_json, recognise_json, write_json};
pub use knuth::{WriteError, write_knuth};
pub use reader::{Parsed, Reader, parse};

#[cfg(test)]
mod tests;
