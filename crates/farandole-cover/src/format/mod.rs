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
//! # Formats of numbers
//!
//! All items are primary and have numbers. Separators are spaces, commas, semicolons and brackets.
//!
//! - *Matrix*: each line is an option, and consists of one digit per item, with or without separators: `1` if
//!   the option contains the item, otherwise `0`.
//! - *Counted sets*: each line `k i1 .. ik` is an option with k items.
//! - *Sets*: each line `i1 .. ik` is an option.
//!
//! A first line with sizes precedes counted sets and sets, and may precede a matrix. It contains the number of
//! items, or the number of options, or both in either order, or the number of items and a 0 for the number of
//! secondary items. Items are numbered from 1, or from 0 if an option contains the item 0.
//!
//! # `p ec`
//!
//! Lines that start with `c` are comments. One line `p ec N` contains the number of items, and each
//! line `s i j ...` is an option with items from 1 to N.
//!
//! # Detection
//!
//! A line `p ec` after lines that start with `c` decides. If the first line contains anything but numbers, the
//! text is in Knuth's format. Otherwise every reading is tried that its first line permits. A reading is less
//! plausible if an item is in no option, if the announced number of options is wrong, or if it needs unusual
//! assumptions, such as names of items that are the digits of a matrix. The most plausible reading is taken, a
//! close second causes a warning, and a tie is an error.
//!
//! Source: D. E. Knuth, programs DLX1, DLX2, DLX3 and DLX5, for the format and its errors.

mod detect;
mod dimacs_like;
mod error;
#[cfg(feature = "serde")]
mod json;
mod knuth;
mod numeric;
mod partial;
mod reader;
mod reading;

pub use error::{ParseError, ParseErrorKind, Warning, WarningKind};
#[cfg(feature = "serde")]
pub use json::{JsonError, parse_json, recognise_json, write_json};
pub use knuth::{WriteError, write_knuth};
pub use reader::{Parsed, parse};
pub use reading::{Format, Reading};

#[cfg(test)]
mod tests;
