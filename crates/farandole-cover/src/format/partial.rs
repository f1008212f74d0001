//! A problem that is being read, and helpers that split lines into words.

use alloc::vec::Vec;

use super::error::{ParseErrorKind, Warning, WarningKind, build_fault};
use crate::model::builder::{BuildErrorKind, Builder};
use crate::model::problem::Entry;

/// An error with its byte offset in the line.
pub(super) type Fault = (usize, ParseErrorKind);

/// Maximum number of items in a header or in the first line of a matrix.
pub(super) const MAX_ANNOUNCED: u32 = 1 << 24;

/// The part of a problem that has been read.
#[derive(Clone, Debug, Default)]
pub(super) struct Partial {
    pub(super) builder: Builder,
    /// True if the line that names the items has been read.
    pub(super) started: bool,
    pub(super) announced: Option<u32>,
    pub(super) entries: Vec<Entry>,
    /// The byte offset of each entry in its line.
    pub(super) columns: Vec<usize>,
    pub(super) warnings: Vec<Warning>,
    pub(super) lines: Vec<u32>,
    /// Number of options so far, including those that were skipped.
    pub(super) found: u32,
    /// The numbers of the options that a comment states, as ranges.
    pub(super) numbers: Vec<(u32, u32)>,
}

impl Partial {
    /// Adds `entries` as an option, and returns its index; `None` if the option was skipped with a warning,
    /// because it has no primary items. The option begins at the byte offset `start` of `text`.
    pub(super) fn add_option(&mut self, line: u32, text: &str, start: usize) -> Result<Option<u32>, Fault> {
        self.found += 1;
        match self.builder.option_with_colors(&self.entries) {
            Ok(option) => {
                self.lines.push(line);
                let number = self.next_number();
                self.builder.set_number(option, number).map_err(|error| (start, build_fault(error)))?;
                Ok(Some(option))
            }
            Err(error) => match error.kind() {
                BuildErrorKind::NoPrimaryItem => {
                    let column = column(text, start);
                    self.warnings.push(Warning { line, column, kind: WarningKind::NoPrimaryItem });
                    Ok(None)
                }
                // The error is at the last occurrence of the item.
                BuildErrorKind::UnknownItem { item }
                | BuildErrorKind::DuplicateItem { item }
                | BuildErrorKind::ColorOnPrimary { item } => {
                    let at = self.entries.iter().rposition(|entry| entry.item == item);
                    let at = at.and_then(|at| self.columns.get(at).copied()).unwrap_or(start);
                    Err((at, build_fault(error)))
                }
                _ => Err((start, build_fault(error))),
            },
        }
    }

    /// Returns the number of the current option: the number that a comment states, or else its position.
    fn next_number(&mut self) -> u32 {
        let Some((first, last)) = self.numbers.last_mut() else { return self.found };
        let number = *first;
        *first += 1;
        if *first > *last {
            self.numbers.pop();
        }
        number
    }

    /// Adds `count` primary items, which are numbered from `base`. `at` is the byte offset of the number
    /// `count` in its line.
    pub(super) fn start_numbered(&mut self, at: usize, count: u32, base: u32) -> Result<(), Fault> {
        if count > MAX_ANNOUNCED {
            return Err((at, ParseErrorKind::TooManyItems));
        }
        self.started = true;
        self.builder.set_first_number(base);
        self.builder.primary_unnamed(count).map(drop).map_err(|error| (at, build_fault(error)))
    }

    /// Parses items numbered from `base` into `entries`.
    pub(super) fn numbered<'t>(
        &mut self,
        items: impl Iterator<Item = (usize, &'t str)>,
        base: u32,
    ) -> Result<(), Fault> {
        self.entries.clear();
        self.columns.clear();
        for (at, word) in items {
            let item: u32 = number(word).ok_or((at, ParseErrorKind::BadNumber))?;
            let item = item.checked_sub(base).filter(|&item| item < self.builder.so_far().items());
            self.entries.push(Entry::from(item.ok_or((at, ParseErrorKind::UnknownItem))?));
            self.columns.push(at);
        }
        Ok(())
    }
}

/// Returns the words of a line with their byte offsets.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (offset(text, word), word))
}

/// Returns the byte offset of a part of a text.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Returns true for an empty line, or a comment of Knuth's format.
pub(super) fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with('|')
}

/// Returns the 1-based column, in characters, of the byte offset `at`.
pub(super) fn column(text: &str, at: usize) -> u32 {
    text.char_indices().take_while(|&(offset, _)| offset < at).count() as u32 + 1
}

/// Parses a number. It must consist only of decimal digits.
pub(super) fn number<T: core::str::FromStr>(word: &str) -> Option<T> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}
