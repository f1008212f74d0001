//! Text formats and their detection: every reading of a text is tried, and the most plausible one is taken.

// cycle: Reading: errors name the readings of a text.
// cycle: Format: the reader of each format is named by it.
// cycle: Header: the sizes that a reading announces.

use alloc::vec::Vec;
use core::fmt;

use super::numeric::numbers;
use super::partial::{is_comment, words};
use crate::model::problem::Problem;

/// A text format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Knuth's format: a line of item names, then options.
    Knuth,
    /// A matrix of 0 and 1, with or without a line of sizes.
    Matrix,
    /// A header `p ec N` with the number of items, then a line `s i j ...` for each option.
    DimacsLike,
    /// A line of sizes, then a line `k i1 .. ik` for each option with k items.
    CountedSets,
    /// A line of sizes, then a line `i1 .. ik` for each option.
    Sets,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Knuth, Self::Matrix, Self::DimacsLike, Self::CountedSets, Self::Sets];

    /// Returns the name by which users choose the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knuth => "knuth",
            Self::Matrix => "matrix",
            Self::DimacsLike => "ec",
            Self::CountedSets => "counted-sets",
            Self::Sets => "sets",
        }
    }
}

/// The meaning of the first line of a format of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Header {
    /// The first line is an option, or the line of items in Knuth's format.
    None,
    ItemsOptions,
    OptionsItems,
    /// The number of items, and the number of secondary items among them, which must be 0.
    ItemsSecondary,
    Items,
    Options,
}

impl Header {
    /// Returns the number of sizes in the line.
    pub(super) const fn sizes(self) -> usize {
        match self {
            Self::None => 0,
            Self::Items | Self::Options => 1,
            Self::ItemsOptions | Self::OptionsItems | Self::ItemsSecondary => 2,
        }
    }
}

/// A possible reading of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The format.
    pub format: Format,
    pub(super) header: Header,
    /// The number of the first item.
    pub(super) base: u32,
}

/// Formats the reading as a noun phrase.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.format {
            Format::Knuth => "Knuth's format",
            Format::Matrix => "a matrix of 0 and 1",
            Format::DimacsLike => "'p ec'",
            Format::CountedSets => "counted sets",
            Format::Sets => "sets",
        })?;
        f.write_str(match self.header {
            Header::None => "",
            Header::ItemsOptions => " after the numbers of items and of options",
            Header::OptionsItems => " after the numbers of options and of items",
            Header::ItemsSecondary => " after the numbers of items and of secondary items",
            Header::Items => " after the number of items",
            Header::Options => " after the number of options",
        })?;
        if self.base == 0 { f.write_str(", with items numbered from 0") } else { Ok(()) }
    }
}

impl Reading {
    const fn new(format: Format) -> Self {
        Self { format, header: Header::None, base: 1 }
    }

    /// Returns true for a matrix without a line of sizes.
    pub(super) fn is_bare_matrix(self) -> bool {
        self.format == Format::Matrix && self.header == Header::None
    }
}

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
