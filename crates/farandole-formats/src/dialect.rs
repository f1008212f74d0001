//! The dialect of an input: everything that is determined before its records are read.

use super::brackets::form_of_input;
use super::codec::{Evidence, Splitting};
use super::columns::Columns;
use super::editor::{Counter, ImportConfig};
use super::error::{Cause, DetectCause, DetectError, ParseError};
use super::head::{Head, MAX_BYTES};
use super::reader::Reader;
use super::record::{ClassicEntry, Entry, Record, VariantEntry};
use super::registry::Format;
use super::settings::{Diagonals, RegionChoice, Settings};
use super::split::{Records, Splitter};
use super::symbols::Symbols;
use super::table;
use super::variants;
use farandole_puzzle::{BoxShape, ClassicPuzzle};

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
            lead: 0,
            table: None,
            note: None,
            answers: false,
            strict: false,
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
            && form_of_input(head).is_none()
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
        let text = &head[..head.len().min(MAX_BYTES)];
        let head = Head::new(text, config.columns.as_ref()).map_err(|cause| DetectError::new(1, cause))?;
        let plain = match config.format {
            Some(format) => Self::of_format(format, &head, config),
            None => detect_format(&head).and_then(|(format, _)| Self::of_format(format, &head, config)),
        };
        let dialect = match plain {
            plain if config.format.is_some() || is_certain(&head) => plain?,
            Ok(plain) if plain.sample(text).is_clean() => plain,
            plain => best_reading(plain, &head, text, config)?,
        };
        let answers = dialect.sample(text).answers > 0;
        let mut dialect = dialect.with_values_from_0(text);
        dialect.settings.answers = answers;
        Ok(dialect)
    }

    /// Determines the details of an input in a known format.
    fn of_format(format: Format, head: &Head<'_>, config: &ReadConfig) -> Result<Self, DetectError> {
        let symbols = match format.descriptor().symbols {
            Some((symbols, _)) => (*symbols).clone(),
            None => config.symbols.clone(),
        };
        let mut settings = config.settings(symbols);
        settings.lead = head.lead;
        if let Some(codec) = format.classic_codec() {
            codec.detect_details(&mut settings, head)?;
        }
        settings.header |= head.lead > 0;
        Ok(Self { format, settings, mixed: false })
    }

    /// Reads the first records of a text that may be cut off.
    fn sample(&self, text: &[u8]) -> Sample {
        let mut sample = Sample::default();
        let mut parser = self.parser();
        let mut records = self.records(text).take(SAMPLE_RECORDS + 1).peekable();
        while let Some(record) = records.next() {
            let is_cut = records.peek().is_none() && (sample.records > 0 && text.len() == MAX_BYTES);
            if is_cut || sample.records == SAMPLE_RECORDS {
                break;
            }
            sample.add(parser.parse_classic(record));
        }
        sample
    }

    /// Returns the dialect with values from 0 if the first records show it: they contain `0` and
    /// other empty cells, never the largest value, and no two zeros clash.
    fn with_values_from_0(self, text: &[u8]) -> Self {
        let is_free = self.settings.symbols == Symbols::Auto && self.format.descriptor().symbols.is_none();
        if !is_free || self.is_variant() {
            return self;
        }
        let mut shifted = self.clone();
        shifted.settings.symbols = Symbols::ZeroFirst;
        let (sample, plain) = (shifted.sample(text), self.sample(text));
        if !sample.is_clean() || sample.lowest < 2 || !sample.has_empty || plain.is_from_0 {
            return self;
        }
        shifted.settings.note = Some(
            "values from 0, since `0` and another empty cell occur; --symbols 1-9 reads 0 as empty".into(),
        );
        shifted
    }

    /// Returns the reason why the input is not read in the most obvious way, and the option that reads
    /// it so.
    pub fn note(&self) -> Option<&str> {
        self.settings.note.as_deref()
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

    /// Returns true if some of the first records contain their solutions.
    pub const fn has_answers(&self) -> bool {
        self.settings.answers
    }

    /// Returns true if each record is one line. A record is then identified by its line alone.
    pub fn is_one_line(&self) -> bool {
        matches!(self.splitting(), Splitting::Lines { .. })
    }

    /// Returns true if each record has one row of cells per line.
    pub fn is_in_rows(&self) -> bool {
        matches!(self.splitting(), Splitting::Rows(_))
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
fn detect_format(head: &Head<'_>) -> Result<(Format, Evidence), DetectError> {
    let mut best = None;
    for format in Format::CLASSIC {
        let Some(evidence) = format.classic_codec().and_then(|codec| codec.evidence(head)) else { continue };
        if best.is_none_or(|(_, strongest)| evidence > strongest) {
            best = Some((format, evidence));
        }
    }
    let unknown = || DetectError::new(head.content.first().map_or(1, |line| line.line), DetectCause::Unknown);
    best.ok_or_else(unknown)
}

/// Returns true if the evidence for a format is a header, a section or the like, so that malformed
/// records do not make other formats more likely.
fn is_certain(head: &Head<'_>) -> bool {
    detect_format(head).is_ok_and(|(_, evidence)| evidence >= Evidence::Header)
}

/// Returns the reading of an input that explains its first records best, unless the most obvious one
/// (`plain`) is as good.
fn best_reading(
    plain: Result<Dialect, DetectError>,
    head: &Head<'_>,
    text: &[u8],
    config: &ReadConfig,
) -> Result<Dialect, DetectError> {
    let mut heads = Vec::new();
    let lead = head.without_lead();
    for head in [Some(head), lead.as_ref()].into_iter().flatten() {
        heads.push((None, head.clone()));
        for table in table::candidates(head).into_iter().filter(|table| table::explains(*table, head)) {
            heads.push((Some(Format::Table), head.with_table(table)));
        }
    }
    let mut best = plain.as_ref().ok().map(|plain| (plain.sample(text), plain.clone()));
    let mut rival = None;
    for (only, head) in &heads {
        for format in Format::CLASSIC.into_iter().filter(|format| only.is_none_or(|only| only == *format)) {
            if format.classic_codec().and_then(|codec| codec.evidence(head)).is_none() {
                continue;
            }
            let Ok(reading) = Dialect::of_format(format, head, config) else { continue };
            let sample = reading.sample(text);
            if best.as_ref().is_none_or(|(best, _)| sample.is_better_than(best)) {
                (best, rival) = (Some((sample, reading)), None);
            } else if let Some((best, chosen)) = &best
                && sample.is_clean()
                && best.is_clean()
                && sample.first != best.first
                && format != chosen.format
            {
                rival = Some(format);
            }
        }
    }
    match (best, plain) {
        (Some((_, best)), _) if rival.is_some() => {
            let cause = DetectCause::Tie(best.format.name(), rival.unwrap_or(best.format).name());
            Err(DetectError::new(head.content.first().map_or(1, |line| line.line), cause))
        }
        (Some((_, best)), Ok(plain)) if best == plain => Ok(plain),
        (Some((_, mut best)), plain) => {
            best.settings.note = note(&best, plain.ok().as_ref());
            Ok(best)
        }
        (None, plain) => plain,
    }
}

/// Returns the note for a reading that is better than the most obvious one.
fn note(best: &Dialect, plain: Option<&Dialect>) -> Option<String> {
    let name = best.format.name();
    let lead = if best.settings.lead > 0 { ", after a header of numbers" } else { "" };
    let plain = plain.filter(|plain| plain.format != best.format);
    let other = plain.map(|plain| format!("; --from {} reads it otherwise", plain.format.name()));
    Some(format!("read as {name}{lead}{}", other.unwrap_or_default()))
}

/// Number of records that are read to compare readings.
const SAMPLE_RECORDS: usize = 100;

/// The first records of an input in some reading.
#[derive(Clone, Debug, Default)]
struct Sample {
    records: usize,
    /// Number of records that are unreadable, have no solution for a visible reason, or have a single
    /// cell.
    bad: usize,
    /// Number of records that contain their solutions.
    answers: usize,
    /// Number of givens with the lowest value.
    lowest: usize,
    has_empty: bool,
    /// True if the symbols of a record have values from 0.
    is_from_0: bool,
    /// The givens of the first record that can be read.
    first: Option<Vec<u8>>,
}

impl Sample {
    fn add(&mut self, read: Result<ClassicEntry, ParseError>) {
        self.records += 1;
        let Ok(entry) = read else {
            self.bad += 1;
            return;
        };
        let givens = entry.puzzle.givens();
        self.bad += usize::from(givens.len() == 1 || entry.puzzle.clash().is_some());
        self.answers += usize::from(entry.solution.is_some());
        self.lowest += givens.iter().filter(|given| **given == 1).count();
        self.has_empty |= givens.contains(&0);
        self.is_from_0 |= entry.symbols.begin_with_0();
        self.first.get_or_insert_with(|| givens.to_vec());
    }

    /// Returns true if nothing contradicts the reading.
    const fn is_clean(&self) -> bool {
        self.bad == 0
    }

    /// Returns true if the reading explains more of its records than another one, and at least half.
    const fn is_better_than(&self, other: &Self) -> bool {
        self.bad * 2 < self.records && self.bad * other.records < other.bad * self.records
    }
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
        let text = variants::text_of(record, only_puzzle)?;
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

    /// Returns the parser with stricter rules for records with a solution: a column that looks like a
    /// solution must be one, and a record with further columns must have one if the first records of the
    /// input have.
    /// Empty cells of a solution are `None`.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.reader.settings.strict = true;
        self
    }

    /// Returns the dialect of the parser.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }
}

/// Parses the only entry of a text and returns it with its line number.
pub(super) fn only_entry(text: &[u8]) -> Result<(ClassicEntry, u64), ParseError> {
    // A single cell is too little evidence for detection.
    let format = (text.trim_ascii().len() == 1).then_some(Format::Line);
    let dialect = Dialect::detect_classic(text, &ReadConfig { format, ..ReadConfig::default() })?;
    let mut records = dialect.records(text);
    let Some(record) = records.next() else {
        return Err(ParseError::new(1, 1, Cause::Nothing));
    };
    let entry = dialect.parser().parse_classic(record)?;
    match records.next() {
        Some(second) => Err(ParseError::new(second.line, 1, Cause::Several)),
        None => Ok((entry, record.line)),
    }
}

/// Parses exactly one classic puzzle.
pub(super) fn only_puzzle(text: &str) -> Result<ClassicPuzzle, ParseError> {
    only_entry(text.as_bytes()).map(|(entry, _)| entry.puzzle)
}
