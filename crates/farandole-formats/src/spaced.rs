//! Cells with separators between them on one line: N * N numbers or empty-cell characters.

use super::error::{Cause, Misread};
use super::reader::{Reader, expected_cell};
use super::row_cells::number_cell;
use super::symbols::{FOREIGN, Symbols};
use super::text::{Token, Tokens, number, size_of_square};

/// Minimum number of tokens. A shorter line may be a puzzle of one cell with numbers in further
/// columns.
const MIN_TOKENS: usize = 16;

/// A line whose tokens are all numbers of one or two digits, or single empty-cell characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spaced<'a> {
    /// The text from the first cell to the last.
    pub(super) cells: Token<'a>,
    pub(super) count: usize,
    /// The largest number, or 0 if all cells are empty.
    pub(super) largest: usize,
    /// True if all cells are `-`, which may be a border.
    dashes: bool,
    /// The comment after the cells.
    pub(super) trailing: &'a [u8],
}

impl<'a> Spaced<'a> {
    /// Returns the cells of a line that has at least 16 tokens, all of them cells. `#` ends the
    /// cells.
    ///
    /// Cost: for most other lines, only the first token is examined.
    pub(super) fn new(line: &'a [u8]) -> Option<Self> {
        let first = Tokens::new(line, 0).next()?;
        let mut found = Self { cells: first, count: 0, largest: 0, dashes: true, trailing: b"" };
        let mut end = first.start;
        for token in Tokens::new(line, 0) {
            match (token.text, number(token.text)) {
                ([b'#', ..], _) => found.trailing = token.text,
                ([_] | [_, _], Some(number)) => found.largest = found.largest.max(number as usize),
                ([b'.' | b'_' | b'*' | b'-' | b'?'] | b"-1", _) => {}
                _ => return None,
            }
            if found.trailing.is_empty() {
                found.count += 1;
                found.dashes &= token.text == b"-";
                end = token.start + token.text.len();
            }
        }
        found.cells.text = &line[first.start..end];
        (found.count >= MIN_TOKENS).then_some(found)
    }

    /// Returns the size N if there are N * N cells and no number exceeds N.
    pub(super) fn size(&self) -> Option<usize> {
        size_of_square(self.count).filter(|size| self.largest <= *size && !self.dashes)
    }
}

/// Decodes N * N spaced cells: as numbers if one of them has two digits, and as symbols otherwise.
pub(super) fn decode_spaced(
    reader: &mut Reader,
    symbols: &Symbols,
    size: usize,
    text: &[u8],
    cells: &mut [u8],
) -> Result<(), Misread> {
    let table = reader.tables.get(symbols, size);
    let wide = Tokens::new(text, 0).any(|token| token.text.len() > 1);
    for (cell, token) in cells.iter_mut().zip(Tokens::new(text, 0)) {
        *cell = match token.text {
            [byte] if !wide => table[usize::from(*byte)],
            text => number_cell(text, size, symbols).map_err(|cause| (token.start, cause))?,
        };
        if *cell == FOREIGN {
            let expected = expected_cell(symbols, size);
            return Err((token.start, Cause::Byte { found: token.text[0], expected }));
        }
    }
    Ok(())
}
