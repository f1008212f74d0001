//! Text formats: detect, split into records, parse, print.
//!
//! Reading happens in three steps, so that an input of any length can be read in constant memory and its records
//! parsed on many threads: [`Dialect::detect`] looks at the head of the input and decides everything that holds for
//! the whole of it; a [`Splitter`] is fed line by line and says where records begin and end; a [`Parser`] (one for each
//! thread) turns a [`Record`] into an [`Entry`].
//!
//! An unreadable record is an error with its line and column; it never takes its neighbours with it where the format
//! has anything to find the next record by (each format's module says what).
//!
//! ```
//! use farandole_puzzle::format::{Dialect, Format, ReadConfig, WriteConfig, write_puzzle};
//!
//! let text = b"12..\n..21\n....\n2...\n\n3...\n..4.\n.2..\n....\n";
//! let dialect = Dialect::detect(text, &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Grid);
//! let mut parser = dialect.parser();
//! let mut lines = Vec::new();
//! for (record, ordinal) in dialect.records(text).zip(0..) {
//!     let entry = parser.parse(record).unwrap();
//!     write_puzzle(&mut lines, &entry.puzzle, &WriteConfig::new(Format::Line), ordinal).unwrap();
//! }
//! assert_eq!(lines, b"12....21....2...\n3.....4..2......\n");
//! ```

mod columns;
mod error;
mod head;
mod print;
mod region_map;
mod row_cells;
mod rows;
mod split;
mod symbols;
mod text;

pub mod candidates;
pub mod csv;
pub mod grid;
pub mod grid16;
pub mod hdu1426;
pub mod hdu4069;
pub mod jigsaw;
pub mod line;
pub mod pencilmark;
pub mod poj2676;
pub mod poj3074;
pub mod sdk;
pub mod uva989;

pub use columns::{Column, Columns, ColumnsError};
pub use error::{DetectError, ParseError, WriteError};
pub use print::{
    Borders, Verdict, WriteConfig, write_answer, write_end, write_grid, write_puzzle, write_start,
};
pub use split::{Boundary, Records, Splitter};
pub use symbols::{CustomSymbols, Symbols, SymbolsError};

use crate::{BoxShape, Diagonal, Geometry, Grid, Puzzle};
use alloc::vec::Vec;
use region_map::Shapes;
use symbols::Tables;

/// A text format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// One line a puzzle: givens, then where present a region map, a solution and further columns. See [`line`](mod@line).
    Line,
    /// One row of cells a line, with or without borders. See [`grid`].
    Grid,
    /// The candidates of each cell as a group of digits. See [`candidates`].
    Candidates,
    /// N characters for each cell on one line, 729 for size 9. See [`pencilmark`].
    Pencilmark,
    /// A puzzle with a region map, on one line or several. See [`jigsaw`].
    Jigsaw,
    /// SudoCue collection: one line of 81 cells a puzzle. Read as [`Format::Line`].
    Sdm,
    /// SudoCue and SadMan files: metadata, `[Puzzle]`, nine rows. See [`sdk`].
    Sdk,
    /// Comma (or semicolon, or tab) separated values with a header. See [`csv`].
    Csv,
    /// The input of Peking University's problem 2676. See [`poj2676`].
    Poj2676,
    /// The input of Peking University's problem 3074. See [`poj3074`].
    Poj3074,
    /// 16 lines of 16 letters, the input of Peking University's problem 3076. See [`grid16`].
    Grid16,
    /// The input of Hangzhou Dianzi University's problem 1426. See [`hdu1426`].
    Hdu1426,
    /// The input of Hangzhou Dianzi University's problem 4069: jigsaws by walls. See [`hdu4069`].
    Hdu4069,
    /// The input of the University of Valladolid's problem 989. See [`uva989`].
    Uva989,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 14] = [
        Self::Line,
        Self::Grid,
        Self::Candidates,
        Self::Pencilmark,
        Self::Jigsaw,
        Self::Sdm,
        Self::Sdk,
        Self::Csv,
        Self::Poj2676,
        Self::Poj3074,
        Self::Grid16,
        Self::Hdu1426,
        Self::Hdu4069,
        Self::Uva989,
    ];

    /// The name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Grid => "grid",
            Self::Candidates => "candidates",
            Self::Pencilmark => "pencilmark",
            Self::Jigsaw => "jigsaw",
            Self::Sdm => "sdm",
            Self::Sdk => "sdk",
            Self::Csv => "csv",
            Self::Poj2676 => "poj2676",
            Self::Poj3074 => "poj3074",
            Self::Grid16 => "grid16",
            Self::Hdu1426 => "hdu1426",
            Self::Hdu4069 => "hdu4069",
            Self::Uva989 => "uva989",
        }
    }

    /// The format with this name, capitals or not; `poj3076` is another name for `grid16`.
    pub fn by_name(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("poj3076") {
            return Some(Self::Grid16);
        }
        Self::ALL.into_iter().find(|format| name.eq_ignore_ascii_case(format.name()))
    }

    /// What it is, in a few words for a help text.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Line => "one puzzle a line: givens [regions] [solution] [more columns]",
            Self::Grid => "one row a line, with or without borders",
            Self::Candidates => "the candidates of each cell, in rows",
            Self::Pencilmark => "one line of N characters for each cell (729 for 9x9)",
            Self::Jigsaw => "givens and region map, on one line or one row a line",
            Self::Sdm => "one 9x9 puzzle a line",
            Self::Sdk => "metadata, [Puzzle], nine rows",
            Self::Csv => "separated values with a header such as puzzle,solution",
            Self::Poj2676 => "judge POJ 2676: a count, then 9 rows of 9 digits each",
            Self::Poj3074 => "judge POJ 3074: one puzzle a line, then `end`",
            Self::Grid16 => "judge POJ 3076: 16 rows of 16 letters A-P",
            Self::Hdu1426 => "judge HDU 1426: 9 rows of 9 separated cells, ? empty",
            Self::Hdu4069 => "judge HDU 4069: jigsaws, digits and walls as numbers",
            Self::Uva989 => "judge UVa 989: the box order, then rows of numbers",
        }
    }

    /// File name extensions that mean this format, without the dot.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Grid => &["ss"],
            Self::Sdm => &["sdm"],
            Self::Sdk => &["sdk"],
            Self::Csv => &["csv", "tsv"],
            _ => &[],
        }
    }

    /// The format that a file name extension (without the dot, capitals or not) means; `None` for `txt` and others.
    pub fn by_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.extensions().iter().any(|known| extension.eq_ignore_ascii_case(known)))
    }
}

