//! The candidates of each cell as a group of digits, in N rows of N groups, for sizes up to 9.
//!
//! Whatever is not a digit separates groups and has no other meaning, so the frames of all programs are read; the marks
//! `*` `#` `@` `-` directly behind a digit are passed over. Lines that begin with a letter or `#` are skipped. A group of
//! one digit is read as a given.
//!
//! An incomplete puzzle ends at a blank line.

use super::error::Kind;
use super::grid::{check_count, entry};
use super::region_map::Division;
use super::rows::{Style, groups, of_record};
use super::{Entry, ParseError, Parser, Record, Symbols};
use crate::{Digit, DigitSet};
use alloc::vec::Vec;

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let rows = of_record(&record, Style::Candidates, false);
    let Some(first) = rows.first() else {
        return Err(ParseError::new(record.line, 1, Kind::Missing { expected: "a row of candidates" }));
    };
    let size = groups(first.text).count();
    if size > 9 {
        let kind = Kind::Count { what: "groups of candidates in the row", found: size, expected: 9 };
        return Err(ParseError::new(first.line, first.skipped + first.text.len() + 1, kind));
    }
    check_count(&rows, size)?;
    let mut allowed: Vec<DigitSet> = Vec::with_capacity(size * size);
    for row in &rows {
        let at = |offset: usize, kind| ParseError::new(row.line, row.skipped + offset + 1, kind);
        let before = allowed.len();
        for group in groups(row.text) {
            let mut set = DigitSet::EMPTY;
            for (i, byte) in group.text.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
                let number = byte - b'0';
                match Digit::new(number) {
                    Some(digit) if digit.get() as usize <= size => set.insert(digit),
                    _ => {
                        let kind = Kind::Number { found: number.into(), low: 1, high: size as u64 };
                        return Err(at(group.start + i, kind));
                    }
                }
            }
            allowed.push(set);
        }
        let found = allowed.len() - before;
        if found != size {
            let kind = Kind::Count { what: "groups of candidates in the row", found, expected: size };
            return Err(at(row.text.len(), kind));
        }
    }
    let givens: Vec<u8> = allowed.iter().map(|set| set.single().map_or(0, Digit::get)).collect();
    let mut entry = entry(parser, record, size, &givens, Symbols::NumbersFirst, Division::default())?;
    let count = Kind::Count { what: "cells", found: allowed.len(), expected: size * size };
    let misfit = |_| ParseError::new(record.line, 1, count);
    entry.puzzle = entry.puzzle.with_restrictions(&allowed).map_err(misfit)?;
    Ok(entry)
}
