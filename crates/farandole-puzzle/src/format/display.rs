//! `Display` for puzzles and grids: `{}` prints one line, `{:#}` draws the grid.

use super::pencilmark::is_pencilmarks;
use super::print::{Style, push_cells, push_grid, push_number, symbols_of};
use super::registry::Format;
use super::settings::Borders;
use super::symbols::Symbols;
use super::write::{WriteConfig, write_puzzle};
use crate::{Geometry, Grid, Puzzle};
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for Puzzle {
    /// `{}` prints the puzzle on one line, without a line end: [`Format::Line`] with its region map and
    /// diagonals, or [`Format::Pencilmark`] if it has restrictions. A 9x9 puzzle with the usual
    /// boxes is a line of 81 characters.
    ///
    /// `{:#}` draws rows with borders between the boxes, or the candidates of each cell if the puzzle has restrictions. A
    /// drawing does not tell irregular regions and diagonals.
    ///
    /// Digits are written as `1-9` and `A-Z`, `a-z`, `@`, `$`, `&`. Where the reader would take the letters for digits from 1
    /// on (no given is below 10), they are written as `A-Z`, `a-z`, `0-9`, `@`, `$`. What `{}` prints is read back by
    /// [`str::parse`], with two exceptions: houses that no line can tell are not printed, and from size 54 on the symbols
    /// of a puzzle with few givens can be ambiguous.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        let formats = match (f.alternate(), self.restrictions().is_some()) {
            (false, false) => [Format::Line; 2],
            (false, true) => [Format::Pencilmark; 2],
            (true, false) => [Format::Grid; 2],
            (true, true) => [Format::Candidates, Format::Grid],
        };
        let symbols = symbols_of(self);
        let printed = formats.into_iter().any(|format| {
            let borders = Borders::With;
            let config = WriteConfig { symbols: symbols.clone(), borders, ..WriteConfig::new(format) };
            write_puzzle(&mut text, self, &config, 0).is_ok()
        });
        if !printed {
            push_bare(&mut text, self.geometry(), self.givens(), &symbols, f);
        }
        let ambiguous = !f.alternate() && self.restrictions().is_none() && is_pencilmarks(&text);
        if ambiguous || !f.alternate() && self.size() == 1 && self.restrictions().is_none() {
            let mut sized = Vec::new();
            push_number(&mut sized, self.size() as u64);
            sized.push(b' ');
            sized.append(&mut text);
            text = sized;
        }
        write_text(&text, f)
    }
}

impl fmt::Display for Grid {
    /// `{}` prints the digits on one line, without a line end: 81 characters for a 9x9 grid. `{:#}` draws rows with borders
    /// between the usual boxes. Digits from 10 on are written as `A-Z`, `a-z`, `@`, `$`, `&`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        match Geometry::usual(self.size()) {
            Ok(geometry) => push_bare(&mut text, &geometry, self.digits(), &Symbols::NumbersFirst, f),
            Err(_) => push_cells(&mut text, self.digits(), &style(&Symbols::NumbersFirst)),
        }
        write_text(&text, f)
    }
}

/// The cells alone.
fn push_bare(
    text: &mut Vec<u8>,
    geometry: &Geometry,
    cells: &[u8],
    symbols: &Symbols,
    f: &fmt::Formatter<'_>,
) {
    if f.alternate() {
        push_grid(text, geometry, cells, &style(symbols));
    } else {
        push_cells(text, cells, &style(symbols));
    }
}

const fn style(symbols: &Symbols) -> Style<'_> {
    Style { symbols, empty: b'.', borders: Borders::With, columns: None }
}

/// Writes text that is ASCII, without the last line end.
fn write_text(text: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match core::str::from_utf8(text.trim_ascii_end()) {
        Ok(text) => f.write_str(text),
        Err(_) => Err(fmt::Error),
    }
}
