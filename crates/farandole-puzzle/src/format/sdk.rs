//! SudoCue and SadMan files: `#` and a letter begin metadata, `[Puzzle]` announces the rows, other sections are skipped.
//!
//! Rows are those of [`grid`](mod@super::grid). An incomplete puzzle ends at a blank line or a section.

use super::{Entry, ParseError, Parser, Record, grid};

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    grid::parse(parser, record)
}
