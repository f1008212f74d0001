//! Records and entries: the lines of one puzzle, and what they say.

use super::symbols::Symbols;
use crate::{Grid, Puzzle};
use alloc::vec::Vec;

/// The lines of one record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// Whole consecutive lines with their line ends (`\n` or `\r\n`); the last line may lack its line end.
    pub text: &'a [u8],
    /// The 1-based line of the input that the text begins with.
    pub line: u64,
}

/// What a record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution, where the record holds one. Nobody has checked it.
    pub solution: Option<Grid>,
    /// The columns that were not understood, byte for byte and without the line end, to be printed again.
    ///
    /// In separated values they include the label and the columns in front of the puzzle. In other formats they are
    /// what stands behind the puzzle.
    pub trailing: Vec<u8>,
    /// A name in front of the puzzle, byte for byte.
    pub label: Option<Vec<u8>>,
    /// The symbols that the record was written in; never [`Symbols::Auto`].
    pub symbols: Symbols,
}

/// What a line is to the records around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boundary {
    /// Between records: blank, a comment, a header, a count, a title, a border. It is part of no record.
    ///
    /// An open record stays open. If the next line that is not skipped is [`Boundary::Before`], it was incomplete.
    Skip,
    /// Part of a record that goes on; its first line if no record is open.
    Inside,
    /// Part of a record, and its last line. In one-line formats it is the only line.
    Ends,
    /// The open record ended before this line, which begins a new one that goes on.
    Before,
    /// The mark behind the last puzzle: neither this line nor anything after it is to be read.
    Stop,
}