/// What divides the grid of puzzles that come without a region map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RegionChoice {
    /// [`BoxShape::usual`] boxes, or none for 1 and primes.
    #[default]
    Usual,
    /// Boxes of this shape; a puzzle of another size is an error.
    Boxes(BoxShape),
    /// Nothing: Latin squares.
    None,
}

/// Which long diagonals count as houses in every puzzle, besides those that a puzzle names itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Diagonals {
    /// Neither.
    #[default]
    Neither,
    /// From the top left to the bottom right.
    Main,
    /// From the top right to the bottom left.
    Anti,
    /// Both.
    Both,
}

impl Diagonals {
    fn of(main: bool, anti: bool) -> Self {
        match (main, anti) {
            (false, false) => Self::Neither,
            (true, false) => Self::Main,
            (false, true) => Self::Anti,
            (true, true) => Self::Both,
        }
    }

    fn list(self) -> &'static [Diagonal] {
        match self {
            Self::Neither => &[],
            Self::Main => &[Diagonal::Main],
            Self::Anti => &[Diagonal::Anti],
            Self::Both => &[Diagonal::Main, Diagonal::Anti],
        }
    }

    fn union(self, other: Self) -> Self {
        let has = |diagonal| self.list().contains(&diagonal) || other.list().contains(&diagonal);
        Self::of(has(Diagonal::Main), has(Diagonal::Anti))
    }
}

/// What is known or wished about an input before it is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadConfig {
    /// The format; `None` to have it detected.
    pub format: Option<Format>,
    /// How digits are written. `Candidates`, `Sdm` and the judge formats have their own symbols.
    pub symbols: Symbols,
    /// What divides puzzles that come without a region map.
    pub regions: RegionChoice,
    /// Diagonals that are houses in every puzzle.
    pub diagonals: Diagonals,
    /// What the columns of [`Format::Line`] and [`Format::Csv`] are; `None` to tell them by their looks or header.
    pub columns: Option<Columns>,
}

/// Everything that is decided about an input: its format with all details. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect {
    format: Format,
    symbols: Symbols,
    regions: RegionChoice,
    diagonals: Diagonals,
    columns: Option<Columns>,
    /// Between the columns of `Csv`; for `Line` any of the usual separators counts.
    separator: u8,
    /// The first line with content is a header.
    header: bool,
    /// `Jigsaw` with one row a line.
    multi_line: bool,
    /// The size of the first puzzle of a format with one row a line; 0 where it is not known.
    size_hint: usize,
    /// One blank line between the bands of a grid is part of it.
    banded: bool,
    /// `-` stands for an empty cell in rows, so a row of nothing else is no border.
    dash_empty: bool,
}

