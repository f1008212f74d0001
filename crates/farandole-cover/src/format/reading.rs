//! The ways to read a text: a format, and the meaning of its first line.

use core::fmt;

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
    /// Returns the reading without a line of sizes, with items numbered from 1.
    pub(super) const fn new(format: Format) -> Self {
        Self { format, header: Header::None, base: 1 }
    }

    /// Returns true for a matrix without a line of sizes.
    pub(super) fn is_bare_matrix(self) -> bool {
        self.format == Format::Matrix && self.header == Header::None
    }
}
