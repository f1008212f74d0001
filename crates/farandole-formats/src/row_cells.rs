//! Cells in rows: the number of rows of a puzzle, and the decoding of their characters or numbers.

use super::error::{Cause, Expected, Noun, ParseError};
use super::reader::{Reader, expected_cell};
use super::record::{ClassicEntry, Record};
use super::rows::{Layout, Row, is_number_row, is_numeric, of_record, runs, width};
use super::shapes::Division;
use super::symbols::{FOREIGN, Symbols};
use super::text::{Tokens, number};
use farandole_puzzle::MAX_SIZE;

/// Returns the width of the first row, or of the second row if the first one is malformed.
pub(super) fn size_of_rows(rows: &[Row<'_>], record: &Record<'_>) -> Result<usize, ParseError> {
    let Some(first) = rows.first() else {
        return Err(ParseError::new(record.line, 1, Cause::Missing { expected: "a row of cells" }));
    };
    let second = rows.get(1).map(|row| width(row.text));
    let size = second.filter(|second| *second == rows.len()).unwrap_or_else(|| width(first.text));
    if (1..=MAX_SIZE).contains(&size) {
        Ok(size)
    } else {
        let cause = match size {
            0 => Cause::Number { found: 0, low: 1, high: MAX_SIZE as u64 },
            _ => Cause::TooWide { size },
        };
        Err(ParseError::new(first.line, first.skipped + 1, cause))
    }
}

/// Checks that there are N rows. An error refers to the last row.
pub(super) fn check_count(rows: &[Row<'_>], expected: usize) -> Result<(), ParseError> {
    let Some(last) = rows.get(expected.min(rows.len()).wrapping_sub(1)) else { return Ok(()) };
    if rows.len() == expected {
        return Ok(());
    }
    let kind = Cause::Count { what: Noun::ROWS, found: rows.len(), expected };
    Err(ParseError::new(last.line, last.skipped + last.text.len() + 1, kind))
}

/// Determines the symbols from all rows of cells.
pub(super) fn symbols_of_rows(reader: &Reader, size: usize, rows: &[Row<'_>]) -> Result<Symbols, ParseError> {
    let numbers = rows.iter().any(|row| is_number_row(row.text));
    let symbols = if numbers {
        reader.settings.symbols.for_numbers(size)
    } else {
        let cells: Vec<u8> =
            rows.iter().flat_map(|row| runs(row.text)).flat_map(|run| run.text).copied().collect();
        reader.settings.symbols.resolve(size, [&cells, b""])
    };
    // Numbers need no symbols.
    let are_numbers = || rows.iter().all(|row| runs(row.text).all(|run| is_numeric(run.text)));
    match rows.first() {
        Some(first) if !symbols.cover(size) && !are_numbers() => {
            Err(ParseError::new(first.line, 1, Cause::Alphabet { size }))
        }
        _ => Ok(symbols),
    }
}

/// Decodes rows of `size` cells each.
pub(super) fn cells_of_rows(
    reader: &mut Reader,
    size: usize,
    symbols: &Symbols,
    rows: &[Row<'_>],
) -> Result<Vec<u8>, ParseError> {
    let table = reader.tables.get(symbols, size);
    let mut cells = Vec::with_capacity(rows.len() * size);
    for row in rows {
        let before = cells.len();
        let at = |offset: usize, kind| ParseError::new(row.line, row.skipped + offset + 1, kind);
        if is_number_row(row.text) {
            for run in runs(row.text) {
                cells.push(number_cell(run.text, size, symbols).map_err(|kind| at(run.start, kind))?);
            }
        } else {
            for run in runs(row.text) {
                for (i, byte) in run.text.iter().enumerate() {
                    let value = table[*byte as usize];
                    if value == FOREIGN {
                        let kind = Cause::Byte { found: *byte, expected: expected_cell(symbols, size) };
                        return Err(at(run.start + i, kind));
                    }
                    cells.push(value);
                }
            }
        }
        check_width(row, cells.len() - before, size)?;
    }
    Ok(cells)
}

/// Parses a cell written as a decimal number. Empty-cell characters and `-1` are empty cells, and so is
/// 0 unless the values begin with it.
pub(super) fn number_cell(run: &[u8], size: usize, symbols: &Symbols) -> Result<u8, Cause> {
    let low = u64::from(!symbols.begin_with_0());
    let high = size as u64 + low - 1;
    match number(run) {
        Some(0) if low == 1 => Ok(0),
        Some(number) if number <= high => Ok((number - low + 1) as u8),
        Some(found) => Err(Cause::Number { found, low, high }),
        None if run == b"-1" || run.iter().all(|byte| b"._*-?".contains(byte)) => Ok(0),
        None => Err(Cause::Byte {
            found: run[0],
            expected: Expected::Named("a number or an empty-cell character"),
        }),
    }
}

/// Parses N rows of N cells in fixed symbols.
pub(super) fn parse_fixed(
    reader: &mut Reader,
    record: Record<'_>,
    layout: Layout,
    size: usize,
    symbols: Symbols,
) -> Result<ClassicEntry, ParseError> {
    let rows = of_record(&record, layout, true);
    check_count(&rows, size)?;
    let cells = cells_of_rows(reader, size, &symbols, &rows)?;
    reader.entry(record, size, &cells, symbols, Division::default())
}

/// Parses N rows of N numbers, each in the range that `check` allows.
pub(super) fn numbers_of_rows(
    rows: &[Row<'_>],
    size: usize,
    check: impl Fn(&[u8], Option<u64>) -> Result<u8, Cause>,
) -> Result<Vec<u8>, ParseError> {
    check_count(rows, size)?;
    let mut numbers = Vec::with_capacity(size * size);
    for row in rows {
        let at = |offset: usize, cause| ParseError::new(row.line, row.skipped + offset + 1, cause);
        let before = numbers.len();
        for token in Tokens::new(row.text, 0) {
            let read = check(token.text, number(token.text));
            numbers.push(read.map_err(|cause| at(token.start, cause))?);
        }
        check_width(row, numbers.len() - before, size)?;
    }
    Ok(numbers)
}

/// Checks that a row has N cells.
fn check_width(row: &Row<'_>, found: usize, expected: usize) -> Result<(), ParseError> {
    if found == expected {
        return Ok(());
    }
    let count = Cause::Count { what: Noun::CELLS_IN_ROW, found, expected };
    Err(ParseError::new(row.line, row.skipped + row.text.len() + 1, count))
}
