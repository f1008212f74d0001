//! Grids with one row of cells per line, with or without borders.
//!
//! ```text
//! 5 3 . | . 7 . | . . .
//! 6 . . | 1 9 5 | . . .
//! . 9 8 | . . . | . 6 .
//! ------+-------+------
//! ```
//!
//! Source: the text grids of Simple Sudoku (`.ss`, <http://www.sudocue.net/fileformats.php>),
//! Sudoku Explainer, HoDoKu and QQWing.
//!
//! Blanks, tabs, `|` `!` `:` `+` `,` `;` and box-drawing characters may separate cells. Lines that
//! consist of these characters and `-` or `=` are borders. A line that consists only of dashes (and
//! `|`) is a border too, unless it has as many dashes as a row has cells, and `-` also occurs in
//! rows with digits. A cell is one character. In rows of ten or more cells, a cell may be a number
//! of one or two digits if at least one number of the row has two. In rows of a hundred or more cells, a
//! number may have three. `#` starts a comment line. A
//! line that begins with a word, such as `Grid 01`, is a title.
//!
//! A puzzle has as many rows as its first row has cells, at most 225. An incomplete puzzle ends at a
//! blank line or a title. A blank line between bands is ignored if the first puzzle of the input
//! has one. A malformed row still counts as a row. Rows of more than 225 cells form an erroneous
//! record that ends at the first row of another width.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = "1 2 | . .\n. . | 2 1\n----+----\n. . | . .\n2 . | . .\n";
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Grid);
//! assert_eq!(dialect.records(text.as_bytes()).count(), 1);
//! ```

use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting};
use super::error::{DetectError, ParseError, Written};
use super::head::{Content, Head};
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::row_cells::{cells_of_rows, check_count, size_of_rows, symbols_of_rows};
use super::rows::{self, Kind, Layout, of_record};
use super::settings::Settings;
use super::shapes::Division;
use farandole_puzzle::{ClassicPuzzle, Grid};

pub(super) struct BorderedGrid;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    extensions: &["ss"],
    ..Descriptor::new("grid", "one row per line, with or without borders")
};

impl ClassicCodec for BorderedGrid {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        if head.first_grid().is_some_and(|grid| !grid.as_lines) {
            return Some(Evidence::Rows);
        }
        if head.first_cells().is_none() && head.has_oversized_grid() {
            return Some(Evidence::Rows);
        }
        // An incomplete grid is still treated as a grid, unless there are lines of cells, which are
        // stronger evidence.
        let is_row = |line: &Content<'_>| {
            matches!(rows::kind(line.text, 0), Kind::Row(2..=farandole_puzzle::MAX_SIZE))
        };
        let may_be_rows = head.content.len() > 1 && head.first_cells().is_none();
        (may_be_rows && head.content.iter().any(is_row)).then_some(Evidence::Leftover)
    }

    fn detect_details(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        detect_row_details(settings, head);
        Ok(())
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Grid)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_grid(reader, record)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.separator();
        to.grid(puzzle.geometry(), puzzle.givens());
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        to.separator();
        to.grid(puzzle.geometry(), grid.digits());
        Ok(())
    }
}

/// Determines the details of rows: the size of the first grid, the meaning of dashes, and whether
/// blank lines separate bands.
pub(super) fn detect_row_details(settings: &mut Settings, head: &Head<'_>) {
    settings.dash_empty = head.has_dash_cells();
    settings.size_hint = head.first_grid().map_or(0, |first| first.size);
    settings.banded = head.is_banded(settings.size_hint);
}

/// Parses a puzzle in rows.
pub(super) fn parse_grid(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let rows = of_record(&record, Layout::Grid, reader.settings.dash_empty);
    let size = size_of_rows(&rows, &record)?;
    check_count(&rows, size)?;
    let symbols = symbols_of_rows(reader, size, &rows)?;
    let cells = cells_of_rows(reader, size, &symbols, &rows)?;
    reader.entry(record, size, &cells, symbols, Division::default())
}
