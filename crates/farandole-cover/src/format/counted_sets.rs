//! Counted sets: a header with the numbers of items and of options, then a line `k i1 .. ik` for each option:
//! the number of its items, and the items.

use super::error::ParseErrorKind;
use super::partial::{Fault, Partial, number, words};

/// Parses a line.
pub(super) fn line(partial: &mut Partial, line: u32, text: &str) -> Result<(), Fault> {
    let mut words = words(text);
    let Some((at, word)) = words.next() else { return Ok(()) };
    let (first_at, first) = (at, number(word).ok_or((at, ParseErrorKind::BadNumber))?);
    if partial.started {
        partial.numbered(words)?;
        if partial.entries.len() != first as usize {
            return Err((at, ParseErrorKind::BadLength { expected: first }));
        }
        return partial.add_option(line, text, at).map(drop);
    }
    let (at, word) = words.next().ok_or((text.len(), ParseErrorKind::BadNumber))?;
    partial.announced = Some(number(word).ok_or((at, ParseErrorKind::BadNumber))?);
    if let Some((at, _)) = words.next() {
        return Err((at, ParseErrorKind::BadLength { expected: 2 }));
    }
    partial.start_numbered(first_at, first)
}
