//! `Display` for puzzles and grids: `{}` prints one line, `{:#}` draws the grid.

use super::pencilmark::is_pencilmarks;
use super::print::{Style, push_cells, push_grid, push_number, symbols_of};
use super::registry::Format;
use super::settings::Borders;
use super::symbols::Symbols;
use super::write::{WriteConfig, write_puzzle};
use crate::{ClassicPuzzle, Geometry, Grid};
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for ClassicPuzzle {
    /// Prints the puzzle on one line with `{}`, and draws the grid with `{:#}`.
    ///
    /// `{}` prints no line end. The format is [`Format::Line`] with its region map and diagonals,
    /// or [`Format::Pencilmark`] if the puzzle has restrictions. A 9x9 puzzle with the usual boxes
    /// is a line of 81 characters.
    ///
    /// `{:#}` prints rows with borders between the boxes, or the candidates of each cell if the
    /// puzzle has restrictions. The drawing omits irregular regions and diagonals.
    ///
    /// Digits are written as `1-9` and `A-Z`, `a-z`, `@`, `$`, `&`. If no given is below 10, the
    /// reader would interpret the letters as digits starting at 1. Such puzzles are written with
    /// `A-Z`, `a-z`, `0-9`, `@`, `$`. [`str::parse`] reads the output of `{}` back, with two
    /// exceptions: houses that a line cannot represent are not printed, and for sizes of 54 and
    /// more the symbols of a puzzle with few givens may be ambiguous.
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
    /// Prints the digits on one line with `{}`, without a line end: 81 characters for a 9x9 grid.
    /// `{:#}` prints rows with borders between the usual boxes. Digits of 10 and more are written
    /// as `A-Z`, `a-z`, `@`, `$`, `&`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        match Geometry::usual(self.size()) {
            Ok(geometry) => push_bare(&mut text, &geometry, self.digits(), &Symbols::NumbersFirst, f),
            Err(_) => push_cells(&mut text, self.digits(), &style(&Symbols::NumbersFirst)),
        }
        write_text(&text, f)
    }
}

/// Prints only the cells.
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

/// Writes ASCII text without its last line end.
fn write_text(text: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match core::str::from_utf8(text.trim_ascii_end()) {
        Ok(text) => f.write_str(text),
        Err(_) => Err(fmt::Error),
    }
}
