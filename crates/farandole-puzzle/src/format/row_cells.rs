//! The input and output forms of online judges.
//!
//! Reading is as lenient as judges' inputs need: white space and blank lines between puzzles do not matter. Answers are
//! printed byte for byte as the judge wants them, by [`write_answer`](super::write_answer).

use super::grid::{cells_of_rows, check_count, entry};
use super::region_map::Division;
use super::rows::{Style, of_record};
use super::{Entry, ParseError, Parser, Record, Symbols};

/// Reads N rows of N cells in fixed symbols.
pub(super) fn parse_rows(
    parser: &mut Parser,
    record: Record<'_>,
    size: usize,
    symbols: Symbols,
) -> Result<Entry, ParseError> {
    let rows = of_record(&record, Style::Fixed(size), true);
    check_count(&rows, size)?;
    let cells = cells_of_rows(parser, size, &symbols, &rows)?;
    entry(parser, record, size, &cells, symbols, Division::default())
}
