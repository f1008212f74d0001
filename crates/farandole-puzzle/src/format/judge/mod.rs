//! The input and output forms of online judges.
//!
//! Reading is as lenient as judges' inputs need: white space and blank lines between puzzles do not matter. Answers are
//! printed byte for byte as the judge wants them, by [`write_answer`](super::write_answer).

pub mod grid16;
pub mod hdu1426;
pub mod hdu4069;
pub mod poj2676;
pub mod poj3074;
pub mod uva989;

use super::grid::{cells_of_rows, check_count, entry};
use super::regions::Division;
use super::rows::{Style, of_record};
use super::{Entry, ParseError, Parser, Record, Symbols};

/// Reads N rows of N cells in fixed symbols.
fn parse_rows(
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
