//! The DIMACS-like format `p ec`: a header with the number of items, then a line `s i j ...` with the items
//! of each option.

use super::error::ParseErrorKind;
use super::partial::{Fault, Partial, number, words};

/// Parses a line.
pub(super) fn line(partial: &mut Partial, line: u32, text: &str) -> Result<(), Fault> {
    let mut words = words(text);
    let Some((at, word)) = words.next() else { return Ok(()) };
    match word {
        "c" => Ok(()),
        "p" => {
            let bad = (at, ParseErrorKind::BadHeader);
            let header = (words.next().map(|w| w.1), words.next(), words.next());
            let (Some("ec"), Some((at, count)), None) = header else { return Err(bad) };
            if partial.started {
                return Err(bad);
            }
            partial.start_numbered(at, number(count).ok_or(bad)?, 1)
        }
        "s" if partial.started => {
            partial.numbered(words, 1)?;
            partial.add_option(line, text, at).map(drop)
        }
        "s" => Err((at, ParseErrorKind::NoHeader)),
        _ => Err((at, ParseErrorKind::BadLine)),
    }
}
