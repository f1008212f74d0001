//! The dialect of an input: everything that is determined before its records are read.

use super::codec::Splitting;
use super::columns::Columns;
use super::editor::{Counter, ImportConfig};
use super::error::{Cause, DetectCause, DetectError, ParseError};
use super::head::Head;
use super::reader::Reader;
use super::record::{ClassicEntry, Entry, Record, VariantEntry};
use super::registry::Format;
use super::settings::{Diagonals, RegionChoice, Settings};
use super::split::{Records, Splitter};
use super::symbols::Symbols;
use super::variants;
use farandole_puzzle::BoxShape;

/// Settings for reading an input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadConfig {
    /// The format, or `None` to detect it.
    pub format: Option<Format>,
    /// The symbols for digits. `Candidates`, `Sdm` and the judges' dialects have their own symbols.
    pub symbols: Symbols,
    /// The boxes or regions of puzzles without a region map.
    pub regions: RegionChoice,
    /// Diagonals that are houses in every puzzle.
    pub diagonals: Diagonals,
    /// The columns of [`Format::Line`] and [`Format::Csv`], or `None` to determine them from their
    /// content or header.
    pub columns: Option<Columns>,
    /// The treatment of parts of an editor's puzzle that are not clearly rules.
    pub import: ImportConfig,
}

impl ReadConfig {
    /// Returns the settings of the caller with these symbols, and defaults for the properties that
    /// are detected later.
    fn settings(&self, symbols: Symbols) -> Settings {
        Settings {
            symbols,
            regions: self.regions,
            diagonals: self.diagonals,
            columns: self.columns.clone(),
            separator: b',',
            header: false,
            multi_line: false,
            size_hint: 0,
            banded: false,
            dash_empty: false,
            import: self.import.clone(),
        }
    }
}

/// The format of an input with all details. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect {
    format: Format,
    settings: Settings,
    /// True if each record may have another format of variants.
    mixed: bool,
}

impl Dialect {
    /// Detects the format and its details from the first bytes of the input. Bytes after the first
    /// 64 KiB are ignored.
    ///
    /// `head` is the beginning of the decompressed text and may end inside a line. If
    /// `config.format` is set, only the details are detected, which rarely fails. An input without
    /// content is treated as [`Format::Line`].
    ///
    /// An input of variants is recognized by its first line with content. The format is that of the
    /// first record. The other records may have any format of variants.
    ///
    /// # Errors
    /// If no format matches, a CSV header names no givens or names a column twice, or the bytes are
    /// not lines of ASCII or UTF-8. Examples are UTF-16 text and lines that end with only a
    /// carriage return.
    pub fn detect(head: &[u8], config: &ReadConfig) -> Result<Self, DetectError> {
        if config.format.is_none()
            && let Some(format) = variants::format_of_input(head)
        {
            return Ok(Self { format, ..Self::variants(config) });
        }
        Self::detect_classic(head, config)
    }

    /// Returns the dialect of an input of variants in any of their formats. Text that has the form of
    /// a classic puzzle is a variant without constraints.
    pub fn variants(config: &ReadConfig) -> Self {
        Self { format: Format::Iss, settings: config.settings(Symbols::Auto), mixed: true }
    }

    /// Detects the format among those of classic puzzles, unless the configuration has a format.
    pub(super) fn detect_classic(head: &[u8], config: &ReadConfig) -> Result<Self, DetectError> {
        if let Some(format) = config.format.filter(|format| format.is_variant()) {
            return Ok(Self { format, mixed: false, ..Self::variants(config) });
        }
        let head = Head::new(head, config.columns.as_ref()).map_err(|cause| DetectError::new(1, cause))?;
        let format = match config.format {
            Some(format) => format,
            None => detect_format(&head)?,
        };
        let symbols = match format.descriptor().symbols {
            Some((symbols, _)) => (*symbols).clone(),
            None => config.symbols.clone(),
        };
        let mut settings = config.settings(symbols);
        if let Some(codec) = format.classic_codec() {
            codec.detect_details(&mut settings, &head)?;
        }
        Ok(Self { format, settings, mixed: false })
    }

    /// Returns the dialect with an engine that verifies the meanings of drawings, unless the
    /// configuration has one.
    #[must_use]
    pub fn verified_by(mut self, counter: Counter) -> Self {
        self.settings.import.counter.get_or_insert(counter);
        self
    }

    /// Returns the format of the input or, for variants, of its first record.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns true if the records are variants.
    pub const fn is_variant(&self) -> bool {
        self.format.is_variant()
    }

