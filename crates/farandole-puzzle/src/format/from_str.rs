//! `FromStr` for puzzles and grids: one puzzle in any text format.

use super::dialect::{Dialect, ReadConfig};
use super::error::{Cause, ParseError};
use super::record::Entry;
use super::registry::Format;
use crate::{Cell, ClassicPuzzle, Grid};
use core::str::FromStr;

impl FromStr for ClassicPuzzle {
    type Err = ParseError;

    /// Parses exactly one puzzle in any [`Format`], which is detected.
    ///
    /// A solution, a label and further columns in the text are ignored;
    /// [`Parser::parse`](super::Parser::parse) returns them.
    ///
    /// # Errors
    /// If the format is not recognized, the puzzle is malformed, or the text contains no puzzle or
    /// more than one.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        only_entry(text.as_bytes()).map(|(entry, _)| entry.puzzle)
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    /// Parses exactly one finished grid, given as the givens of a puzzle in any [`Format`], which
    /// is detected.
    ///
    /// # Errors
    /// The errors of parsing a puzzle, and a cell without a digit.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (Entry { puzzle, .. }, line) = only_entry(text.as_bytes())?;
        let size = puzzle.size();
        Self::new(size, puzzle.givens().to_vec()).map_err(|error| {
            let cell = error.cell().and_then(Cell::new).unwrap_or(Cell::within(0));
            ParseError::new(line, 1, Cause::Unfinished { cell, size })
        })
    }
}

/// Parses the only entry of a text and returns it with its line.
fn only_entry(text: &[u8]) -> Result<(Entry, u64), ParseError> {
    // A single cell is too little evidence for detection.
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
