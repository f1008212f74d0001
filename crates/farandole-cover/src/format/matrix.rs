//! Matrices of 0 and 1: one line per option, and one digit per item. All items are primary.

use super::error::ParseErrorKind;
use super::partial::{Fault, MAX_ANNOUNCED, Partial};
use crate::model::problem::Entry;

/// Parses a line.
pub(super) fn line(partial: &mut Partial, line: u32, text: &str) -> Result<(), Fault> {
    partial.entries.clear();
    partial.columns.clear();
    let mut width = 0;
    for (at, digit) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
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
    if width == 0 {
        return Ok(());
    }
    if !partial.started {
        partial.start_numbered(0, width)?;
    }
    let expected = partial.builder.so_far().items();
    if width != expected {
        return Err((text.len(), ParseErrorKind::BadWidth { expected }));
    }
    partial.add_option(line, text, 0).map(drop)
}
