//! POJ 2676: the number of puzzles, then nine lines of nine digits each, `0` empty. Answers are nine lines of nine digits.
//!
//! Nothing behind the announced number of puzzles is read. An incomplete puzzle ends at a blank line.

use crate::format::{Entry, ParseError, Parser, Record, Symbols};

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    super::row_cells::parse_rows(parser, record, 9, Symbols::NumbersFirst)
}
