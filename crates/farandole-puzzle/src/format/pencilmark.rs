//! N characters for each cell on one line: 729 for size 9.
//!
//! A character is a digit that its cell may take, or an empty sign. The digits of a cell may stand in any order; printed
//! they stand in their places. No cell is a given: one that may take a single digit is restricted to it. What follows
//! the cells is as in [`line`](super::line): region map, solution, further columns.
//!
//! Every line is a record of its own, so an unreadable one never touches its neighbours.

use super::error::Kind;
use super::line::{Maps, Parts, decode, entry, tail};
use super::text::{Tokens, only_line};
use super::{Entry, ParseError, Parser, Record};
use crate::{Digit, DigitSet, MAX_SIZE};
use alloc::vec;
use alloc::vec::Vec;

/// The size of so many marks, if it is a cube from 1 to 262,144.
pub(super) fn size_of_cube(marks: usize) -> Option<usize> {
    (1..=MAX_SIZE).find(|size| size * size * size == marks)
}

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let (line, skipped) = only_line(&record);
    let at = |(column, kind)| ParseError::new(record.line, skipped + column + 1, kind);
    let mut tokens = Tokens::new(line, 0);
    let Some(marks) = tokens.next() else {
        return Err(at((line.len(), Kind::Missing { expected: "the candidates of a puzzle" })));
    };
    let Some(size) = size_of_cube(marks.text.len()) else {
        let kind = Kind::Count { what: "candidates", found: marks.text.len(), expected: 729 };
        return Err(at((marks.start + marks.text.len(), kind)));
    };
    let mut parts = Parts { size, ..Parts::default() };
    tail(parser, &mut parts, line, tokens, Maps::Optional).map_err(at)?;
    let symbols = parser.dialect.symbols.resolve(size, [marks.text, b""]);
    if !symbols.cover(size) {
        return Err(at((marks.start, Kind::Alphabet { size })));
    }
    let mut values = vec![0; marks.text.len()];
    decode(parser, &symbols, size, marks.text, false, &mut values)
        .map_err(|(offset, kind)| at((marks.start + offset, kind)))?;
    let allowed: Vec<DigitSet> = values
        .chunks(size)
        .map(|cell| cell.iter().filter_map(|value| Digit::new(*value)).collect())
        .collect();
    let start = marks.start;
    let mut entry = entry(parser, &parts).map_err(at)?;
    entry.symbols = symbols;
    let count = Kind::Count { what: "cells", found: allowed.len(), expected: size * size };
    entry.puzzle = entry.puzzle.with_restrictions(&allowed).map_err(|_| at((start, count)))?;
    Ok(entry)
}
