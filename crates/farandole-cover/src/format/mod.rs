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
//! - Lines that are empty or start with `|` (after spaces) are comments.
//! - The first other line names the items: primary ones before a lone `|`, secondary ones after it.
//!   `low:high|` before the name of a primary item gives the bounds of the number of chosen options
//!   that cover it. `n|` means exactly n.
//! - Every further line is an option: names of items, a secondary one perhaps followed by `:` and a
//!   color.
//! - `|n` anywhere in an option is its cost; several are added up. `$n` has the same meaning unless
//!   an item has that name.
//! - An option without primary items is skipped with a [`Warning`], as in Knuth's programs.
//!
//! Names and colors may have any length (Knuth: 8 characters and 1). They must not contain spaces,
//! and names must not contain `:` or `|`.
//!
//! # 0/1 matrices
//!
//! One line per option, with `0`s and `1`s with or without spaces between them. All items are
//! primary.
//!
//! # `p ec`
//!
//! Lines that start with `c` are comments. One line `p ec N` gives the number of items, and each
//! line `s i j ...` is an option of items from 1 to N.
//!
//! # Counted sets
//!
//! A first line `items options`, then one line `k i1 .. ik` per option, with items from 1.
//!
//! # Detection
//!
//! The first lines decide, apart from comments of Knuth's format:
//!
//! - `p ec`: a line `p ec` after lines that start with `c`.
//! - Matrix: a line of at least three single `0`s and `1`s (Knuth's format would need distinct
//!   names), one word of several 0s and 1s, or two or more lines that are all two digits.
//! - Counted sets: two numbers, then a line that begins with a number k, followed by k numbers from
//!   1 to the first number.
//! - Everything else is Knuth's format.
//!
//! Source: D. E. Knuth, programs DLX1, DLX2, DLX3 and DLX5, for the format and its errors.

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
