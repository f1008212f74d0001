//! Arguments of a constraint in a text: names of cells, numbers and flags, with the place of what is wrong.

use super::fault::Misfit;
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

/// The arguments of one item, without blanks and not yet decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Args<'a> {
    pub(crate) board: &'a Board,
    items: &'a [&'a str],
}

/// An argument that is wrong; `argument` is its 0-based place, `None` for the item as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ArgError {
    pub(crate) argument: Option<usize>,
    pub(crate) misfit: Misfit,
}

impl From<Misfit> for ArgError {
    fn from(misfit: Misfit) -> Self {
        Self { argument: None, misfit }
    }
}

/// An error of the argument in this place.
pub(crate) const fn at(argument: usize, misfit: Misfit) -> ArgError {
    ArgError { argument: Some(argument), misfit }
}

impl<'a> Args<'a> {
    pub(crate) const fn new(board: &'a Board, items: &'a [&'a str]) -> Self {
        Self { board, items }
    }

    /// How many arguments there are.
    pub(crate) const fn len(&self) -> usize {
        self.items.len()
    }

    /// The arguments before the last one, if that is this word.
    pub(crate) fn without_last(self, word: &str) -> Option<Self> {
        let (last, items) = self.items.split_last()?;
        (*last == word).then_some(Self { items, ..self })
    }

    /// The argument in this place.
    pub(crate) fn text(&self, place: usize, what: &'static str) -> Result<&'a str, ArgError> {
        self.items.get(place).copied().ok_or(ArgError { argument: None, misfit: Misfit::Missing(what) })
    }

    /// The argument in this place, empty if there is none.
    pub(crate) fn text_or_empty(&self, place: usize) -> &'a str {
        self.items.get(place).copied().unwrap_or("")
    }

    /// That there are no arguments from this place on.
    pub(crate) fn end(&self, place: usize) -> Result<(), ArgError> {
        if self.items.len() > place { Err(at(place, Misfit::Extra)) } else { Ok(()) }
    }

    /// The number in this place.
    pub(crate) fn number(&self, place: usize, low: i64, high: i64) -> Result<i64, ArgError> {
        let text = self.text(place, "a number")?;
        number(text, low, high).ok_or(at(place, Misfit::Number { low, high }))
    }

    /// The value in this place.
    pub(crate) fn value(&self, place: usize) -> Result<u8, ArgError> {
        let values = self.board.values();
        self.number(place, values.low().into(), values.high().into()).map(|value| value as u8)
    }

    /// The values of an argument, written with `_` between them.
    pub(crate) fn values(&self, place: usize) -> Result<Vec<u8>, ArgError> {
        let text = self.text(place, "values")?;
        text.split('_').map(|text| self.value_of(text).ok_or_else(|| at(place, self.no_value()))).collect()
    }

    /// The value that a text is.
    pub(crate) fn value_of(&self, text: &str) -> Option<u8> {
        let values = self.board.values();
        number(text, values.low().into(), values.high().into()).map(|value| value as u8)
    }

    /// The misfit of a text that is not a value.
    pub(crate) fn no_value(&self) -> Misfit {
        let values = self.board.values();
        Misfit::Number { low: values.low().into(), high: values.high().into() }
    }

    /// The cell in this place.
    pub(crate) fn cell(&self, place: usize) -> Result<Cell, ArgError> {
        self.cell_or_hole(place)
            .and_then(|cell| if self.board.is_hole(cell) { Err(at(place, Misfit::Cell)) } else { Ok(cell) })
    }

    /// The place of the grid in this place, where there may be no cell.
    pub(crate) fn cell_or_hole(&self, place: usize) -> Result<Cell, ArgError> {
        let text = self.text(place, "a cell")?;
        self.board.cell_named(text).ok_or(at(place, Misfit::Cell))
    }

    /// The cells from this place on, at least one.
    pub(crate) fn cells(&self, from: usize) -> Result<Vec<Cell>, ArgError> {
        if self.items.len() <= from {
            return Err(Misfit::Missing("at least one cell").into());
        }
        (from..self.items.len()).map(|place| self.cell(place)).collect()
    }

    /// The cells from this place on, cut at arguments that are `-`.
    pub(crate) fn segments(&self, from: usize) -> Result<Vec<Vec<Cell>>, ArgError> {
        let mut segments = alloc::vec![Vec::new()];
        for place in from..self.items.len() {
            if self.items[place] == "-" {
                segments.push(Vec::new());
            } else if let Some(last) = segments.last_mut() {
                last.push(self.cell(place)?);
            }
        }
        Ok(segments)
    }

    /// The groups of cells from this place on: an empty argument ends a group, `_name` names the next one. Each is one
    /// segment.
    pub(crate) fn groups(&self, from: usize) -> Result<Vec<NamedCells>, ArgError> {
        match (from..self.items.len()).find(|place| self.items[*place] == "-") {
            Some(place) => Err(at(place, Misfit::Cell)),
            None => self.segmented_groups(from),
        }
    }

    /// The groups of cells from this place on, in segments: an empty argument ends a group, `_name` names the next one,
    /// and `-` ends a segment.
    pub(crate) fn segmented_groups(&self, from: usize) -> Result<Vec<NamedCells>, ArgError> {
        let mut groups = Vec::new();
        let mut next = NamedCells::default();
        let mut end = |group: NamedCells| groups.extend((!group.segments.is_empty()).then_some(group));
        for place in from..self.items.len() {
            let text = self.items[place];
            if let Some(name) = text.strip_prefix('_') {
                let name = decode(name).ok_or(at(place, Misfit::Expected("percent-encoded UTF-8")))?;
                end(core::mem::replace(&mut next, NamedCells { name, segments: Vec::new() }));
            } else if text.is_empty() {
                end(core::mem::take(&mut next));
            } else if text == "-" {
                // A break in front of all cells has an empty segment before it.
                if next.segments.is_empty() {
                    next.segments.push(Vec::new());
                }
                next.segments.push(Vec::new());
            } else {
                let cell = self.cell(place)?;
                match next.segments.last_mut() {
                    Some(segment) => segment.push(cell),
                    None => next.segments.push(alloc::vec![cell]),
                }
            }
        }
        end(next);
        if groups.is_empty() { Err(Misfit::Missing("at least one cell").into()) } else { Ok(groups) }
    }
}

/// Cells in segments with the name of the rule for them, which may be empty.
#[derive(Default)]
pub(crate) struct NamedCells {
    pub(crate) name: String,
    pub(crate) segments: Vec<Vec<Cell>>,
}

/// A decimal number in a range, without anything before or behind it but a minus sign.
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

/// The text behind percent-encoding; `None` if it is not UTF-8 or an escape is cut off.
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

/// Percent-encodes all but letters, digits and `-_!*'()`.
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
