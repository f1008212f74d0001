//! Puzzles with a region map.
//!
//! On one line it is the [`line`](mod@super::line)format with a map that must be there. On several lines there are N rows of
//! givens as in [`grid`](super::grid), a blank line if wanted, and N rows of region labels, one character each; equal
//! labels make a region of N cells, whatever its shape. Printed is the line.
//!
//! In the form of several lines an incomplete puzzle ends at the next blank line (other than that between the halves) or
//! title.

use super::error::Kind;
use super::grid::{cells_of_rows, check_count, entry, size_of_rows, symbols_of_rows};
use super::line::{self, Maps};
use super::region_map::{Division, misfit};
use super::rows::{Style, of_record, runs};
use super::text::Token;
use super::{Entry, ParseError, Parser, Record};
use alloc::vec::Vec;

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    if !parser.dialect.multi_line {
        return line::read(parser, record, Maps::Required);
    }
    let rows = of_record(&record, Style::GridAndMap, parser.dialect.dash_empty);
    let size = size_of_rows(&rows, &record)?;
    check_count(&rows, 2 * size)?;
    let (givens, map) = rows.split_at(size);
    let symbols = symbols_of_rows(parser, size, givens)?;
    let cells = cells_of_rows(parser, size, &symbols, givens)?;
    let mut labels: Vec<u8> = Vec::with_capacity(size * size);
    for row in map {
        let before = labels.len();
        labels.extend(runs(row.text).flat_map(|run| run.text));
        let found = labels.len() - before;
        if found != size {
            let kind = Kind::Count { what: "regions in the row", found, expected: size };
            return Err(ParseError::new(row.line, row.skipped + row.text.len() + 1, kind));
        }
    }
    if let Some((cell, kind)) = misfit(&labels, size) {
        let row = map[cell / size];
        let place = runs(row.text).flat_map(|run| run.start..run.start + run.text.len()).nth(cell % size);
        return Err(ParseError::new(row.line, row.skipped + place.unwrap_or(0) + 1, kind));
    }
    let division = Division { map: Some(Token { start: 0, text: &labels }), ..Division::default() };
    entry(parser, record, size, &cells, symbols, division)
}
