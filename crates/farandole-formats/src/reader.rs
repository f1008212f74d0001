//! The state of a parser, and the decoding of cells into an entry.

use super::error::{Cause, Expected, Misread, Noun, ParseError};
use super::record::{ClassicEntry, Record};
use super::settings::Settings;
use super::shapes::{Division, Shapes};
use super::symbols::{EMPTY, FOREIGN, Symbols, Tables};
use farandole_puzzle::{ClassicPuzzle, Digit};
use std::borrow::Cow;

/// The settings of the input, and caches shared by its records.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    pub(super) settings: Settings,
    pub(super) tables: Tables,
    pub(super) shapes: Shapes,
}

impl Reader {
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, tables: Tables::default(), shapes: Shapes::default() }
    }

    /// Creates an entry from decoded cells alone.
    pub(super) fn entry(
        &mut self,
        record: Record<'_>,
        size: usize,
        cells: &[u8],
        symbols: Symbols,
        division: Division<'_>,
    ) -> Result<ClassicEntry, ParseError> {
        let at = |cause| ParseError::new(record.line, 1, cause);
        let geometry = self.shapes.get(&self.settings, size, division).map_err(at)?;
        let count = Cause::Count { what: Noun::CELLS, found: cells.len(), expected: size * size };
        let puzzle = ClassicPuzzle::new(geometry, cells).map_err(|_| at(count))?;
        Ok(ClassicEntry { symbols, ..ClassicEntry::new(puzzle) })
    }

    /// Decodes cells of one byte each. With `Blanks::Empty`, a blank is an empty cell.
    ///
    /// # Errors
    /// Returns the offset of the first byte that is not a cell, or the number of cells if it
    /// differs from the length of `cells`.
    pub(super) fn decode(
        &mut self,
        symbols: &Symbols,
        size: usize,
        text: &[u8],
        blanks: Blanks,
        cells: &mut [u8],
    ) -> Result<(), Misread> {
        let table = self.tables.get(symbols, size);
        let marked = text.len() != cells.len() && size <= 9 && table[b'+' as usize] == FOREIGN;
        let text: Cow<'_, [u8]> = match marked {
            true => text.iter().copied().filter(|byte| *byte != b'+').collect::<Vec<u8>>().into(),
            false => text.into(),
        };
        if text.len() != cells.len() {
            let count = Cause::Count { what: Noun::CELLS, found: text.len(), expected: cells.len() };
            return Err((text.len(), count));
        }
        for (cell, byte) in cells.iter_mut().zip(text.iter()) {
            *cell = table[*byte as usize];
        }
        let blanks = blanks == Blanks::Empty;
        let foreign = |i: &usize| cells[*i] == FOREIGN && !(blanks && text[*i] == b' ');
        if let Some(i) = (0..cells.len()).find(foreign) {
            return Err((i, Cause::Byte { found: text[i], expected: expected_cell(symbols, size) }));
        }
        if blanks {
            cells.iter_mut().filter(|cell| **cell == FOREIGN).for_each(|cell| *cell = EMPTY);
        }
        Ok(())
    }
}

/// The meaning of a blank among cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Blanks {
    /// Not a cell.
    #[default]
    Foreign,
    /// An empty cell.
    Empty,
    /// A separator: see [`Spaced`](super::spaced::Spaced).
    Between,
}

fn first_and_last(symbols: &Symbols, size: usize) -> (u8, u8) {
    let symbol =
        |number: usize| Digit::new(number as u8).and_then(|digit| symbols.symbol(digit)).unwrap_or(b'?');
    (symbol(1), symbol(size))
}

/// Returns the expected content of a cell in a puzzle of this size, for error messages.
pub(super) fn expected_cell(symbols: &Symbols, size: usize) -> Expected {
    let (first, last) = first_and_last(symbols, size);
    Expected::Cell { first, last }
}

/// Returns the expected digits in a puzzle of this size, for error messages.
pub(super) fn expected_digit(symbols: &Symbols, size: usize) -> Expected {
    let (first, last) = first_and_last(symbols, size);
    Expected::Digit { first, last }
}
