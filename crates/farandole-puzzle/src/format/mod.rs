//! The native text formats of the model: cells for classic puzzles, [constraint text](iss) for
//! variants.
//!
//! [`ClassicPuzzle`](crate::ClassicPuzzle) and [`Grid`](crate::Grid) implement
//! [`FromStr`](core::str::FromStr) and [`Display`](core::fmt::Display) for one character per cell,
//! on one line or in rows. Constraints parse and print their own items, so constraint text is part
//! of the model. The crate `farandole-formats` handles all other texts, files and links.

mod cells;
mod escaped;
mod excerpt;

pub mod iss;

pub use cells::{CellTextError, SYMBOLS};
pub use escaped::{escaped, escaped_lines, is_invisible};
pub use excerpt::Excerpt;
