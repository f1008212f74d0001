//! Sudoku variants in the formats of editors: f-puzzles, SudokuMaker and SudokuPad, as links and as
//! JSON.
//!
//! [`read`] detects the format and returns a [`Variant`]. An import succeeds as a whole or fails as
//! a whole: the error lists every part that is not understood, by name and location. Nothing is
//! dropped silently. Each text is first read as a [`Proposal`](proposal::Proposal), so all callers
//! find the same meanings for its drawings and sentences.
//!
//! ```
//! use farandole_formats::editor::{ImportConfig, ExportConfig, fpuzzles_link, read, write_fpuzzles};
//!
//! let text = r#"{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
//!     "thermometer": [{"lines": [["R1C1", "R1C2", "R1C3", "R2C3"]]}], "title": "Rising"}"#;
//! let imported = read(text.as_bytes(), &ImportConfig::default()).unwrap();
//! assert_eq!(imported.variant.constraints()[0].name(), "Thermo");
//! assert_eq!(imported.title.as_deref(), Some("Rising"));
//!
//! let link = fpuzzles_link(&imported.variant, &ExportConfig::default()).unwrap();
//! assert!(link.starts_with("https://www.f-puzzles.com/?load="));
//! assert_eq!(read(link.as_bytes(), &ImportConfig::default()).unwrap().variant, imported.variant);
//! assert!(write_fpuzzles(&imported.variant, &ExportConfig::default()).unwrap().contains("thermometer"));
//! ```
//!
//! The reader makes no network requests, so a link must contain the puzzle itself.
//!
//! # What is read
//!
//! | form | looks like |
//! |---|---|
//! | f-puzzles | an object with `size` and `grid`; `https://www.f-puzzles.com/?load=..`; `fpuz..`, `fpuzzles..` |
//! | SudokuPad | an object with `cells`; `https://sudokupad.app/scl..`; `scl..`, `ctc..`; packed, zipped or plain |
//! | SudokuMaker | an object with `formatVersion` and `puzzle`; `https://sudokumaker.app/?puzzle=..` |
//! | SudokuPad's classic form | `https://sudokupad.app/scf..`; `scf..` |
//! | sudokuwiki | `https://www.sudokuwiki.org/sudoku.htm?bd=` and 81 cells |
//! | killer records | an object with `n` and `cages`, whose cells are numbers |
//!
//! Rules in words may contain lines of constraint text, which begin with a dot and a name. These
//! lines are parsed, so a puzzle of an editor can have constraints without a key in its format, the
//! value 0, and extra cells. [`Keyless::Describe`] writes such lines.
//!
//! A text of more than [`LIMIT`] bytes, packed or unpacked, is refused.

mod config;
mod cosmetics;
mod counter;
mod diagnostic;
mod diagonals;
mod drawings;
mod drawn;
pub(crate) mod embedded_text;
mod error;
mod export;
mod figure;
mod fog;
mod fpuzzles;
mod import_builder;
mod imported;
mod indexers;
mod json;
mod killer_record;
mod lines;
pub(crate) mod link;
mod lz;
mod marks;
mod meaning;
mod meanings;
mod picture;
mod programs;
pub mod proposal;
mod read;
mod regions;
mod rule_names;
mod scf;
mod sudokumaker;
mod sudokupad;
mod verify;
mod zipper;

pub use config::{Acceptance, ImportConfig, LIMIT};
pub use counter::{Counted, Counter};
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use error::{ImportError, ImportErrorKind, Unsupported};
pub use export::{Change, ExportConfig, ExportError, ExportErrorKind, Keyless, KeylessConstraint};
pub use figure::{Figure, Frame, Outline, Spot};
pub use fog::{Fog, FogLink};
pub use fpuzzles::EditedPuzzle;
pub use imported::Imported;
pub use picture::Picture;
pub use programs::ProgramRunner;
pub use read::read;

use farandole_puzzle::variant::Variant;

/// Writes a variant as the JSON of f-puzzles.
///
/// The text is read again and compared with the variant before it is returned, so that nothing is
/// lost or changed silently.
///
/// # Errors
/// Returns an error if f-puzzles does not support the board, if constraints have no key and
/// [`ExportConfig::keyless`] is not [`Keyless::Describe`], or if the text would be read as a
/// different puzzle.
pub fn write_fpuzzles(variant: &Variant, config: &ExportConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, fpuzzles::write::write, |text| text)
}

/// Writes a variant as a link that opens it in f-puzzles. SudokuPad accepts the part after `load=`
/// with the prefix `fpuz`.
///
/// # Errors
/// Returns the errors of [`write_fpuzzles`].
pub fn fpuzzles_link(variant: &Variant, config: &ExportConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, fpuzzles::write::write, |text| link::of_fpuzzles(&text))
}

/// Writes a variant as the JSON of SudokuMaker. A solution is written as entered digits.
///
/// The text is read again and compared with the variant before it is returned.
///
/// # Errors
/// Returns an error if SudokuMaker does not support the board, if constraints have no type there
/// and [`ExportConfig::keyless`] is not [`Keyless::Describe`], or if the text would be read as a
/// different puzzle.
pub fn write_sudokumaker(variant: &Variant, config: &ExportConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, sudokumaker::write::write, |text| text)
}

/// Writes a variant as a link that opens it in SudokuMaker.
///
/// # Errors
/// Returns the errors of [`write_sudokumaker`].
pub fn sudokumaker_link(variant: &Variant, config: &ExportConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, sudokumaker::write::write, |text| link::of_sudokumaker(&text))
}

/// Writes a variant as the JSON of SudokuPad: drawings, and rules in words that describe them.
///
/// The text is read again and compared with the variant before it is returned. It names its writer,
/// so [`read`] accepts the meanings that its rules state without counting solutions.
///
/// # Errors
/// Returns an error if SudokuPad does not support the board, if constraints have no drawing and
/// [`ExportConfig::keyless`] is not [`Keyless::Describe`], or if the text would be read as a
/// different puzzle.
pub fn write_sudokupad(variant: &Variant, config: &ExportConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, drawn::write, |text| text)
}

/// Writes a variant as a link that opens it in SudokuPad.
///
/// # Errors
/// Returns the errors of [`write_sudokupad`].
pub fn sudokupad_link(variant: &Variant, config: &ExportConfig<'_>) -> Result<String, ExportError> {
    verify::verified(variant, config, drawn::write, |text| link::of_sudokupad(&text))
}
