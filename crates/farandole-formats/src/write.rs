//! Prints puzzles, solutions and judges' answers in any format.

use super::codec::{ClassicCodec, Verdict};
use super::columns::{Column, Columns};
use super::dialect::{Dialect, ReadConfig};
use super::editor::{ExportConfig, ExportError, ExportErrorKind};
use super::error::{WriteCause, WriteError, Written};
use super::print::{Printer, Style, symbols_of};
use super::record::VariantEntry;
use super::registry::Format;
use super::settings::Borders;
use super::symbols::{self, Symbols};
use farandole_puzzle::{Cell, ClassicPuzzle, Grid};
use std::collections::BTreeSet;

/// Settings for printing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteConfig {
    /// The format.
    pub format: Format,
    /// The symbols for digits. The judges' dialects, `Candidates` and `Sdm` have their own symbols.
    pub symbols: Symbols,
    /// The character for an empty cell, if the format does not prescribe it: see
    /// [`Symbols::leaves_empty`].
    pub empty: u8,
    /// The borders between boxes, for `Grid` only.
    pub borders: Borders,
    /// The columns of `Csv`, or `None` for `puzzle,solution`.
    pub columns: Option<Columns>,
}

impl WriteConfig {
    /// Creates the default settings for this format.
    pub const fn new(format: Format) -> Self {
        Self { format, symbols: Symbols::Auto, empty: b'.', borders: Borders::Without, columns: None }
    }

    /// Returns true if cells can be separate texts, so that they can be decimal numbers.
    const fn has_separate_cells(&self) -> bool {
        matches!(self.format, Format::Line | Format::Grid | Format::Table | Format::Array)
    }

    /// Returns the symbols and the empty-cell character that the format prescribes, or the
    /// configured ones.
    fn style(&self) -> Style<'_> {
        let (symbols, empty) = match self.format.descriptor().symbols {
            Some((symbols, empty)) => (symbols, empty),
            None => (&self.symbols, self.empty),
        };
        Style { symbols, empty, borders: self.borders, columns: self.columns.as_ref() }
    }
}

/// Prints the text before the first puzzle: a CSV header, or the number of puzzles.
///
/// # Errors
/// If the format needs the count and it is not known.
pub fn write_start(out: &mut Vec<u8>, config: &WriteConfig, count: Option<u64>) -> Result<(), WriteError> {
    let to = &mut Printer { out, style: &config.style(), ordinal: 0 };
    let Some(codec) = config.format.classic_codec() else { return Ok(()) };
    codec.write_start(to, count).map_err(|cause| error(config.format, cause))
}

/// Prints the text after the last puzzle.
pub fn write_end(out: &mut Vec<u8>, config: &WriteConfig) {
    if let Some(codec) = config.format.classic_codec() {
        codec.write_end(out);
    }
}

/// Returns the codec of a format of classic puzzles.
fn classic(format: Format) -> Result<&'static dyn ClassicCodec, WriteCause> {
    format.classic_codec().ok_or(WriteCause::Variants)
}

/// Prints a puzzle with the line end. If `ordinal` (the 0-based index of the puzzle) is above 0,
/// prints the separator of puzzles first.
///
/// `Line` and `Jigsaw` support boxes and regions whose map the reader recognizes as a map. They
/// also support diagonals and disjoint extra regions of N cells, in the constraint form of
/// [`line`](mod@super::line). `Pencilmark` supports the same and restrictions. `Csv` supports the
/// content of [`WriteConfig::columns`]. `Hdu4069` supports connected regions of a 9x9 grid. The
/// other formats support only [`Geometry::usual`](farandole_puzzle::Geometry::usual) shapes.
///
/// The output is parsed again and compared, except for classic 9x9 puzzles with the usual symbols.
/// Above size 9, [`Symbols::Auto`] writes `A` for 1 if all givens would be letters, since the
/// reader interprets such letters in this way.
///
/// # Errors
/// If the format cannot represent the puzzle, the output would be read as a different puzzle, or
/// the character for an empty cell is a digit or a separator. `out` is then unchanged.
pub fn write_puzzle(
    out: &mut Vec<u8>,
    puzzle: &ClassicPuzzle,
    config: &WriteConfig,
    ordinal: u64,
) -> Result<(), WriteError> {
    let plain;
    let config = if matches!(config.symbols, Symbols::Decimal { .. }) && !config.has_separate_cells() {
        plain = WriteConfig { symbols: config.symbols.in_characters(), ..config.clone() };
        &plain
    } else {
        config
    };
    let letters;
    let is_free = config.format.descriptor().symbols.is_none() && config.symbols == Symbols::Auto;
    let config = if is_free && symbols_of(puzzle) == Symbols::LettersFirst {
        letters = WriteConfig { symbols: Symbols::LettersFirst, ..config.clone() };
        &letters
    } else {
        config
    };
    let style = config.style();
    let start = out.len();
    let written = check_puzzle(puzzle, config.format, &style)
        .and_then(|()| {
            classic(config.format)?.write_puzzle(&mut Printer { out, style: &style, ordinal }, puzzle)
        })
        .and_then(|()| verify(puzzle, config));
    written.map_err(|cause| {
        out.truncate(start);
        error(config.format, cause)
    })
}

