//! Records and entries: the lines of one puzzle, and their content.

use super::symbols::Symbols;
use crate::{ClassicPuzzle, Grid};
use alloc::vec::Vec;

/// The lines of one record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// Complete consecutive lines with their line ends (`\n` or `\r\n`); the last line may lack its
    /// line end.
    pub text: &'a [u8],
    /// The 1-based line of the input at which the text begins.
    pub line: u64,
}

/// The content of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: ClassicPuzzle,
    /// The solution, if the record contains one. It is not checked.
    pub solution: Option<Grid>,
    /// The columns that were not interpreted, byte for byte and without the line end, so that they
    /// can be printed again.
    ///
    /// In separated values, they include the label and the columns before the puzzle. In other
    /// formats, they are the text after the puzzle.
    pub trailing: Vec<u8>,
    /// A label before the puzzle, byte for byte.
    pub label: Option<Vec<u8>>,
    /// The symbols of the record; never [`Symbols::Auto`].
    pub symbols: Symbols,
}

/// The role of a line in relation to the records around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boundary {
    /// A line between records: blank, a comment, a header, a count, a title, a border. It belongs
    /// to no record.
    ///
    /// An open record remains open. If the next line that is not skipped is [`Boundary::Before`],
    /// the open record was incomplete.
    Skip,
    /// A line of a record that continues, or its first line if no record is open.
    Inside,
    /// The last line of a record. In one-line formats it is the only line.
    Ends,
    /// The first line of a record that continues. The open record ended before this line.
    Before,
    /// The end mark after the last puzzle: neither this line nor any later one is to be read.
    Stop,
}
