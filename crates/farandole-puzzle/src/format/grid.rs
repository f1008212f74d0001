//! One row of cells a line, with or without borders.
//!
//! Between the cells may stand blanks, tabs, `|` `!` `:` `+` `,` `;` and box-drawing characters; lines of such signs with
//! `-` or `=` are borders. A line of nothing but dashes (and `|`) is a row only if there are as many as cells in a row and
//! other rows of the input have `-` among their digits. Cells are one character each, or (in rows of ten and more, not
//! all of one figure) numbers of one or two figures. `#` lines are comments. A line that begins with a word, such as
//! `Grid 01`, is a title.
//!
//! A puzzle has as many rows as its first one has cells. An incomplete one ends at a blank line or title; a blank line
//! between bands is passed over if the first puzzle of the input has them. A row that can't be read still counts as one.

use super::error::{Expected, Kind};
use super::line::expected_cell;
use super::region_map::Division;
use super::rows::{Row, Style, is_number_row, of_record, runs, width};
use super::symbols::FOREIGN;
use super::{Entry, ParseError, Parser, Record, Symbols};
use crate::{MAX_SIZE, Puzzle};
use alloc::vec::Vec;

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let rows = of_record(&record, Style::Grid, parser.dialect.dash_empty);
    let size = size_of_rows(&rows, &record)?;
    check_count(&rows, size)?;
    let symbols = symbols_of_rows(parser, size, &rows)?;
    let cells = cells_of_rows(parser, size, &symbols, &rows)?;
    entry(parser, record, size, &cells, symbols, Division::default())
}

/// An entry of decoded cells without anything else.
pub(super) fn entry(
    parser: &mut Parser,
    record: Record<'_>,
    size: usize,
    cells: &[u8],
    symbols: Symbols,
    division: Division<'_>,
) -> Result<Entry, ParseError> {
    let at = |kind| ParseError::new(record.line, 1, kind);
    let geometry = parser.shapes.get(&parser.dialect, size, division).map_err(at)?;
    let count = Kind::Count { what: "cells", found: cells.len(), expected: size * size };
    let puzzle = Puzzle::new(geometry, cells).map_err(|_| at(count))?;
    Ok(Entry { puzzle, solution: None, trailing: Vec::new(), label: None, symbols })
}

/// The size that the first row tells, or if that one is broken, the second.
pub(super) fn size_of_rows(rows: &[Row<'_>], record: &Record<'_>) -> Result<usize, ParseError> {
    let Some(first) = rows.first() else {
        return Err(ParseError::new(record.line, 1, Kind::Missing { expected: "a row of cells" }));
    };
    let second = rows.get(1).map(|row| width(row.text));
    let size = second.filter(|second| *second == rows.len()).unwrap_or_else(|| width(first.text));
    if (1..=MAX_SIZE).contains(&size) {
        Ok(size)
    } else {
        let kind = Kind::Number { found: size as u64, low: 1, high: MAX_SIZE as u64 };
        Err(ParseError::new(first.line, first.skipped + 1, kind))
    }
}

/// Checks that there are N rows, and says at the last one what is missing.
pub(super) fn check_count(rows: &[Row<'_>], expected: usize) -> Result<(), ParseError> {
    let Some(last) = rows.get(expected.min(rows.len()).wrapping_sub(1)) else { return Ok(()) };
    if rows.len() == expected {
        return Ok(());
    }
    let kind = Kind::Count { what: "rows", found: rows.len(), expected };
    Err(ParseError::new(last.line, last.skipped + last.text.len() + 1, kind))
}

/// The symbols of rows of cells, decided by all of them.
pub(super) fn symbols_of_rows(parser: &Parser, size: usize, rows: &[Row<'_>]) -> Result<Symbols, ParseError> {
    let numbers = rows.iter().any(|row| is_number_row(row.text));
    let symbols = if numbers && parser.dialect.symbols == Symbols::Auto {
        Symbols::NumbersFirst
    } else {
        let cells: Vec<u8> =
            rows.iter().flat_map(|row| runs(row.text)).flat_map(|run| run.text).copied().collect();
        parser.dialect.symbols.resolve(size, [&cells, b""])
    };
    match rows.first() {
        Some(first) if !symbols.cover(size) => Err(ParseError::new(first.line, 1, Kind::Alphabet { size })),
        _ => Ok(symbols),
    }
}

/// Decodes rows of `size` cells each.
pub(super) fn cells_of_rows(
    parser: &mut Parser,
    size: usize,
    symbols: &Symbols,
    rows: &[Row<'_>],
) -> Result<Vec<u8>, ParseError> {
    let table = parser.tables.get(symbols, size);
    let mut cells = Vec::with_capacity(rows.len() * size);
    for row in rows {
        let before = cells.len();
        let at = |offset: usize, kind| ParseError::new(row.line, row.skipped + offset + 1, kind);
        if is_number_row(row.text) {
            for run in runs(row.text) {
                cells.push(number_cell(run.text, size).map_err(|kind| at(run.start, kind))?);
            }
        } else {
            for run in runs(row.text) {
                for (i, byte) in run.text.iter().enumerate() {
                    let value = table[*byte as usize];
                    if value == FOREIGN {
                        let kind = Kind::Byte { found: *byte, expected: expected_cell(symbols, size) };
                        return Err(at(run.start + i, kind));
                    }
                    cells.push(value);
                }
            }
        }
        let found = cells.len() - before;
        if found != size {
            return Err(at(row.text.len(), Kind::Count { what: "cells in the row", found, expected: size }));
        }
    }
    Ok(cells)
}

/// A cell written as a decimal number; zeros and signs are empty.
fn number_cell(run: &[u8], size: usize) -> Result<u8, Kind> {
    match super::text::number(run) {
        Some(number) if number <= size as u64 => Ok(number as u8),
        Some(found) => Err(Kind::Number { found, low: 1, high: size as u64 }),
        None if run.iter().all(|byte| b"._*-?".contains(byte)) => Ok(0),
        None => Err(Kind::Byte { found: run[0], expected: Expected::Named("a number or an empty sign") }),
    }
}
