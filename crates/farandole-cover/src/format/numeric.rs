//! Formats of numbers: matrices of 0 and 1, counted sets and sets, each with a line of sizes where needed.
//!
//! Numbers are separated by spaces, commas, semicolons or brackets. A closing bracket ends an option, so that
//! nested lists on one line are read as well.

use super::error::ParseErrorKind;
use super::partial::{Fault, MAX_ANNOUNCED, Partial, is_comment, number, offset};
use super::reading::{Format, Header, Reading};
use crate::model::problem::Entry;

/// Returns true for a character that separates numbers.
fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, ',' | ';' | '[' | ']' | '{' | '}' | '(' | ')')
}

/// Returns the numbers of a line as words, with their byte offsets.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(is_separator).filter(|word| !word.is_empty()).map(move |word| (offset(text, word), word))
}

/// Returns the options of a line, each as the text up to a closing bracket, with its byte offset.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let rows = text.split(']').filter(|row| !is_comment(row) && numbers(row).next().is_some());
    rows.map(move |row| (offset(text, row), row))
}

/// The sizes in the first line.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    items: Option<u32>,
    options: Option<u32>,
}

impl Sizes {
    /// Parses the line of sizes.
    fn parse(header: Header, text: &str) -> Result<Self, Fault> {
        let mut words = numbers(text);
        let mut next = || {
            let (at, word) = words.next().ok_or((text.len(), ParseErrorKind::BadNumber))?;
            // A number with leading zeros is rather the first option of a matrix.
            let size = number::<u32>(word).filter(|_| word == "0" || !word.starts_with('0'));
            Ok::<_, Fault>((at, size.ok_or((at, ParseErrorKind::BadNumber))?))
        };
        let first = next()?;
        let second = if header.sizes() == 2 { Some(next()?) } else { None };
        if let Some((at, _)) = words.next() {
            let expected = header.sizes() as u32;
            return Err((at, ParseErrorKind::BadLength { expected }));
        }
        let (items, options) = match header {
            Header::Items => (Some(first), None),
            Header::Options => (None, Some(first)),
            Header::OptionsItems => (second, Some(first)),
            _ => (Some(first), second),
        };
        if let Some((at, _)) = items.filter(|&(_, items)| items > MAX_ANNOUNCED) {
            return Err((at, ParseErrorKind::TooManyItems));
        }
        if let (Header::ItemsSecondary, Some((at, 1..))) = (header, second) {
            return Err((at, ParseErrorKind::SecondarySize));
        }
        Ok(Self { items: items.map(|it| it.1), options: options.map(|it| it.1) })
    }
}

/// A reader of the lines of a text.
pub(super) struct Lines {
    reading: Reading,
    /// True until the line of sizes has been read.
    is_header: bool,
    sizes: Sizes,
}

impl Lines {
    /// Returns a reader. `highest` is the highest number in the options; it is the number of items if no line
    /// states this number.
    pub(super) fn new(reading: Reading, highest: impl FnOnce() -> u32) -> Self {
        let mut sizes = Sizes::default();
        if reading.header == Header::Options && reading.format != Format::Matrix {
            sizes.items = Some(highest().min(MAX_ANNOUNCED));
        }
        Self { reading, is_header: reading.header != Header::None, sizes }
    }

    /// Parses a line.
    pub(super) fn line(&mut self, partial: &mut Partial, line: u32, text: &str) -> Result<(), Fault> {
        if is_comment(text) {
            return Ok(());
        }
        if self.is_header {
            self.is_header = false;
            let sizes = Sizes::parse(self.reading.header, text)?;
            self.sizes = Sizes { items: sizes.items.or(self.sizes.items), options: sizes.options };
            if self.reading.header != Header::ItemsSecondary {
                partial.announced = sizes.options;
            }
            return self
                .sizes
                .items
                .map_or(Ok(()), |items| partial.start_numbered(0, items, self.reading.base));
        }
        rows(text).try_for_each(|(at, row)| {
            self.option(partial, row).map_err(|(column, kind)| (at + column, kind))?;
            partial.columns.iter_mut().for_each(|column| *column += at);
            partial.add_option(line, text, at + numbers(row).next().map_or(0, |it| it.0)).map(drop)
        })
    }

    /// Parses the items of an option.
    fn option(&self, partial: &mut Partial, row: &str) -> Result<(), Fault> {
        partial.entries.clear();
        partial.columns.clear();
        let mut words = numbers(row);
        match self.reading.format {
            Format::Matrix => return self.digits(partial, row),
            Format::Sets => return partial.numbered(words, self.reading.base),
            _ => {}
        }
        let Some((at, word)) = words.next() else { return Ok(()) };
        let expected = number(word).ok_or((at, ParseErrorKind::BadNumber))?;
        partial.numbered(words, self.reading.base)?;
        if partial.entries.len() != expected as usize {
            return Err((at, ParseErrorKind::BadLength { expected }));
        }
        Ok(())
    }

    /// Parses the digits of an option of a matrix.
    fn digits(&self, partial: &mut Partial, row: &str) -> Result<(), Fault> {
        let mut width = 0;
        for (at, digit) in row.char_indices().filter(|&(_, sign)| !is_separator(sign)) {
            match digit {
                '0' => {}
                '1' => {
                    partial.entries.push(Entry::from(width));
                    partial.columns.push(at);
                }
                _ => return Err((at, ParseErrorKind::BadDigit)),
            }
            width += 1;
            if width > MAX_ANNOUNCED {
                return Err((at, ParseErrorKind::TooManyItems));
            }
        }
        if !partial.started {
            partial.start_numbered(0, width, 1)?;
        }
        let expected = partial.builder.so_far().items();
        if width != expected {
            let kind = match self.sizes.items {
                Some(_) => ParseErrorKind::BadAnnouncedWidth { expected },
                None => ParseErrorKind::BadWidth { expected },
            };
            return Err((row.len(), kind));
        }
        Ok(())
    }
}
