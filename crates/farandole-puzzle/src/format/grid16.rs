//! POJ 3076 and its kin: 16 lines of 16 letters `A` to `P`, `-` empty, until the end of the input. An answer is the
//! filled grid and a blank line.
//!
//! An incomplete puzzle ends at a blank line.

use crate::format::{Entry, ParseError, Parser, Record, Symbols};

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    super::row_cells::parse_rows(parser, record, 16, Symbols::LettersFirst)
}