/// Parses the output for a puzzle again and rejects it if the result is a different puzzle. This
/// function is called for every puzzle, regardless of its format.
///
/// Classic 9x9 puzzles with the usual symbols are exempt, since they are written in large numbers.
/// Each of their cells is one character in all formats, so parsing does not depend on the puzzle. A
/// property test covers this for each format.
fn verify(puzzle: &ClassicPuzzle, config: &WriteConfig) -> Written {
    let is_usual = matches!(config.symbols, Symbols::Auto | Symbols::NumbersFirst) && config.empty == b'.';
    let is_plain = puzzle.geometry().is_classic() && puzzle.restrictions().is_none();
    // The caller requested a table of solutions or labels alone, which is not a puzzle.
    let has_givens = config.columns.as_ref().is_none_or(|columns| columns.list().contains(&Column::Givens));
    if is_plain && is_usual || !has_givens {
        return Ok(());
    }
    let style = config.style();
    let mut file = Vec::new();
    let mut to = Printer { out: &mut file, style: &style, ordinal: 0 };
    let codec = classic(config.format)?;
    codec.write_start(&mut to, Some(1))?;
    codec.write_puzzle(&mut to, puzzle)?;
    codec.write_end(&mut file);
    let read =
        ReadConfig { format: Some(config.format), symbols: config.symbols.clone(), ..ReadConfig::default() };
    let dialect = Dialect::detect(&file, &read).map_err(|_| WriteCause::Unreadable)?;
    let (mut records, mut parser) = (dialect.records(&file), dialect.parser());
    let entry =
        records.next().and_then(|record| parser.parse_classic(record).ok()).ok_or(WriteCause::Unreadable)?;
    if records.next().is_some() {
        return Err(WriteCause::Unreadable);
    }
    let reread = &entry.puzzle;
    // Candidate formats do not distinguish givens from cells with one candidate.
    let differs = |cell: Cell| reread.allowed(cell) != puzzle.allowed(cell);
    // The candidate grid omits candidates that the givens exclude, so the texts are compared
    // instead.
    if config.format == Format::Candidates {
        let mut text = Vec::new();
        codec.write_puzzle(&mut Printer { out: &mut text, style: &style, ordinal: 0 }, reread)?;
        return if file.ends_with(&text) { Ok(()) } else { Err(WriteCause::Changes("the candidates")) };
    }
    if reread.size() != puzzle.size() {
        Err(WriteCause::Changes("the size"))
    } else if (0..puzzle.geometry().cell_count()).map(Cell::within).any(differs) {
        Err(WriteCause::Changes("the candidates"))
    } else if houses(reread) != houses(puzzle) {
        Err(WriteCause::Changes("the regions"))
    } else {
        Ok(())
    }
}

/// Returns the cells of the houses without their kinds, since a map of rectangles is read as boxes.
fn houses(puzzle: &ClassicPuzzle) -> BTreeSet<Vec<Cell>> {
    puzzle.geometry().houses().map(|house| house.cells.to_vec()).collect()
}

