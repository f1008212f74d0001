//! Parses the arguments of a constraint in a text: names of cells, numbers and flags.
//!
//! Errors contain the index of the argument.

use super::error::ArgumentError;
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

/// The arguments of one item, without blanks and with percent-encoding intact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Args<'a> {
    pub(crate) board: &'a Board,
    items: &'a [&'a str],
}

/// An error in the arguments of an item. `argument` is the 0-based index of the invalid argument,
/// or `None` if the error concerns the whole item. `position` is the number of bytes of the argument before the
/// error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ArgError {
    pub(crate) argument: Option<usize>,
    pub(crate) position: usize,
    pub(crate) misfit: ArgumentError,
}

impl From<ArgumentError> for ArgError {
    fn from(misfit: ArgumentError) -> Self {
        Self { argument: None, position: 0, misfit }
    }
}

/// Returns an error for the argument with this index.
pub(crate) const fn at(argument: usize, misfit: ArgumentError) -> ArgError {
    ArgError { argument: Some(argument), position: 0, misfit }
}

impl<'a> Args<'a> {
    pub(crate) const fn new(board: &'a Board, items: &'a [&'a str]) -> Self {
        Self { board, items }
    }

    /// Returns the number of arguments.
    pub(crate) const fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the arguments without the last one if the last one is `word`. Otherwise returns
    /// `None`.
    pub(crate) fn without_last(self, word: &str) -> Option<Self> {
        let (last, items) = self.items.split_last()?;
        (*last == word).then_some(Self { items, ..self })
    }

    /// Returns the argument with this index.
    pub(crate) fn text(&self, index: usize, what: &'static str) -> Result<&'a str, ArgError> {
        self.items.get(index).copied().ok_or_else(|| ArgumentError::Missing(what).into())
    }

    /// Returns the argument with this index, or an empty string if it is missing.
    pub(crate) fn text_or_empty(&self, index: usize) -> &'a str {
        self.items.get(index).copied().unwrap_or("")
    }

    /// Returns an error if there is an argument at or after this index.
    pub(crate) fn end(&self, index: usize) -> Result<(), ArgError> {
        if self.items.len() > index { Err(at(index, ArgumentError::Extra)) } else { Ok(()) }
    }

    /// Parses the argument with this index as a number.
    pub(crate) fn number(&self, index: usize, low: i64, high: i64) -> Result<i64, ArgError> {
        let text = self.text(index, "a number")?;
        number(text, low, high).ok_or(at(index, ArgumentError::Number { low, high }))
    }

    /// Parses the argument with this index as a value.
    pub(crate) fn value(&self, index: usize) -> Result<u8, ArgError> {
        let values = self.board.values();
        self.number(index, values.low().into(), values.high().into()).map(|value| value as u8)
    }

    /// Parses the argument with this index as values separated by `_`.
    pub(crate) fn values(&self, index: usize) -> Result<Vec<u8>, ArgError> {
        let text = self.text(index, "values")?;
        text.split('_').map(|text| self.value_of(text).ok_or_else(|| at(index, self.no_value()))).collect()
    }

    /// Parses a text as a value of the board.
    pub(crate) fn value_of(&self, text: &str) -> Option<u8> {
        let values = self.board.values();
        number(text, values.low().into(), values.high().into()).map(|value| value as u8)
    }

    /// Returns the error for a text that is not a value.
    pub(crate) fn no_value(&self) -> ArgumentError {
        let values = self.board.values();
        ArgumentError::Number { low: values.low().into(), high: values.high().into() }
    }

    /// Parses the argument with this index as the name of a cell.
    pub(crate) fn cell(&self, index: usize) -> Result<Cell, ArgError> {
        self.cell_or_hole(index).and_then(|cell| {
            if self.board.is_hole(cell) { Err(at(index, ArgumentError::Cell)) } else { Ok(cell) }
        })
    }

    /// Parses the argument with this index as the name of a grid position, which may be a hole.
    pub(crate) fn cell_or_hole(&self, index: usize) -> Result<Cell, ArgError> {
        let text = self.text(index, "a cell")?;
        self.board.cell_named(text).ok_or(at(index, ArgumentError::Cell))
    }

    /// Parses the arguments starting at this index as cells. At least one is required.
    pub(crate) fn cells(&self, from: usize) -> Result<Vec<Cell>, ArgError> {
        if self.items.len() <= from {
            return Err(ArgumentError::Missing("at least one cell").into());
        }
        (from..self.items.len()).map(|index| self.cell(index)).collect()
    }

    /// Parses the arguments starting at this index as cells, and splits them at each `-` argument.
    pub(crate) fn segments(&self, from: usize) -> Result<Vec<Vec<Cell>>, ArgError> {
        let mut segments = alloc::vec![Vec::new()];
        for index in from..self.items.len() {
            if self.items[index] == "-" {
                segments.push(Vec::new());
            } else if let Some(last) = segments.last_mut() {
                last.push(self.cell(index)?);
            }
        }
        Ok(segments)
    }

    /// Parses the arguments starting at this index as groups of cells.
    ///
    /// An empty argument ends a group, and an argument `_name` names the next one. Each group has a
    /// single segment.
    pub(crate) fn groups(&self, from: usize) -> Result<Vec<NamedCells>, ArgError> {
        match (from..self.items.len()).find(|index| self.items[*index] == "-") {
            Some(index) => Err(at(index, ArgumentError::Cell)),
            None => self.segmented_groups(from),
        }
    }

    /// Parses the arguments starting at this index as groups of cells divided into segments.
    ///
    /// An empty argument ends a group, an argument `_name` names the next one, and `-` ends a
    /// segment.
    pub(crate) fn segmented_groups(&self, from: usize) -> Result<Vec<NamedCells>, ArgError> {
        let mut groups = Vec::new();
        let mut next = NamedCells::default();
        let mut end = |group: NamedCells| groups.extend((!group.segments.is_empty()).then_some(group));
        for index in from..self.items.len() {
            let text = self.items[index];
            if let Some(name) = text.strip_prefix('_') {
                let name = decode(name).ok_or(at(index, ArgumentError::Expected("percent-encoded UTF-8")))?;
                end(core::mem::replace(&mut next, NamedCells { name, segments: Vec::new() }));
            } else if text.is_empty() {
                end(core::mem::take(&mut next));
            } else if text == "-" {
                // If the break precedes the first cell, the first segment is empty.
                if next.segments.is_empty() {
                    next.segments.push(Vec::new());
                }
                next.segments.push(Vec::new());
            } else {
                let cell = self.cell(index)?;
                match next.segments.last_mut() {
                    Some(segment) => segment.push(cell),
                    None => next.segments.push(alloc::vec![cell]),
                }
            }
        }
        end(next);
        if groups.is_empty() { Err(ArgumentError::Missing("at least one cell").into()) } else { Ok(groups) }
    }
}

/// A group of cells in segments, with a label that may be empty.
#[derive(Default)]
pub(crate) struct NamedCells {
    pub(crate) name: String,
    pub(crate) segments: Vec<Vec<Cell>>,
}

/// Parses a decimal number within a range. Accepts only digits and a minus sign.
pub(crate) fn number(text: &str, low: i64, high: i64) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !(1..=9).contains(&digits.len()) {
        return None;
    }
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
    let size = digits.bytes().try_fold(0, |number, byte| Some(10 * number + digit(byte)?))?;
    let number = if digits.len() < text.len() { -size } else { size };
    (low..=high).contains(&number).then_some(number)
}

/// Decodes percent-encoding. Returns `None` if the result is not UTF-8 or an escape is truncated.
pub(crate) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || (rest.next()? as char).to_digit(16);
            bytes.push((digit()? * 16 + digit()?) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Percent-encodes every character except letters, digits and `-_!*'()`.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_!*'()".contains(&byte) {
            encoded.push(byte as char);
        } else {
            const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
            encoded.push('%');
            encoded.push(DIGITS[usize::from(byte >> 4)] as char);
            encoded.push(DIGITS[usize::from(byte & 15)] as char);
        }
    }
    encoded
}
