//! Sudoku variants in the formats of editors: f-puzzles and SudokuPad, as links and as JSON.
//!
//! [`read`] recognises the form by itself and gives a [`Variant`]. An import is all or nothing: what is not understood is listed
//! by name and place, all of it at once, and nothing is dropped without a word.
//!
//! ```
//! use farandole_exchange::{ReadConfig, WriteConfig, fpuzzles_link, read, write_fpuzzles};
//!
//! let text = r#"{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
//!     "thermometer": [{"lines": [["R1C1", "R1C2", "R1C3", "R2C3"]]}], "title": "Rising"}"#;
//! let imported = read(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(imported.variant.constraints()[0].name(), "Thermo");
//! assert_eq!(imported.title.as_deref(), Some("Rising"));
//!
//! let link = fpuzzles_link(&imported.variant, &WriteConfig::default()).unwrap();
//! assert!(link.starts_with("https://www.f-puzzles.com/?load="));
//! assert_eq!(read(link.as_bytes(), &ReadConfig::default()).unwrap().variant, imported.variant);
//! assert!(write_fpuzzles(&imported.variant, &WriteConfig::default()).unwrap().contains("thermometer"));
//! ```
//!
//! It is not for text formats of puzzles, nor for the text language of Interactive Sudoku Solver: those are in
//! `farandole-puzzle`. It fetches nothing: a link must hold the puzzle itself.
//!
//! # What is read
//!
//! | form | looks like |
//! |---|---|
//! | f-puzzles | an object with `size` and `grid`; `https://www.f-puzzles.com/?load=..`; `fpuz..`, `fpuzzles..` |
//! | SudokuPad | an object with `cells`; `https://sudokupad.app/scl..`; `scl..`, `ctc..`; packed, zipped or plain |
//! | SudokuPad's classic form | `https://sudokupad.app/scf..`; `scf..` |
//! | sudokuwiki | `https://www.sudokuwiki.org/sudoku.htm?bd=` and 81 cells |
//! | killer records | an object with `n` and `cages`, whose cells are numbers |
//!
//! Rules in words may hold lines of constraint text, which begin with a dot and a name: they are read too. So a puzzle of an editor
//! can have rules that its format has no key for, values from 0 on, and extra cells; [`Keyless::Describe`] writes them so.
//!
//! A text of more than [`LIMIT`] bytes is refused, and so is a packed one that stands for more.
#![forbid(unsafe_code)]

mod config;
mod diagonals;
mod error;
mod export;
mod fpuzzles;
mod imported;
mod indexers;
mod items;
mod json;
mod lines;
mod link;
mod lz;
mod marks;
mod meaning;
mod names;
mod piece;
mod read;
mod records;
mod regions;
mod rules_text;
mod scf;
mod sink;
mod sudokupad;
mod verify;
mod zipper;

pub use config::{Colours, Drawings, LIMIT, ReadConfig, Rules};
pub use error::{ImportError, ImportErrorKind, Unsupported};
pub use export::{Change, ExportError, ExportErrorKind, Keyless, KeylessConstraint, WriteConfig};
pub use imported::Imported;
pub use piece::{Piece, PieceKind};
pub use read::read;

use farandole_puzzle::variant::Variant;

/// Writes a variant as the JSON of f-puzzles.
///
/// The text is read again before it is given back, so that nothing is lost or changed without a word.
///
/// # Errors
/// If f-puzzles has no such board, if constraints have no key and [`WriteConfig::keyless`] does not say to describe them, or if the
/// text would be read as another puzzle.
pub fn write_fpuzzles(variant: &Variant, config: &WriteConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, |text| text)
}

/// Writes a variant as a link that opens it in f-puzzles. SudokuPad reads the part behind `load=` with `fpuz` before it.
///
/// # Errors
/// As [`write_fpuzzles`].
pub fn fpuzzles_link(variant: &Variant, config: &WriteConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, |text| link::of_fpuzzles(&text))
}

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
