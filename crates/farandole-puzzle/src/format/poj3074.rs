//! POJ 3074: one puzzle of 81 cells a line, `.` empty, until a line `end`. Answers are 81 digits a line.
//!
//! Lines are read as in [`line`](mod@crate::format::line), of size 9 only. Each is a record of its own.

use crate::format::error::Kind;
use crate::format::{Entry, ParseError, Parser, Record, line};

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let entry = line::parse(parser, record)?;
    match entry.puzzle.size() {
        9 => Ok(entry),
        size => Err(ParseError::new(
            record.line,
            1,
            Kind::Count { what: "cells", found: size * size, expected: 81 },
        )),
    }
}
