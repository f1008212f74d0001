//! Prints cells, rows and numbers for several formats.

use super::columns::Columns;
use super::error::{WriteCause, Written};
use super::settings::Borders;
use super::symbols::{self, Symbols};
use farandole_puzzle::{BoxShape, ClassicPuzzle, Digit, Geometry, Regions};

/// Print settings, apart from the format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) empty: u8,
    pub(super) borders: Borders,
    pub(super) columns: Option<&'a Columns>,
}

/// The output and its settings. `ordinal` is the 0-based index of the puzzle in the output.
#[derive(Debug)]
pub(super) struct Printer<'a> {
    pub(super) out: &'a mut Vec<u8>,
    pub(super) style: &'a Style<'a>,
    pub(super) ordinal: u64,
}

impl Printer<'_> {
    pub(super) fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    /// Prints a line unless it is empty.
    pub(super) fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text(line.as_bytes());
            self.text(b"\n");
        }
    }

    /// Prints a blank line before every puzzle except the first.
    pub(super) fn separator(&mut self) {
        if self.ordinal > 0 {
            self.text(b"\n");
        }
    }

    /// Prints a number in decimal.
    pub(super) fn number(&mut self, number: u64) {
        push_number(self.out, number);
    }

    /// Prints the number of puzzles as a line.
    pub(super) fn count(&mut self, count: Option<u64>) -> Written {
        self.number(count.ok_or(WriteCause::Count)?);
        self.text(b"\n");
        Ok(())
    }

    /// Prints one character for each cell.
    pub(super) fn cells(&mut self, cells: &[u8]) {
        push_cells(self.out, cells, self.style);
    }

    /// Prints one character for each cell as a line.
    pub(super) fn row(&mut self, cells: &[u8]) {
        self.cells(cells);
        self.text(b"\n");
    }

    /// Prints rows of cells without separators.
    pub(super) fn rows(&mut self, size: usize, cells: &[u8]) {
        push_plain_rows(self.out, size, cells, self.style);
    }

    /// Prints rows of cells with blanks between them. `print` prints a cell.
    pub(super) fn spaced_rows(&mut self, size: usize, cells: &[u8], print: impl Fn(&mut Self, usize, u8)) {
        for (cell, value) in cells.iter().enumerate() {
            print(self, cell, *value);
            self.text(if cell % size == size - 1 { b"\n" } else { b" " });
        }
    }

    /// Prints rows of cells. If the style requires borders and there are boxes, borders separate
    /// the boxes.
    pub(super) fn grid(&mut self, geometry: &Geometry, cells: &[u8]) {
        push_grid(self.out, geometry, cells, self.style);
    }
}

/// Prints a number in decimal.
pub(super) fn push_number(out: &mut Vec<u8>, number: u64) {
    if number > 9 {
        push_number(out, number / 10);
    }
    out.push(b'0' + (number % 10) as u8);
}

/// Prints one character for each cell, or numbers with blanks in between.
pub(super) fn push_cells(out: &mut Vec<u8>, cells: &[u8], style: &Style<'_>) {
    let (symbols, empty) = (style.symbols, style.empty);
    if let Symbols::Decimal { low } = symbols {
        for (k, cell) in cells.iter().enumerate() {
            if k > 0 {
                out.push(b' ');
            }
            match cell.checked_sub(1) {
                Some(above) => push_number(out, u64::from(above + low)),
                None => out.push(empty),
            }
        }
        return;
    }
    // Symbols are determined once per digit, not once per cell.
    let largest = cells.iter().fold(0, |largest, cell| *cell.max(&largest));
    let mut signs = [empty; 256];
    for digit in (1..=largest).filter_map(Digit::new) {
        signs[usize::from(digit.get())] = symbols.symbol(digit).unwrap_or(empty);
    }
    out.extend(cells.iter().map(|cell| signs[usize::from(*cell)]));
}

/// Prints rows of cells without separators.
fn push_plain_rows(out: &mut Vec<u8>, size: usize, cells: &[u8], style: &Style<'_>) {
    for row in cells.chunks(size) {
        push_cells(out, row, style);
        out.push(b'\n');
    }
}

/// Prints rows of cells. If the style requires borders and there are boxes, borders separate the
/// boxes.
pub(super) fn push_grid(out: &mut Vec<u8>, geometry: &Geometry, cells: &[u8], style: &Style<'_>) {
    if geometry.size() > symbols::MOST {
        return push_numbers(out, geometry.size(), cells);
    }
    match geometry.regions() {
        Regions::Boxes(shape) if style.borders == Borders::With => {
            push_bordered(out, geometry.size(), *shape, cells, style);
        }
        _ => push_plain_rows(out, geometry.size(), cells, style),
    }
}

/// Prints rows of numbers, with 0 for an empty cell.
fn push_numbers(out: &mut Vec<u8>, size: usize, cells: &[u8]) {
    for (at, cell) in cells.iter().enumerate() {
        push_number(out, u64::from(*cell));
        out.push(if at % size == size - 1 { b'\n' } else { b' ' });
    }
}

fn push_bordered(out: &mut Vec<u8>, size: usize, shape: BoxShape, cells: &[u8], style: &Style<'_>) {
    let stacks = size / shape.box_cols;
    for (r, row) in cells.chunks(size).enumerate() {
        if r > 0 && r % shape.box_rows == 0 {
            for stack in 0..stacks {
                if stack > 0 {
                    out.push(b'+');
                }
                let blanks = if stack == 0 || stack + 1 == stacks { 1 } else { 2 };
                out.resize(out.len() + 2 * shape.box_cols - 1 + blanks, b'-');
            }
            out.push(b'\n');
        }
        for (c, cell) in row.iter().enumerate() {
            if c > 0 {
                out.push(b' ');
            }
            if c > 0 && c % shape.box_cols == 0 {
                out.extend_from_slice(b"| ");
            }
            push_cells(out, &[*cell], style);
        }
        out.push(b'\n');
    }
}

/// Returns the symbols that the reader detects by default.
pub(super) fn symbols_of(puzzle: &ClassicPuzzle) -> Symbols {
    let size = puzzle.size();
    if size <= 9 || puzzle.restrictions().is_some() {
        return Symbols::NumbersFirst;
    }
    let mut text = Vec::new();
    let is_found = |symbols: &Symbols| {
        text.clear();
        push_cells(
            &mut text,
            puzzle.givens(),
            &Style { symbols, empty: b'.', borders: Borders::With, columns: None },
        );
        Symbols::Auto.resolve(size, [&text, b""]) == *symbols
    };
    let choices = [Symbols::NumbersFirst, Symbols::LettersFirst];
    choices.into_iter().find(is_found).unwrap_or(Symbols::NumbersFirst)
}
