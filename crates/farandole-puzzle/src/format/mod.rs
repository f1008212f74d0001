//! The native text formats of the model: cells for classic puzzles, [constraint text](iss) for
//! variants.
//!
//! [`ClassicPuzzle`](crate::ClassicPuzzle) and [`Grid`](crate::Grid) implement
//! [`FromStr`](core::str::FromStr) and [`Display`](core::fmt::Display) for one character per cell,
//! Constraints parse and print their own items, so constraint text is part of the model. All other
//! texts, files and links are handled by the crate `farandole-formats`.

mod cells;
mod excerpt;

pub mod iss;

pub use cells::{CellTextError, SYMBOLS};
pub use excerpt::Excerpt;
