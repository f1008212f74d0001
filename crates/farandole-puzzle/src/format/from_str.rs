//! `FromStr` for puzzles and grids: one puzzle in any text format.

use super::dialect::{Dialect, ReadConfig};
use super::error::{Cause, ParseError};
use super::record::Entry;
use super::registry::Format;
use crate::{Cell, Grid, Puzzle};
use core::str::FromStr;

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads exactly one puzzle in any [`Format`] that is detected. What else the text holds (a solution, a
    /// label, further columns) is ignored; [`Parser::parse`](super::Parser::parse) gives all of it.
    ///
    /// # Errors
    /// If the format is not known, the puzzle cannot be read, or the text holds none or more than one.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        only_entry(text.as_bytes()).map(|(entry, _)| entry.puzzle)
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    /// Reads exactly one finished grid, in any [`Format`] that is detected, as the givens of a puzzle.
    ///
    /// # Errors
    /// Those of the puzzle, and if a cell has no digit.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (Entry { puzzle, .. }, line) = only_entry(text.as_bytes())?;
        let size = puzzle.size();
        Self::new(size, puzzle.givens().to_vec()).map_err(|error| {
            let cell = error.cell().and_then(Cell::new).unwrap_or(Cell::within(0));
            ParseError::new(line, 1, Cause::Unfinished { cell, size })
        })
    }
}

/// The one entry of a text, and its line.
fn only_entry(text: &[u8]) -> Result<(Entry, u64), ParseError> {
    // A single cell is too little to be detected.
    let format = (text.trim_ascii().len() == 1).then_some(Format::Line);
    let dialect = Dialect::detect(text, &ReadConfig { format, ..ReadConfig::default() })?;
    let mut records = dialect.records(text);
    let Some(record) = records.next() else {
        return Err(ParseError::new(1, 1, Cause::Nothing));
    };
    let entry = dialect.parser().parse(record)?;
    match records.next() {
        Some(second) => Err(ParseError::new(second.line, 1, Cause::Several)),
        None => Ok((entry, record.line)),
    }
}
