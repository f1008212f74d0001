//! Killer puzzles in two layers: the size, N rows of sums, then N rows of cage numbers.
//!
//! ```text
//! 4 4
//! 3 - 7 -
//! ...
//! 1 1 2 2
//! ...
//! ```
//!
//! Source: the text form of the data sets of puzzlekit, <https://github.com/SmilingWayne/puzzlekit>.
//!
//! A sum is in any cell of its cage; the other cells have `-`. A cage without a sum only requires
//! different digits.

use super::codec::{Descriptor, VariantCodec, VariantText};
use super::editor::ImportConfig;
use super::error::{Cause, Noun, ParseError};
use super::record::VariantEntry;
use super::text::{Token, Tokens, number};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Cage, Constraint};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct KillerLayers;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    recognizes: |first| size_of(first.as_bytes()).is_some(),
    is_written: false,
    is_one_line: false,
    ..Descriptor::new("killer-layers", "variants: killers as rows of sums and rows of cage numbers")
};

/// Returns the size that a line announces: the same number twice.
fn size_of(line: &[u8]) -> Option<usize> {
    let numbers: Vec<_> = Tokens::new(line, 0).map(|token| number(token.text)).collect();
    match numbers[..] {
        [Some(rows), Some(cols)] if rows == cols && (2..=16).contains(&rows) => Some(rows as usize),
        _ => None,
    }
}

/// Returns true if the lines are a puzzle: the size, N rows of sums and N rows of cage numbers, with one
/// sum for each cage.
pub(super) fn is_layers<'a>(mut lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let Some(size) = lines.next().and_then(size_of) else { return false };
    let rows: Vec<Vec<&[u8]>> =
        lines.take(2 * size).map(|line| Tokens::new(line, 0).map(|token| token.text).collect()).collect();
    if rows.len() != 2 * size || rows.iter().any(|row| row.len() != size) {
        return false;
    }
    let (sums, cages) = rows.split_at(size);
    let labels: BTreeSet<Option<u64>> = cages.iter().flatten().map(|label| number(label)).collect();
    let count = sums.iter().flatten().filter(|sum| number(sum).is_some()).count();
    labels.len() == count && !labels.contains(&None) && !labels.contains(&Some(0))
}

impl VariantCodec for KillerLayers {
    fn parse(&self, text: VariantText<'_>, _config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        let lines = (text.line..).zip(text.text.lines().map(str::as_bytes));
        let mut lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty() && !line.starts_with(b"#"));
        let fail = |line: u64, column: usize, cause| ParseError::new(line, column + 1, cause);
        let (first, size) = (text.first_line, lines.next().and_then(|(_, line)| size_of(line)));
        let size = size.ok_or(fail(first, 0, Cause::Missing { expected: "the size twice" }))?;
        let rows: Vec<(u64, &[u8])> = lines.collect();
        if rows.len() != 2 * size {
            let cause = Cause::Count { what: Noun::ROWS, found: rows.len(), expected: 2 * size };
            return Err(fail(first, 0, cause));
        }
        let mut cells: Vec<(u64, Token<'_>)> = Vec::new();
        for (line, row) in rows {
            let tokens: Vec<Token<'_>> = Tokens::new(row, 0).collect();
            if tokens.len() != size {
                let cause = Cause::Count { what: Noun::CELLS_IN_ROW, found: tokens.len(), expected: size };
                return Err(fail(line, row.len(), cause));
            }
            cells.extend(tokens.into_iter().map(|token| (line, token)));
        }
        let (sums, labels) = cells.split_at(size * size);
        let mut cages: BTreeMap<u64, Cage> = BTreeMap::new();
        for (cell, ((_, sum), (line, label))) in sums.iter().zip(labels).enumerate() {
            let found = |token: &Token<'_>| Excerpt::new(token.text);
            let wrong = |line: u64, token: &Token<'_>, expected| {
                fail(line, token.start, Cause::Text { found: found(token), expected })
            };
            let cage = number(label.text).ok_or_else(|| wrong(*line, label, "the number of a cage"))?;
            let cage = cages.entry(cage).or_insert(Cage { sum: None, cells: Vec::new() });
            cage.cells.push(Cell::within(cell));
            match number(sum.text) {
                Some(value) if cage.sum.is_none() && value > 0 => cage.sum = u32::try_from(value).ok(),
                None if matches!(sum.text, b"-" | b"." | b"_") => {}
                _ => return Err(wrong(sums[cell].0, sum, "one sum per cage, or `-`")),
            }
        }
        let shape = Shape::square(size).map_err(|_| fail(first, 0, Cause::Empty))?;
        let constraints: Vec<Constraint> = cages.into_values().map(Into::into).collect();
        let variant = Variant::new(shape, Vec::new(), constraints);
        let cause = Cause::Missing { expected: "cages of at most N cells" };
        variant.map(VariantEntry::new).map_err(|_| fail(first, 0, cause))
    }
}
