//! Tables: one row of cells per line in which a blank or an empty field is an empty cell.
//!
//! ```text
//! ,7,,,5,,3,6,
//! ,1,,,3,7,,9,
//! ```
//!
//! Source: rows copied from spreadsheets, the output of Debian's `sudoku -fcsv`, Markdown tables, and
//! grids drawn with lines.
//!
//! The fields of a row are separated by tabs, commas, semicolons or bars (`|` and the vertical lines of
//! Unicode), or the cells of a row are in columns of equal width. Rows may end early: the remaining
//! cells are empty. A line of dashes or of box-drawing characters is a border. All puzzles of an input
//! have the same size.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = "| 1 |   | 3 |   |\n|   | 4 |   | 2 |\n| 2 |   | 4 |   |\n|   |   |   | 1 |\n";
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Table);
//! let entry = dialect.parser().parse_classic(dialect.records(text.as_bytes()).next().unwrap()).unwrap();
//! assert_eq!(entry.puzzle.to_string(), "1.3..4.22.4....1");
//! ```

use super::cell_texts::decode_texts;
use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting};
use super::error::{Cause, DetectCause, DetectError, Noun, ParseError, Written};
use super::head::Head;
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::row_cells::check_count;
use super::rows::{self, Kind, Layout, of_record};
use super::settings::Settings;
use super::shapes::Division;
use super::table_columns::{Columns, Separator, is_row, split};
use super::text;
use farandole_puzzle::{ClassicPuzzle, Grid, MAX_SIZE};

/// Returns the arrangements that may explain an input, the most likely one first. The size is the
/// number of fields, or that of the rows in the first run of lines or in all of them.
pub(super) fn candidates(head: &Head<'_>) -> Vec<Columns> {
    const SEPARATORS: [Separator; 6] = [
        Separator::Bar,
        Separator::OpenBar,
        Separator::Byte(b'\t'),
        Separator::Byte(b';'),
        Separator::Byte(b','),
        Separator::None,
    ];
    let mut found = Vec::new();
    for separator in SEPARATORS {
        let lines = head.rows();
        let is_row = |line: &&&[u8]| is_row(line, separator);
        let run = lines.iter().take_while(|line| !text::is_blank(line) || line.contains(&b'\t'));
        let counts = [run.filter(is_row).count(), lines.len()];
        let rows = lines.iter().filter(is_row).take(2 * MAX_SIZE).map(|line| split(line, separator));
        let most = rows.map(|fields| fields.len()).max().unwrap_or(0);
        let pitches: &[usize] = match separator {
            // A field of a bordered grid may hold the cells of a box.
            Separator::Bar if most > 1 => &[0, 2, 1],
            Separator::OpenBar if most > 1 => &[2, 1],
            Separator::Byte(_) if most > 1 => &[0],
            Separator::None if most == 1 => &[1, 2, 3],
            _ => &[],
        };
        for pitch in pitches {
            let sizes = if *pitch == 0 { [most; 2] } else { counts };
            found.extend(sizes.map(|size| Columns { size, separator, pitch: *pitch, fields: most }));
        }
    }
    found.retain(|columns| (4..=MAX_SIZE).contains(&columns.size));
    found.dedup();
    found
}

/// Returns true if empty cells are blanks or fields without text, and some row reaches the last column.
/// Rows that end early have no other empty cells.
pub(super) fn explains(columns: Columns, head: &Head<'_>) -> bool {
    let rows = head.rows().iter().filter(|line| matches!(rows::table_kind(columns, line), Kind::Row(_)));
    let (mut widest, mut blank, mut cut, mut marked) = (0, false, false, false);
    for (line, cells) in rows.take(2 * MAX_SIZE).filter_map(|line| Some((line, columns.cells(line)?))) {
        let last = cells.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |last| last + 1);
        widest = widest.max(last);
        blank |= cells.iter().any(|cell| cell.text.is_empty() && cell.start < line.len());
        cut |= cells.iter().any(|cell| cell.start >= line.len() && line.last() != Some(&b'|'));
        marked |= cells.iter().any(|cell| matches!(cell.text, [b'.' | b'0' | b'_' | b'*' | b'?']));
    }
    blank && widest == columns.size && !(cut && marked)
}

pub(super) struct Table;

pub(super) static DESCRIPTOR: Descriptor =
    Descriptor::new("table", "rows whose empty fields or blanks are empty cells, as in spreadsheets");

impl ClassicCodec for Table {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        (head.table.is_some() && head.content.len() > 1).then_some(Evidence::Leftover)
    }

    fn detect_details(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        let likely = || candidates(head).into_iter().find(|columns| explains(*columns, head));
        settings.table = head.table.or_else(likely).or_else(|| candidates(head).first().copied());
        settings.lead = head.lead;
        if settings.table.is_some() || head.content.is_empty() {
            return Ok(());
        }
        Err(DetectError::new(head.content[0].line, DetectCause::Unknown))
    }

    fn splitting(&self, settings: &Settings) -> Splitting {
        settings.table.map_or(Splitting::lines(settings), |columns| Splitting::Rows(Layout::Table(columns)))
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        let missing = ParseError::new(record.line, 1, Cause::Missing { expected: "a row of cells" });
        let Some(columns) = reader.settings.table else { return Err(missing) };
        let rows = of_record(&record, Layout::Table(columns), false);
        check_count(&rows, columns.size)?;
        let mut cells = Vec::with_capacity(columns.size * columns.size);
        for row in &rows {
            let found = split(row.text, columns.separator).len();
            let cause = Cause::Count { what: Noun::CELLS_IN_ROW, found, expected: columns.size };
            let end = row.skipped + row.text.len() + 1;
            cells.extend(columns.cells(row.text).ok_or(ParseError::new(row.line, end, cause))?);
        }
        let texts: Vec<&[u8]> = cells.iter().map(|cell| cell.text).collect();
        let (cells, symbols) = decode_texts(reader, columns.size, &texts).map_err(|(index, cause)| {
            let row = rows[index / columns.size];
            ParseError::new(row.line, row.skipped + cells[index].start + 1, cause)
        })?;
        reader.entry(record, columns.size, &cells, symbols, Division::default())
    }

    fn holds_size(&self, size: usize) -> bool {
        size >= 4
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        push_table(to, puzzle.size(), puzzle.givens());
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        push_table(to, puzzle.size(), grid.digits());
        Ok(())
    }
}

/// Prints rows of fields, which are empty for empty cells.
fn push_table(to: &mut Printer<'_>, size: usize, cells: &[u8]) {
    to.separator();
    for row in cells.chunks(size) {
        for (k, cell) in row.iter().enumerate() {
            to.text(if k > 0 { b"," } else { b"" });
            if *cell > 0 {
                to.cells(&[*cell]);
            }
        }
        to.text(b"\n");
    }
}