impl Dialect {
    /// Decides the format and its details by the first bytes of the input; 64 KiB are plenty, more are not looked at.
    ///
    /// `head` is the decompressed text from its first byte; it may end inside a line. With `config.format` given only
    /// the details are decided, and nearly nothing fails. An input without any content is taken as [`Format::Line`].
    ///
    /// # Errors
    /// If no format fits, or a CSV header names no givens or one thing twice.
    pub fn detect(head: &[u8], config: &ReadConfig) -> Result<Self, DetectError> {
        head::detect(head, config)
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Whether each record is one line. Then record k of the input can be told by its line alone.
    pub const fn is_one_line(&self) -> bool {
        match self.format {
            Format::Line | Format::Pencilmark | Format::Sdm | Format::Csv | Format::Poj3074 => true,
            Format::Jigsaw => !self.multi_line,
            Format::Grid
            | Format::Candidates
            | Format::Sdk
            | Format::Poj2676
            | Format::Grid16
            | Format::Hdu1426
            | Format::Hdu4069
            | Format::Uva989 => false,
        }
    }

    /// Whether [`line::cells81`] may be used on records: one-line format, usual boxes, usual symbols, no column list.
    pub fn is_plain_lines(&self) -> bool {
        matches!(self.format, Format::Line | Format::Sdm | Format::Poj3074)
            && matches!(self.symbols, Symbols::Auto | Symbols::NumbersFirst)
            && (self.regions == RegionChoice::Usual
                || self.regions == RegionChoice::Boxes(BoxShape { box_rows: 3, box_cols: 3 }))
            && self.diagonals == Diagonals::Neither
            && self.columns.is_none()
    }

    /// A splitter at the first line of the input.
    pub fn splitter(&self) -> Splitter {
        Splitter::new(self)
    }

    /// The records of a text that is in memory as a whole, in order.
    pub fn records<'a>(&self, text: &'a [u8]) -> Records<'a> {
        Records::new(self, text)
    }

    /// A parser; one for each thread.
    pub fn parser(&self) -> Parser {
        Parser { dialect: self.clone(), tables: Tables::default(), shapes: Shapes::default() }
    }
}

/// The lines of one record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// Whole lines in a row, with their line ends (`\n` or `\r\n`); the last one may lack its own.
    pub text: &'a [u8],
    /// The 1-based line of the input that the text begins with.
    pub line: u64,
}

/// What a record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution, where the record holds one; whether it is right has not been checked.
    pub solution: Option<Grid>,
    /// The columns behind what was understood, byte for byte and without the line end; for passing through.
    pub trailing: Vec<u8>,
    /// A name in front of the puzzle, byte for byte.
    pub label: Option<Vec<u8>>,
    /// The symbols that the record was written in; never [`Symbols::Auto`].
    pub symbols: Symbols,
}

/// Turns records into entries; keeps the shapes it has met, which makes the next puzzle of the same shape cheap.
#[derive(Clone, Debug)]
pub struct Parser {
    dialect: Dialect,
    tables: Tables,
    shapes: Shapes,
}

impl Parser {
    /// Reads one record, as cut out by the [`Splitter`] of the same [`Dialect`].
    ///
    /// Clashing givens are no errors, nor are regions of other than N cells that walls tell ([`Format::Hdu4069`]): see
    /// [`Puzzle::clash`]. In a region map such a region is one.
    ///
    /// # Errors
    /// The first thing in the record that can't be understood.
    pub fn parse(&mut self, record: Record<'_>) -> Result<Entry, ParseError> {
        match self.dialect.format {
            Format::Line | Format::Sdm => line::parse(self, record),
            Format::Csv => csv::parse(self, record),
            Format::Pencilmark => pencilmark::parse(self, record),
            Format::Grid => grid::parse(self, record),
            Format::Sdk => sdk::parse(self, record),
            Format::Candidates => candidates::parse(self, record),
            Format::Jigsaw => jigsaw::parse(self, record),
            Format::Poj2676 => poj2676::parse(self, record),
            Format::Poj3074 => poj3074::parse(self, record),
            Format::Grid16 => grid16::parse(self, record),
            Format::Hdu1426 => hdu1426::parse(self, record),
            Format::Hdu4069 => hdu4069::parse(self, record),
            Format::Uva989 => uva989::parse(self, record),
        }
    }

    /// The dialect it reads.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }
}

/// The shape of a puzzle without a region map.
fn plain_geometry(size: usize, regions: RegionChoice, diagonals: Diagonals) -> Result<Geometry, error::Kind> {
    let geometry = match regions {
        RegionChoice::Usual => Geometry::usual(size),
        RegionChoice::None => Geometry::latin(size),
        RegionChoice::Boxes(shape) if shape.box_rows.checked_mul(shape.box_cols) == Some(size) => {
            Geometry::boxes(size, shape.box_rows, shape.box_cols)
        }
        RegionChoice::Boxes(shape) => return Err(error::Kind::Boxes { size, shape }),
    };
    let geometry = geometry.map_err(error::Kind::Geometry)?;
    Ok(diagonals.list().iter().fold(geometry, |geometry, diagonal| geometry.with_diagonal(*diagonal)))
}
