//! Detection of the format: every reading of a text is tried, and the most plausible one is taken.

use alloc::vec::Vec;

use super::numeric::numbers;
use super::partial::{is_comment, words};
use super::reading::{Format, Header, Reading};
use crate::model::problem::Problem;

/// Returns the readings of a text that its first lines permit, in `format` if it is given.
pub(super) fn readings(text: &str, format: Option<Format>) -> Vec<Reading> {
    let begins = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    // A comment before the items exists in Knuth's format only.
    if format.is_none() && is_comment(begins) {
        return alloc::vec![Reading::new(Format::Knuth)];
    }
    let mut lines = text.lines().filter(|line| !is_comment(line));
    let first = lines.next().unwrap_or_default();
    let mut after = core::iter::once(first).chain(lines);
    let header = after.find(|line| words(line).next().is_none_or(|(_, word)| word != "c"));
    let mut header = header.into_iter().flat_map(|line| words(line).map(|(_, word)| word));
    if format.is_none() && header.next() == Some("p") && header.next() == Some("ec") {
        return alloc::vec![Reading::new(Format::DimacsLike)];
    }
    let sizes = numbers(first).count();
    let consists_of = |digits: core::ops::RangeInclusive<u8>| {
        numbers(first).all(|(_, word)| word.bytes().all(|digit| digits.contains(&digit)))
    };
    let mut all = Vec::new();
    if format.is_some() || consists_of(b'0'..=b'1') {
        all.push(Reading::new(Format::Matrix));
    }
    all.push(Reading::new(Format::Knuth));
    let headers =
        [Header::ItemsOptions, Header::OptionsItems, Header::ItemsSecondary, Header::Items, Header::Options];
    for header in headers {
        if format.is_none() && !(consists_of(b'0'..=b'9') && header.sizes() == sizes) {
            continue;
        }
        all.push(Reading { header, ..Reading::new(Format::Matrix) });
        for base in [1, 0] {
            all.push(Reading { format: Format::Sets, header, base });
            if header != Header::ItemsSecondary {
                all.push(Reading { format: Format::CountedSets, header, base });
            }
        }
    }
    if let Some(format) = format {
        // Without its first line, `p ec` is only a choice of the user.
        all.push(Reading::new(Format::DimacsLike));
        all.retain(|reading| reading.format == format);
    }
    all
}

/// The number of options in a text differs from the announced number.
const MISCOUNT: u32 = 8;
/// An item that must be covered is in no option, or there are no options.
const UNCOVERED: u32 = 4;
/// The difference up to which a second reading is mentioned.
pub(super) const NEAR: u32 = 4;

/// Returns the implausibility of a reading, from the problem that it gives.
///
/// A line of as many digits 0 and 1 as the others is hardly ever a line of names or of sizes, and it is rare
/// that all lines of a text begin with their length. A reading in which nothing can be solved loses against one
/// that has solutions, unless it is the only one with the announced number of options.
pub(super) fn implausibility(reading: Reading, problem: &Problem, announced: Option<u32>, found: u32) -> u32 {
    let mut is_covered = alloc::vec![false; problem.primary_items() as usize];
    for item in (0..problem.options()).flat_map(|option| problem.option(option)) {
        if let Some(is_covered) = is_covered.get_mut(*item as usize) {
            *is_covered = true;
        }
    }
    let uncovered = (0..).zip(&is_covered).any(|(item, &is)| !is && problem.bounds(item).low > 0);
    let is_bare = reading.is_bare_matrix();
    let own = match reading.format {
        Format::Matrix if is_bare => 0,
        Format::Matrix | Format::DimacsLike => 1,
        Format::CountedSets => 0,
        Format::Knuth => 2,
        Format::Sets => 3,
    };
    let header = match reading.header {
        Header::OptionsItems => 1,
        // The number of items is a guess.
        Header::Options => 2,
        _ => 0,
    };
    let base = if reading.base == 0 { 2 } else { 0 };
    let miscount = if announced.is_none_or(|announced| announced == found) { 0 } else { MISCOUNT };
    let covered = match (uncovered || found == 0, is_bare) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => UNCOVERED,
    };
    own + header + base + miscount + covered
}
