//! Everything that is decided about an input before its records are read.

use super::codec::Splitting;
use super::columns::Columns;
use super::error::{DetectCause, DetectError, ParseError};
use super::head::Head;
use super::reader::Reader;
use super::record::{Entry, Record};
use super::registry::Format;
use super::settings::{Diagonals, RegionChoice, Settings};
use super::split::{Records, Splitter};
use super::symbols::Symbols;
use crate::BoxShape;

/// What is known or wished about an input before it is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadConfig {
    /// The format; `None` to have it detected.
    pub format: Option<Format>,
    /// How digits are written. `Candidates`, `Sdm` and the judges' dialects have their own symbols.
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
    settings: Settings,
}

impl Dialect {
    /// Decides the format and its details by the first bytes of the input. Bytes behind the first 64 KiB are ignored.
    ///
    /// `head` is the decompressed text from its first byte; it may end inside a line. With `config.format` given only
    /// the details are decided, and nearly nothing fails. An input without any content is taken as [`Format::Line`].
    ///
    /// # Errors
    /// If no format fits, if a CSV header names no givens or one thing twice, or if the bytes are no lines of ASCII or
    /// UTF-8: UTF-16 text, lines that end with carriage returns alone.
    pub fn detect(head: &[u8], config: &ReadConfig) -> Result<Self, DetectError> {
        let head = Head::new(head, config.columns.as_ref()).map_err(|cause| DetectError::new(1, cause))?;
        let format = match config.format {
            Some(format) => format,
            None => detect_format(&head)?,
        };
        let codec = format.codec();
        let mut settings = Settings {
            symbols: match format.descriptor().symbols {
                Some((symbols, _)) => (*symbols).clone(),
                None => config.symbols.clone(),
            },
            regions: config.regions,
            diagonals: config.diagonals,
            columns: config.columns.clone(),
            separator: b',',
            header: false,
            multi_line: false,
            size_hint: 0,
            banded: false,
            dash_empty: false,
        };
        codec.settle(&mut settings, &head)?;
        Ok(Self { format, settings })
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Whether each record is one line. Then a record can be told by its line alone.
    pub fn is_one_line(&self) -> bool {
        matches!(self.splitting(), Splitting::Lines { .. })
    }

    /// Whether [`line::cells81`](super::line::cells81) may be used on records: one-line format, usual boxes, usual
    /// symbols, no column list.
    pub fn is_plain_lines(&self) -> bool {
        let Settings { symbols, regions, diagonals, columns, .. } = &self.settings;
        let classic = RegionChoice::Boxes(BoxShape { box_rows: 3, box_cols: 3 });
        self.format.codec().reads_plain_lines()
            && matches!(symbols, Symbols::Auto | Symbols::NumbersFirst)
            && (*regions == RegionChoice::Usual || *regions == classic)
            && *diagonals == Diagonals::Neither
            && columns.is_none()
    }

    /// A splitter at the first line of the input.
    pub fn splitter(&self) -> Splitter {
        Splitter::new(self.splitting(), &self.settings)
    }

    /// The records of a text that is in memory as a whole, in order.
    pub fn records<'a>(&self, text: &'a [u8]) -> Records<'a> {
        Records::new(self.splitter(), text)
    }

    /// A parser; one for each thread.
    pub fn parser(&self) -> Parser {
        Parser { dialect: self.clone(), reader: Reader::new(self.settings.clone()) }
    }

    fn splitting(&self) -> Splitting {
        self.format.codec().splitting(&self.settings)
    }
}

/// The format with the strongest evidence; among equal ones the first in the registry.
fn detect_format(head: &Head<'_>) -> Result<Format, DetectError> {
    let mut best = None;
    for format in Format::ALL {
        let Some(evidence) = format.codec().evidence(head) else { continue };
        if best.is_none_or(|(_, strongest)| evidence > strongest) {
            best = Some((format, evidence));
        }
    }
    let unknown = || DetectError::new(head.content.first().map_or(1, |line| line.line), DetectCause::Unknown);
    best.map(|(format, _)| format).ok_or_else(unknown)
}

/// Turns records into entries. It keeps the geometries it has made, so that the next puzzle of the same shape is cheap.
#[derive(Clone, Debug)]
pub struct Parser {
    dialect: Dialect,
    reader: Reader,
}

impl Parser {
    /// Reads one record, as cut out by the [`Splitter`] of the same [`Dialect`].
    ///
    /// Contradictory givens are not an error: see [`Puzzle::clash`](crate::Puzzle::clash). A region of other than N cells
    /// is an error in a region map, but not where walls tell it ([`Format::Hdu4069`]).
    ///
    /// # Errors
    /// The first thing in the record that cannot be understood.
    pub fn parse(&mut self, record: Record<'_>) -> Result<Entry, ParseError> {
        self.dialect.format.codec().parse(&mut self.reader, record)
    }

    /// The dialect it reads.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }
}
