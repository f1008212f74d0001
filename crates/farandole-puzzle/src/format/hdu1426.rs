//! HDU 1426: nine lines of nine cells separated by blanks, `?` empty. Puzzles are separated by a blank line, and so are
//! the answers, which look the same.
//!
//! An incomplete puzzle ends at a blank line.

use crate::format::{Entry, ParseError, Parser, Record, Symbols};

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    super::row_cells::parse_rows(parser, record, 9, Symbols::NumbersFirst)
}
