//! Text formats: Knuth's format, 0/1 matrices, and two formats of collections of instances.
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
//! - The first other line contains the names of the items: primary items before a separate `|`, secondary
//!   items after it. `low:high|` before the name of a primary item sets the bounds of the number of chosen
//!   options that cover it. `n|` means exactly n.
//! - Every other line is an option: the names of its items. A secondary item may be followed by `:` and a
//!   color.
//! - `|n` anywhere in an option is its cost. If there are several, their sum is the cost. `$n` has the same
//!   meaning unless it is the name of an item.
//! - An option without primary items is skipped with a [`Warning`], as in Knuth's programs.
//!
//! Names and colors may have any length (in Knuth's programs, names have at most 8 characters, and colors
//! have 1). Neither may contain spaces, and names must not contain `:` or `|`.
//!
//! # 0/1 matrices
//!
//! Each line is an option, and consists of one digit per item, with or without spaces between the digits: `1`
//! if the option contains the item, otherwise `0`. All items are primary.
//!
//! # `p ec`
//!
//! Lines that start with `c` are comments. One line `p ec N` contains the number of items, and each
//! line `s i j ...` is an option with items from 1 to N.
//!
//! # Counted sets
//!
//! The first line contains the numbers of items and of options. Each other line `k i1 .. ik` is an option
//! with k items, which are numbered from 1.
//!
//! # Detection
//!
//! Comments of Knuth's format are skipped. The format is determined by the first lines after them:
//!
//! - `p ec`: a line `p ec` after lines that start with `c`.
//! - Matrix: a line of at least three separate digits 0 and 1 (in Knuth's format, names would have to be
//!   distinct), a line that is one word of several such digits, or at least two lines that all consist of two
//!   separate digits.
//! - Counted sets: a line of two numbers, then a line that begins with a number k, followed by k numbers from
//!   1 to the first number.
//! - Every other text is in Knuth's format.
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
