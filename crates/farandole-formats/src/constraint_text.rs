//! Constraint text, the language of Interactive Sudoku Solver, and its links.
//!
//! The model defines the items: see [`iss`](farandole_puzzle::format::iss). A text may begin with a grid or consist only of one.
//! The grid may be givens on one line or in rows, candidates, a jigsaw map with or without givens,
//! or a killer as 81 characters or as `3x3::k:` and 81 numbers.
//!
//! ```
//! use farandole_formats::constraint_text;
//!
//! let read = constraint_text::read("1...\n..4.\n.2..\n...3\n.AntiKnight").unwrap();
//! assert_eq!(read.variant.constraints().len(), 5);
//! ```

use super::dialect::only_puzzle;
use super::iss::read_with;
use farandole_puzzle::format::iss::{IssErrors, Read};

/// Reads one variant, which may begin with a grid in any form.
///
/// # Errors
/// Returns all errors in the text.
pub fn read(text: &str) -> Result<Read, IssErrors> {
    read_with(text, only_puzzle)
}