    /// Returns true if each record is one line. A record is then identified by its line alone.
    pub fn is_one_line(&self) -> bool {
        matches!(self.splitting(), Splitting::Lines { .. })
    }

    /// Returns true if [`line::cells81`](super::line::cells81) applies to records: a one-line
    /// format with usual boxes, usual symbols and no column list.
    pub fn is_plain_lines(&self) -> bool {
        let Settings { symbols, regions, diagonals, columns, .. } = &self.settings;
        let classic = RegionChoice::Boxes(BoxShape { box_rows: 3, box_cols: 3 });
        self.format.classic_codec().is_some_and(|codec| codec.reads_plain_lines())
            && matches!(symbols, Symbols::Auto | Symbols::NumbersFirst)
            && (*regions == RegionChoice::Usual || *regions == classic)
            && *diagonals == Diagonals::Neither
            && columns.is_none()
    }

    /// Creates a splitter positioned at the first line of the input.
    pub fn splitter(&self) -> Splitter {
        Splitter::new(self.splitting(), &self.settings)
    }

    /// Returns the records of a text that is in memory as a whole, in order.
    pub fn records<'a>(&self, text: &'a [u8]) -> Records<'a> {
        Records::new(self.splitter(), text)
    }

    /// Creates a parser. Use one for each thread.
    pub fn parser(&self) -> Parser {
        Parser { dialect: self.clone(), reader: Reader::new(self.settings.clone()) }
    }

    fn splitting(&self) -> Splitting {
        self.format.classic_codec().map_or(Splitting::Variants, |codec| codec.splitting(&self.settings))
    }
}

/// Returns the format of classic puzzles with the strongest evidence; ties go to the first format in
/// the registry.
fn detect_format(head: &Head<'_>) -> Result<Format, DetectError> {
    let mut best = None;
    for format in Format::CLASSIC {
        let Some(evidence) = format.classic_codec().and_then(|codec| codec.evidence(head)) else { continue };
        if best.is_none_or(|(_, strongest)| evidence > strongest) {
            best = Some((format, evidence));
        }
    }
    let unknown = || DetectError::new(head.content.first().map_or(1, |line| line.line), DetectCause::Unknown);
    best.map(|(format, _)| format).ok_or_else(unknown)
}

/// A parser that converts records to entries. It caches geometries, so the next puzzle of the same
/// shape is cheap.
#[derive(Clone, Debug)]
pub struct Parser {
    dialect: Dialect,
    reader: Reader,
}

impl Parser {
    /// Parses one record that the [`Splitter`] of the same [`Dialect`] returned.
    ///
    /// Contradictory givens are not an error: see
    /// [`ClassicPuzzle::clash`](farandole_puzzle::ClassicPuzzle::clash). A region with a number of
    /// cells other than N is an error in a region map, but not if it is defined by walls
    /// ([`Format::Hdu4069`]).
    ///
    /// # Errors
    /// Returns the first error in a record of a classic puzzle, or all errors in a record of a
    /// variant.
    pub fn parse(&mut self, record: Record<'_>) -> Result<Entry, ParseError> {
        if !self.dialect.is_variant() {
            return self.parse_classic(record).map(|entry| entry.map(Into::into));
        }
        self.parse_variant(record).map(|entry| entry.map(Into::into))
    }

    /// Parses one record of variants in the same way as [`parse`](Self::parse).
    ///
    /// # Errors
    /// Returns the errors of [`parse`](Self::parse), and an error if the records are classic puzzles.
    pub fn parse_variant(&self, record: Record<'_>) -> Result<VariantEntry, ParseError> {
        let text = variants::text_of(record)?;
        let Dialect { format, mixed, settings } = &self.dialect;
        let format = if *mixed { variants::format_of_record(text.first) } else { *format };
        let codec = format.variant_codec().ok_or(ParseError::new(record.line, 1, Cause::Nothing))?;
        codec.parse(text, &settings.import)
    }

    /// Parses one record of classic puzzles in the same way as [`parse`](Self::parse).
    ///
    /// # Errors
    /// Returns the errors of [`parse`](Self::parse), and an error if the records are variants.
    pub fn parse_classic(&mut self, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        match self.dialect.format.classic_codec() {
            Some(codec) => codec.parse(&mut self.reader, record),
            None => Err(ParseError::new(record.line, 1, Cause::Variant)),
        }
    }

    /// Returns the dialect of the parser.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }
}
