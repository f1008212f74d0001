//! Items of a text that are replaced by later ones.

use alloc::vec::Vec;
use core::fmt;

/// An item of a text that is replaced by a later one, following the rules of Interactive Sudoku
/// Solver.
///
/// Only kinds of Interactive Sudoku Solver replace each other, and only if they differ. That
/// program does not report replacements. An item in `And` does not replace items outside of it.
///
/// ```
/// use farandole_puzzle::format::iss;
///
/// let read = iss::read_with_warnings(".Quad~R1C1~1\n.Quad~R1C1~2").unwrap();
/// assert_eq!(read.variant, iss::read(".Quad~R1C1~2").unwrap());
/// assert_eq!((read.replaced[0].place(), read.replaced[0].by()), ((1, 2), (2, 2)));
/// let both = iss::read_with_warnings(".Quad~R1C1~1.And.Quad~R1C1~2.End").unwrap();
/// assert!(both.replaced.is_empty() && both.variant.constraints().len() == 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replaced {
    name: &'static str,
    nests: bool,
    place: (u32, u32),
    by: (u32, u32),
}

impl Replaced {
    /// Returns the name of the kind of the replaced constraint, or `Var` for a group of extra cells.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the 1-based line and column (in characters) of the replaced item.
    pub const fn place(&self) -> (u32, u32) {
        self.place
    }

    /// Returns the 1-based line and column (in characters) of the replacing item.
    pub const fn by(&self) -> (u32, u32) {
        self.by
    }

    /// Adds an offset to all line numbers, for a text that is a part of a file.
    #[must_use]
    pub const fn shifted(mut self, lines: u32) -> Self {
        self.place.0 = self.place.0.saturating_add(lines);
        self.by.0 = self.by.0.saturating_add(lines);
        self
    }
}

impl fmt::Display for Replaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((line, column), (by_line, by_column)) = (self.place, self.by);
        write!(
            f,
            "{} at {by_line}:{by_column} replaces the one at {line}:{column}, as in Interactive Sudoku Solver",
            self.name
        )?;
        if self.nests { f.write_str("; put one of them into `.And` to keep both") } else { Ok(()) }
    }
}

/// A replaced item whose line and column are not yet known.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingReplaced {
    pub(super) name: &'static str,
    /// True if the item is allowed inside a composite.
    pub(super) nests: bool,
    /// The offset of the name of the replaced item.
    pub(super) earlier: usize,
    /// The offset of the name of the replacing item.
    pub(super) later: usize,
}

/// Determines the lines and columns of replaced items and sorts them in the order of the text.
pub(super) fn located(text: &str, mut pending: Vec<PendingReplaced>) -> Vec<Replaced> {
    pending.sort_by_key(|it| (it.later, it.earlier));
    let mut offsets: Vec<usize> = pending.iter().flat_map(|it| [it.earlier, it.later]).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let mut rest = text.char_indices().peekable();
    let (mut line, mut column) = (1, 1);
    let mut positions = Vec::with_capacity(offsets.len());
    for offset in offsets {
        while let Some((_, c)) = rest.next_if(|(at, _)| *at < offset) {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        positions.push((offset, (line, column)));
    }
    let position = |offset: usize| {
        positions.binary_search_by_key(&offset, |(at, _)| *at).map_or((1, 1), |found| positions[found].1)
    };
    let located = |it: PendingReplaced| Replaced {
        name: it.name,
        nests: it.nests,
        place: position(it.earlier),
        by: position(it.later),
    };
    pending.into_iter().map(located).collect()
}
