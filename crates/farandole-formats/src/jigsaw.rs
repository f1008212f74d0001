//! Puzzles with a region map (jigsaws), on one line or with one row per line.
//!
//! ```text
//! 3.......4..2.6.1...1.9.8.2...5...6...2.....1...9...8...8.3.4.6...4.1.9..5.......7 AAABBBCCCAAABBB...
//! ```
//!
//! Source: the text forms of Interactive Sudoku Solver,
//! <https://github.com/sigh/Interactive-Sudoku-Solver>, and of the puzzle collections of janko.at.
//!
//! A puzzle on one line is in the format [`line`](mod@super::line), but the map is required. A puzzle
//! on several lines consists of N rows of givens as in [`grid`](mod@super::grid), an optional blank
//! line, and N rows of region labels, one character each. Equal labels form a region of N cells of any
//! shape. The writer prints one line.
//!
//! An incomplete puzzle on several lines ends at a title, or at any blank line except the one between
//! givens and labels.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = b"1...\n....\n....\n...2\n\nAAAB\nACBB\nCCDB\nCDDD\n";
//! let dialect = Dialect::detect(text, &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Jigsaw);
//! assert!(!dialect.is_one_line());
//! ```

use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting};
use super::constraints::is_constraints;
use super::division_text::Map;
use super::error::{Cause, DetectError, Noun, ParseError, Written};
use super::grid::detect_row_details;
use super::head::{Head, has_cells};
use super::line::push_line;
use super::line_fields::{Maps, read};
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::region_map::{is_map, is_nearly_map, misfit};
use super::row_cells::{cells_of_rows, check_count, size_of_rows, symbols_of_rows};
use super::rows::{self, Kind, Layout, of_record, runs};
use super::settings::Settings;
use super::shapes::Division;
use super::symbols::{EMPTY, FOREIGN, Symbols};
use super::text::{Token, Tokens, size_of_square};
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid};

pub(super) struct Jigsaw;

pub(super) static DESCRIPTOR: Descriptor =
    Descriptor::new("jigsaw", "givens and region map, on one line or with one row per line");

/// Number of lines with cells to examine. All of them must have a map.
const SAMPLE_LINES: usize = 100;

impl ClassicCodec for Jigsaw {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        if is_multi_line(head) {
            return Some(Evidence::ParticularRows);
        }
        head.first_cells()?;
        let mut lines = head.sample().filter(|line| has_cells(line)).take(SAMPLE_LINES);
        lines.all(has_map).then_some(Evidence::ParticularCells)
    }

    fn detect_details(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        settings.multi_line = head.columns.is_none() && is_multi_line(head);
        if settings.multi_line {
            detect_row_details(settings, head);
        }
        Ok(())
    }

    fn splitting(&self, settings: &Settings) -> Splitting {
        if settings.multi_line { Splitting::Rows(Layout::GridAndMap) } else { Splitting::lines(settings) }
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        if reader.settings.multi_line {
            parse_rows(reader, record)
        } else {
            read(reader, record, Maps::Required)
        }
    }

    fn holds_size(&self, size: usize) -> bool {
        size > 1
    }

    fn check_geometry(&self, _geometry: &Geometry) -> Written {
        Ok(())
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        push_line(to, puzzle, Map::Required)
    }

    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        to.row(grid.digits());
        Ok(())
    }
}

/// Returns true if a line has a region map after other cells, or on its own unless it may be a grid.
fn has_map(line: &[u8]) -> bool {
    let mut tokens = Tokens::new(line, 0);
    if let (Some(only), None) = (tokens.next(), tokens.next())
        && let Some(size) = size_of_square(only.text.len())
    {
        let table = Symbols::Auto.resolve(size, [only.text, b""]).table(size);
        if only.text.iter().all(|byte| !matches!(table[usize::from(*byte)], EMPTY | FOREIGN)) {
            return false;
        }
    }
    let is_jigsaw = |constraint: &[u8]| constraint.starts_with(b"Jigsaw~");
    Tokens::new(line, 0).any(|token| {
        let cells = size_of_square(token.text.len()).filter(|size| *size >= 4);
        let constraints = is_constraints(token.text) && token.text.split(|byte| *byte == b'.').any(is_jigsaw);
        cells.is_some_and(|size| is_map(token.text, size)) || constraints
    })
}

/// Returns true if the first grid in rows is followed by N rows of a region map, which may contain
/// wrong cells.
fn is_multi_line(head: &Head<'_>) -> bool {
    let content = &head.content;
    let Some(grid) = head.first_grid() else { return false };
    if grid.as_lines
        || has_cells(content[0].text) && grid.size > 9 && Tokens::new(content[0].text, 0).count() > 1
    {
        return false;
    }
    let mut map = Vec::new();
    for line in &content[grid.end..] {
        if matches!(rows::kind(line.text, grid.size), Kind::Border | Kind::Dashes(_)) {
            continue;
        }
        let before = map.len();
        map.extend(runs(line.text).flat_map(|run| run.text.iter().copied()));
        if map.len() - before != grid.size || map.len() >= grid.size * grid.size {
            break;
        }
    }
    is_nearly_map(&map, grid.size)
}

/// Parses N rows of givens and N rows of labels.
fn parse_rows(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let rows = of_record(&record, Layout::GridAndMap, reader.settings.dash_empty);
    let size = size_of_rows(&rows, &record)?;
    check_count(&rows, 2 * size)?;
    let (givens, map) = rows.split_at(size);
    let symbols = symbols_of_rows(reader, size, givens)?;
    let cells = cells_of_rows(reader, size, &symbols, givens)?;
    let mut labels: Vec<u8> = Vec::with_capacity(size * size);
    for row in map {
        let before = labels.len();
        labels.extend(runs(row.text).flat_map(|run| run.text));
        let found = labels.len() - before;
        if found != size {
            let count = Cause::Count { what: Noun::REGIONS_IN_ROW, found, expected: size };
            return Err(ParseError::new(row.line, row.skipped + row.text.len() + 1, count));
        }
    }
    if let Some((cell, cause)) = misfit(&labels, size) {
        let row = map[cell / size];
        let column = runs(row.text).flat_map(|run| run.start..run.start + run.text.len()).nth(cell % size);
        return Err(ParseError::new(row.line, row.skipped + column.unwrap_or(0) + 1, cause));
    }
    let division = Division { map: Some(Token { start: 0, text: &labels }), ..Division::default() };
    reader.entry(record, size, &cells, symbols, division)
}
