//! UVa 989: the box order n, then n * n lines of n * n numbers, 0 empty, again and again. An answer is the filled grid in
//! the same form without the order, or `NO SOLUTION`; a blank line stands between answers.
//!
//! Blank lines do not matter. An incomplete puzzle ends at the next line with a single number, the next order.

use crate::format::error::Kind;
use crate::format::grid::{check_count, entry};
use crate::format::region_map::Division;
use crate::format::rows::{Style, of_record};
use crate::format::text::{Tokens, number, only_number};
use crate::format::{Entry, ParseError, Parser, Record, Symbols};
use alloc::vec::Vec;

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let rows = of_record(&record, Style::Ordered, true);
    let Some((first, rows)) = rows.split_first() else {
        return Err(ParseError::new(record.line, 1, Kind::Missing { expected: "the box order" }));
    };
    let at_first = |kind| ParseError::new(first.line, first.skipped + 1, kind);
    let order = only_number(first.text)
        .ok_or_else(|| at_first(Kind::Text { expected: "the box order, one number" }))?;
    if !(1..=8).contains(&order) {
        return Err(at_first(Kind::Number { found: order, low: 1, high: 8 }));
    }
    let order = order as usize;
    let size = order * order;
    if rows.is_empty() {
        let kind = Kind::Count { what: "rows", found: 0, expected: size };
        return Err(ParseError::new(first.line, first.skipped + first.text.len() + 1, kind));
    }
    check_count(rows, size)?;
    let mut cells = Vec::with_capacity(size * size);
    for row in rows {
        let at = |offset: usize, kind| ParseError::new(row.line, row.skipped + offset + 1, kind);
        let before = cells.len();
        for token in Tokens::new(row.text, 0) {
            let high = size as u64;
            match number(token.text) {
                Some(number) if number <= high => cells.push(number as u8),
                Some(found) => return Err(at(token.start, Kind::Number { found, low: 0, high })),
                None => return Err(at(token.start, Kind::Text { expected: "a number" })),
            }
        }
        let found = cells.len() - before;
        if found != size {
            return Err(at(row.text.len(), Kind::Count { what: "cells in the row", found, expected: size }));
        }
    }
    // The usual boxes of a square size are those of its root.
    entry(parser, record, size, &cells, Symbols::NumbersFirst, Division::default())
}