/// Prints a solution in this format. Only its cells are printed, except that `Csv` repeats the
/// givens first and the judges' dialects print the judge's answer. For `ordinal` (0-based), see
/// [`write_puzzle`].
///
/// # Errors
/// If the format does not support this size. `out` is then unchanged.
pub fn write_grid(
    out: &mut Vec<u8>,
    puzzle: &ClassicPuzzle,
    grid: &Grid,
    config: &WriteConfig,
    ordinal: u64,
) -> Result<(), WriteError> {
    let style = config.style();
    let characters = style.symbols.in_characters();
    let style = if config.has_separate_cells() { style } else { Style { symbols: &characters, ..style } };
    check_size(grid.size(), config.format, &style)
        .and_then(|()| {
            classic(config.format)?.write_grid(&mut Printer { out, style: &style, ordinal }, puzzle, grid)
        })
        .map_err(|cause| error(config.format, cause))
}

/// Returns the text of a variant in a format of variants, without a final line end. If the format
/// supports them, it includes the title, the author, the rules in words, and the solution if it has
/// a value for each cell of the grid.
///
/// The text is parsed again and compared.
///
/// ```
/// use farandole_formats::{Dialect, Format, ReadConfig, Record, variant_text};
///
/// let text = b".Shape~4x4\n.AntiKnight";
/// let parser = Dialect::detect(text, &ReadConfig::default()).unwrap().parser();
/// let entry = parser.clone().parse(Record { text, line: 1 }).unwrap().by_kind().unwrap_err();
/// assert_eq!(variant_text(&entry, Format::Iss).unwrap(), ".Shape~4x4.AntiKnight");
/// ```
///
/// # Errors
/// If the format is read-only or not a format of variants, has no key for some constraints, or the
/// text would be read as another puzzle.
pub fn variant_text(entry: &VariantEntry, format: Format) -> Result<String, ExportError> {
    let codec = format.variant_codec().ok_or(ExportErrorKind::Unwritten)?;
    let solution: Option<Vec<u8>> =
        entry.solution.as_ref().and_then(|values| values.iter().copied().collect());
    let solution = solution.as_deref().filter(|values| values.len() == entry.puzzle.board().grid_count());
    codec.write(
        &entry.puzzle,
        &ExportConfig {
            title: entry.title.as_deref(),
            author: entry.author.as_deref(),
            rules: entry.rules.as_deref(),
            solution,
            cosmetics: &entry.cosmetics,
            ..ExportConfig::default()
        },
    )
}

/// Prints a judge's answer byte for byte. `ordinal` is the 0-based index of the puzzle.
///
/// # Errors
/// If the format is not a judge's dialect, does not support the size, or has no text for the
/// verdict. `out` is then unchanged.
pub fn write_answer(
    out: &mut Vec<u8>,
    puzzle: &ClassicPuzzle,
    verdict: Verdict<'_>,
    format: Format,
    ordinal: u64,
) -> Result<(), WriteError> {
    let config = WriteConfig::new(format);
    let style = config.style();
    let line = check_size(puzzle.size(), format, &style)
        .and_then(|()| format.descriptor().judge_line(verdict))
        .map_err(|cause| error(format, cause))?;
    let solution = if let Verdict::Solved(grid) = verdict { Some(grid) } else { None };
    if let Some(codec) = format.classic_codec() {
        codec.write_answer(&mut Printer { out, style: &style, ordinal }, solution, line);
    }
    Ok(())
}

fn error(format: Format, cause: WriteCause) -> WriteError {
    WriteError { format: format.name(), cause }
}

/// Checks that the format supports this size and that the alphabet has enough symbols.
fn check_size(size: usize, format: Format, style: &Style<'_>) -> Written {
    let is_other = format.descriptor().size.is_some_and(|only| only != size);
    if is_other || !classic(format)?.holds_size(size) {
        Err(WriteCause::Size(size))
    } else if !(style.symbols.cover(size) || format == Format::Grid && size > symbols::MOST) {
        Err(WriteCause::Alphabet(size))
    } else {
        Ok(())
    }
}

fn check_puzzle(puzzle: &ClassicPuzzle, format: Format, style: &Style<'_>) -> Written {
    let descriptor = format.descriptor();
    check_size(puzzle.size(), format, style)?;
    if puzzle.restrictions().is_some() && !descriptor.holds_candidates {
        return Err(WriteCause::Restrictions);
    }
    if descriptor.symbols.is_none() && !style.symbols.leaves_empty(style.empty, puzzle.size()) {
        return Err(WriteCause::Empty(style.empty));
    }
    classic(format)?.check_geometry(puzzle.geometry())
}
