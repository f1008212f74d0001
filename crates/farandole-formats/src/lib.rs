//! Text formats, files and links of Sudoku puzzles and variants: detection, splitting into records,
//! parsing and printing.
//!
//! Each format has its own module with a sample and its source; [`Format`] lists them. Dialects of
//! online judges are in [`judges`], links and objects of editors in [`editor`].
//!
//! Reading has three steps. They need constant memory for input of any length, and records can be
//! parsed on many threads:
//!
//! 1. [`Dialect::detect`] examines the head of the input and determines everything that applies to
//!    the whole input.
//! 2. A [`Splitter`] receives the input line by line and reports where records begin and end.
//! 3. A [`Parser`] (one for each thread) converts a [`Record`] to an [`Entry`].
//!
//! For a text in memory with one classic puzzle, [`parse_puzzle`] is sufficient.
//!
//! A malformed record is an error with its line and column. It does not affect other records if the
//! format makes it possible to find the next record; see the module of each format.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig, WriteConfig, write_puzzle};
//!
//! let text = b"12..\n..21\n....\n2...\n\n3...\n..4.\n.2..\n....\n";
//! let dialect = Dialect::detect(text, &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Grid);
//! let mut parser = dialect.parser();
//! let mut lines = Vec::new();
//! for (record, ordinal) in dialect.records(text).zip(0..) {
//!     let entry = parser.parse_classic(record).unwrap();
//!     write_puzzle(&mut lines, &entry.puzzle, &WriteConfig::new(Format::Line), ordinal).unwrap();
//! }
//! assert_eq!(lines, b"12....21....2...\n3.....4..2......\n");
//! ```

#![forbid(unsafe_code)]

mod brackets;
mod cell_texts;
mod codec;
mod columns;
mod constraint_grid;
mod constraints;
mod dialect;
mod division_text;
pub mod editor_formats;
mod error;
mod head;
mod line_fields;
mod links;
mod print;
mod puzzle_text;
mod reader;
mod record;
mod region_map;
mod registry;
mod row_cells;
mod row_splitter;
mod rows;
mod settings;
mod shapes;
mod spaced;
mod split;
mod symbols;
mod table_columns;
mod text;
mod variants;
mod write;

pub mod candidates;
pub mod classic_links;
pub mod constraint_text;
pub mod csv;
pub mod editor;
pub mod grid;
pub mod iss;
pub mod jigsaw;
pub mod judges;
pub mod killer;
pub mod killer_layers;
pub mod line;
pub mod nested;
pub mod opensudoku;
pub mod overlapping;
pub mod pencilmark;
pub mod rules_text;
pub mod sdk;
pub mod sdm;
pub mod solo;
pub mod table;

pub use codec::{Descriptor, Judge, JudgeAnswer, Verdict};
pub use columns::{Column, Columns, ColumnsError};
pub use dialect::{Dialect, Parser, ReadConfig};
pub use error::{DetectError, ParseError, ParseErrorKind, WriteError};
pub use puzzle_text::{grid_text, parse_grid, parse_puzzle, puzzle_text};
pub use record::{Boundary, ClassicEntry, Entry, Record, VariantEntry};
pub use registry::Format;
pub use settings::{Borders, Diagonals, RegionChoice};
pub use split::{Records, Splitter};
pub use symbols::{CustomSymbols, Symbols, SymbolsError};
pub use write::{WriteConfig, variant_text, write_answer, write_end, write_grid, write_puzzle, write_start};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
